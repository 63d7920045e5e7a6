import { DatePicker, type DatePickerProps } from 'antd'
import dayjs from 'dayjs'
import './day-picker.css'
import { keepsForm } from './keeps-form.ts'
import { pickerLocale } from './picker-locale.ts'

const DAY = 'YYYY-MM-DD'

interface Props
  extends Omit<DatePickerProps, 'value' | 'classNames' | 'locale' | 'defaultValue' | 'onChange' | 'minDate' | 'maxDate' | 'picker'> {
  /** A day as yyyy-MM-dd. */
  value?: string | null
  onChange?: (day: string | null) => void
  /** The last day that can be chosen. */
  latest?: string
}

/** Picks a day of the calendar, as text. While none is chosen the calendar opens at the latest day. */
export function DayPicker({ value, onChange, latest, ...picker }: Props) {
  return (
    <DatePicker
      {...picker}
      locale={pickerLocale}
      classNames={{ popup: { root: 'weft-day' } }}
      format={DAY}
      value={value ? dayjs(value, DAY) : null}
      {...(latest === undefined ? {} : { maxDate: dayjs(latest, DAY), showNow: false })}
      {...(latest === undefined || value ? {} : { defaultPickerValue: dayjs(latest, DAY) })}
      onKeyDown={keepsForm}
      onChange={(_, text) => onChange?.(typeof text === 'string' && text ? text : null)}
    />
  )
}
