import { plain, prefixPermissionNames, readLine, withoutBlanks } from '@weft/contract'
import { maskBits, parseIpv4 } from '@weft/net'

/** Returns the serial number in a cell, without the blanks and the apostrophe that spreadsheets add. */
export const readSerial = (cell: string): string => withoutBlanks(cell).replace(/^'/, '')

/** Masks shorter than this are taken for addresses. */
const SHORTEST_DOTTED = 8
/** Returns the bits of a dotted mask, undefined for anything else. */
function dottedBits(text: string): number | undefined {
  const bits = maskBits(text)
  return bits !== undefined && bits >= SHORTEST_DOTTED ? bits : undefined
}

/**
 * Returns the prefixes in a cell or on a line, each written as `192.168.1.0/24` where it can be read so, else as it was typed. Several are
 * separated by blanks or by Chinese or Latin punctuation; a mask may be dotted, behind a slash or a blank.
 */
export function readPrefixes(cell: string): string[] {
  const words = plain(cell)
    .split('/')
    .map((part) => part.trim())
    .join('/')
    .split(/[、,;|\s]+/)
    .filter((word) => word !== '')
  return words.flatMap((word, i) => {
    const before = words[i - 1]
    if (before !== undefined && isAddress(before) && dottedBits(word) !== undefined) return []
    const after = words[i + 1]
    const bits = isAddress(word) && after !== undefined ? dottedBits(after) : undefined
    return bits === undefined ? withBits(word) : `${word}/${bits}`
  })
}
const isAddress = (word: string): boolean => parseIpv4(word) !== undefined && dottedBits(word) === undefined

function withBits(word: string): string {
  const [address = '', mask = '', ...rest] = word.split('/')
  const bits = rest.length === 0 ? dottedBits(mask) : undefined
  return bits === undefined ? word : `${address}/${bits}`
}

/** A rule as its cells say it. What cannot be read as a prefix is all in `ip`, with an empty mask. */
export interface RuleCells {
  ip: string
  mask: string
  permission: string
  ge: string
  le: string
}

const unread = (text: string): RuleCells => ({ ip: text, mask: '', permission: '', ge: '', le: '' })

/**
 * Returns the rules on a pasted line: of a row of a spreadsheet the one in its cells, which are address, mask, action, ge and le, and may end
 * early; of any other line one for each prefix.
 */
export function readRules(line: string): RuleCells[] {
  const [ip = '', mask, permission = '', ge = '', le = '', ...more] = line.split('\t').map(plain)
  const isRow = mask !== undefined && !(ip + mask).includes('/') && !isAddress(mask)
  if (!isRow)
    return readPrefixes(line).map((prefix) => {
      const [, address, bits] = /^([^/]+)\/(\d+)$/.exec(prefix) ?? []
      return address === undefined || bits === undefined ? unread(prefix) : { ...unread(address), mask: bits }
    })
  if (line.trim() === '') return []
  if (more.some((cell) => cell !== '')) return [unread(line)]
  return [{ ip, mask: String(dottedBits(mask) ?? mask), permission, ge, le }]
}

type Permission = keyof typeof prefixPermissionNames
const PERMISSIONS = new Map<string, Permission>(
  (Object.keys(prefixPermissionNames) as Permission[]).flatMap((value) =>
    [value, ...Object.values(prefixPermissionNames[value])].map((name) => [name.toLowerCase(), value] as const),
  ),
)

/** Returns the action that a cell names in either language; an empty one permits. */
export const readPermission = (cell: string): Permission | undefined => (cell === '' ? 'permit' : PERMISSIONS.get(cell.toLowerCase()))

const ALL = new Set(['', '全部', '全部中心', '所有', '所有中心', 'all', 'all hubs', '*'])

/** Returns the centers that a cell names; none means all. */
export function readCenters(cell: string): string[] {
  const names = cell
    .split(/[、，,;；\n]+/)
    .map((name) => readLine(name))
    .filter((name) => name !== '')
  return names.some((name) => ALL.has(name.toLowerCase())) ? [] : names
}
