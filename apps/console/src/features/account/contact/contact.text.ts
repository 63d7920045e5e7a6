export const zhCN = {
  phone: '手机号',
  newPhone: '新手机号',
  email: '邮箱',
  newEmail: '新邮箱',
  phoneCode: '短信验证码',
  emailCode: '邮箱验证码',
  code: '验证码',
}
export const en: typeof zhCN = {
  phone: 'Phone',
  newPhone: 'New phone',
  email: 'E-mail',
  newEmail: 'New e-mail',
  phoneCode: 'Code by text message',
  emailCode: 'Code by e-mail',
  code: 'Code',
}
