import type { Incident } from '@weft/contract'
import { fromUnix, shanghaiTime } from '../../../kernel/clock.ts'

const timeText = (time: number | null): string => (time === null ? '' : shanghaiTime.format(fromUnix(time)))

/** Returns a duration as 「1 天 2 小时 3 分」, without what is nought; below a minute in seconds. */
export function durationText(seconds: number): string {
  if (seconds < 60) return `${seconds} 秒`
  const minutes = Math.floor(seconds / 60)
  const parts = [
    [Math.floor(minutes / 1440), '天'],
    [Math.floor(minutes / 60) % 24, '小时'],
    [minutes % 60, '分'],
  ] as const
  return parts.flatMap(([n, unit]) => (n > 0 ? [`${n} ${unit}`] : [])).join(' ')
}

/** The headings of the exported file, in the order of `rowOf`. */
export const incidentHeadings = [
  '告警',
  '名称',
  '序列号',
  '对象',
  '发生时间',
  '恢复时间',
  '时长',
  '静默',
  '确认人',
  '确认时间',
  '通知',
  '失败',
]

/** Returns the cells of an incident in an exported file. */
export const rowOf = (row: Incident, kind: string, duration: string): string[] => [
  kind,
  row.note,
  row.router_name ?? '',
  row.kind === 'network_unusable' && row.network_number === null ? '全部组网' : row.subject,
  timeText(row.open_time),
  row.close_time === null ? '未恢复' : timeText(row.close_time),
  duration,
  row.muted === 1 ? '已静默' : '',
  row.ack_name ?? '',
  timeText(row.ack_time),
  String(row.deliveries),
  String(row.failed),
]
