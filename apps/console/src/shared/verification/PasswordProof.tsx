import { useMutation } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { applyFieldErrors, call, PasswordInput, rule, tellFirstProblem, useText } from '@weft/ui'
import { Button, Form } from 'antd'
import * as text from './identity.text.ts'

const { password } = contract.verify.password.input.shape

/** Verifies the user's identity by the password, where neither a phone nor an e-mail address is bound. */
export function PasswordProof({ onProved, onCancel }: { onProved: () => void; onCancel: () => void }) {
  const t = useText(text)
  const [form] = Form.useForm<{ password: string }>()
  const prove = useMutation({
    mutationFn: (typed: { password: string }) => call(contract.verify.password, typed),
    onSuccess: onProved,
    onError: (error) => applyFieldErrors(form, error),
  })
  return (
    <Form form={form} layout="vertical" onFinish={(typed) => !prove.isPending && prove.mutate(typed)} onFinishFailed={tellFirstProblem}>
      <Form.Item name="password" label={t.password} rules={[rule(password, t.password)]}>
        <PasswordInput autoComplete="current-password" />
      </Form.Item>
      <div className="weft-dialog-buttons">
        <Button onClick={onCancel}>{t.cancel}</Button>
        <Button type="primary" htmlType="submit" loading={prove.isPending}>
          {t.verify}
        </Button>
      </div>
    </Form>
  )
}
