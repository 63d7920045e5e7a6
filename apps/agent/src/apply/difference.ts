import { isDeepStrictEqual } from 'node:util'
import type { MemberDocument, Section } from '@weft/member-config'

/** Returns the effects of a change of documents on the device, in the order of docs/design/data-plane.md §3; for people and for the log. */
export function differenceOf(next: MemberDocument | null, before: MemberDocument | null): string[] {
  const [now, then] = [next, before].map((document) => new Map(document?.networks.map((section) => [section.network_number, section])))
  const actions: string[] = []
  for (const number of then?.keys() ?? []) if (!now?.has(number)) actions.push(`network ${number}: left`)
  for (const [number, section] of now ?? []) {
    const former = then?.get(number)
    if (!former) actions.push(`network ${number}: joined as ${section.position}`)
    else if (former.position !== section.position) actions.push(`network ${number}: becomes ${section.position}`)
    else for (const what of changes(section, former)) actions.push(`network ${number}: ${what}`)
  }
  return actions
}

function* changes(section: Section, former: Section): Generator<string> {
  const differs = (part: (of: Section) => unknown) => !isDeepStrictEqual(part(section), part(former))
  if (differs(routingOf)) yield 'routes, prefixes or preferences change'
  if (differs((of) => of.dns)) yield 'other DNS servers'
  if (differs((of) => 'dial_mode' in of && of.dial_mode)) yield 'dials in another order'
  const [now, then] = [tunnelsOf(section), tunnelsOf(former)].map((tunnels) => new Map(tunnels.map((one) => [one.other, one])))
  const missing = (from: typeof now, to: typeof now) =>
    [...(from ?? [])].filter(([name, one]) => to?.get(name)?.address !== one.address).length
  const [added, removed] = [missing(now, then), missing(then, now)]
  if (added > 0) yield `${added} tunnels added or moved`
  if (removed > 0) yield `${removed} tunnels removed or moved`
  if (differs(listeningOf)) yield 'services restart on another port or segment'
  if (differs((of) => of.ciphers)) yield 'services restart with other ciphers'
}

const routingOf = (section: Section) => {
  if (section.position === 'pop') return null
  const { quagga, default_route, prefixes } = section
  const preferences = section.position === 'center' ? section.preference : section.links.map((link) => [link.center, link.preference])
  return { quagga, default_route, prefixes, preferences }
}
const listeningOf = (section: Section) => {
  if (!section.services) return null
  const { hardware, software } = section.services
  const twin = section.position === 'center' ? section.twin : null
  return { services: [hardware, software].map(({ segment, port, device }) => ({ segment, port, device })), twin }
}

/** The other end of a tunnel that a section lets in or dials, and the dialling end's address. */
export interface TunnelEnd {
  other: string
  address: string
  /** The other end's part: a POP is run by the operator. */
  role: 'point' | 'center' | 'pop'
}

export function tunnelsOf(section: Section): TunnelEnd[] {
  const tunnels: TunnelEnd[] = []
  if (section.position === 'point') {
    for (const { center, address, enable } of section.links) if (enable) tunnels.push({ other: center, address, role: 'center' })
  }
  if (section.services)
    for (const { peers } of [section.services.hardware, section.services.software])
      for (const { router_name, address } of peers) tunnels.push({ other: router_name, address, role: 'point' })
  if (section.position === 'pop') return tunnels
  for (const { pop_name, address } of section.pop_links) tunnels.push({ other: pop_name, address, role: 'pop' })
  if (section.position === 'center' && section.twin) {
    const { role, peer, address, peer_address } = section.twin
    tunnels.push(role === 'listen' ? { other: peer, address: peer_address, role: 'point' } : { other: peer, address, role: 'center' })
  }
  return tunnels
}
