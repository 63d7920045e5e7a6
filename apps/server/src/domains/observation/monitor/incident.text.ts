import { alertEventNames, type Incident } from '@weft/contract'
import { fromUnix, shanghaiTime } from '../../../kernel/clock.ts'

/** A line of the exported file: an incident, or a branch that it took along. */
export interface IncidentLine extends Omit<Incident, 'router_type' | 'deleted' | 'channels'> {
  /** Its center, if the line is about a branch. */
  center: string | null
}

const timeText = (time: number | null): string => (time === null ? '' : shanghaiTime.format(fromUnix(time)))

/** Returns a duration as 「1 天 2 小时 3 分」, without parts that are zero; below a minute in seconds. */
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

/** The headings of the exported file, in the order of `cellsOf`. */
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
  '随之失联的分支',
  '仍失联的分支',
]

/** Returns the cells of a line of the exported file. A branch has the words of its center's incident only where they are its own. */
export function cellsOf(line: IncidentLine): string[] {
  const { kind, note, router_name, subject, network_number, center, seconds } = line
  const what = [note, router_name ?? '']
  const times = [timeText(line.open_time), line.close_time === null ? '未恢复' : timeText(line.close_time), durationText(seconds)]
  if (center !== null) return ['随中心失联', ...what, `中心 ${center}`, ...times, '', '', '', '', '', '', '']
  return [
    alertEventNames[kind]['zh-CN'],
    ...what,
    kind === 'network_unusable' && network_number === null ? '全部组网' : subject,
    ...times,
    line.muted === 1 ? '已静默' : '',
    line.ack_name ?? '',
    timeText(line.ack_time),
    String(line.deliveries),
    String(line.failed),
    String(line.branches),
    String(line.branches_away),
  ]
}
