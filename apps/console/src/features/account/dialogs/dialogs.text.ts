import type { Channel } from '@weft/contract'

const bind: Record<Channel, string> = { phone: '绑定手机号', email: '绑定邮箱' }
const bindEn: Record<Channel, string> = { phone: 'Bind a phone', email: 'Bind an e-mail' }

export const zhCN = {
  cancel: '取消',
  bindTitle: bind,
  bind: '绑定',
  bound: '绑定成功',
  phone: '手机号',
  email: '邮箱',
  code: '验证码',
}
export const en: typeof zhCN = {
  cancel: 'Cancel',
  bindTitle: bindEn,
  bind: 'Bind',
  bound: 'Bound',
  phone: 'Phone',
  email: 'E-mail',
  code: 'Code',
}
