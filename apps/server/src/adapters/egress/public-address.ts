import { lookup } from 'node:dns/promises'
import { BlockList, type IPVersion, isIP } from 'node:net'
import { EgressFailure } from './egress-failure.ts'

/** Blocks that the internet does not route (IANA's special-purpose registry for IPv4). */
const NOT_PUBLIC_4 = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])
/** IPv6 addresses that the internet routes (RFC 4291 §2.4, IANA's registry of its address space): a list of the rest would have gaps. */
const GLOBAL_6 = blockList('ipv6', ['2000::/3'])
/** Special blocks among them. 6to4 and Teredo wrap an IPv4 address, which may be private. */
const NOT_PUBLIC_6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

// One list per family: a list of both takes every IPv4 address for a mapped one.
function blockList(family: IPVersion, blocks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const block of blocks) {
    const [address = '', length] = block.split('/')
    list.addSubnet(address, Number(length), family)
  }
  return list
}

/** Returns whether the internet routes an address: it belongs neither to this host nor to its networks or neighbours. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 6) return GLOBAL_6.check(address, 'ipv6') && !NOT_PUBLIC_6.check(address, 'ipv6')
  return family === 4 && !NOT_PUBLIC_4.check(address, 'ipv4')
}

/** The address that a call connects to: the one that was checked, so that no second lookup can replace it. */
export interface Resolved {
  address: string
  family: 4 | 6
}

/** Looks a name up and returns all its addresses. */
export type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>

const systemLookup: Lookup = (host) => lookup(host, { all: true, verbatim: true })

/**
 * Looks up a host that a customer named, once. A host is refused if any of its addresses is not public
 * (docs/design/security.md §4), unless the settings except it.
 * @param excepted whether the settings allow calls to this host and port whatever its address is
 * @throws EgressFailure
 */
export async function resolvePublic(host: string, excepted: boolean, find: Lookup = systemLookup): Promise<Resolved> {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const found = isIP(bare)
    ? [{ address: bare, family: isIP(bare) }]
    : await find(bare).catch((error: NodeJS.ErrnoException) => {
        throw new EgressFailure('unresolved', error.code ?? '')
      })
  const [first] = found
  if (!first) throw new EgressFailure('unresolved', '')
  if (!excepted && !found.every(({ address }) => isPublicAddress(address))) throw new EgressFailure('address_refused', '')
  return { address: first.address, family: first.family === 6 ? 6 : 4 }
}
