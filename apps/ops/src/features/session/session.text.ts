export const zhCN = {
  title: '登录运营台',
  username: '用户名',
  password: '密码',
  totp: '两步验证码',
  totpHint: '未开启两步验证可不填',
  submit: '登录',
  timedOut: '系统响应超时，请稍后再试',
}
export const en: typeof zhCN = {
  title: 'Sign in to the desk',
  username: 'Username',
  password: 'Password',
  totp: 'Authenticator code',
  totpHint: 'Leave it empty if the second factor is off',
  submit: 'Sign in',
  timedOut: 'The system did not answer in time, please try again later',
}
