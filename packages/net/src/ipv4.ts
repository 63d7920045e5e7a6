/** An IPv4 address as a whole number from 0 to 2³² − 1. */
export type Ipv4 = number

const DOTTED = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/

/** Reads four decimal parts without leading zeros, which some programs take as octal; undefined for anything else. */
export function parseIpv4(text: string): Ipv4 | undefined {
  const parts = DOTTED.exec(text)?.slice(1).map(Number)
  if (!parts || parts.some((part) => part > 255)) return undefined
  return parts.reduce((address, part) => address * 256 + part, 0)
}

export const formatIpv4 = (address: Ipv4): string => [24, 16, 8, 0].map((shift) => (address >>> shift) & 255).join('.')

/** Returns the number of addresses of a network with this mask. */
export const sizeOf = (mask: number): number => 2 ** (32 - mask)

/** Returns the dotted form of a mask: 20 is 255.255.240.0. */
export const dottedMask = (mask: number): string => formatIpv4(2 ** 32 - sizeOf(mask))

/** Returns the bits of a dotted mask, undefined if its ones are not all in front. */
export function maskBits(dotted: string): number | undefined {
  const value = parseIpv4(dotted)
  if (value === undefined) return undefined
  const mask = 32 - Math.log2(2 ** 32 - value)
  return Number.isInteger(mask) ? mask : undefined
}

/** Returns the first address of the network with this mask that contains the address. */
export const networkAddress = (address: Ipv4, mask: number): Ipv4 => address - (address % sizeOf(mask))
