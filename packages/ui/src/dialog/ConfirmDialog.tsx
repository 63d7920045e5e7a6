import { Button, Modal } from 'antd'
import { useRef } from 'react'
import { useText } from '../i18n/use-text.ts'
import type { Question } from './confirm.ts'
import * as text from './dialog.text.ts'

interface Props {
  question: Question
  open: boolean
  onAnswer: (yes: boolean) => void
  onGone: () => void
}

/** The L2 dialog: focus starts on the way out. */
export default function ConfirmDialog({ question, open, onAnswer, onGone }: Props) {
  const t = useText(text)
  const wayOut = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open={open}
      width={416}
      title={question.title}
      onCancel={() => onAnswer(false)}
      // Again once it stands: while it opens, the focus trap of the dialog moves on to the cross.
      afterOpenChange={(shown) => shown && wayOut.current?.focus()}
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
