import { OperatorPassword, opsContract } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, call, NewPasswordFields, PageHeader, PasswordInput, rule, tellFirstProblem, useText } from '@weft/ui'
import { useSubmit } from '@weft/ui/form/use-submit.ts'
import { lastSignIn, rememberSignIn } from '@weft/ui/session/last-sign-in.ts'
import { forgetLeaveReason, safeRedirect } from '@weft/ui/session/leave.ts'
import { SignInNotice } from '@weft/ui/session/SignInNotice.tsx'
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
  new_password?: string
}
const MODE = 'operator'
const { shape } = opsContract.session.login.input
/** The server takes a sign-in without a code; once it has asked for one, the form does not. */
const Code = shape.totp.unwrap().min(1, 'required')
const fresh = { new_password: OperatorPassword, reset_password: OperatorPassword }

/** Returns whether a sign-in was refused because the password is a first password. */
const asksNewPassword = (error: unknown): boolean =>
  error instanceof ApiRefusal && (error.data as { new_password?: 1 } | null)?.new_password === 1

/** Returns whether a sign-in was refused because it lacks the authenticator's code. */
const asksCode = (error: unknown): boolean => error instanceof ApiRefusal && (error.data as { totp?: 1 } | null)?.totp === 1

/**
 * Asks for name and password; then for the authenticator's code, if the server says that this operator has one. A first password is replaced
 * before the sign-in.
 */
export function LoginPage() {
  const t = useText(text)
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const [form] = Form.useForm<Typed>()
  const [failure, setFailure] = useState<string>()

  const [first, setFirst] = useState(false)
  const [coded, setCoded] = useState(false)
  const [known] = useState(() => lastSignIn([MODE])?.username ?? '')

  const fail = (error: unknown) => {
    if (asksNewPassword(error)) return setFirst(true)
    if (asksCode(error)) return setCoded(true)
    setFailure(error instanceof ApiRefusal ? error.msg : t.timedOut)
    form.setFieldValue('totp', '')
    if (!applyFieldErrors(form, error, { code: 'totp' })) form.focusField(first ? 'new_password' : 'password')
  }
  const [submit, loading] = useSubmit(async ({ username, password, totp = '', new_password }: Typed) => {
    setFailure(undefined)
    try {
      session.start(
        await call(opsContract.session.login, { username, password, totp, ...(new_password && { new_password }) }, { quiet: true }),
      )
      rememberSignIn({ username, mode: MODE })
      forgetLeaveReason()
      void navigate(safeRedirect(params.get('redirect')), { replace: true })
    } catch (error) {
      fail(error)
    }
  })
  return (
    <div className="desk-entrance">
      <PageHeader title={first ? t.firstTitle : t.title} />
      <SignInNotice failure={failure} />
      <Form<Typed>
        form={form}
        layout="vertical"
        size="large"
        requiredMark={false}
        initialValues={{ username: known }}
        validateTrigger="onSubmit"
        // Another operator may have no authenticator.
        onValuesChange={(changed: Partial<Typed>) => changed.username !== undefined && setCoded(false)}
        onFinish={submit}
        onFinishFailed={tellFirstProblem}
      >
        {first && <Alert type="info" showIcon title={t.firstNote} />}
        <Form.Item name="username" hidden={first} label={t.username} rules={[rule(shape.username, t.username)]}>
          <Input autoComplete="username" autoFocus={known === ''} />
        </Form.Item>
        <Form.Item name="password" hidden={first} label={t.password} rules={[rule(shape.password, t.password)]}>
          <PasswordInput autoComplete="current-password" autoFocus={known !== ''} />
        </Form.Item>
        {first && (
          <NewPasswordFields
            shape={fresh}
            names={['new_password', 'reset_password']}
            labels={[t.freshPassword, t.repeatPassword]}
            autoFocus
          />
        )}
        {coded && (
          <Form.Item name="totp" label={t.totp} extra={first ? t.totpAgain : t.totpHint} rules={[rule(Code, t.totp)]}>
            <Input autoComplete="one-time-code" inputMode="numeric" autoFocus={!first} />
          </Form.Item>
        )}
        <Button type="primary" htmlType="submit" block loading={loading}>
          {first ? t.firstSubmit : t.submit}
        </Button>
      </Form>
    </div>
  )
}
