export const zhCN = {
  title: '修改密码',
  old: '原密码',
  fresh: '新密码',
  repeat: '确认新密码',
  change: '修改',
  cancel: '取消',
  note: '修改后，所有设备上的登录都将退出',
}
export const en: typeof zhCN = {
  title: 'Change the password',
  old: 'Old password',
  fresh: 'New password',
  repeat: 'Repeat the new password',
  change: 'Change',
  cancel: 'Cancel',
  note: 'You are signed out on every device afterwards',
}
