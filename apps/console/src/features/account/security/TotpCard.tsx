import { SafetyCertificateOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { call, StatusDot, useDialog, useText } from '@weft/ui'
import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import { useAccount } from '../../../shared/account/use-account.ts'
import { accountChanged } from '../../../shared/account/account-changed.ts'
import { SecurityCard } from './SecurityCard.tsx'
import * as text from './security.text.ts'

const EnableTotpDialog = lazy(() => import('../dialogs/EnableTotpDialog.tsx'))
const DisableTotpDialog = lazy(async () => ({ default: (await import('@weft/ui/totp/DisableTotpDialog.tsx')).DisableTotpDialog }))

/** Shows whether the sign-in asks for the second factor, and the way to change that. */
export function TotpCard() {
  const t = useText(text)
  const queries = useQueryClient()
  const asked = useDialog<'enable' | 'disable'>()
  const on = useAccount().totp === 1
  const done = () => {
    asked.close()
    void accountChanged(queries)
  }
  return (
    <SecurityCard
      icon={<SafetyCertificateOutlined />}
      title={t.totp}
      term="second_factor"
      status={<StatusDot kind={on ? 'online' : 'disabled'} text={on ? t.totpOn : t.totpOff} />}
      text={on ? t.totpOnText : t.totpText}
      action={
        on ? (
          <Button danger onClick={() => asked.show('disable')}>
            {t.disable}
          </Button>
        ) : (
          <Button type="primary" onClick={() => asked.show('enable')}>
            {t.enable}
          </Button>
        )
      }
    >
      <Suspense>
        {asked.subject === 'enable' && <EnableTotpDialog onClose={done} />}
        {asked.subject === 'disable' && (
          <DisableTotpDialog
            recovery
            disableWith={(code) => call(contract.account.totp_disable, { code })}
            onClose={asked.close}
            onDisabled={done}
          />
        )}
      </Suspense>
    </SecurityCard>
  )
}
