import { MailOutlined, MobileOutlined } from '@ant-design/icons'
import { type Channel, contract } from '@weft/contract'
import { ApiRefusal, applyFieldErrors, call, rule, tellFirstProblem, useText } from '@weft/ui'
import { Button, Form, Radio } from 'antd'
import { useRef, useState } from 'react'
import { useSite } from '@weft/ui/site/use-site.ts'
import { WithSupport } from '@weft/ui/site/WithSupport.tsx'
import { CodeInput } from '../../shared/verification/CodeInput.tsx'
import { forgetCode } from '../../shared/verification/use-countdown.ts'
import { reachable, type Recovery } from './recovery.wizard.ts'
import * as text from './recovery.text.ts'

interface Props {
  recovery: Recovery
  onChosen: (channel: Channel) => void
  onProved: () => void
  onBack: () => void
  /** Called if the server no longer knows this recovery. */
  onEnded: (msg: string) => void
}

const { shape } = contract.verify.authentication.input
const hasEnded = (error: unknown): error is ApiRefusal => error instanceof ApiRefusal && error.code === 403

/** Shows the second step: a code that only the account's owner receives. */
export function IdentityStep({ recovery: { uniqid, contacts, channel }, onChosen, onProved, onBack, onEnded }: Props) {
  const t = useText(text)
  const { channels } = useSite()
  const [form] = Form.useForm<{ code: string }>()
  const [loading, setLoading] = useState(false)
  const waiting = useRef(false)
  const back = (
    <Button type="link" className="recovery-back" onClick={onBack} autoFocus={!channel}>
      {t.back}
    </Button>
  )
  if (!channel)
    return (
      <div className="recovery-nobody">
        <h2>{t.nobody}</h2>
        <p>
          <WithSupport sentence={t.nobodyHint} />
        </p>
        {back}
      </div>
    )
  const name = `recovery.${uniqid}.${channel}`
  const ask = async <T,>(asking: Promise<T>): Promise<T> => {
    try {
      return await asking
    } catch (error) {
      if (hasEnded(error)) onEnded(error.msg)
      throw error
    }
  }
  const submit = async ({ code }: { code: string }) => {
    if (waiting.current) return
    waiting.current = true
    setLoading(true)
    try {
      await ask(call(contract.verify.authentication, { code, uniqid, send_type: channel }))
      forgetCode(name)
      onProved()
    } catch (error) {
      if (!applyFieldErrors(form, error)) form.focusField('code')
    } finally {
      waiting.current = false
      setLoading(false)
    }
  }
  const ways = reachable(contacts, channels)
  const label = { phone: t.byPhone, email: t.byEmail }
  return (
    <Form
      form={form}
      layout="vertical"
      size="large"
      requiredMark={false}
      validateTrigger="onSubmit"
      onFinish={submit}
      onFinishFailed={tellFirstProblem}
    >
      {ways.length > 1 ? (
        <Radio.Group className="recovery-ways" aria-label={t.way} value={channel} onChange={({ target }) => onChosen(target.value)}>
          {ways.map((way) => (
            <Radio key={way} value={way} autoFocus={way === channel} className="recovery-way">
              {way === 'phone' ? <MobileOutlined aria-hidden /> : <MailOutlined aria-hidden />}
              {label[way]} <span className="recovery-target">{contacts[way]}</span>
            </Radio>
          ))}
        </Radio.Group>
      ) : (
        <p className="recovery-only">{t.codeTo(contacts[channel])}</p>
      )}
      <Form.Item key={channel} name="code" label={t.code} rules={[rule(shape.code, t.code)]}>
        <CodeInput
          autoFocus={ways.length === 1}
          code={{ name, sentText: t.sent, send: () => ask(call(contract.verify.find_password_code, { uniqid, send_type: channel })) }}
        />
      </Form.Item>
      <Button type="primary" htmlType="submit" block loading={loading}>
        {t.next}
      </Button>
      <p className="recovery-otherwise">
        <WithSupport sentence={t.otherwise} />
      </p>
      {back}
    </Form>
  )
}
