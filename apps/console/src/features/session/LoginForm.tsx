import { contract, type Session } from '@weft/contract'
import { applyFieldErrors, ApiRefusal, call, PageHeader, PasswordInput, rule, toast, useText } from '@weft/ui'
import { Alert, Button, Form, Input, Segmented } from 'antd'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import { ImageCodeInput } from './ImageCodeInput.tsx'
import * as text from './session.text.ts'
import { useImageCode } from './use-image-code.ts'

interface Typed {
  username: string
  password: string
  code: string
}
type Mode = 'authorization' | 'ram'

/** The button's loading state ends after this; a second submit waits for the answer all the same. */
const LOADING_MS = 500
const { shape } = contract.login.authorization.input

/** Name, password and image code, for owners and sub-accounts; what was typed stays when the mode changes. */
export function LoginForm({ onSignedIn }: { onSignedIn: (session: Session) => void }) {
  const t = useText(text)
  const isOpen = usePageOpen()
  const [form] = Form.useForm<Typed>()
  const [mode, setMode] = useState<Mode>('authorization')
  const [failure, setFailure] = useState<string>()
  const [loading, setLoading] = useState(false)
  const waiting = useRef(false)
  const image = useImageCode()

  const fail = (error: unknown) => {
    setFailure(error instanceof ApiRefusal ? error.msg : t.timedOut)
    form.setFieldValue('code', '')
    image.renew()
    if (!applyFieldErrors(form, error)) form.focusField('code')
  }
  const submit = async ({ username, password, code }: Typed) => {
    if (waiting.current) return
    waiting.current = true
    setLoading(true)
    setTimeout(() => setLoading(false), LOADING_MS)
    setFailure(undefined)
    const typed = { username: username.trim(), password, code: code.trim(), uniqid: image.uniqid }
    try {
      onSignedIn(await call(contract.login[mode], typed, { quiet: true }))
    } catch (error) {
      fail(error)
    } finally {
      waiting.current = false
    }
  }
  const other = mode === 'ram' ? 'authorization' : 'ram'
  return (
    <>
      <PageHeader title={t.title} />
      {failure && <Alert type="error" showIcon title={failure} role="alert" className="session-alert" />}
      <Segmented<Mode>
        block
        aria-label={t.mode}
        value={mode}
        onChange={setMode}
        options={[
          { value: 'authorization', label: t.main },
          { value: 'ram', label: t.sub },
        ]}
      />
      <Form<Typed>
        form={form}
        layout="vertical"
        size="large"
        requiredMark={false}
        validateTrigger="onSubmit"
        onFinish={submit}
        onFinishFailed={({ errorFields: [first] }) => first?.errors[0] && toast.error(first.errors[0])}
      >
        <Form.Item name="username" label={mode === 'ram' ? t.subName : t.mainName} rules={[rule(shape.username, t.username)]}>
          <Input autoComplete="username" maxLength={64} autoFocus {...(mode === 'ram' ? { placeholder: t.subNameHint } : {})} />
        </Form.Item>
        <Form.Item name="password" label={t.password} rules={[rule(shape.password, t.password)]}>
          <PasswordInput autoComplete="current-password" maxLength={18} />
        </Form.Item>
        <Form.Item name="code" label={t.imageCode} rules={[rule(shape.code, t.code)]}>
          <ImageCodeInput image={image} />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={loading}>
          {t.submit}
        </Button>
      </Form>
      <div className="session-links">
        {isOpen('/reset') && <Link to="/reset">{t.forgotten}</Link>}
        {isOpen('/register') && <Link to="/register">{t.register}</Link>}
        <Button type="link" onClick={() => setMode(other)}>
          {mode === 'ram' ? t.main : t.sub}
        </Button>
      </div>
    </>
  )
}
