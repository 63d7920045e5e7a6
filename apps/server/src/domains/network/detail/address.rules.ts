import { parseIpv4, parsePrefix, type Prefix, prefixOf } from '@weft/net'

/**
 * Returns the range of addresses that a text names, undefined if it names none: an address, a prefix, or the first two or three numbers of
 * an address, as people type them (`192.168.205` or `192.168.205.`). A prefix whose address is not the first of its network names its network.
 */
export function namedRange(text: string): Prefix | undefined {
  const exact = parsePrefix(text)
  if (exact) return exact
  const [dotted = '', bits, ...rest] = text.split('/')
  if (rest.length > 0) return undefined
  if (bits !== undefined) {
    const address = parseIpv4(dotted)
    return address !== undefined && /^([1-9]|[12]\d|3[0-2])$/.test(bits) ? prefixOf(address, Number(bits)) : undefined
  }
  const numbers = dotted.replace(/\.$/, '').split('.')
  if (numbers.length < 2 || numbers.length > 4) return undefined
  const address = parseIpv4([...numbers, '0', '0'].slice(0, 4).join('.'))
  return address === undefined ? undefined : { network: address, mask: numbers.length * 8 }
}
