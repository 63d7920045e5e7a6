import type { DatePickerProps } from 'antd'
import 'dayjs/locale/zh-cn.js'

/** The buttons of year and month are called what they show; antd names them otherwise than they read. */
export const pickerLocale = { lang: { yearSelect: '', monthSelect: '', decadeSelect: '' } } as unknown as NonNullable<
  DatePickerProps['locale']
>
