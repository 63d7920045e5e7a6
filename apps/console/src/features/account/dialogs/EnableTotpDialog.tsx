import { contract } from '@weft/contract'
import { call, useText } from '@weft/ui'
import { TotpSetup } from '@weft/ui/totp/TotpSetup.tsx'
import { Modal } from 'antd'
import { useState } from 'react'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import './totp.css'
import * as text from './totp.text.ts'

/** Sets up the second factor, then shows the recovery codes once. Calls `onClose` at the end or on cancel. */
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
      // The codes are not shown a second time: the user must confirm that they are saved.
      {...(codes ? { closable: false, keyboard: false } : {})}
      mask={{ closable: false }}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onFinish={onClose} />
      ) : (
        <TotpSetup
          setUp={() => call(contract.account.totp_setup, {})}
          enable={(code) => call(contract.account.totp_enable, { code })}
          onEnabled={({ recovery_codes }) => setCodes(recovery_codes)}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}
