import {
  type BatchError,
  check,
  Day,
  type DeviceColumn,
  deviceColumns,
  deviceKindNames,
  explain,
  fieldLabels,
  folded,
  type InputOf,
  type Language,
  opsContract,
  plain,
} from '@weft/contract'

/** One row of a list of devices, as it was typed. */
interface TypedRow {
  /** The number of the row as a spreadsheet program shows it. */
  row: number
  /** By heading. */
  cells: Readonly<Record<string, string>>
  /** Headings of cells that hold a formula. */
  formulas: readonly string[]
}
export type ListedDevice = InputOf<typeof opsContract.devices.register>
export interface CheckedDevice {
  row: number
  /** Undefined if anything in the row is wrong; `errors` says what. */
  device: ListedDevice | undefined
  errors: BatchError[]
}

const fields = Object.keys(deviceColumns) as DeviceColumn[]
const { shape } = opsContract.devices.register.input
/** Returns the name of a field as its column is called: Chinese, or its English label. */
const labelOf = (field: DeviceColumn, language: Language) => (language === 'en' ? fieldLabels[field]!.en : deviceColumns[field])

/** Makes the problem of one cell, from the name of its sentence in the contract. */
function problemOf(row: number, field: DeviceColumn, sentence: string, language: Language): BatchError {
  const issue = { code: 'custom' as const, message: sentence, path: [field], input: undefined }
  return { row, field, msg: explain({ issues: [issue] }, language, labelOf(field, language))[0]!.msg }
}

/** Returns the last second of a day in Shanghai, as Unix seconds. */
const endOf = (day: string): number => Date.parse(`${day}T23:59:59+08:00`) / 1000
const kindOf = (text: string) => Object.entries(deviceKindNames).find(([, name]) => name === text)?.[0] ?? text

/** Returns the device that a row describes, or everything that is wrong with the row by itself, in the order of the columns. */
export function checkDevice({ row, cells, formulas }: TypedRow, language: Language): CheckedDevice {
  const text = (field: DeviceColumn) => cells[deviceColumns[field]] ?? ''
  const orNull = (field: DeviceColumn, read: (text: string) => unknown) => (text(field) === '' ? null : read(plain(text(field))))
  const errors: BatchError[] = []
  const values = {} as Record<DeviceColumn, unknown>
  const judge = (field: DeviceColumn): unknown => {
    switch (field) {
      case 'kind':
        return kindOf(text(field))
      case 'router_mac':
        return orNull(field, String)
      case 'bandwidth':
        return orNull(field, Number)
      case 'expire_date':
        return orNull(field, (day) => (Day.safeParse(day).success ? endOf(day) : day))
      default:
        return text(field)
    }
  }
  for (const field of fields) {
    if (formulas.includes(deviceColumns[field])) {
      errors.push(problemOf(row, field, 'formula', language))
      continue
    }
    const result = check(shape[field], judge(field), language, labelOf(field, language))
    if (result.ok) values[field] = result.value
    else errors.push({ row, field, msg: result.errors[0]!.msg })
  }
  return { row, device: errors.length === 0 ? (values as ListedDevice) : undefined, errors }
}

/** Returns a problem for each name that an earlier row already has, in any case, whatever else is wrong with either row. */
export function namedTwice(rows: readonly TypedRow[], language: Language): BatchError[] {
  const seen = new Set<string>()
  return rows.flatMap(({ row, cells }) => {
    const name = folded(cells[deviceColumns.router_name] ?? '')
    const again = name !== '' && seen.has(name)
    seen.add(name)
    return again ? [problemOf(row, 'router_name', 'twice', language)] : []
  })
}
