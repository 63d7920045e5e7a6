import { opsContract } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, call, PageHeader, PasswordInput, rule, tellFirstProblem, useText } from '@weft/ui'
import { useSubmit } from '@weft/ui/form/use-submit.ts'
import { safeRedirect } from '@weft/ui/session/leave.ts'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { session } from '../../shared/session/session.ts'
import * as text from './session.text.ts'
import './session.css'

interface Typed {
  username: string
  password: string
  totp?: string
}
const { shape } = opsContract.session.login.input

/** Name, password and, for who has turned it on, the code of the authenticator. */
export function LoginPage() {
  const t = useText(text)
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [form] = Form.useForm<Typed>()
  const [failure, setFailure] = useState<string>()

  const fail = (error: unknown) => {
    setFailure(error instanceof ApiRefusal ? error.msg : t.timedOut)
    form.setFieldValue('totp', '')
    if (!applyFieldErrors(form, error)) form.focusField('password')
  }
  const [submit, loading] = useSubmit(async ({ username, password, totp = '' }: Typed) => {
    setFailure(undefined)
    try {
      session.start(await call(opsContract.session.login, { username, password, totp }, { quiet: true }))
      void navigate(safeRedirect(params.get('redirect')), { replace: true })
    } catch (error) {
      fail(error)
    }
  })
  return (
    <div className="desk-entrance">
      <PageHeader title={t.title} />
      {failure && <Alert type="error" showIcon title={failure} role="alert" />}
      <Form<Typed>
        form={form}
        layout="vertical"
        size="large"
        requiredMark={false}
        validateTrigger="onSubmit"
        onFinish={submit}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="username" label={t.username} rules={[rule(shape.username, t.username)]}>
          <Input autoComplete="username" maxLength={64} autoFocus />
        </Form.Item>
        <Form.Item name="password" label={t.password} rules={[rule(shape.password, t.password)]}>
          <PasswordInput autoComplete="current-password" />
        </Form.Item>
        <Form.Item name="totp" label={t.totp} extra={t.totpHint} rules={[rule(shape.totp, t.totp)]}>
          <Input autoComplete="one-time-code" inputMode="numeric" maxLength={6} />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={loading}>
          {t.submit}
        </Button>
      </Form>
    </div>
  )
}
