import { readLine, trimmed } from '@weft/contract/reading'
import type { Cell, CellValue, Sheet } from 'hucre'
import { type Parts, pack, unpack } from './archive.ts'
import { NotTaken, type SheetForm, type SheetRow } from './sheet.ts'

const CONTENT_TYPES = '[Content_Types].xml'
/** Most elements of all parts together, many times what the longest list needs: each costs the parser time, however short it is. */
const MAX_ELEMENTS = 400_000
/** Most elements that set column widths. One can name all 16,384 columns, and the parser works on each of them. */
const MAX_WIDTHS = 1000
const MAX_TEXT = 256

/**
 * Reads the rows of a workbook's first sheet that is not hidden. Runs in a worker, so that a harmful file harms only the worker.
 * @throws NotTaken
 */
export async function rowsOf(bytes: Uint8Array, form: SheetForm): Promise<SheetRow[]> {
  const parts = unpack(bytes, form.max_unpacked_bytes)
  requirePlainWorkbook(parts)
  const sheet = await firstSheet(parts)
  return rowsUnder(form, sheet, await formatterFor(sheet))
}

const textOf = (part: Uint8Array | undefined): string => (part ? Buffer.from(part).toString('utf8') : '')

/** @throws NotTaken sheetNotXlsx, sheetMacros, sheetUnreadable */
function requirePlainWorkbook(parts: Parts): void {
  const types = textOf(parts.get(CONTENT_TYPES))
  const names = [...parts.keys()]
  const binary = types.includes('application/vnd.ms-excel.sheet.binary.')
  if (!binary && (/macroEnabled|vbaProject/i.test(types) || names.some((name) => /(^|\/)(vbaProject[^/]*$|macrosheets\/)/i.test(name))))
    throw new NotTaken('sheetMacros')
  if (!/\.spreadsheetml\.(sheet|template)\.main\+xml/.test(types)) throw new NotTaken('sheetNotXlsx')
  // No office program writes definitions; files that have them use entities to attack the parser.
  for (const [name, part] of parts)
    if (/\.(xml|rels|vml)$/i.test(name) && /<!(DOCTYPE|ENTITY)/i.test(textOf(part))) throw new NotTaken('sheetUnreadable')
}

/** Types of the parts that rows are made of. Nothing else of a file is parsed: no pictures, charts, comments or external links. */
const NEEDED = /\.spreadsheetml\.((sheet|template)\.main|worksheet|sharedStrings|styles)\+xml$/

function needed(parts: Parts): Parts {
  const kept: Parts = new Map()
  const keep = (name: string) => {
    const part = parts.get(name)
    if (part) kept.set(name, part)
  }
  keep(CONTENT_TYPES)
  keep('_rels/.rels')
  for (const [override] of textOf(parts.get(CONTENT_TYPES)).matchAll(/<(?:\w+:)?Override\s[^<>]*>/g)) {
    const [, name] = /PartName\s*=\s*["']\/?([^"']+)["']/.exec(override) ?? []
    const [, type] = /ContentType\s*=\s*["']([^"']+)["']/.exec(override) ?? []
    if (name === undefined || type === undefined || !NEEDED.test(type)) continue
    keep(name)
    const styles = type.includes('.styles+') ? kept.get(name) : undefined
    if (styles) kept.set(name, withChineseFormats(styles))
    if (type.includes('.main+')) keep(name.replace(/(^|\/)([^/]+)$/, '$1_rels/$2.rels'))
  }
  return kept
}

/**
 * Number formats that a workbook refers to by number alone, as Excel shows them in Chinese (ECMA-376 part 1 §18.8.30); each date with its
 * year in front, and times as the library can tell them from numbers.
 */
const chineseFormats: Record<string, readonly number[]> = {
  'yyyy/m/d': [14],
  'yyyy/m/d h:mm': [22],
  'yyyy-m-d': [30],
  'yyyy"年"m"月"': [27, 36, 50, 52, 57],
  'm"月"d"日"': [28, 29, 51, 53, 54, 58],
  'yyyy"年"m"月"d"日"': [31],
  'h:mm': [32, 34, 55],
  'h:mm:ss': [33, 35, 56],
}
const CHINESE_FORMATS = `<numFmts>${Object.entries(chineseFormats)
  .flatMap(([code, ids]) => ids.map((id) => `<numFmt numFmtId="${id}" formatCode="${code.replaceAll('"', '&quot;')}"/>`))
  .join('')}</numFmts>`

/** Returns the styles with the Chinese formats before the workbook's own, which count where both name one number. */
const withChineseFormats = (styles: Uint8Array): Uint8Array =>
  Buffer.from(textOf(styles).replace(/<(?:\w+:)?styleSheet(?:\s[^<>]*)?(?<!\/)>/, (root) => root + CHINESE_FORMATS))

/**
 * Refuses a file that would keep the parser busy for long. Its size does not show this, since a short element costs as much as a long one.
 * @throws NotTaken sheetTooLarge
 */
function requireModest(parts: Parts): void {
  const [LESS, SLASH] = [0x3c, 0x2f]
  let [elements, widths] = [0, 0]
  for (const part of parts.values()) {
    const data = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    for (let at = data.indexOf(LESS); at !== -1; at = data.indexOf(LESS, at + 1)) {
      if (data[at + 1] === SLASH) continue
      elements += 1
      if (/^<(\w+:)?col[\s/>]/.test(data.toString('latin1', at, at + 24))) widths += 1
      if (elements > MAX_ELEMENTS || widths > MAX_WIDTHS) throw new NotTaken('sheetTooLarge')
    }
  }
}

async function firstSheet(parts: Parts): Promise<Sheet> {
  // The library is loaded below, for a workbook only: any other file was refused before.
  const wanted = needed(parts)
  requireModest(wanted)
  const { readXlsx } = await import('hucre/xlsx')
  try {
    let found = false
    const first = (info: { hidden?: boolean; veryHidden?: boolean }) => !found && (found = !info.hidden && !info.veryHidden)
    const { sheets } = await readXlsx(pack(wanted), { sheets: first, readStyles: true })
    if (sheets[0]) return sheets[0]
  } catch (error) {
    // The file exceeds the size of an array, of a text or the parser's own limits.
    if (error instanceof RangeError || /limit/.test((error as Error).message)) throw new NotTaken('sheetTooLarge')
  }
  throw new NotTaken('sheetUnreadable')
}

/** Writes a value in its cell's number format. */
type Formatter = (value: number | Date, format: string) => string

/** Returns the library's formatter only if a cell needs it: loading it takes longer than reading a list. */
async function formatterFor({ cells }: Sheet): Promise<Formatter> {
  const formatted = [...(cells?.values() ?? [])].some(
    ({ value, style }) => (typeof value === 'number' || value instanceof Date) && !isPlainFormat(style?.numFmt),
  )
  return formatted ? (await import('hucre')).formatValue : String
}

/** @throws NotTaken sheetColumns, sheetTooManyRows */
function rowsUnder({ headings, example, max_rows, max_text = MAX_TEXT }: SheetForm, { rows, cells }: Sheet, format: Formatter): SheetRow[] {
  const shown = (value: CellValue, cell?: Partial<Cell>) => storable(textOfCell(value, cell?.style?.numFmt, format), max_text)
  const at = rows.findIndex((row) => row.some((value) => shown(value) !== ''))
  const columns = columnsOf(rows.slice(at), headings, shown)
  const untouched = example && headings.map((heading, i) => example[i] ?? heading).join('\0')
  const taken: SheetRow[] = []
  let count = 0
  for (let i = at + 1; i < rows.length; i++) {
    const cell = (column: number) => cells?.get(`${i},${column}`)
    const texts = columns.map((column) => shown(rows[i]![column] ?? null, cell(column)))
    const formulas = headings.filter((_, of) => cell(columns[of]!)?.formula !== undefined)
    if (formulas.length === 0 && (texts.every((text) => text === '') || texts.join('\0') === untouched)) continue
    count += 1
    if (count > max_rows) continue
    taken.push({ row: i + 1, cells: Object.fromEntries(headings.map((heading, of) => [heading, texts[of]!])), formulas })
  }
  if (count > max_rows) throw new NotTaken({ reason: 'sheetTooManyRows', params: { max: max_rows, rows: count } })
  return taken
}

/** Returns the column of each heading. Columns without any content are ignored. */
function columnsOf(rows: CellValue[][], headings: readonly string[], shown: (value: CellValue) => string): number[] {
  const found = (rows[0] ?? []).map((value) => readLine(shown(value)))
  const extra = found.some((text, column) => text === '' && rows.some((row) => shown(row[column] ?? null) !== ''))
  const named = found.filter((text) => text !== '')
  if (extra || named.length !== headings.length || headings.some((heading) => !found.includes(heading)))
    throw new NotTaken({ reason: 'sheetColumns', params: { columns: headings.join('、') } })
  return headings.map((heading) => found.indexOf(heading))
}

/** Returns a cell's text as a person sees it; digits remain digits however wide the column is. */
function textOfCell(value: CellValue, number_format: string | undefined, format: Formatter): string {
  if (value === null) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'number') return isPlainFormat(number_format) ? digitsOf(value) : format(value, number_format!)
  return isPlainFormat(number_format) ? dayOf(value) : format(value, number_format!)
}

/** Returns whether a number format is none, text, or scientific notation. */
const isPlainFormat = (format = 'General'): boolean => /^(General|@)$|E\+/i.test(format)

/** Returns a day as yyyy-MM-dd; '' for one that no calendar has. */
const dayOf = (value: Date): string => (Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10))

/** Cuts a text, since one cell may be most of the file, and removes characters that cannot be stored, which escapes can produce. */
const storable = (text: string, most: number): string =>
  trimmed(text.slice(0, most * 4))
    .slice(0, most)
    .replaceAll('\0', '\ufffd')
    .toWellFormed()

/** Returns a number as it was typed: all digits of a whole number, else the fifteen digits that a spreadsheet keeps. */
const digitsOf = (value: number): string => (Number.isInteger(value) ? BigInt(value).toString() : String(Number(value.toPrecision(15))))
