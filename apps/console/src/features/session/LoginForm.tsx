import { contract, readEmail, type Session } from '@weft/contract'
import { applyFieldErrors, ApiRefusal, call, PageHeader, PasswordInput, rule, tellFirstProblem, useText } from '@weft/ui'
import { useLater } from '@weft/ui/parts/use-later.ts'
import { SignInNotice } from '@weft/ui/session/SignInNotice.tsx'
import { Button, Form, Input, type InputRef } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { EntranceSwitch } from '../../shared/entrance/EntranceSwitch.tsx'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import { ImageCodeItem } from '../../shared/verification/ImageCodeItem.tsx'
import * as text from './session.text.ts'
import { useImageCode } from '../../shared/verification/use-image-code.ts'

interface Typed {
  username: string
  password: string
  code: string
}
export const modes = ['authorization', 'ram'] as const
export type Mode = (typeof modes)[number]
/** How the address names a mode, as the specification numbers them. */
const numbers: Record<Mode, string> = { authorization: '1', ram: '2' }
/** The user who wants to sign in, without the password. */
export interface Who {
  username: string
  mode: Mode
}

/** Milliseconds until the button's loading state ends; a second submit still waits for the answer. */
const LOADING_MS = 500
const { shape } = contract.login.authorization.input

interface Props {
  /** The reason why the second step returned here. */
  notice?: string | undefined
  mode: Mode
  /** The name of the user whom the address names, who signed in here last, or who came back from the second step. */
  known: string
  onSignedIn: (session: Session, who: Who) => void
  /** Called if the password was right and a second factor is required. */
  onChallenge: (challenge: string, who: Who) => void
}

/** Returns the id of the second step if the refusal asks for it. */
function challengeOf(error: unknown): string | undefined {
  if (!(error instanceof ApiRefusal) || error.code !== 401) return undefined
  const { totp, challenge } = (error.data ?? {}) as { totp?: unknown; challenge?: unknown }
  return totp === 1 && typeof challenge === 'string' ? challenge : undefined
}

/** Shows name, password and image code, for owners and sub-accounts; the input is kept when the mode changes. */
export function LoginForm({ notice, mode, known, onSignedIn, onChallenge }: Props) {
  const t = useText(text)
  const isOpen = usePageOpen()
  const [form] = Form.useForm<Typed>()
  const [failure, setFailure] = useState(notice)
  const [loading, setLoading] = useState(false)
  const later = useLater()
  const waiting = useRef(false)
  const image = useImageCode()
  const name = useRef<InputRef>(null)
  const typedName = Form.useWatch('username', form)
  const [params] = useSearchParams()
  const [redirect, canReset] = [params.get('redirect'), isOpen('/reset')]
  const complete = known !== '' && !known.startsWith('@')
  useEffect(() => {
    // The missing part of a sub-account's name belongs before the @.
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
    const typed = { username: readEmail(username), password }
    try {
      const session = await image.send(code, (code, given) => call(contract.login[mode], { ...typed, code, ...given }, { quiet: true }))
      onSignedIn(session, { username: typed.username, mode })
    } catch (error) {
      const challenge = challengeOf(error)
      if (challenge === undefined) fail(error)
      else onChallenge(challenge, { username: typed.username, mode })
    } finally {
      waiting.current = false
    }
  }
  const ways = modes.map((key) => ({
    key,
    label: key === 'ram' ? t.sub : t.main,
    to: { search: String(new URLSearchParams({ mode: numbers[key], ...(redirect !== null && { redirect }) })) },
  }))
  const forget = () => {
    form.setFieldValue('username', '')
    form.focusField('username')
  }
  return (
    <>
      <PageHeader title={t.title} />
      <SignInNotice failure={failure} {...(canReset && mode !== 'ram' && { reset: '/reset' })} />
      <EntranceSwitch label={t.mode} ways={ways} current={mode} />
      <Form<Typed>
        form={form}
        layout="vertical"
        size="large"
        requiredMark={false}
        initialValues={{ username: known }}
        validateTrigger="onSubmit"
        onFinish={submit}
        onFinishFailed={(problem) => {
          setFailure(undefined)
          tellFirstProblem(problem)
        }}
      >
        <Form.Item
          name="username"
          label={mode === 'ram' ? t.subName : t.mainName}
          extra={mode === 'ram' && <span className="weft-field-rule">{t.subNameHint}</span>}
          rules={[rule(shape.username, t.username)]}
        >
          <Input
            ref={name}
            autoComplete="username"
            autoFocus={!complete}
            suffix={
              complete && typedName === known ? (
                <button type="button" className="session-another" onClick={forget}>
                  {t.another}
                </button>
              ) : (
                // An input without anything at its end would be another element, and lose the focus.
                <span />
              )
            }
          />
        </Form.Item>
        <Form.Item name="password" label={t.password} rules={[rule(shape.password, t.password)]}>
          <PasswordInput autoComplete="current-password" autoFocus={complete} />
        </Form.Item>
        <ImageCodeItem image={image} name="code" />
        <Button type="primary" htmlType="submit" block loading={loading}>
          {t.submit}
        </Button>
      </Form>
      <div className="entrance-links">
        {mode === 'ram' ? (
          <small>{t.askOwner}</small>
        ) : (
          <>
            {canReset && <Link to="/reset">{t.forgotten}</Link>}
            {isOpen('/register') && <Link to="/register">{t.register}</Link>}
          </>
        )}
      </div>
    </>
  )
}
