export const zhCN = {
  title: '登录安全',
  totp: '两步验证',
  totpText: '开启后，登录时除密码外还需输入验证器显示的 6 位数字',
  on: '已开启',
  off: '未开启',
  enable: '开启',
  disable: '关闭',
  enabled: '开启成功，下次登录时需要两步验证码',
  enableTitle: '开启两步验证',
  lost: '验证器遗失时，请管理员在服务器上执行 weft operator reset-totp',
}
export const en: typeof zhCN = {
  title: 'Sign-in security',
  totp: 'Two-step verification',
  totpText: 'Signing in then takes the six digits of an authenticator beside the password',
  on: 'On',
  off: 'Off',
  enable: 'Turn on',
  disable: 'Turn off',
  enabled: 'It is on: the next sign-in asks for a code',
  enableTitle: 'Turn on two-step verification',
  lost: 'Whoever lost the authenticator asks an administrator to run weft operator reset-totp on the server',
}
