import type { AuditEntry } from '../audit/audit.service.ts'

export const softwareAdded = (router_name: string, note: string): AuditEntry => ({
  area: 'member',
  action: 'add',
  message: `添加软件成员 ${router_name}${note && `（${note}）`}`,
  detail: { after: { router_name, note } },
})

export const hardwareAssigned = (router_name: string, router_model: string): AuditEntry => ({
  area: 'member',
  action: 'assign',
  message: `分配硬件成员 ${router_name}（${router_model}）`,
  detail: { after: { router_name, router_model } },
})

export const hardwareReleased = (router_name: string, networks: readonly string[]): AuditEntry => ({
  area: 'member',
  action: 'release',
  message: `收回硬件成员 ${router_name}${networks.length === 0 ? '' : `，移出组网${networks.map((name) => `「${name}」`).join('')}`}`,
  detail: { before: { router_name, networks } },
})

export const statusChanged = (router_name: string, before: 0 | 1, after: 0 | 1): AuditEntry => ({
  area: 'member',
  action: 'status',
  message: `${after ? '启用' : '停用'}成员 ${router_name}`,
  detail: { before: { router_name, status: before }, after: { router_name, status: after } },
})
