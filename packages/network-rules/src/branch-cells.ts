import { plain, readLine, withoutBlanks } from '@weft/contract'
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

const ALL = new Set(['', '全部', '全部中心', '所有', '所有中心', 'all', 'all hubs', '*'])

/** Returns the centers that a cell names; none means all. */
export function readCenters(cell: string): string[] {
  const names = cell
    .split(/[、，,;；\n]+/)
    .map((name) => readLine(name))
    .filter((name) => name !== '')
  return names.some((name) => ALL.has(name.toLowerCase())) ? [] : names
}
