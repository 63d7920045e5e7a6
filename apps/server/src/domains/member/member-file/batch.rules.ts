import {
  type AddColumn,
  AreaCode,
  addColumns,
  type BatchError,
  type BatchRow,
  check,
  DEFAULT_AREA_CODE,
  explain,
  memberFields,
  isPhone,
  type Language,
  MemberUsername,
  Note,
  Password,
  readPhone,
} from '@weft/contract'

/** One row of a list of members to add, as it was typed. */
export interface TypedRow {
  /** The number that a spreadsheet program shows for the row. */
  row: number
  /** Texts of the cells by heading. */
  cells: Readonly<Record<string, string>>
  /** Headings of cells that hold a formula. */
  formulas: readonly string[]
}
/** The member that a row asks for. */
export interface TypedMember {
  username: string
  password: string
  area_code: string | null
  phone: string | null
  note: string
}
export interface CheckedRow {
  /** The row as a preview shows it, never with the password. */
  shown: BatchRow
  /** Undefined if the username is invalid. `errors` has every problem of the row. */
  member: TypedMember | undefined
  errors: BatchError[]
}

const fields = Object.keys(addColumns) as AddColumn[]
/** Returns the label of a field: the heading of its column, which is Chinese, or an English one. */
const labelOf = (field: AddColumn, language: Language) => (language === 'zh-CN' ? addColumns[field] : memberFields[field].name[language])

/** Returns a problem of one cell; `sentence` names its text in the contract. */
export function problemOf(row: number, field: AddColumn, sentence: string, language: Language): BatchError {
  const issue = { code: 'custom' as const, message: sentence, path: [field], input: undefined }
  return { row, field, msg: explain({ issues: [issue] }, language, labelOf(field, language))[0]!.msg }
}

const place = ({ field }: BatchError) => fields.findIndex((one) => one === field)
/** Sorts problems by row and, within a row, by column. */
export const inOrder = (errors: readonly BatchError[]): BatchError[] => errors.toSorted((a, b) => a.row - b.row || place(a) - place(b))

/** Returns the member that a row asks for and everything wrong with the row itself, in the order of the columns. */
export function checkRow({ row, cells, formulas }: TypedRow, language: Language): CheckedRow {
  const text = (field: AddColumn) => cells[addColumns[field]] ?? ''
  const errors = new Map<AddColumn, BatchError>()
  const refuse = (field: AddColumn, sentence: string) => void errors.set(field, problemOf(row, field, sentence, language))
  /** Returns a cell as the field's schema reads it, or as it was typed if that is wrong. */
  const judge = (field: AddColumn, schema: typeof MemberUsername): string => {
    const result = check(schema, text(field), language, labelOf(field, language))
    if (result.ok) return result.value
    errors.set(field, { row, field, msg: result.errors[0]!.msg })
    return text(field)
  }
  const username = judge('username', MemberUsername)
  const password = judge('password', Password)
  const note = judge('note', Note)

  const dialled = AreaCode.safeParse(text('area_code') || DEFAULT_AREA_CODE)
  const { area_code, phone } = readPhone({ area_code: dialled.data ?? text('area_code'), phone: text('phone') })
  if (!dialled.success) refuse('area_code', 'format')
  else if (phone !== '' && !isPhone({ area_code, phone })) refuse('phone', 'phone')
  for (const field of fields) if (formulas.includes(addColumns[field])) refuse(field, 'formula')

  const bound = phone !== '' && !errors.has('phone') && !errors.has('area_code')
  return {
    shown: { row, username, area_code: phone === '' ? '' : area_code, phone: errors.has('phone') ? text('phone') : phone, note },
    member: errors.has('username')
      ? undefined
      : { username, password, note, area_code: bound ? area_code : null, phone: bound ? phone : null },
    errors: fields.flatMap((field) => errors.get(field) ?? []),
  }
}
