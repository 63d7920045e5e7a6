import { CopyText, useText } from '@weft/ui'
import '@weft/ui/dialog/dialog.css'
import { Alert, Button, Modal } from 'antd'
import * as text from './operator-page.text.ts'

/** An operator with a first password in clear, which is never shown again. */
export interface FirstPassword {
  username: string
  password: string
}

/** Shows a first password once. */
export function FirstPasswordDialog({ made: { username, password }, onClose }: { made: FirstPassword; onClose: () => void }) {
  const t = useText(text)
  return (
    <Modal
      open
      width={480}
      title={t.firstTitle}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" autoFocus onClick={onClose}>
          {t.done}
        </Button>
      }
    >
      <Alert type="warning" showIcon title={t.firstNote} className="weft-dialog-note" />
      <p className="desk-words">{t.firstOf(username)}</p>
      <CopyText value={password} framed />
    </Modal>
  )
}
