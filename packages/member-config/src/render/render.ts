import type { MemberDocument, Section } from '../document.ts'
import { frrConfig } from './frr.ts'
import { interfacesOf, type RenderedFile, ROOT } from './names.ts'
import { openvpnFiles } from './openvpn.ts'
import { movedTo, PLACES, type Places } from './places.ts'

export type { RenderedFile } from './names.ts'
export type { Places } from './places.ts'

/**
 * Returns the files that make a device run a document, sorted by path. Pure: equal documents give equal bytes. They hold no secrets,
 * only the paths where the agent keeps them. A tunnel that is off, or whose other end is unknown, has no file.
 */
export function render(document: MemberDocument, places: Places = PLACES): RenderedFile[] {
  const { networks } = document
  const files = networks.flatMap(openvpnFiles)
  const frr = frrConfig(document)
  if (frr !== undefined) files.push({ path: `${ROOT}/frr.conf`, content: frr })
  if (networks.length > 0) files.push({ path: `${ROOT}/forward.nft`, content: forwarding(networks) })
  if (networks.length > 0) files.push({ path: `${ROOT}/sysctl.conf`, content: SYSCTL })
  const servers = [...new Set(networks.flatMap((section) => (section.position === 'pop' ? [] : section.dns)))]
  if (servers.length > 0) files.push({ path: `${ROOT}/resolv.conf`, content: servers.map((server) => `nameserver ${server}\n`).join('') })
  return files.map((file) => movedTo(places, file)).toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Hash policy 1 divides traffic among equal paths by flow, including its ports, not by packet. */
const SYSCTL = 'net.ipv4.ip_forward = 1\nnet.ipv4.fib_multipath_hash_policy = 1\n'

/** Returns nftables rules that drop packets between tunnels of different networks. Loading them replaces those loaded before. */
function forwarding(networks: readonly Section[]): string {
  const all = networks.map(interfacesOf)
  const listed = (names: readonly string[]) => `{ ${names.map((name) => `"${name}"`).join(', ')} }`
  const rules = all.flatMap((own, i) => {
    const others = all.flatMap((names, j) => (i === j ? [] : names))
    return own.length === 0 || others.length === 0 ? [] : [`    iifname ${listed(own)} oifname ${listed(others)} drop`]
  })
  return [
    'table inet weft',
    'delete table inet weft',
    'table inet weft {',
    '  chain forward {',
    '    type filter hook forward priority filter; policy accept;',
    ...rules,
    '  }',
    '}',
    '',
  ].join('\n')
}
