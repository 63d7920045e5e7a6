import { useMutation } from '@tanstack/react-query'
import { applyFieldErrors, tellFirstProblem, useText, useUnsavedGuard } from '@weft/ui'
import { Alert, Button, Form, Modal } from 'antd'
import { type ReactNode, useId } from 'react'
import '@weft/ui/dialog/dialog.css'
import * as text from './form-dialog.text.ts'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

interface Props<T> {
  title: string
  /** The verb of its button. */
  action: string
  danger?: boolean
  /** What to know before submitting. */
  note?: ReactNode
  initial?: { [K in keyof T]?: T[K] | undefined }
  /** The field that takes the focus. */
  first: keyof T & string
  /** Sends the form; its errors have already been shown when it throws. */
  submit: (typed: T) => Promise<void>
  onClose: () => void
  /** The fields. */
  children: ReactNode
}

/** Shows a dialog with a form for one action; the server's message about a field is shown at the field. */
export function FormDialog<T extends object>({ title, action, danger = false, note, initial, first, submit, onClose, children }: Props<T>) {
  const t = useText(text)
  const id = useId()
  const [form] = Form.useForm<T>()
  const sending = useMutation({ mutationFn: submit, onError: (error) => applyFieldErrors(form, error) })
  // While the form is being sent, and afterwards, the page may change without a question.
  const guard = useUnsavedGuard(() => (sending.isIdle || sending.isError) && form.isFieldsTouched())
  const close = () => void guard.close(onClose)
  return (
    <Modal
      open
      width={480}
      title={title}
      onCancel={close}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => form.focusField(first))}
      footer={[
        <Button key="cancel" onClick={close}>
          {t.cancel}
        </Button>,
        <Button key="go" type="primary" danger={danger} htmlType="submit" form={id} loading={sending.isPending}>
          {action}
        </Button>,
      ]}
    >
      {note && <Alert type={danger ? 'warning' : 'info'} showIcon title={note} className="weft-dialog-note" />}
      <Form<T>
        id={id}
        form={form}
        layout="vertical"
        initialValues={initial ?? {}}
        onFinish={(typed) => !sending.isPending && sending.mutate(typed)}
        onFinishFailed={tellFirstProblem}
      >
        {children}
      </Form>
    </Modal>
  )
}
