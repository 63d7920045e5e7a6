import type { MemberDocument, Section } from '@weft/member-config'

/** What a change of documents means for the device, in the order of data-plane.md §3; for people and for the log. */
export function differenceOf(next: MemberDocument | null, before: MemberDocument | null): string[] {
  const [now, then] = [next, before].map((document) => new Map(document?.networks.map((section) => [section.network_number, section])))
  const actions: string[] = []
  for (const number of then?.keys() ?? []) if (!now?.has(number)) actions.push(`network ${number}: left`)
  for (const [number, section] of now ?? []) {
    const former = then?.get(number)
    if (!former) actions.push(`network ${number}: joined as ${section.position}`)
    else if (former.position !== section.position) actions.push(`network ${number}: becomes ${section.position}`)
    else actions.push(...changes(section, former))
  }
  return actions
}

function changes(section: Section, former: Section): string[] {
  const number = section.network_number
  const actions: string[] = []
  if (section.ciphers !== former.ciphers) actions.push(`network ${number}: services restart with other ciphers`)
  if (section.dial_mode !== former.dial_mode) actions.push(`network ${number}: dials in another order`)
  const [now, then] = [tunnelsOf(section), tunnelsOf(former)]
  const added = [...now].filter(([name, address]) => then.get(name) !== address).length
  const removed = [...then].filter(([name, address]) => now.get(name) !== address).length
  if (added > 0) actions.push(`network ${number}: ${added} tunnels added or moved`)
  if (removed > 0) actions.push(`network ${number}: ${removed} tunnels removed or moved`)
  return actions
}

/** The other ends that a section lets in or dials, each with the point's address. */
export const tunnelsOf = (section: Section): Map<string, string> =>
  new Map(
    section.position === 'center'
      ? [...section.services.hardware.peers, ...section.services.software.peers].map((peer) => [peer.router_name, peer.address])
      : section.links.filter((link) => link.enable).map((link) => [link.center, link.address]),
  )
