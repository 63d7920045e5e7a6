import { Button, Modal } from 'antd'
import { useRef } from 'react'
import { useText } from '../i18n/use-text.ts'
import type { Question } from './confirm.ts'
import * as text from './dialog.text.ts'
import { focusOnceOpen } from './focus-once-open.ts'

interface Props {
  question: Question
  open: boolean
  onAnswer: (yes: boolean) => void
  onGone: () => void
}

/** Shows the L2 dialog, with the focus on its cancel button. */
export default function ConfirmDialog({ question, open, onAnswer, onGone }: Props) {
  const t = useText(text)
  const wayOut = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open={open}
      width={416}
      title={question.title}
      onCancel={() => onAnswer(false)}
      // Focus again after it has opened: while it opens, the dialog's focus trap moves the focus to the close button.
      afterOpenChange={(shown) => focusOnceOpen(shown, () => wayOut.current?.focus())}
      afterClose={onGone}
      footer={[
        <Button key="cancel" ref={wayOut} autoFocus onClick={() => onAnswer(false)}>
          {question.cancel ?? t.cancel}
        </Button>,
        <Button key="go" type="primary" danger={question.danger ?? false} onClick={() => onAnswer(true)}>
          {question.action}
        </Button>,
      ]}
    >
      {question.body}
    </Modal>
  )
}
