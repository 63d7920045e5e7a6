import { DEFAULT_AREA_CODE, type Phone, PHONE_MAX } from '@weft/contract'
import { Input, type InputProps, Space } from 'antd'
import { AreaCodeSelect } from './AreaCodeSelect.tsx'
import './verification.css'

interface Props extends Omit<InputProps, 'value' | 'onChange'> {
  value?: Phone
  onChange?: (phone: Phone) => void
}

/** The longest national number of any plan (E.164). */
const LONGEST = 14
const empty: Phone = { area_code: DEFAULT_AREA_CODE, phone: '' }

/** A form's field for a phone number: dial code and national number. `PhoneValue` checks both together. */
export function PhoneInput({ value = empty, onChange, disabled, size, ...input }: Props) {
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
        maxLength={value.area_code === DEFAULT_AREA_CODE ? PHONE_MAX : LONGEST}
        value={value.phone}
        onChange={(event) => onChange?.({ ...value, phone: event.target.value.replace(/\D/g, '') })}
      />
    </Space.Compact>
  )
}
