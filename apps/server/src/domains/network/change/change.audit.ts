import type { AuditAction, FieldChange } from '@weft/contract'
import type { NetworkSettings } from '@weft/member-config'
import { listedAs } from '../../../kernel/listed.ts'
import { marked } from '../../../kernel/member-mark.ts'
import type { AuditEntry } from '../../foundation/audit/audit.service.ts'

interface Named {
  network_number: string
  network_name: string
}

export const created = (network: Named, center: readonly string[], point: readonly string[]): AuditEntry => ({
  area: 'network',
  action: 'create',
  message: [`创建组网「${network.network_name}」`, ...listedAs('中心', center.map(marked)), ...listedAs('分支', point.map(marked))].join(
    '，',
  ),
  detail: { after: { ...network, center, point } },
})

/** Returns the log entry of a revision, with its summary. */
export const changedSettings = (network: Named, action: AuditAction, summary: string, diff: readonly FieldChange[]): AuditEntry => ({
  area: 'network',
  action,
  message: `修改组网「${network.network_name}」：${summary}`,
  detail: { ...network, changes: diff },
})

export const deleted = (network: Named, settings: NetworkSettings): AuditEntry => ({
  area: 'network',
  action: 'delete',
  message: `删除组网「${network.network_name}」，移出成员 ${Object.keys(settings.members).length} 个`,
  detail: { before: { ...network, settings } },
})

/** Returns the log entry of an action on members of a network that does not change the network. */
export const operated = (network: Named, action: AuditAction, what: string): AuditEntry => ({
  area: 'network',
  action,
  message: `组网「${network.network_name}」：${what}`,
  detail: { network_number: network.network_number },
})
