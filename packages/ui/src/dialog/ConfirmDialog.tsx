import { Button, Modal } from 'antd'
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
  return (
    <Modal
      open={open}
      width={416}
      title={question.title}
      onCancel={() => onAnswer(false)}
      afterClose={onGone}
      footer={[
        <Button key="cancel" autoFocus onClick={() => onAnswer(false)}>
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
