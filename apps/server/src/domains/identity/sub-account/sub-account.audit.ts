import { type Permission, permissionName, roleSentence } from '@weft/contract'
import { listed } from '../../../kernel/listed.ts'
import type { AuditEntry } from '../../foundation/audit/audit.service.ts'
import { differenceOf } from './sub-account.rules.ts'

/** A role as the log records it; networks by name. */
export interface LoggedRole {
  name: string
  note: string
  flags: readonly Permission[]
  confined: 0 | 1
  networks: readonly string[]
  by_network: 0 | 1
  tags: readonly string[]
}
export interface LoggedSubAccount {
  username: string
  nickname: string
  role: string
}

const rightsOf = (flags: readonly Permission[]) => flags.map((flag) => permissionName(flag)['zh-CN']).join('、')
/** Returns the sentence on what a role may do. */
const may = ({ flags, confined, networks, by_network, tags }: LoggedRole) =>
  roleSentence({ rights: flags, networks: confined === 1 ? networks.length : undefined, by_network: by_network === 1, tags }, 'zh-CN')

export const roleCreated = (role: LoggedRole): AuditEntry => ({
  area: 'role',
  action: 'create_role',
  message: `创建角色「${role.name}」${role.confined === 1 ? `，指定组网：${listed(role.networks)}；` : '：'}${may(role)}`,
  detail: { after: { ...role } },
})

export function roleEdited(before: LoggedRole, after: LoggedRole): AuditEntry {
  const flags = differenceOf(before.flags, after.flags)
  const networks = differenceOf(before.networks, after.networks)
  const parts = [
    before.name !== after.name && `名称改为「${after.name}」`,
    before.note !== after.note && `备注由「${before.note}」改为「${after.note}」`,
    flags.gained.length > 0 && `增加权限：${rightsOf(flags.gained)}`,
    flags.lost.length > 0 && `取消权限：${rightsOf(flags.lost)}`,
    before.confined !== after.confined && (after.confined === 1 ? '由全部组网改为指定组网' : '由指定组网改为全部组网'),
    after.confined === 1 && networks.gained.length > 0 && `增加组网：${listed(networks.gained)}`,
    after.confined === 1 && networks.lost.length > 0 && `移除组网：${listed(networks.lost)}`,
    before.by_network !== after.by_network && (after.by_network === 1 ? '成员限于指定组网' : '成员不再限于指定组网'),
    before.tags.join('、') !== after.tags.join('、') &&
      (after.tags.length > 0 ? `成员限于标签：${after.tags.join('、')}` : '成员不再限于标签'),
  ].filter((part) => part !== false)
  return {
    area: 'role',
    action: 'edit_role',
    message: `修改角色「${before.name}」：${parts.length > 0 ? parts.join('；') : '无变化'}`,
    detail: { before: { ...before }, after: { ...after, may: may(after) } },
  }
}

export const roleDeleted = (role: LoggedRole): AuditEntry => ({
  area: 'role',
  action: 'delete_role',
  message: `删除角色「${role.name}」`,
  detail: { before: { ...role } },
})

export const subAccountCreated = (created: LoggedSubAccount): AuditEntry => ({
  area: 'role',
  action: 'create_sub_account',
  message: `创建子账号 ${created.username}（${created.nickname}），角色「${created.role}」`,
  detail: { after: { ...created } },
})

/** @param password whether it was changed; the password itself never reaches the log */
export function subAccountEdited(before: LoggedSubAccount, after: LoggedSubAccount, password: boolean): AuditEntry {
  const parts = [
    before.nickname !== after.nickname && `昵称由「${before.nickname}」改为「${after.nickname}」`,
    before.role !== after.role && `角色由「${before.role}」改为「${after.role}」`,
    password && '重置密码',
  ].filter((part) => part !== false)
  return {
    area: 'role',
    action: 'edit_sub_account',
    message: `修改子账号 ${before.username}：${parts.length > 0 ? parts.join('；') : '无变化'}`,
    detail: { before: { ...before }, after: { ...after }, password },
  }
}

export const subAccountDeleted = (deleted: LoggedSubAccount): AuditEntry => ({
  area: 'role',
  action: 'delete_sub_account',
  message: `删除子账号 ${deleted.username}（${deleted.nickname}）`,
  detail: { before: { ...deleted } },
})

export const subAccountDisabled = (disabled: LoggedSubAccount): AuditEntry => ({
  area: 'role',
  action: 'disable_sub_account',
  message: `停用子账号 ${disabled.username}（${disabled.nickname}）`,
  detail: { before: { ...disabled }, after: { ...disabled } },
})

export const subAccountEnabled = (enabled: LoggedSubAccount): AuditEntry => ({
  area: 'role',
  action: 'enable_sub_account',
  message: `启用子账号 ${enabled.username}（${enabled.nickname}）`,
  detail: { before: { ...enabled }, after: { ...enabled } },
})

export const viewBegun = (role: string): AuditEntry => ({
  area: 'role',
  action: 'view_as',
  message: `以角色「${role}」查看账号`,
  detail: { role },
})

export const viewEnded = (role: string): AuditEntry => ({
  area: 'role',
  action: 'view_as_end',
  message: `结束以角色「${role}」查看`,
  detail: { role },
})
