import { useQueryClient } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'
import { call, PageHeader, StatusDot, toast, useDialog, useText } from '@weft/ui'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { DisableTotpDialog } from '@weft/ui/totp/DisableTotpDialog.tsx'
import { TotpSetup } from '@weft/ui/totp/TotpSetup.tsx'
import { Button, Modal } from 'antd'
import { useOperator } from '../../shared/operator/use-operator.ts'
import '../../shared/page/stack.css'
import * as text from './security.text.ts'

/** 「登录安全」: the operator's own second factor. */
export function SecurityPage() {
  const t = useText(text)
  const queries = useQueryClient()
  const asked = useDialog<'enable' | 'disable'>()
  const on = useOperator().totp === 1
  const done = () => {
    asked.close()
    void queries.invalidateQueries({ queryKey: [opsContract.session.info.path] })
  }
  return (
    <>
      <PageHeader title={t.title} />
      <DetailCard
        title={t.totp}
        extra={
          on ? (
            <Button danger className="desk-extra" onClick={() => asked.show('disable')}>
              {t.disable}
            </Button>
          ) : (
            <Button type="primary" className="desk-extra" onClick={() => asked.show('enable')}>
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
    </>
  )
}
