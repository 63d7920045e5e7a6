import { isDeepStrictEqual } from 'node:util'
import type { ServicePort } from '@weft/contract'
import type { NetworkSettings, PatchEntry, Section } from '@weft/member-config'

/** The service of a center, or of a listening branch, that is dialled: that of hardware or of software members, or the center link. */
export type DialledService = 'hardware' | 'software' | 'twin'

/** A service whose public address or port a change moves. */
export interface Moved {
  router_name: string
  service: DialledService
  former: ServicePort
  present: ServicePort
}

/** Where a service listens, and where it is dialled. */
interface Place {
  port?: unknown
  remote?: unknown
}

/** Returns the places of all services that listen, by service and name. */
function placesIn(sections: ReadonlyMap<string, Section>): Map<string, { router_name: string; service: DialledService } & Place> {
  const found = new Map<string, { router_name: string; service: DialledService } & Place>()
  const put = (service: DialledService, router_name: string, place: Place) => {
    const key = `${service} ${router_name}`
    found.set(key, { router_name, service, ...found.get(key), ...place })
  }
  for (const [name, section] of sections) {
    if (section.position === 'pop') continue
    for (const service of ['hardware', 'software'] as const)
      if (section.services) put(service, name, { port: section.services[service].port })
    if (section.position === 'point') for (const { center, remote } of section.links) put(section.kind, center, { remote })
    else if (section.twin) {
      const { role, peer, port, remote } = section.twin
      if (role === 'listen') put('twin', name, { port })
      else put('twin', peer, { remote })
    }
  }
  return found
}

/** Returns what sets the place of a service; undefined if the settings do not have the service. */
export function portOf({ members, center_link }: NetworkSettings, router_name: string, service: DialledService): ServicePort | undefined {
  if (service !== 'twin') return members[router_name]?.center?.[service === 'hardware' ? 'router_port' : 'software_port']
  const { center_router_name, public_ip, public_port, static_port } = center_link
  return center_router_name === router_name ? { public_ip, public_port, static_port } : undefined
}

/** Returns the settings with another place of a service. */
export function withPort(settings: NetworkSettings, router_name: string, service: DialledService, port: ServicePort): NetworkSettings {
  if (service === 'twin') return { ...settings, center_link: { ...settings.center_link, ...port } }
  const member = settings.members[router_name]!
  const center = { ...member.center!, [service === 'hardware' ? 'router_port' : 'software_port']: port }
  return { ...settings, members: { ...settings.members, [router_name]: { ...member, center } } }
}

/** Returns the services that listen or are dialled elsewhere after a change of their public address or port. */
export function movedBy(
  [before, was]: readonly [NetworkSettings, ReadonlyMap<string, Section>],
  [after, will]: readonly [NetworkSettings, ReadonlyMap<string, Section>],
): Moved[] {
  const places = placesIn(was)
  return [...placesIn(will)].flatMap(([key, { router_name, service, ...place }]) => {
    const [former, present] = [portOf(before, router_name, service), portOf(after, router_name, service)]
    const { router_name: _, service: __, ...formerPlace } = places.get(key) ?? {}
    if (!former || !present || isDeepStrictEqual(former, present) || isDeepStrictEqual(formerPlace, place)) return []
    return [{ router_name, service, former, present }]
  })
}

/** Returns whether a patch changes nothing but the places of these services. */
export const movesOnly = (patch: readonly PatchEntry[], moved: readonly Pick<Moved, 'router_name' | 'service'>[]): boolean =>
  patch.every(({ path: [kind, name, field, below] }) =>
    moved.some(({ router_name, service }) =>
      service === 'twin'
        ? kind === 'center_link'
        : kind === 'members' &&
          name === router_name &&
          field === 'center' &&
          below === (service === 'hardware' ? 'router_port' : 'software_port'),
    ),
  )
