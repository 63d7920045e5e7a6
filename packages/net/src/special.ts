import type { Ipv4 } from './ipv4.ts'
import { contains, type Prefix, parsePrefix } from './prefix.ts'

const blocks = (...texts: string[]) => texts.map(parsePrefix).filter((prefix): prefix is Prefix => prefix !== undefined)

/** Blocks whose addresses no router forwards: this host, loopback, link-local, multicast, reserved. */
const RESERVED = blocks('0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '240.0.0.0/4')

/** Blocks that the internet does not carry (IANA's special-purpose registry). Those for documentation count as public addresses. */
const UNREACHABLE = [
  ...RESERVED,
  ...blocks('10.0.0.0/8', '100.64.0.0/10', '172.16.0.0/12', '192.0.0.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'),
]

/** Returns the block that makes an address unusable for any host, undefined if there is none. */
export const reservedBlock = (address: Ipv4): Prefix | undefined => RESERVED.find((prefix) => contains(prefix, address))

/** Returns whether the address can be dialled from the internet. */
export const isPublic = (address: Ipv4): boolean => !UNREACHABLE.some((prefix) => contains(prefix, address))
