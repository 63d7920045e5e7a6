import { type Channel, contract, type Phone, phoneText, VerificationCode } from '@weft/contract'
import { applyFieldErrors, call, rule, useText } from '@weft/ui'
import { Form, type FormInstance } from 'antd'
import { type ComponentType, useEffect, useRef } from 'react'
import { CodeInput } from '../../../shared/verification/CodeInput.tsx'
import { endWait } from '../../../shared/verification/use-countdown.ts'
import * as text from './contact.text.ts'

/** The values of a form for a new phone or e-mail. */
export interface ContactTyped {
  phone?: Phone
  email?: string
  code: string
}

/** A contact that can be bound, with its form item, because only a phone needs the list of dial codes. */
export interface ContactKind {
  channel: Channel
  /** `replaces`: the contact replaces another one and is labelled as the new one. */
  Field: ComponentType<{ replaces: boolean }>
}

/** Returns the key of the wait for the next code to a new contact, shared by all forms. */
export const newContactCode = (channel: Channel) => `bind.${channel}`

interface Props {
  kind: ContactKind
  form: FormInstance<ContactTyped>
  replaces?: boolean
}

/** Shows the fields for a new phone or e-mail and for the code that proves it. */
export function ContactFields({ kind: { channel, Field }, form, replaces = false }: Props) {
  const t = useText(text)
  const typed = JSON.stringify(Form.useWatch(channel, form))
  const before = useRef(typed)
  useEffect(() => {
    // The server makes each contact wait, so another one need not wait here.
    if (before.current !== undefined && before.current !== typed) endWait(newContactCode(channel))
    before.current = typed
  }, [channel, typed])
  const send = async () => {
    const typed = await form.validateFields([channel]).catch(() => undefined)
    if (!typed) {
      form.focusField(channel)
      return undefined
    }
    const { phone, email = '' } = typed
    const send_value = channel === 'phone' && phone ? phoneText(phone) : email.trim()
    try {
      return await call(contract.verify.send_code, { send_type: channel, send_value, verify_type: `verify_${channel}` })
    } catch (error) {
      applyFieldErrors(form, error, { send_value: channel })
      throw error
    }
  }
  return (
    <>
      <Field replaces={replaces} />
      <Form.Item name="code" label={channel === 'phone' ? t.phoneCode : t.emailCode} rules={[rule(VerificationCode, t.code)]}>
        <CodeInput code={{ name: newContactCode(channel), send }} />
      </Form.Item>
    </>
  )
}
