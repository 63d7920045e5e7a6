import { useText } from '@weft/ui'
import { Modal } from 'antd'
import { useState } from 'react'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { TotpSetup } from './TotpSetup.tsx'
import '@weft/ui/dialog/dialog.css'
import './totp.css'
import * as text from './totp.text.ts'

/** Sets up the second factor, then shows the recovery codes once. `onClose` is told after either. */
export default function EnableTotpDialog({ onClose }: { onClose: () => void }) {
  const t = useText(text)
  const [codes, setCodes] = useState<string[]>()
  return (
    <Modal
      open
      width={520}
      title={codes ? t.codesTitle : t.enableTitle}
      footer={null}
      onCancel={onClose}
      // The codes do not come a second time: only whoever says that they are saved gets past them.
      {...(codes ? { closable: false, keyboard: false } : {})}
      mask={{ closable: false }}
    >
      {codes ? <RecoveryCodes codes={codes} onFinish={onClose} /> : <TotpSetup onEnabled={setCodes} onCancel={onClose} />}
    </Modal>
  )
}
