export const zhCN = {
  title: '修改密码',
  who: (member: string) => `成员：${member}`,
  note: '修改后该成员将立即下线，需使用新密码重新登录',
  password: '新密码',
  generate: '生成随机密码',
  change: '修改',
  cancel: '取消',
  changed: '修改成功',
}
export const en: typeof zhCN = {
  title: 'Change the password',
  who: (member) => `Member: ${member}`,
  note: 'The member is logged out at once and logs in with the new password',
  password: 'New password',
  generate: 'Generate a password',
  change: 'Change',
  cancel: 'Cancel',
  changed: 'Changed',
}
