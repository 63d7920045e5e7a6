import type { DatePickerProps } from 'antd'
import 'dayjs/locale/zh-cn.js'

/** Gives the year and month buttons no other name than the text that they show; antd's names differ from it. */
export const pickerLocale = { lang: { yearSelect: '', monthSelect: '', decadeSelect: '' } } as unknown as NonNullable<
  DatePickerProps['locale']
>
