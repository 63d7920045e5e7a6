import { type Channel, contract } from '@weft/contract'
import { applyFieldErrors, call, NewPasswordFields, rule, tellFirstProblem, toast, useText } from '@weft/ui'
import { Button, Form, Input, Tooltip } from 'antd'
import { forgetCode } from '../../shared/verification/use-countdown.ts'
import { useSubmit } from '@weft/ui/form/use-submit.ts'
import { ContactFields } from './ContactFields.tsx'
import { TermsCheckbox } from './TermsCheckbox.tsx'
import { contactOf, fieldNames, type Typed } from './registration.form.ts'
import { useRegistrationCode } from './use-registration-code.ts'
import * as text from './registration.text.ts'

const { shape } = contract.registration.register.input

interface Props {
  channel: Channel
  onRegistered: () => void
}

/** Shows all fields of a new account on one page. The input is kept when the channel changes. */
export function RegistrationForm({ channel, onRegistered }: Props) {
  const t = useText(text)
  const [form] = Form.useForm<Typed>()
  const agreed = Form.useWatch('terms', form) === true
  const { image, imageNeeded, send } = useRegistrationCode(form, channel)

  const [submit, loading] = useSubmit(async (typed: Typed) => {
    if (!typed.terms) {
      form.focusField('terms')
      return toast.warning(t.agreeFirst)
    }
    const { nickname, username, password, newPassword } = typed
    try {
      await call(contract.registration.register, {
        nickname: nickname.trim(),
        username: username.trim(),
        password,
        newPassword,
        code: typed[`${channel}_code`],
        type: channel,
        verify: contactOf(channel, typed),
      })
      forgetCode(`register.${channel}`)
      onRegistered()
    } catch (error) {
      applyFieldErrors(form, error, fieldNames(channel))
    }
  })
  return (
    <Form<Typed>
      form={form}
      layout="vertical"
      size="large"
      requiredMark={false}
      scrollToFirstError={{ focus: true }}
      validateTrigger={['onBlur', 'onSubmit']}
      onFinish={submit}
      onFinishFailed={tellFirstProblem}
      className="registration-form"
    >
      <div className="registration-pair">
        <Form.Item
          name="nickname"
          label={t.nickname}
          extra={<span className="weft-field-rule">{t.nicknameRule}</span>}
          rules={[rule(shape.nickname, t.nickname)]}
        >
          <Input autoComplete="nickname" autoFocus />
        </Form.Item>
        <Form.Item
          name="username"
          label={t.username}
          extra={<span className="weft-field-rule">{t.usernameRule}</span>}
          rules={[rule(shape.username, t.username)]}
        >
          <Input autoComplete="username" autoCapitalize="off" spellCheck={false} />
        </Form.Item>
      </div>
      <ContactFields channel={channel} image={imageNeeded ? image : undefined} send={send} />
      <div className="registration-pair">
        <NewPasswordFields shape={shape} names={['password', 'newPassword']} labels={[t.password, t.repeated]} hint={t.passwordRule} />
      </div>
      <TermsCheckbox />
      <Tooltip title={agreed ? undefined : t.agreeFirst} placement="bottom" trigger={['hover', 'focus']}>
        <Button
          type="primary"
          htmlType="submit"
          block
          loading={loading}
          aria-disabled={!agreed}
          className={agreed ? undefined : 'ant-btn-disabled'}
        >
          {t.submit}
        </Button>
      </Tooltip>
    </Form>
  )
}
