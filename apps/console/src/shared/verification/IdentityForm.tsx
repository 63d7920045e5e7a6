import { useMutation } from '@tanstack/react-query'
import { type AccountInfo, type Channel, channels, contract, VerificationCode } from '@weft/contract'
import { applyFieldErrors, call, rule, tellFirstProblem, useText } from '@weft/ui'
import { Form, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import { session } from '../session/session.ts'
import { CodeInput } from './CodeInput.tsx'
import * as text from './identity.text.ts'
import { forgetCode } from './use-countdown.ts'
import './verification.css'

interface Props {
  account: AccountInfo
  onProved: () => void
  /** Draws the buttons below, one of which submits. */
  children: (pending: boolean) => ReactNode
}

/** Names the countdown to the next code, one per channel. */
const waitName = (channel: Channel) => `identity.${channel}`

/** Verifies the user's identity by a code to the phone or e-mail address bound to the login. */
export function IdentityForm({ account, onProved, children }: Props) {
  const t = useText(text)
  const [form] = Form.useForm<{ code: string }>()
  const bound: Record<Channel, string | null> = { phone: account.user_phone, email: account.user_email }
  const offered = channels.filter((channel) => bound[channel] !== null)
  const preferred = offered.find((channel) => channel === account.default_channel) ?? offered[0] ?? 'phone'
  const [channel, setChannel] = useState<Channel>(preferred)
  // A session of a login link may change no credentials. A banner above the page says so.
  const disabled = offered.length === 0 || session.get()?.link === true
  const way = { send_type: channel, verify_type: `verify_${channel}` } as const

  const prove = useMutation({
    mutationFn: (code: string) => call(contract.verify.verify, { ...way, code }),
    onSuccess: () => {
      forgetCode(waitName(channel))
      onProved()
    },
    onError: (error) => applyFieldErrors(form, error),
  })
  return (
    <Form
      form={form}
      layout="vertical"
      disabled={disabled}
      onFinish={({ code }: { code: string }) => !prove.isPending && prove.mutate(code)}
      onFinishFailed={tellFirstProblem}
    >
      <Form.Item label={t.how}>
        <Radio.Group
          value={channel}
          aria-label={t.how}
          options={(offered.length > 0 ? offered : (['phone'] as const)).map((value) => ({ value, label: t.by[value] }))}
          onChange={({ target }) => {
            setChannel(target.value)
            form.resetFields(['code'])
          }}
        />
      </Form.Item>
      {bound[channel] && (
        <p className="identity-target">
          {t.target[channel]} <strong>{bound[channel]}</strong>
        </p>
      )}
      <Form.Item name="code" label={t.codeLabel[channel]} rules={[rule(VerificationCode, t.code)]}>
        <CodeInput
          key={channel}
          code={{
            name: waitName(channel),
            disabled,
            send: () => call(contract.verify.send_code, { ...way, send_value: '' }),
          }}
        />
      </Form.Item>
      {children(prove.isPending)}
    </Form>
  )
}
