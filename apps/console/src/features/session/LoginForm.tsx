import { contract, type Session } from '@weft/contract'
import { applyFieldErrors, ApiRefusal, call, PageHeader, PasswordInput, rule, tellFirstProblem, useText } from '@weft/ui'
import { useLater } from '@weft/ui/parts/use-later.ts'
import { Alert, Button, Form, Input, type InputRef, Segmented } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import { ImageCodeItem } from '../../shared/verification/ImageCodeItem.tsx'
import * as text from './session.text.ts'
import { useImageCode } from '../../shared/verification/use-image-code.ts'

interface Typed {
  username: string
  password: string
  code: string
}
type Mode = 'authorization' | 'ram'
/** Who wants to sign in, without what proves it. */
export interface Who {
  username: string
  mode: Mode
}

/** The button's loading state ends after this; a second submit waits for the answer all the same. */
const LOADING_MS = 500
const { shape } = contract.login.authorization.input

interface Props {
  /** Why the second step leads back here. */
  notice?: string | undefined
  /** Whom the address names, or who went to the second step and came back. */
  who?: Who | undefined
  onSignedIn: (session: Session) => void
  /** The password was right, and a second factor is asked for. */
  onChallenge: (challenge: string, who: Who) => void
}

/** The second step's id, where that is what the refusal asks for. */
function challengeOf(error: unknown): string | undefined {
  if (!(error instanceof ApiRefusal) || error.code !== 401) return undefined
  const { totp, challenge } = (error.data ?? {}) as { totp?: unknown; challenge?: unknown }
  return totp === 1 && typeof challenge === 'string' ? challenge : undefined
}

/** Name, password and image code, for owners and sub-accounts; what was typed stays when the mode changes. */
export function LoginForm({ notice, who, onSignedIn, onChallenge }: Props) {
  const t = useText(text)
  const isOpen = usePageOpen()
  const [form] = Form.useForm<Typed>()
  const [mode, setMode] = useState<Mode>(who?.mode ?? 'authorization')
  const [failure, setFailure] = useState(notice)
  const [loading, setLoading] = useState(false)
  const later = useLater()
  const waiting = useRef(false)
  const image = useImageCode()
  const name = useRef<InputRef>(null)
  const known = who?.username ?? ''
  useEffect(() => {
    // What is missing of a sub-account's name stands before the @.
    if (known.startsWith('@')) name.current?.setSelectionRange(0, 0)
  }, [known])

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
    later(LOADING_MS, () => setLoading(false))
    setFailure(undefined)
    const typed = { username: username.trim(), password }
    try {
      onSignedIn(await image.send(code, (code, given) => call(contract.login[mode], { ...typed, code, ...given }, { quiet: true })))
    } catch (error) {
      const challenge = challengeOf(error)
      if (challenge === undefined) fail(error)
      else onChallenge(challenge, { username: typed.username, mode })
    } finally {
      waiting.current = false
    }
  }
  const other = mode === 'ram' ? 'authorization' : 'ram'
  return (
    <>
      <PageHeader title={t.title} />
      {failure && <Alert type="error" showIcon title={failure} role="alert" className="entrance-alert" />}
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
        initialValues={{ username: known }}
        validateTrigger="onSubmit"
        onFinish={submit}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="username" label={mode === 'ram' ? t.subName : t.mainName} rules={[rule(shape.username, t.username)]}>
          <Input ref={name} autoComplete="username" maxLength={64} autoFocus {...(mode === 'ram' ? { placeholder: t.subNameHint } : {})} />
        </Form.Item>
        <Form.Item name="password" label={t.password} rules={[rule(shape.password, t.password)]}>
          <PasswordInput autoComplete="current-password" />
        </Form.Item>
        <ImageCodeItem image={image} name="code" />
        <Button type="primary" htmlType="submit" block loading={loading}>
          {t.submit}
        </Button>
      </Form>
      <div className="entrance-links">
        {isOpen('/reset') && <Link to="/reset">{t.forgotten}</Link>}
        {isOpen('/register') && <Link to="/register">{t.register}</Link>}
        <Button type="link" onClick={() => setMode(other)}>
          {mode === 'ram' ? t.main : t.sub}
        </Button>
      </div>
    </>
  )
}
