import { CopyOutlined } from '@ant-design/icons'
import { confirm, copyText, CopyText } from '@weft/ui'
import { Alert, Button, Modal } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
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
  /** The words of the buttons, and of the question to somebody who closes it without having copied anything. */
  words: { copy: string; done: string; uncopied: string; again?: string }
  onClose: () => void
  /** Makes another one. */
  onAgain?: () => void
  /** Shown below the values. */
  children?: ReactNode
}

/** Shows secrets that are not stored, once. So neither a click outside the dialog nor Escape closes it. */
export function ShownOnceDialog({ title, warning, values, copied, words, onClose, onAgain, children }: Props) {
  const [taken, setTaken] = useState(false)
  const leave = async (then: () => void) => {
    if (taken || (await confirm({ title: words.done, body: words.uncopied, action: words.done, danger: true }))) then()
  }
  const copyAll = () => {
    setTaken(true)
    void copyText(copied)
  }
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
        onAgain && words.again !== undefined && (
          <Button key="again" onClick={() => void leave(onAgain)}>
            {words.again}
          </Button>
        ),
        <Button key="done" onClick={() => void leave(onClose)}>
          {words.done}
        </Button>,
        <Button key="copy" ref={copy} type="primary" icon={<CopyOutlined aria-hidden />} onClick={copyAll}>
          {words.copy}
        </Button>,
      ]}
    >
      <Alert type="warning" showIcon title={warning[0]} description={warning[1]} className="weft-dialog-note" />
      <dl className="access-card" onCopy={() => setTaken(true)}>
        {values.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="weft-mono" onClickCapture={() => setTaken(true)}>
              <CopyText value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </Modal>
  )
}
