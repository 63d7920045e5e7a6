import { type BranchCells, type BranchField, branchFields, plain, readLine, trimmed } from '@weft/contract'
import { readPrefixes, readSerial } from '@weft/network-rules'

/** Returns the cells of text as spreadsheet programs copy it: tabs between cells, and quotes around cells with tabs or line breaks. */
export function tableOf(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*)/y
  for (let at = 0; at <= text.length; ) {
    cell.lastIndex = at
    const [whole, quoted, bare = ''] = cell.exec(text)!
    rows.at(-1)!.push(trimmed(quoted === undefined ? bare : quoted.replaceAll('""', '"')))
    at += whole.length
    const line = /^\r?\n|^\r/.exec(text.slice(at, at + 2))
    if (line) rows.push([])
    at += line ? line[0].length : 1
  }
  return rows.filter((row) => row.some((one) => one !== ''))
}

const headings: Record<BranchField, readonly string[]> = {
  note: ['站点名称', '名称', '站点', '门店', '门店名称', '备注', 'site name', 'site', 'name'],
  router_name: ['序列号', '设备序列号', '设备', 'sn', '成员名称', 'serial number', 'serial', 'device'],
  prefix: ['内网网段', '网段', '内网', '路由前缀', 'lan prefix', 'lan', 'prefix', 'subnet'],
  center: ['接入中心', '中心', 'hubs', 'hub', 'center', 'centers'],
}
const headedAs = (cell: string): BranchField | undefined =>
  branchFields.find((field) => headings[field].includes(readLine(cell).toLowerCase()))

const isAddress = (word: string): boolean => /^\d{1,3}(\.\d{1,3}){3}(\/\S*)?$/.test(plain(word))
const isSerial = (word: string): boolean => /^(?=.*\d)[A-Za-z0-9]{6,}$|^\S+@\S+$/.test(readSerial(word)) && !isAddress(word)

/** Returns which column holds which cell: by the headings if there are any, else in the order of the template. */
function columnsOf(table: readonly (readonly string[])[]): { columns: (BranchField | undefined)[]; headed: boolean } {
  const named = table[0]!.map(headedAs)
  if (named.filter((field) => field !== undefined).length >= Math.min(2, table[0]!.length)) return { columns: named, headed: true }
  const serialFirst = table.every(([first = '', second = '']) => isSerial(first) && !isSerial(second))
  return { columns: serialFirst ? ['router_name', 'note', 'prefix', 'center'] : [...branchFields], headed: false }
}

/** Returns the cells of a line from a note or a chat, each word by what it looks like. */
function wordsOf(line: string): BranchCells {
  const found: Record<BranchField, string[]> = { note: [], router_name: [], prefix: [], center: [] }
  for (const word of line.split(/[\s,，、;；|]+/).filter((one) => one !== '')) {
    const beyond = found.router_name.length + found.prefix.length > 0
    const field = isAddress(word) ? 'prefix' : found.router_name.length === 0 && isSerial(word) ? 'router_name' : beyond ? 'center' : 'note'
    found[field].push(word)
  }
  const joined = {
    note: found.note.join(' '),
    router_name: found.router_name.join(''),
    prefix: found.prefix.join(' '),
    center: found.center.join('、'),
  }
  return tidied(joined)
}

/** Returns cells as they are shown: serial numbers and prefixes in their plain form. */
export const tidied = ({ note, router_name, prefix, center }: BranchCells): BranchCells => ({
  note: readLine(note),
  router_name: readSerial(router_name),
  prefix: readPrefixes(prefix).join('、'),
  center: readLine(center),
})

const EMPTY: BranchCells = { note: '', router_name: '', prefix: '', center: '' }

/** Returns the rows of pasted text: cells of a spreadsheet with or without headings, or lines of words. */
export function pastedRows(text: string): BranchCells[] {
  const table = tableOf(text)
  if (table.length === 0) return []
  const { columns, headed } = columnsOf(table)
  if (!headed && table.every((row) => row.length === 1)) return table.map(([line]) => wordsOf(line!))
  return table.slice(headed ? 1 : 0).map((row) => {
    const cells = { ...EMPTY }
    for (const [i, field] of columns.entries()) if (field !== undefined) cells[field] = row[i] ?? ''
    return tidied(cells)
  })
}
