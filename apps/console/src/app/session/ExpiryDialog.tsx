import { useText } from '@weft/ui'
import * as frame from '@weft/ui/frame/frame.text.ts'
import { Button, Modal } from 'antd'
import { signOut } from '../../shared/session/leave.ts'
import { session } from '../../shared/session/session.ts'
import * as text from '../app.text.ts'

/** Shows 「登录即将过期」. @param left seconds */
export function ExpiryDialog({ left, onPutOff }: { left: number; onPutOff: () => void }) {
  const t = useText(text)
  const { signOut: leave } = useText(frame)
  const goOn = () => {
    onPutOff()
    void session.refresh().catch(() => undefined)
  }
  return (
    <Modal
      open
      width={416}
      title={t.expiring}
      onCancel={goOn}
      footer={[
        <Button key="leave" onClick={() => void signOut()}>
          {leave}
        </Button>,
        <Button key="on" type="primary" autoFocus onClick={goOn}>
          {t.goOn}
        </Button>,
      ]}
    >
      <p role="timer">{t.expiringIn(left)}</p>
    </Modal>
  )
}
