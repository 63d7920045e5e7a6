import { contract, DEFAULT_AREA_CODE, type Phone, phoneText, VerificationCode } from '@weft/contract'
import { call, rule, useText } from '@weft/ui'
import { Alert, Form, type FormInstance } from 'antd'
import { useEffect } from 'react'
import { OptionalPhoneValue, PhoneValue } from '../../../shared/verification/area-code.ts'
import { CodeInput } from '../../../shared/verification/CodeInput.tsx'
import { PhoneInput } from '../../../shared/verification/PhoneInput.tsx'
import * as text from './member-phone.text.ts'
import type { UsedRebinding } from './use-rebinding.ts'

export interface PhoneTyped {
  phone?: Phone
  code?: string
}

/** The wait for the next code that moves a phone, over all members. */
export const MOVING_CODE = 'member.phone'
const none: Phone = { area_code: DEFAULT_AREA_CODE, phone: '' }
export const phoneOf = ({ phone = none }: PhoneTyped): Phone => phone
/** What the field holds now. */
export const phoneIn = (form: FormInstance): Phone => (form.getFieldValue('phone') as Phone | undefined) ?? none

interface Props {
  form: FormInstance
  rebinding: UsedRebinding
  /** Says that another member has the number, and what the code does. */
  note: string
  optional?: boolean
}

/** A member's phone; where another member has it, also the code that moves it here. */
export function MemberPhoneFields({ form, rebinding, note, optional = false }: Props) {
  const t = useText(text)
  const { on, typed, left, byServer } = rebinding
  const now = () => phoneIn(form)
  useEffect(() => {
    // Whoever has gone on to another field is not called back.
    if (on && byServer.current) form.focusField('code')
  }, [on, byServer, form])
  return (
    <>
      <Form.Item name="phone" label={t.phone} rules={[rule(optional ? OptionalPhoneValue : PhoneValue, t.phone)]}>
        <PhoneInput autoComplete="off" onChange={typed} onBlur={() => left(now())} />
      </Form.Item>
      {on && (
        <>
          <Alert type="warning" showIcon title={note} className="weft-dialog-note" />
          <Form.Item name="code" label={t.code} rules={[rule(VerificationCode, t.code)]} preserve={false}>
            <CodeInput
              code={{
                name: MOVING_CODE,
                send: () =>
                  call(contract.verify.send_code, { send_type: 'phone', send_value: phoneText(now()), verify_type: 'app_change_phone' }),
              }}
            />
          </Form.Item>
        </>
      )}
    </>
  )
}
