export const zhCN = {
  brokenHint: (id: string) => `请刷新重试，若仍出现请提交工单并附上错误编号 ${id}`,
  openTicket: '提交工单',
  ticketTitle: '页面出错',
  ticketLines: (id: string, path: string) => `错误编号：${id}\n页面地址：${path}\n出错前的操作：`,
  expiring: '登录即将过期',
  expiringIn: (seconds: number) => `${seconds} 秒后将自动退出登录`,
  goOn: '继续使用',
  expired: '登录已过期，请重新登录',
  linkSession: '通过授权链接登录时不能修改登录凭据',
  linkSessionHint: '个人资料、密码、手机号、邮箱、账号后缀、两步验证、登录设备、子账号和访问密钥仅供查看，如需修改请使用密码登录。',
}
export const en: typeof zhCN = {
  brokenHint: (id) => `Reload and try again; if it happens again, open a ticket with reference ${id}`,
  openTicket: 'Open a ticket',
  ticketTitle: 'A page failed',
  ticketLines: (id, path) => `Reference: ${id}\nPage: ${path}\nWhat I was doing:`,
  expiring: 'Your session is about to end',
  expiringIn: (seconds) => `You will be signed out in ${seconds} s`,
  goOn: 'Stay signed in',
  expired: 'Your session has run out, please sign in again',
  linkSession: 'A session from a login link cannot change credentials',
  linkSessionHint:
    'Profile, password, phone, e-mail, suffix, second factor, sessions, sub-accounts and access keys can only be looked at. Sign in with the password to change them.',
}
