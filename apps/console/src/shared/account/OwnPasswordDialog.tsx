import { useMutation } from '@tanstack/react-query'
import { contract, type InputOf } from '@weft/contract'
import { applyFieldErrors, call, NewPasswordFields, PasswordInput, rule, tellFirstProblem, useText, useFormGuard } from '@weft/ui'
import { Alert, Button, Form, Modal } from 'antd'
import { useId } from 'react'
import '@weft/ui/dialog/dialog.css'
import { expectingEnd, signOut } from '../session/leave.ts'
import * as text from './own-password.text.ts'
import { focusOnceOpen } from '@weft/ui/dialog/focus-once-open.ts'

type Typed = InputOf<typeof contract.ram.password>
const { shape } = contract.ram.password.input

/** Changes a sub-account's own password, which ends all its sessions, this one included. */
export default function OwnPasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useText(text)
  const id = useId()
  const [form] = Form.useForm<Typed>()
  const guard = useFormGuard(form)
  const change = useMutation({
    mutationFn: (typed: Typed) => expectingEnd(() => call(contract.ram.password, typed)),
    onSuccess: () => guard.leave(() => void signOut('passwordChanged')),
    onError: (error) => applyFieldErrors(form, error),
  })
  // The call gives up after 10 s; the button then works again (specification 1 §5).
  const loading = change.isPending || change.isSuccess
  const close = () => void guard.close(onClose)
  return (
    <Modal
      open
      width={480}
      title={t.title}
      onCancel={close}
      afterOpenChange={(shown) => focusOnceOpen(shown, () => form.focusField('old_password'))}
      footer={[
        <Button key="cancel" onClick={close}>
          {t.cancel}
        </Button>,
        <Button key="change" type="primary" htmlType="submit" form={id} loading={loading}>
          {t.change}
        </Button>,
      ]}
    >
      <Alert type="info" showIcon title={t.note} className="weft-dialog-note" />
      <Form<Typed>
        id={id}
        form={form}
        layout="vertical"
        onFinish={(typed) => !loading && change.mutate(typed)}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="old_password" label={t.old} rules={[rule(shape.old_password, t.old)]}>
          <PasswordInput autoComplete="current-password" />
        </Form.Item>
        <NewPasswordFields shape={shape} names={['password', 'reset_password']} labels={[t.fresh, t.repeat]} />
      </Form>
    </Modal>
  )
}
