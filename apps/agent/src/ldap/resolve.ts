import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { LdapFailure, type Resolve } from '@weft/ldap'

/** Addresses of the device itself, of its links, and of no host: no directory is there. */
const nowhere = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  nowhere.addSubnet(network, prefix, 'ipv4')
const nowhere6 = new BlockList()
for (const [network, prefix] of [
  // The first two include forms of IPv4 addresses.
  ['::', 96],
  ['::ffff:0:0', 96],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  nowhere6.addSubnet(network, prefix, 'ipv6')

const isOwn = (address: string): boolean =>
  Object.values(networkInterfaces()).some((addresses) => addresses?.some((one) => one.address === address))

/**
 * Returns a resolver that looks directories up from the device's network. A name with any address on the device itself is refused, so that
 * no one reaches the device's own services through it.
 * @param excepted `host:port` separated by commas, for an installation whose directory is on the device
 */
export function deviceResolve(excepted = ''): Resolve {
  const allowed = new Set(excepted.split(',').map((entry) => entry.trim().toLowerCase()))
  return async (host, port) => {
    const family = isIP(host)
    const found = family ? [{ address: host, family }] : await lookup(host, { all: true, verbatim: true }).catch(() => [])
    const [first] = found
    if (!first) throw new LdapFailure('reach', 'unresolved', { host })
    const refused = (one: { address: string; family: number }) =>
      isOwn(one.address) || (one.family === 6 ? nowhere6.check(one.address, 'ipv6') : nowhere.check(one.address, 'ipv4'))
    if (!allowed.has(`${host.toLowerCase()}:${port}`) && found.some(refused)) throw new LdapFailure('reach', 'ownAddress', { host })
    return { address: first.address, family: first.family === 6 ? 6 : 4 }
  }
}
