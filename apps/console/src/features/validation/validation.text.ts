export const zhCN = {
  title: '验证信息',
  ask: '请确认用此邮箱接收告警和通知',
  validate: '验证邮箱',
  validatedHint: '该邮箱现在可以接收告警和通知',
  noLink: '验证链接无效',
  noLinkHint: '请从验证邮件中重新打开链接，或请主账号管理员重新发送验证邮件',
  timedOut: '系统响应超时，请稍后再试',
  signIn: '前往登录',
  home: '返回首页',
}
export const en: typeof zhCN = {
  title: 'Verification',
  ask: 'Confirm that this e-mail receives alerts and notices',
  validate: 'Verify the e-mail',
  validatedHint: 'It can receive alerts and notices now',
  noLink: 'This link is invalid',
  noLinkHint: 'Open the link in the letter again, or ask the account owner for another letter',
  timedOut: 'The system did not answer in time, please try again later',
  signIn: 'Sign in',
  home: 'Back to the start',
}
