import { contract, type Session, withoutBlanks } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, call, PageHeader, rule, tellFirstProblem, useText } from '@weft/ui'
import { Alert, Button, Form, Input } from 'antd'
import { useState } from 'react'
import { useSubmit } from '@weft/ui/form/use-submit.ts'
import * as text from './session.text.ts'

interface Props {
  challenge: string
  onSignedIn: (session: Session) => void
  /** Returns to the password; `msg` is the reason if the user did not ask for it. */
  onBack: (msg?: string) => void
}

const { shape } = contract.login.totp.input
const SIX_DIGITS = /^\d{6}$/

/** Shows the second step of a sign-in: a code of the authenticator, or a recovery code kept for its loss. */
export function SecondFactorForm({ challenge, onSignedIn, onBack }: Props) {
  const t = useText(text)
  const [form] = Form.useForm<{ code: string }>()
  const [lost, setLost] = useState(false)
  const [failure, setFailure] = useState<string>()

  const fail = (error: unknown) => {
    if (error instanceof ApiRefusal && error.code === 403) return onBack(error.msg)
    form.setFieldValue('code', '')
    if (applyFieldErrors(form, error)) return
    setFailure(error instanceof ApiRefusal ? error.msg : t.timedOut)
    form.focusField('code')
  }
  const [submit, loading] = useSubmit(async ({ code }: { code: string }) => {
    setFailure(undefined)
    try {
      onSignedIn(await call(contract.login.totp, { challenge, code: withoutBlanks(code) }, { quiet: true }))
    } catch (error) {
      fail(error)
    }
  })
  const label = lost ? t.recoveryCode : t.totpCode
  return (
    <>
      <PageHeader title={t.secondStep} />
      {failure && <Alert type="error" showIcon title={failure} role="alert" className="entrance-alert" />}
      <p className="session-hint">{lost ? t.recoveryHint : t.totpHint}</p>
      <Form
        form={form}
        layout="vertical"
        size="large"
        requiredMark={false}
        validateTrigger="onSubmit"
        // The authenticator's code has six digits: the last one sends it.
        onValuesChange={({ code = '' }: { code?: string }) => !lost && SIX_DIGITS.test(withoutBlanks(code)) && form.submit()}
        onFinish={submit}
        onFinishFailed={tellFirstProblem}
      >
        <Form.Item name="code" label={label} rules={[rule(shape.code, label)]}>
          <Input
            className={lost ? undefined : 'session-digits'}
            autoComplete="one-time-code"
            inputMode={lost ? 'text' : 'numeric'}
            autoCapitalize="off"
            spellCheck={false}
            autoFocus
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={loading}>
          {t.verify}
        </Button>
      </Form>
      <div className="entrance-links">
        <Button
          type="link"
          onClick={() => {
            setLost(!lost)
            form.resetFields()
            form.focusField('code')
          }}
        >
          {lost ? t.useTotp : t.useRecovery}
        </Button>
        <Button type="link" className="session-back" onClick={() => onBack()}>
          {t.backToPassword}
        </Button>
      </div>
    </>
  )
}
