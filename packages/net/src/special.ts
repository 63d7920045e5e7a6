import type { Ipv4 } from './ipv4.ts'
import { contains, type Prefix, parsePrefix } from './prefix.ts'

/** Blocks that the internet does not carry (IANA's special-purpose registry). Those of documentation stand for public addresses, and count as such. */
const UNREACHABLE = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
  .map(parsePrefix)
  .filter((prefix): prefix is Prefix => prefix !== undefined)

/** Whether somebody elsewhere in the internet can dial the address. */
export const isPublic = (address: Ipv4): boolean => !UNREACHABLE.some((prefix) => contains(prefix, address))
