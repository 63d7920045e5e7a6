import { useMutation } from '@tanstack/react-query'
import { contract, type InputOf } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, call, NewPasswordFields, tellFirstProblem, useText } from '@weft/ui'
import { Button, Form } from 'antd'
import * as text from './wizard.text.ts'

type Typed = InputOf<typeof contract.account.edit_password>
const { shape } = contract.account.edit_password.input

interface Props {
  onDone: () => void
  onBack: () => void
  onUnproved: (msg: string) => void
}

/** Shows the second step: the new password, typed twice. */
export function NewPasswordForm({ onDone, onBack, onUnproved }: Props) {
  const t = useText(text)
  const [form] = Form.useForm<Typed>()
  const change = useMutation({
    mutationFn: (typed: Typed) => call(contract.account.edit_password, typed, { proves: true }),
    onSuccess: onDone,
    onError: (error) => {
      if (error instanceof ApiRefusal && error.code === 401) onUnproved(error.msg)
      else applyFieldErrors(form, error)
    },
  })
  return (
    <Form<Typed>
      form={form}
      layout="vertical"
      onFinish={(typed) => !change.isPending && change.mutate(typed)}
      onFinishFailed={tellFirstProblem}
    >
      <NewPasswordFields shape={shape} names={['new_password', 'reset_password']} labels={[t.newPassword, t.repeat]} />
      <div className="wizard-buttons">
        <Button type="primary" htmlType="submit" loading={change.isPending}>
          {t.submit}
        </Button>
        <Button onClick={onBack}>{t.previous}</Button>
      </div>
    </Form>
  )
}
