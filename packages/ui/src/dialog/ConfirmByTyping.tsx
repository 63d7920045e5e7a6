import { readLine } from '@weft/contract'
import { Alert, Button, Form, Input, type InputRef, Modal } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { CopyText } from '../parts/CopyText.tsx'
import * as text from './dialog.text.ts'
import './dialog.css'
import { focusOnceOpen } from './focus-once-open.ts'

interface Props {
  title: string
  /** The consequences: what is lost. */
  body: ReactNode
  /** What else follows, shown below the consequences. */
  effect?: ReactNode
  /** The name that must be typed exactly; surrounding spaces do not count. */
  name: string
  action: string
  busy?: boolean
  /** The reason for refusing the last try; shown until the next try. */
  problem?: string | undefined
  onConfirm: () => void
  onClose: () => void
}

/** Shows the L3 confirmation: the user types the thing's name before it is destroyed. */
export function ConfirmByTyping({ title, body, effect, name, action, busy = false, problem, onConfirm, onClose }: Props) {
  const t = useText(text)
  const [typed, setTyped] = useState('')
  const field = useRef<InputRef>(null)
  const exact = readLine(typed) === readLine(name)
  return (
    <Modal
      open
      width={480}
      title={title}
      onCancel={onClose}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => field.current?.focus())}
      footer={null}
      destroyOnHidden
    >
      <Form layout="vertical" onFinish={() => exact && !busy && onConfirm()} className="weft-typing">
        <Alert type="error" showIcon title={body} />
        {effect}
        <div className="weft-typing-name">
          {t.typeBefore} <CopyText value={name} framed /> {t.typeAfter}
        </div>
        <Input
          ref={field}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={name}
          aria-label={t.typeLabel(name)}
          autoComplete="off"
        />
        {problem && <Alert className="weft-typing-problem" type="warning" showIcon role="alert" title={problem} />}
        <div className="weft-dialog-buttons">
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button type="primary" danger htmlType="submit" disabled={!exact} loading={busy}>
            {action}
          </Button>
        </div>
      </Form>
    </Modal>
  )
}
