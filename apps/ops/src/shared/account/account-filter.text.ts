export const zhCN = {
  account: '客户账号编号',
  wrong: '账号编号为 8 位数字',
}
export const en: typeof zhCN = {
  account: 'Account number',
  wrong: 'An account number has 8 digits',
}
