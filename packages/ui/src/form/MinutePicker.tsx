import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { listTime } from '../parts/time.ts'
import './day-picker.css'
import { keepsForm } from './keeps-form.ts'
import { pickerLocale } from './picker-locale.ts'

const MINUTE = 'YYYY-MM-DD HH:mm'

interface Props {
  /** In Unix seconds. */
  value?: number | null
  onChange?: (seconds: number | null) => void
  /** Passed by the form item around it. */
  id?: string
}

/** Picks a minute in Asia/Shanghai, wherever the browser is, so that the same digits mean the same moment to all readers. */
export function MinutePicker({ value, onChange, id }: Props) {
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      className="weft-minute"
      locale={pickerLocale}
      classNames={{ popup: { root: 'weft-day' } }}
      showTime={{ format: 'HH:mm' }}
      showNow={false}
      // Leaving the field keeps what was typed.
      needConfirm={false}
      format={MINUTE}
      value={value ? dayjs(listTime(value), MINUTE) : null}
      onKeyDown={keepsForm}
      onChange={(_, text) => onChange?.(typeof text === 'string' && text ? Date.parse(`${text.replace(' ', 'T')}:00+08:00`) / 1000 : null)}
    />
  )
}
