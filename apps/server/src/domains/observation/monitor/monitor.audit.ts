import { type AuditAction, fieldLabels, type Maintenance } from '@weft/contract'
import { fromUnix, shanghaiTime } from '../../../kernel/clock.ts'
import type { AuditEntry } from '../../foundation/audit/audit.service.ts'
import type { MonitorFlags } from './monitor.queries.ts'

const entry = (action: AuditAction, message: string, detail?: Record<string, unknown>): AuditEntry => ({
  area: 'monitor',
  action,
  message,
  ...(detail && { detail }),
})

/** @param subject what the incident is about, as people call it */
export const incidentAcknowledged = (kind: string, subject: string) =>
  entry('acknowledge_incident', subject === '' ? `确认了告警「${kind}」` : `确认了告警「${kind}」：${subject}`)
export const incidentsAcknowledged = (n: number) => entry('acknowledge_incident', `确认了 ${n} 条告警`)
export const monitorEnabled = () => entry('enable_monitor', '开启了监控')
export const monitorClosed = () => entry('close_monitor', '关闭了监控')

/** Returns the log row of a change: what was turned on and off, and how many members were added and removed. */
export function monitorEdited(before: MonitorFlags, after: Partial<MonitorFlags>, routers: { added: number; removed: number }): AuditEntry {
  const changed = (Object.keys(after) as (keyof MonitorFlags)[]).filter((flag) => after[flag] !== undefined && before[flag] !== after[flag])
  const parts = [
    ...changed.map((flag) => `${after[flag] ? '开启' : '关闭'}「${fieldLabels[flag]!['zh-CN']}」`),
    ...(routers.added > 0 ? [`添加了 ${routers.added} 个监控对象`] : []),
    ...(routers.removed > 0 ? [`移出了 ${routers.removed} 个监控对象`] : []),
  ]
  return entry('edit_monitor', parts.length > 0 ? `修改了告警设置：${parts.join('、')}` : '保存了告警设置，没有变化')
}

type Window = Pick<Maintenance, 'name' | 'start_time' | 'end_time' | 'router'>
export const maintenanceCreated = ({ name, start_time, end_time, router }: Window) =>
  entry(
    'create_maintenance',
    `添加了维护窗口「${name}」：${shanghaiTime.format(fromUnix(start_time))} 至 ${shanghaiTime.format(fromUnix(end_time))}，${router.length > 0 ? `${router.length} 个成员` : '全部成员'}`,
  )
export const maintenanceDeleted = (name: string) => entry('delete_maintenance', `删除了维护窗口「${name}」`)
