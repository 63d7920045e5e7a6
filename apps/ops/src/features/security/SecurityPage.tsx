import { useQueryClient } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'
import { call, PageHeader, StatusDot, toast, useDialog, useText } from '@weft/ui'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { DisableTotpDialog } from '@weft/ui/totp/DisableTotpDialog.tsx'
import { TotpSetup } from '@weft/ui/totp/TotpSetup.tsx'
import { Button, Modal } from 'antd'
import { isProved } from '../../shared/operator/proof.ts'
import { ProvedDialog } from '../../shared/operator/ProvedDialog.tsx'
import { useOperator } from '../../shared/operator/use-operator.ts'
import '../../shared/page/stack.css'
import { OwnSessions } from './OwnSessions.tsx'
import { PasswordCard } from './PasswordCard.tsx'
import * as text from './security.text.ts'

/** Shows 「登录安全」: the operator's own second factor, password and sessions. */
export function SecurityPage() {
  const t = useText(text)
  const queries = useQueryClient()
  const asked = useDialog<'prove' | 'enable' | 'disable'>()
  const on = useOperator().totp === 1
  const done = () => {
    asked.close()
    void queries.invalidateQueries({ queryKey: [opsContract.session.info.path] })
  }
  return (
    <div className="desk-stack">
      <PageHeader title={t.title} />
      <DetailCard
        title={t.totp}
        extra={
          on ? (
            <Button danger className="desk-extra" onClick={() => asked.show('disable')}>
              {t.disable}
            </Button>
          ) : (
            <Button type="primary" className="desk-extra" onClick={() => asked.show(isProved() ? 'enable' : 'prove')}>
              {t.enable}
            </Button>
          )
        }
      >
        <p>
          <StatusDot kind={on ? 'online' : 'disabled'} text={on ? t.on : t.off} />
        </p>
        <p>{t.totpText}</p>
        <p>{t.lost}</p>
      </DetailCard>
      <PasswordCard />
      <OwnSessions />
      {asked.subject === 'prove' && (
        <ProvedDialog title={t.enableTitle} action={t.prove} onClose={asked.close} submit={async () => asked.show('enable')} />
      )}
      {asked.subject === 'enable' && (
        <Modal open width={520} title={t.enableTitle} footer={null} onCancel={asked.close} mask={{ closable: false }}>
          <TotpSetup
            setUp={() => call(opsContract.session.totp_setup, {})}
            enable={(code) => call(opsContract.session.totp_enable, { code })}
            onEnabled={() => {
              toast.success(t.enabled)
              done()
            }}
            onCancel={asked.close}
          />
        </Modal>
      )}
      {asked.subject === 'disable' && (
        <DisableTotpDialog
          disableWith={(code) => call(opsContract.session.totp_disable, { code })}
          onClose={asked.close}
          onDisabled={done}
        />
      )}
    </div>
  )
}
