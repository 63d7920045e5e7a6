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

/** The key of the wait for the next code that moves a phone, shared by all members. */
export const MOVING_CODE = 'member.phone'
const none: Phone = { area_code: DEFAULT_AREA_CODE, phone: '' }
export const phoneOf = ({ phone = none }: PhoneTyped): Phone => phone
/** Returns the present value of the field. */
export const phoneIn = (form: FormInstance): Phone => (form.getFieldValue('phone') as Phone | undefined) ?? none

interface Props {
  form: FormInstance
  rebinding: UsedRebinding
  /** The message that another member has the number, and what the code does. */
  note: string
  optional?: boolean
}

/** Shows a member's phone and, if another member has it, the code that moves it here. */
export function MemberPhoneFields({ form, rebinding, note, optional = false }: Props) {
  const t = useText(text)
  const { on, typed, left, byServer } = rebinding
  const now = () => phoneIn(form)
  useEffect(() => {
    // Does not take the focus back from a user who has gone on to another field.
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
