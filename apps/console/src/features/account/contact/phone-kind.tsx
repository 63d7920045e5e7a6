import { rule, useText } from '@weft/ui'
import { Form } from 'antd'
import { PhoneValue } from '../../../shared/verification/area-code.ts'
import { PhoneInput } from '../../../shared/verification/PhoneInput.tsx'
import type { ContactKind } from './ContactFields.tsx'
import * as text from './contact.text.ts'

function PhoneField({ replaces }: { replaces: boolean }) {
  const t = useText(text)
  const label = replaces ? t.newPhone : t.phone
  return (
    <Form.Item name="phone" label={label} rules={[rule(PhoneValue, label)]}>
      <PhoneInput />
    </Form.Item>
  )
}

export const phoneKind: ContactKind = { channel: 'phone', Field: PhoneField }
