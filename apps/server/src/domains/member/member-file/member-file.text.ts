import { type AddColumn, DEFAULT_AREA_CODE, NOTE_MAX, SHEET_MAX_ROWS, TEMPLATE_NOTE_MAX } from '@weft/contract'

/** Names of the files that customers open in a spreadsheet program. Their headings are the contract's, in Chinese. */
export const fileNames = {
  template: '软件成员批量添加模板.xlsx',
  deleteTemplate: '软件成员批量删除模板.xlsx',
  /** @param day YYYYMMDD */
  export: (members: string, day: string) => `${members}-${day}.xlsx`,
}
export const sheetName = '软件成员'
/** The names of an export by the kind of its members. */
export const sheetNames = { all: '成员', 1: '硬件成员', 2: sheetName }

/** Hints on what to type in each column of the list of members to add (specification 2 §5). */
export const addHints: Record<AddColumn, string> = {
  username: `必填。3–18 位，可用字母、数字、下划线和点，不可重复。账号后缀由系统自动加上，不用填写。一次最多 ${SHEET_MAX_ROWS} 行。`,
  password: '必填。6–18 位字母、数字和符号。',
  area_code: `国家/地区代码，不带加号。只填手机号时默认 ${DEFAULT_AREA_CODE}。`,
  phone: '选填。成员可用手机号登录，手机号不可重复。',
  note: `选填。建议不超过 ${TEMPLATE_NOTE_MAX} 个字，最多 ${NOTE_MAX} 个字。`,
}
export const deleteHint = `必填。软件成员的用户名，或带 @ 后缀的完整名称，每行一个。一次最多 ${SHEET_MAX_ROWS} 行。`

/** The example row of the template. */
export const addExample: Record<AddColumn, string> = {
  username: 'zhangsan',
  password: 'Weft2026',
  area_code: DEFAULT_AREA_CODE,
  phone: '13800138000',
  note: '示例，可覆盖或删除此行',
}
export const deleteExample = '示例：zhangsan'
