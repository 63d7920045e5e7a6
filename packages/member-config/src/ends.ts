import type { ServicePort } from '@weft/contract'
import { type Ipv4, parseIpv4 } from '@weft/net'
import type { NetworkIntent } from './intent.ts'

/** Where tunnels of a network end, as it is dialled. */
export interface End {
  /** A center, a listening point, or the area of a POP. */
  owner: string
  address: Ipv4
}

/** Where members of the network dial, by address. What leads there has to stay outside of the tunnels (decision 047). */
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
