import { useMutation } from '@tanstack/react-query'
import { contract, plain } from '@weft/contract'
import { applyFieldErrors, call, rule, tellFirstProblem, toast, useText, useFormGuard } from '@weft/ui'
import { Alert, Button, Form, Input, Modal } from 'antd'
import { useId } from 'react'
import '@weft/ui/dialog/dialog.css'
import * as text from './edit-sign.text.ts'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

interface Props {
  sign: string
  onClose: () => void
  onSaved: () => void
}

/** Changes the account's sign, the suffix of the names of new software members. */
export function EditSignDialog({ sign, onClose, onSaved }: Props) {
  const t = useText(text)
  const id = useId()
  const [form] = Form.useForm<{ sign: string }>()
  const guard = useFormGuard(form)
  const edit = useMutation({
    mutationFn: (next: string) => call(contract.account.edit_sign, { sign: next }),
    onSuccess: () => {
      toast.success(t.saved)
      onSaved()
    },
    onError: (error) => applyFieldErrors(form, error),
  })
  const submit = (typed: string) => {
    const next = plain(typed)
    if (next === sign) return onClose()
    if (!edit.isPending) edit.mutate(next)
  }
  const close = () => void guard.close(onClose)
  return (
    <Modal
      open
      width={420}
      title={t.title}
      onCancel={close}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => form.focusField('sign'))}
      footer={[
        <Button key="cancel" onClick={close}>
          {t.cancel}
        </Button>,
        <Button key="save" type="primary" htmlType="submit" form={id} loading={edit.isPending}>
          {t.save}
        </Button>,
      ]}
    >
      <Alert type="info" showIcon title={t.note} className="weft-dialog-note" />
      <Form
        id={id}
        form={form}
        layout="vertical"
        initialValues={{ sign }}
        onFinish={(typed) => submit(typed.sign)}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="sign" label={t.sign} extra={t.hint} rules={[rule(contract.account.edit_sign.input.shape.sign, t.sign)]}>
          <Input prefix="@" autoComplete="off" autoCapitalize="off" spellCheck={false} />
        </Form.Item>
      </Form>
    </Modal>
  )
}
