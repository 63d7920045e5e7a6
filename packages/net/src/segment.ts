import { formatIpv4, type Ipv4, sizeOf } from './ipv4.ts'
import { lastAddress, type Prefix } from './prefix.ts'

/**
 * Returns the addresses that a segment gives to members: all except its network address, the first host, which is the center's own,
 * and the broadcast address.
 */
export const memberAddresses = (segment: Prefix): { first: Ipv4; last: Ipv4; count: number } => ({
  first: segment.network + 2,
  last: lastAddress(segment) - 1,
  count: Math.max(0, sizeOf(segment.mask) - 3),
})

/** Returns the center's own address in its segment: the first host. */
export const listenerAddress = (segment: Prefix): Ipv4 => segment.network + 1

/** Returns the lowest `count` member addresses of a segment that are not taken, undefined if it has fewer left. */
export function freeAddresses(segment: Prefix, taken: ReadonlySet<string>, count: number): string[] | undefined {
  const { first, last } = memberAddresses(segment)
  const free: string[] = []
  for (let address = first; address <= last && free.length < count; address++) {
    const text = formatIpv4(address)
    if (!taken.has(text)) free.push(text)
  }
  return free.length === count ? free : undefined
}

/** Returns the longest mask, from `widest` to `usual` bits, whose segment has room for the members, undefined if none has. */
export function maskFor(members: number, { usual, widest }: { usual: number; widest: number }): number | undefined {
  for (let mask = usual; mask >= widest; mask--) if (memberAddresses({ network: 0, mask }).count >= members) return mask
  return undefined
}
