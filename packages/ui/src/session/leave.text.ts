export const zhCN = {
  signedOut: '您已退出登录',
  passwordChanged: '密码已修改，请用新密码登录',
  backTo: (page: string) => `登录后回到「${page}」`,
  notYou: '不是您本人操作？',
  reset: '请重置密码',
}
export const en: typeof zhCN = {
  signedOut: 'You have signed out',
  passwordChanged: 'The password was changed; sign in with the new one',
  backTo: (page) => `Signing in leads back to “${page}”`,
  notYou: 'Was it not you? ',
  reset: 'Reset the password',
}
