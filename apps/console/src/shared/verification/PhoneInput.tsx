import { DEFAULT_AREA_CODE, type Phone, PHONE_MAX } from '@weft/contract'
import { Input, type InputProps, Space } from 'antd'
import { AreaCodeSelect } from './AreaCodeSelect.tsx'
import './verification.css'

interface Props extends Omit<InputProps, 'value' | 'onChange'> {
  value?: Phone
  onChange?: (phone: Phone) => void
}

/** The digits of the longest national number of any country (E.164). */
const FOREIGN_PHONE_MAX = 14
const noPhone: Phone = { area_code: DEFAULT_AREA_CODE, phone: '' }

/** Shows the field of a form for a phone number: its dial code and its national number. The rule `PhoneValue` checks both together. */
export function PhoneInput({ value = noPhone, onChange, disabled, size, ...input }: Props) {
  return (
    <Space.Compact className="verification-phone">
      <AreaCodeSelect
        value={value.area_code}
        onChange={(area_code) => onChange?.({ ...value, area_code })}
        {...(disabled === undefined ? {} : { disabled })}
        {...(size === undefined ? {} : { size })}
      />
      <Input
        autoComplete="tel-national"
        {...input}
        disabled={disabled}
        size={size}
        type="tel"
        inputMode="numeric"
        maxLength={value.area_code === DEFAULT_AREA_CODE ? PHONE_MAX : FOREIGN_PHONE_MAX}
        value={value.phone}
        onChange={(event) => onChange?.({ ...value, phone: event.target.value.replace(/\D/g, '') })}
      />
    </Space.Compact>
  )
}
