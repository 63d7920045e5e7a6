import type { AuditEntry } from '../../foundation/audit/audit.service.ts'
import type { Channel } from '@weft/contract'

const fields = { username: '用户名', nickname: '昵称', birthday: '生日', industry: '行业', occupation: '职业' } as const
const contacts: Record<Channel, string> = { phone: '手机号', email: '邮箱' }

/** Logs only the names of the fields: what persons say about themselves stays out of the log, except the name that they sign in with. */
export function profileEdited(changed: readonly (keyof typeof fields)[], from: string, to: string): AuditEntry {
  const names = changed.map((field) => (field === 'username' ? `用户名由 ${from} 改为 ${to}` : fields[field]))
  return {
    area: 'account',
    action: 'edit_data',
    message: `修改个人资料：${names.join('、')}`,
    detail: { fields: changed, ...(from !== to && { before: { username: from }, after: { username: to } }) },
  }
}

export const passwordEdited = (username: string): AuditEntry => ({
  area: 'account',
  action: 'edit_password',
  message: `${username} 修改登录密码，其他登录已结束`,
})
export const ownPasswordEdited = (username: string): AuditEntry => ({
  area: 'account',
  action: 'ram_password',
  message: `子账号 ${username} 修改自己的密码，其所有登录已结束`,
})
export const passwordMessage = (username: string, address: string) => ({
  type: '安全提醒',
  title: '登录密码已修改',
  content: `<p>账号 ${username} 的登录密码已修改，来源地址 ${address}，其他登录已结束。如非本人操作，请立即通过「找回密码」重置密码，并<a href="/ticket/create">提交工单</a>联系客服。</p>`,
})

/** @param from masked; null where none was bound */
export const contactEdited = (channel: Channel, from: string | null, to: string): AuditEntry => ({
  area: 'account',
  action: `edit_${channel}`,
  message: from === null ? `绑定${contacts[channel]} ${to}` : `${contacts[channel]}由 ${from} 改为 ${to}，其他登录已结束`,
  detail: { before: { [channel]: from }, after: { [channel]: to } },
})

export const defaultChannelChosen = (channel: Channel): AuditEntry => ({
  area: 'account',
  action: `default_${channel}`,
  message: `优先使用${contacts[channel]}接收验证码和通知`,
  detail: { after: { default_channel: channel } },
})

export const signEdited = (from: string, to: string): AuditEntry => ({
  area: 'account',
  action: 'edit_sign',
  message: `账号后缀由 ${from} 改为 ${to}，对之后新增的软件成员生效`,
  detail: { before: { sign: from }, after: { sign: to } },
})
