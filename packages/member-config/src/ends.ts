import type { ServicePort } from '@weft/contract'
import { type Ipv4, parseIpv4 } from '@weft/net'
import type { NetworkIntent } from './intent.ts'

/** An address that tunnels of a network dial. */
export interface End {
  /** A center, a listening branch, or the area of a POP. */
  owner: string
  address: Ipv4
}

/** Returns the addresses that a network's members dial, in ascending order. Routes to them stay outside the tunnels (decision 047). */
export function endsOf({ settings: { members, center_link }, facts }: NetworkIntent): End[] {
  const ends = new Map<Ipv4, string>()
  const add = (owner: string, text: string | null | undefined) => {
    const address = parseIpv4(text ?? '')
    if (address !== undefined) ends.set(address, owner)
  }
  const dialled = (owner: string, { public_ip }: Pick<ServicePort, 'public_ip'>) => add(owner, public_ip ?? facts.members[owner]?.address)
  for (const [name, { center }] of Object.entries(members))
    if (center) for (const port of [center.router_port, center.software_port]) dialled(name, port)
  if (center_link.center_router_name !== null) dialled(center_link.center_router_name, center_link)
  for (const { area, public_ip } of Object.values(facts.areas)) add(area, public_ip)
  return [...ends].map(([address, owner]) => ({ owner, address })).toSorted((a, b) => a.address - b.address)
}
