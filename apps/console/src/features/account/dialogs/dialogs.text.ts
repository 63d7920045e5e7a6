import type { Channel } from '@weft/contract'

const bind: Record<Channel, string> = { phone: '绑定手机号', email: '绑定邮箱' }
const bindEn: Record<Channel, string> = { phone: 'Bind a phone', email: 'Bind an e-mail' }

export const zhCN = {
  cancel: '取消',
  save: '保存',
  bindTitle: bind,
  bind: '绑定',
  bound: '绑定成功',
  phone: '手机号',
  email: '邮箱',
  code: '验证码',
  signTitle: '修改账号后缀',
  sign: '账号后缀',
  signHint: '6–12 位字母或数字',
  signNote: '仅对之后添加的成员生效，已有成员的登录名不变',
  saved: '保存成功',
}
export const en: typeof zhCN = {
  cancel: 'Cancel',
  save: 'Save',
  bindTitle: bindEn,
  bind: 'Bind',
  bound: 'Bound',
  phone: 'Phone',
  email: 'E-mail',
  code: 'Code',
  signTitle: 'Change the suffix',
  sign: 'Suffix',
  signHint: '6–12 letters or digits',
  signNote: 'Only for members added from now on; existing ones keep their login',
  saved: 'Saved',
}
