import { type Field, words } from './field.ts'

/** A software member's `status`, as lists and files write it. */
export const memberStatusNames = { 1: words('正常', 'Normal'), 0: words('已停用', 'Disabled') }

/** The fields of a member in lists, files and forms. */
export const memberFields = {
  /** The login, for software members. */
  router_name: { name: words('序列号', 'Serial number'), kind: 'name' },
  username: { name: words('用户名', 'Username'), kind: 'text' },
  password: { name: words('密码', 'Password'), kind: 'text' },
  area_code: { name: words('区号', 'Dial code'), kind: 'text' },
  phone: { name: words('手机号', 'Phone'), kind: 'text' },
  /** Its own name, which is called 备注 in the specification and in the template of a list. */
  note: { name: words('名称', 'Name'), kind: 'text' },
  place: { name: words('地区', 'Region'), kind: 'text' },
  province: { name: words('省份', 'Province'), kind: 'text' },
  city: { name: words('城市', 'City'), kind: 'text' },
  tags: { name: words('标签', 'Tags'), kind: 'names' },
  status: { name: words('状态', 'Status'), kind: 'choice', values: memberStatusNames },
  router_model: { name: words('型号', 'Model'), kind: 'text' },
  os: { name: words('系统', 'System'), kind: 'text' },
  version: { name: words('版本', 'Version'), kind: 'text' },
  last_login: { name: words('最近登录', 'Last login'), kind: 'time' },
} as const satisfies Record<string, Field>
export type MemberField = keyof typeof memberFields
