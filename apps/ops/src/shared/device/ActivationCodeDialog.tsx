import { CopyText, useText } from '@weft/ui'
import '@weft/ui/dialog/dialog.css'
import { Alert, Button, Modal } from 'antd'
import * as text from './device.text.ts'

/** A device with its code in clear, which is never shown again. */
export interface Coded {
  router_name: string
  activation_code: string
}

/** Shows an activation code once. */
export function ActivationCodeDialog({ coded: { router_name, activation_code }, onClose }: { coded: Coded; onClose: () => void }) {
  const t = useText(text)
  return (
    <Modal
      open
      width={480}
      title={t.codeTitle}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" autoFocus onClick={onClose}>
          {t.close}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t.codeNote} className="weft-dialog-note" />
      <p>{t.codeOf(router_name)}</p>
      <CopyText value={activation_code} framed />
    </Modal>
  )
}
