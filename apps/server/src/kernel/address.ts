/**
 * Returns the part of an address by which callers are counted: all of IPv4, /64 of IPv6, which belongs to one customer. It is the same
 * for every way to write the address.
 */
export function countedAddress(address: string): string {
  const v4 = /(\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})$/.exec(address)
  if (v4) return v4[1]!
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const rest = tail?.split(':').filter((group) => group !== '') ?? []
  const zeros = tail === undefined ? 0 : 8 - groups.length - rest.length
  return `${[...groups, ...Array.from({ length: zeros }, () => '0'), ...rest].slice(0, 4).map(bare).join(':')}::/64`
}

/** Returns whether an address, as a socket reports it, is this machine's own: 127.0.0.0/8, ::1, and the former mapped into IPv6. */
export const isLoopback = (address: string | undefined): boolean => address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address)

const bare = (group: string): string => group.replace(/^0+(?=.)/, '')
