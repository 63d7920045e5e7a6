import { formatIpv4, type Ipv4, networkAddress, parseIpv4, sizeOf } from './ipv4.ts'

/** A network: its first address and the bits of its mask. */
export interface Prefix {
  readonly network: Ipv4
  readonly mask: number
}

/** Returns the network with this mask that contains the address. */
export const prefixOf = (address: Ipv4, mask: number): Prefix => ({ network: networkAddress(address, mask), mask })

/** Reads `10.0.0.0/20`; undefined if the address is not the first of its network or the mask is not 0–32. */
export function parsePrefix(text: string): Prefix | undefined {
  const [dotted = '', bits = '', ...rest] = text.split('/')
  const address = parseIpv4(dotted)
  const mask = /^(0|[1-9]\d?)$/.test(bits) ? Number(bits) : 33
  if (address === undefined || mask > 32 || rest.length > 0 || networkAddress(address, mask) !== address) return undefined
  return { network: address, mask }
}

export const formatPrefix = ({ network, mask }: Prefix): string => `${formatIpv4(network)}/${mask}`

/** Returns the last address, which a network of 30 bits or fewer uses for broadcast. */
export const lastAddress = ({ network, mask }: Prefix): Ipv4 => network + sizeOf(mask) - 1

export const contains = (prefix: Prefix, address: Ipv4): boolean => prefix.network <= address && address <= lastAddress(prefix)

export const overlaps = (a: Prefix, b: Prefix): boolean => a.network <= lastAddress(b) && b.network <= lastAddress(a)

/** Returns the fewest networks that contain all of this one except the address, the widest first. */
export function without(prefix: Prefix, address: Ipv4): Prefix[] {
  if (!contains(prefix, address)) return [prefix]
  return Array.from({ length: 32 - prefix.mask }, (_, i) => {
    const mask = prefix.mask + i + 1
    const half = networkAddress(address, mask)
    // The half next to the one that contains the address.
    return { network: half === networkAddress(address, mask - 1) ? half + sizeOf(mask) : half - sizeOf(mask), mask }
  })
}
