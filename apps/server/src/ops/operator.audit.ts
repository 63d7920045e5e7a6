import type { OperatorRole } from '@weft/contract'
import type { AuditEntry } from '../domains/foundation/audit/audit.service.ts'

const roleNames: Record<OperatorRole, string> = { support: '客服', network: '网络', sales: '销售', admin: '管理员' }

export const signedIn = (username: string): AuditEntry => ({ area: 'session', action: 'sign_in', message: `运营人员 ${username} 登录` })
export const signedOut = (username: string): AuditEntry => ({
  area: 'session',
  action: 'sign_out',
  message: `运营人员 ${username} 退出登录`,
})
export const totpEnabled = (username: string): AuditEntry => ({
  area: 'session',
  action: 'totp_enable',
  message: `运营人员 ${username} 开启两步验证`,
})
export const totpDisabled = (username: string): AuditEntry => ({
  area: 'session',
  action: 'totp_disable',
  message: `运营人员 ${username} 关闭两步验证`,
})
export const created = (username: string, role: string): AuditEntry => ({
  area: 'account',
  action: 'create_operator',
  message: `创建运营人员 ${username}`,
  detail: { after: { username, role } },
})
export const roleChanged = (username: string, before: OperatorRole, after: OperatorRole): AuditEntry => ({
  area: 'account',
  action: 'operator_role',
  message: `将运营人员 ${username} 的角色由${roleNames[before]}改为${roleNames[after]}`,
  detail: { before: { role: before }, after: { role: after } },
})
export const statusChanged = (username: string, status: 0 | 1, ended: number): AuditEntry => ({
  area: 'account',
  action: status === 1 ? 'enable' : 'disable',
  message: status === 1 ? `启用运营人员 ${username}` : `停用运营人员 ${username}，结束其 ${ended} 个登录`,
  detail: { after: { status } },
})
export const passwordReset = (username: string, ended: number): AuditEntry => ({
  area: 'account',
  action: 'operator_password',
  message: `重置运营人员 ${username} 的密码，结束其 ${ended} 个登录`,
})
export const factorReset = (username: string, ended: number): AuditEntry => ({
  area: 'account',
  action: 'reset_totp',
  message: `关闭运营人员 ${username} 的两步验证，结束其 ${ended} 个登录`,
  detail: { before: { totp: 1 }, after: { totp: 0 } },
})
export const sessionsEnded = (username: string, ended: number): AuditEntry => ({
  area: 'session',
  action: 'session_end',
  message: `结束运营人员 ${username} 的 ${ended} 个登录`,
})
export const signInLocked = (username: string, seconds: number): AuditEntry => ({
  area: 'session',
  action: 'operator_sign_in',
  message: `运营人员 ${username} 的密码或验证码错误次数过多，锁定 ${seconds} 秒`,
})
export const unlocked = (username: string): AuditEntry => ({
  area: 'session',
  action: 'operator_sign_in',
  message: `解除运营人员 ${username} 的登录锁定`,
})
export const identityProved = (username: string): AuditEntry => ({
  area: 'session',
  action: 'verify_identity',
  message: `运营人员 ${username} 验证身份`,
})
export const passwordChanged = (username: string): AuditEntry => ({
  area: 'session',
  action: 'edit_password',
  message: `运营人员 ${username} 修改密码`,
})
const views = {
  start: { area: 'account', name: '工作台' },
  search: { area: 'account', name: '搜索结果' },
  accounts: { area: 'account', name: '账号列表' },
  account: { area: 'account', name: '账号详情' },
  account_trouble: { area: 'account', name: '账号现在的问题' },
  account_networks: { area: 'account', name: '账号的组网' },
  account_pops: { area: 'account', name: '账号的 POP 资源' },
  devices: { area: 'device', name: '设备列表' },
  dead_letters: { area: 'publication', name: '未送达的邮件和短信' },
  pops: { area: 'network', name: 'POP 列表' },
  work_orders: { area: 'network', name: '组网工单列表' },
  work_order: { area: 'network', name: '组网工单详情' },
  expiring: { area: 'service', name: '即将到期的服务' },
  tickets: { area: 'ticket', name: '售后工单列表' },
  ticket: { area: 'ticket', name: '售后工单详情' },
  ticket_customer: { area: 'ticket', name: '工单客户的组网和近期事件' },
  audit: { area: 'account', name: '操作审计' },
  replies: { area: 'ticket', name: '常用回复' },
  operators: { area: 'account', name: '运营人员列表' },
  operator: { area: 'account', name: '运营人员详情' },
  operator_sessions: { area: 'account', name: '运营人员的登录' },
  message: { area: 'publication', name: '已发送的消息' },
  messages: { area: 'publication', name: '已发送的消息列表' },
} as const
export type View = keyof typeof views
/** Records an operator's read. It names what was searched for, but not what was found. */
export const looked = (what: View, query: object): AuditEntry => ({
  area: views[what].area,
  action: 'view',
  message: `查看${views[what].name}`,
  detail: { query: { ...query } },
})

export const savedReplyCreated = (id: string, title: string): AuditEntry => ({
  area: 'ticket',
  action: 'create_saved_reply',
  message: `添加常用回复「${title}」`,
  detail: { after: { id, title } },
})
export const savedReplyEdited = (id: string, before: string, title: string): AuditEntry => ({
  area: 'ticket',
  action: 'edit_saved_reply',
  message: before === title ? `修改常用回复「${title}」` : `修改常用回复「${before}」，标题改为「${title}」`,
  detail: { before: { id, title: before }, after: { id, title } },
})
export const savedReplyDeleted = (id: string, title: string): AuditEntry => ({
  area: 'ticket',
  action: 'delete_saved_reply',
  message: `删除常用回复「${title}」`,
  detail: { before: { id, title } },
})
