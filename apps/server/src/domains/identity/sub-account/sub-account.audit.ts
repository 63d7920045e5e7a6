import type { Permission } from '@weft/contract'
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
}
export interface LoggedSubAccount {
  username: string
  nickname: string
  role: string
}

const rights: Record<Permission, string> = {
  'member.create': '成员创建',
  'member.edit': '成员编辑',
  'member.delete': '成员删除',
  'network.create': '组网创建',
  'network.edit': '组网编辑',
  'network.delete': '组网删除',
  'monitor.view': '监控查看',
  'monitor.create': '监控开启',
  'monitor.edit': '监控设置',
  'monitor.delete': '监控关闭',
}
const rightsOf = (flags: readonly Permission[]) => flags.map((flag) => rights[flag]).join('、')

export const roleCreated = (role: LoggedRole): AuditEntry => ({
  area: 'role',
  action: 'create_role',
  message: `创建角色「${role.name}」${role.confined === 1 ? `，指定组网：${listed(role.networks)}` : ''}`,
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
  ].filter((part) => part !== false)
  return {
    area: 'role',
    action: 'edit_role',
    message: `修改角色「${before.name}」：${parts.length > 0 ? parts.join('；') : '无变化'}`,
    detail: { before: { ...before }, after: { ...after } },
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
