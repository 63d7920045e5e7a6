import { DEFAULT_AREA_CODE, type Phone, readPhone } from '@weft/contract'
import { Input, type InputProps, Space } from 'antd'
import { AreaCodeSelect } from './AreaCodeSelect.tsx'
import './verification.css'

interface Props extends Omit<InputProps, 'value' | 'onChange'> {
  value?: Phone
  onChange?: (phone: Phone) => void
}

const noPhone: Phone = { area_code: DEFAULT_AREA_CODE, phone: '' }

/**
 * Shows a phone number in two fields: dial code and national number. If the number that is typed or pasted begins with a dial code, the first
 * field takes that code. The rule `PhoneValue` checks both fields together.
 */
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
        value={value.phone}
        onChange={(event) => onChange?.(readPhone({ ...value, phone: event.target.value }))}
      />
    </Space.Compact>
  )
}
