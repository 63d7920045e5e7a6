import { contract } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, call, NewPasswordFields, tellFirstProblem, useText } from '@weft/ui'
import { Button, Form } from 'antd'
import { useSubmit } from '@weft/ui/form/use-submit.ts'
import * as text from './recovery.text.ts'

interface Typed {
  password: string
  reset_password: string
}
interface Props {
  uniqid: string
  onChanged: () => void
  /** Called if the server no longer knows this recovery. */
  onEnded: (msg: string) => void
}

const { shape } = contract.verify.reset_password.input

/** Shows the third step: the new password, typed twice. */
export function PasswordStep({ uniqid, onChanged, onEnded }: Props) {
  const t = useText(text)
  const [form] = Form.useForm<Typed>()
  const [submit, loading] = useSubmit(async (typed: Typed) => {
    try {
      await call(contract.verify.reset_password, { ...typed, uniqid })
      onChanged()
    } catch (error) {
      if (error instanceof ApiRefusal && (error.code === 401 || error.code === 403)) onEnded(error.msg)
      else applyFieldErrors(form, error)
    }
  })
  return (
    <Form<Typed>
      form={form}
      layout="vertical"
      size="large"
      requiredMark={false}
      validateTrigger="onSubmit"
      onFinish={submit}
      onFinishFailed={tellFirstProblem}
    >
      <NewPasswordFields
        shape={shape}
        names={['password', 'reset_password']}
        labels={[t.password, t.repeated]}
        hint={t.passwordRule}
        autoFocus
      />
      <p className="recovery-note">{t.sessionsEnd}</p>
      <Button type="primary" htmlType="submit" block loading={loading}>
        {t.submit}
      </Button>
    </Form>
  )
}
