import { parseIpv4, parsePrefix, overlaps, prefixOf } from '@weft/net'

/** Returns the range that a text means: a prefix, or a single address; undefined for any other text. */
function rangeOf(text: string) {
  const address = parseIpv4(text)
  return address === undefined ? parsePrefix(text) : prefixOf(address, 32)
}

/** Returns whether a search finds something with these names and ranges: by a part of a name or of a range, or by an address within it. */
export function isFound(search: string, names: readonly string[], ranges: readonly { ip: string; mask: number }[]): boolean {
  if (search === '') return true
  const wanted = search.toLowerCase()
  if (names.some((name) => name.toLowerCase().includes(wanted))) return true
  const range = rangeOf(search)
  return ranges.some(({ ip, mask }) => {
    const own = parseIpv4(ip)
    return `${ip}/${mask}`.includes(wanted) || (range !== undefined && own !== undefined && overlaps(range, prefixOf(own, mask)))
  })
}
