import { lookup } from 'node:dns/promises'
import { BlockList, type IPVersion, isIP } from 'node:net'
import { EgressFailure } from './egress-failure.ts'

/** Blocks that only a private network carries, or nobody (IANA's special-purpose registry for IPv4). */
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
/** All that the internet carries of IPv6 (RFC 4291 §2.4, IANA's registry of its address space): a list of the rest would have gaps. */
const GLOBAL_6 = blockList('ipv6', ['2000::/3'])
/** What of that is special. 6to4 and Teredo wrap an IPv4 address and lead wherever that leads. */
const NOT_PUBLIC_6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

// One list a family: a list of both takes every IPv4 address for a mapped one.
function blockList(family: IPVersion, blocks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const block of blocks) {
    const [address = '', length] = block.split('/')
    list.addSubnet(address, Number(length), family)
  }
  return list
}

/** Whether the internet carries an address: nothing of this host, its networks or its neighbours. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 6) return GLOBAL_6.check(address, 'ipv6') && !NOT_PUBLIC_6.check(address, 'ipv6')
  return family === 4 && !NOT_PUBLIC_4.check(address, 'ipv4')
}

/** Where a call goes: the address is the one that was judged, so that no second look-up can lead elsewhere. */
export interface Resolved {
  address: string
  family: 4 | 6
}

/** Looks a name up; every address that it has is answered. */
export type Lookup = (host: string) => Promise<readonly { address: string; family: number }[]>

const systemLookup: Lookup = (host) => lookup(host, { all: true, verbatim: true })

/**
 * Looks up where a host that a customer named is, once. A host of which any address is not public is refused as a whole
 * (docs/design/security.md §4), unless the installation excepts it.
 * @param excepted whether the installation lets calls to this host and port through wherever it is
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
