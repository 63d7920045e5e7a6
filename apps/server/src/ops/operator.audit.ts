import type { AuditEntry } from '../domains/audit/audit.service.ts'

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
const views = {
  accounts: { area: 'account', name: '账号列表' },
  account: { area: 'account', name: '账号详情' },
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
  message: { area: 'publication', name: '已发送的消息' },
  messages: { area: 'publication', name: '已发送的消息列表' },
} as const
export type View = keyof typeof views
/** Operators' reads leave a trace too; what was looked for is named, what was found is not. */
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
export const savedReplyDeleted = (id: string, title: string): AuditEntry => ({
  area: 'ticket',
  action: 'delete_saved_reply',
  message: `删除常用回复「${title}」`,
  detail: { before: { id, title } },
})
