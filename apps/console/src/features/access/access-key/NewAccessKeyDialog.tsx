import { CopyOutlined } from '@ant-design/icons'
import { contract, doorBase } from '@weft/contract'
import { copyText, useText } from '@weft/ui'
import { Alert, Button, Input, Modal } from 'antd'
import { useRef } from 'react'
import '@weft/ui/dialog/dialog.css'
import * as text from './access-key.text.ts'

/** Shows a new key, once. The key is not stored, so neither a click outside the dialog nor Escape closes it. */
export function NewAccessKeyDialog({ access_key, onClose }: { access_key: string; onClose: () => void }) {
  const t = useText(text)
  const copy = useRef<HTMLButtonElement>(null)
  const example = `curl -H "Authorization: Bearer ${access_key}" ${location.origin}${doorBase.console}/${contract.network.list.path}`
  return (
    <Modal
      open
      width={560}
      title={t.key}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      afterOpenChange={(shown) => shown && copy.current?.focus()}
      footer={[
        <Button key="done" onClick={onClose}>
          {t.done}
        </Button>,
        <Button key="copy" ref={copy} type="primary" icon={<CopyOutlined aria-hidden />} onClick={() => void copyText(access_key)}>
          {t.copy}
        </Button>,
      ]}
    >
      <Alert type="warning" showIcon title={t.onceTitle} description={t.onceText} className="weft-dialog-note" />
      <Input.TextArea className="access-key" readOnly rows={2} aria-label={t.key} value={access_key} />
      <p className="access-example-title">{t.example}</p>
      <pre className="access-example">{example}</pre>
    </Modal>
  )
}
