import type { Channel } from '@weft/contract'

const byChannel = (phone: string, email: string): Record<Channel, string> => ({ phone, email })

export const zhCN = {
  title: '身份验证',
  why: '此操作涉及登录凭据，请先验证身份。验证后 10 分钟内无需再次验证，已填写的内容会保留。',
  whyPassword: '此操作涉及登录凭据，账号未绑定手机或邮箱，请先用登录密码验证身份。验证后 10 分钟内无需再次验证，已填写的内容会保留。',
  how: '验证方式',
  by: byChannel('手机验证', '邮箱验证'),
  target: byChannel('验证码将发送至手机', '验证码将发送至邮箱'),
  code: '验证码',
  codeLabel: byChannel('短信验证码', '邮箱验证码'),
  password: '登录密码',
  verify: '验证',
  cancel: '取消',
}
export const en: typeof zhCN = {
  title: 'Prove your identity',
  why: 'This changes how somebody signs in, so prove your identity first. The proof lasts 10 minutes; what you entered is kept.',
  whyPassword:
    'This changes how somebody signs in, and the account has neither a phone nor an e-mail: prove your identity with its password first. The proof lasts 10 minutes; what you entered is kept.',
  how: 'Verify by',
  by: byChannel('Phone', 'E-mail'),
  target: byChannel('The code goes to the phone', 'The code goes to the e-mail'),
  code: 'Code',
  codeLabel: byChannel('Code by text message', 'Code by e-mail'),
  password: 'Password',
  verify: 'Verify',
  cancel: 'Cancel',
}
