import { CopyOutlined } from '@ant-design/icons'
import { copyText } from '@weft/ui'
import { Alert, Button, Modal } from 'antd'
import { type ReactNode, useRef } from 'react'
import '@weft/ui/dialog/dialog.css'
import '../access.css'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

interface Props {
  title: string
  /** Why it must be copied now, and what to do if it is lost. */
  warning: readonly [title: string, text: string]
  /** The values, with what each is called. */
  values: readonly (readonly [name: string, value: string])[]
  /** The text that the copy button puts on the clipboard. */
  copied: string
  /** The words of the two buttons. */
  words: { copy: string; done: string }
  onClose: () => void
  /** Shown below the values. */
  children?: ReactNode
}

/** Shows secrets that are not stored, once. So neither a click outside the dialog nor Escape closes it. */
export function ShownOnceDialog({ title, warning, values, copied, words, onClose, children }: Props) {
  const copy = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open
      width={560}
      title={title}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => copy.current?.focus())}
      footer={[
        <Button key="done" onClick={onClose}>
          {words.done}
        </Button>,
        <Button key="copy" ref={copy} type="primary" icon={<CopyOutlined aria-hidden />} onClick={() => void copyText(copied)}>
          {words.copy}
        </Button>,
      ]}
    >
      <Alert type="warning" showIcon title={warning[0]} description={warning[1]} className="weft-dialog-note" />
      <dl className="access-card">
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="weft-mono">{value}</dd>
          </div>
        ))}
      </dl>
      {children}
    </Modal>
  )
}
