/** The name of the sheet and of its file. */
export const accountSheet = '客户账号'
export const accountHeadings = ['账号编号', '昵称', '用户名', '手机号', '邮箱', '状态', '注册时间']
/** In characters. */
export const accountWidths = [12, 24, 22, 16, 28, 10, 22]

interface Account {
  account_number: string
  nickname: string
  username: string
  phone: string | null
  email: string | null
  status: 0 | 1
}

/** Returns the row of an account, which was registered at a time in Shanghai. */
export const rowOfAccount = ({ account_number, nickname, username, phone, email, status }: Account, registered: string): string[] => [
  account_number,
  nickname,
  username,
  phone ?? '',
  email ?? '',
  status === 1 ? '正常' : '已停用',
  registered,
]
