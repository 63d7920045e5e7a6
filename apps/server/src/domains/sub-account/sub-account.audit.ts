import type { Permission } from '@weft/contract'
import type { AuditEntry } from '../audit/audit.service.ts'

export const roleCreated = (name: string, flags: readonly Permission[], networks: readonly string[]): AuditEntry => ({
  area: 'role',
  action: 'create_role',
  message: `创建角色「${name}」${networks.length === 0 ? '' : `，指定 ${networks.length} 个组网`}`,
  detail: { after: { name, flags, networks } },
})

export const subAccountCreated = (username: string, nickname: string, role: string): AuditEntry => ({
  area: 'role',
  action: 'create_sub_account',
  message: `创建子账号 ${username}（${nickname}），角色「${role}」`,
  detail: { after: { username, nickname, role } },
})
