import { formatPrefix, parseIpv4, type Prefix, prefixOf } from '@weft/net'
import { readPrefixes } from '@weft/network-rules'

/** The prefix that was typed; or the problem with the text, and the prefix that the user probably meant. */
export type TypedPrefix = { prefix: Prefix } | { problem: 'wrong' | 'several' | 'octet' | 'mask'; octet?: string; meant?: string }

const MASK = /^([1-9]|[12]\d|3[0-2])$/
/** The mask of a LAN of which only the address was typed. */
const USUAL_MASK = 24

/** Reads one prefix as people write it; an address inside the network names the network. */
export function typedPrefix(typed: string): TypedPrefix {
  const [cell = '', ...others] = readPrefixes(typed)
  if (others.length > 0) return { problem: 'several' }
  const [dotted = '', bits] = cell.split('/')
  const address = parseIpv4(dotted)
  if (address === undefined) {
    const octet = /^\d{1,3}(\.\d{1,3}){3}$/.test(dotted) ? dotted.split('.').find((part) => Number(part) > 255) : undefined
    return octet === undefined ? { problem: 'wrong' } : { problem: 'octet', octet }
  }
  if (bits === undefined) return { problem: 'mask', meant: formatPrefix(prefixOf(address, USUAL_MASK)) }
  return MASK.test(bits) ? { prefix: prefixOf(address, Number(bits)) } : { problem: 'wrong' }
}
