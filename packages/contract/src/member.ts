import { z } from 'zod'
import { type MemberField, memberFields } from './fields/member.ts'
import { NOTE_MAX } from './fields/schemas.ts'
import { plain } from './reading.ts'

/** The part of a sign-in name before `@` and the account's suffix (specification 2 §5). */
export const MEMBER_USERNAME = /^[A-Za-z0-9_.]{3,18}$/
export const MEMBER_USERNAME_MAX = 18
export const MemberUsername = z.string().overwrite(plain).min(1, 'required').regex(MEMBER_USERNAME, 'memberUsername')

/** The text that must be typed before many members are deleted. */
export const DELETE_PHRASE = '确认删除'

/** Limits of an uploaded list: bytes of the xlsx, bytes when unpacked, rows (docs/design/security.md §4). */
export const SHEET_MAX_BYTES = 2 * 1024 * 1024
export const SHEET_MAX_UNPACKED_BYTES = 20 * 1024 * 1024
export const SHEET_MAX_ROWS = 1000
/** Rows that a preview shows. */
export const SHEET_PREVIEW_ROWS = 20
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** The media types that browsers give an xlsx: its own, or a general one if no office program is installed. */
const XLSX_UPLOADS = [XLSX, 'application/octet-stream', 'application/zip', 'application/x-zip-compressed'] as const
/** The body of a call that takes a list. */
export const sheetBody = {
  kind: 'multipart',
  field: 'file',
  max_bytes: SHEET_MAX_BYTES,
  types: XLSX_UPLOADS,
  endings: ['xlsx'],
} as const

/** The columns of the list of members to add, by the field that each fills; in this order in the template. */
export const addColumns = {
  username: memberFields.username.name['zh-CN'],
  password: memberFields.password.name['zh-CN'],
  area_code: memberFields.area_code.name['zh-CN'],
  phone: memberFields.phone.name['zh-CN'],
  note: '备注',
} as const
export type AddColumn = keyof typeof addColumns
/** The one column of the list of members to delete. */
export const DELETE_COLUMN = memberFields.username.name['zh-CN']
/** The columns of an export of members, in their order. */
export const exportFields = [
  'note',
  'router_name',
  'place',
  'tags',
  'router_model',
  'phone',
  'status',
  'os',
  'version',
  'last_login',
] as const satisfies readonly MemberField[]
export type ExportField = (typeof exportFields)[number]
export const exportColumns = exportFields.map((field) => memberFields[field].name['zh-CN'])
/** The template asks for notes of at most 20 characters (specification 2 §5); the field itself takes `NOTE_MAX`. */
export const TEMPLATE_NOTE_MAX = Math.min(20, NOTE_MAX)

/** The most members that a selection over all pages can hold. */
export const MAX_SELECTED_MEMBERS = 5000
/** The limit for counting the matches of a search, a filter or a log: a count above it means that there are more. */
export const MOST_FOUND = 5000

/** What became of one member of a deletion of many. */
export const deletionResults = {
  deleted: { 'zh-CN': '删除成功', en: 'Deleted' },
  missing: { 'zh-CN': '成员不存在', en: 'No such member' },
  hardware: { 'zh-CN': '硬件成员不能批量删除', en: 'Hardware members are not deleted in batches' },
  not_permitted: { 'zh-CN': '没有权限移出该成员所在的组网', en: 'You may not change a network that this member is in' },
} as const
export type DeletionResult = keyof typeof deletionResults
