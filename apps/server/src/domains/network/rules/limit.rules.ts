import { isDeepStrictEqual } from 'node:util'
import type { Draftable } from '@weft/contract'
import type { NetworkFacts, NetworkSettings } from '@weft/member-config'
import { Refusal } from '../../../kernel/refusal.ts'
import { isAdvanced } from './prefix.rules.ts'
import type { Room } from './network.rules.ts'
import { centerNames, type Change, type Resource, type Scene } from './scene.rules.ts'

/**
 * What a former revision had and the account no longer allows; what the network has now may stay.
 * @throws networkNeedsMember, memberLimit, centerLimit, dnsLimit, prefixAdvancedOff, quaggaOff, defaultRouteOff
 */
export function refuseBeyond(now: NetworkSettings, wanted: NetworkSettings, room: Scene['room']): void {
  const growth = Object.keys(wanted.members).length - Object.keys(now.members).length
  if (growth < 0 && Object.keys(wanted.members).length === 0) throw new Refusal('networkNeedsMember')
  if (growth > 0 && room.network_router_use + growth > room.network_router_count)
    throw new Refusal('memberLimit', { used: room.network_router_use, count: room.network_router_count })
  if (centerNames(wanted).length > Math.max(room.network_center_count, centerNames(now).length))
    throw new Refusal('centerLimit', { n: room.network_center_count })
  if (wanted.dns.length > Math.max(room.dns_quantity, now.dns.length)) throw new Refusal('dnsLimit', { n: room.dns_quantity })
  for (const [name, member] of Object.entries(wanted.members)) {
    const had = now.members[name]
    if (room.quagga === 0 && member.quagga > (had?.quagga ?? 0)) throw new Refusal('quaggaOff')
    if (room.default_route === 0 && member.default_route !== 0 && member.default_route !== had?.default_route)
      throw new Refusal('defaultRouteOff')
    if (room.quagga_advanced === 0 && member.prefix.some(isAdvanced) && !isDeepStrictEqual(member.prefix, had?.prefix))
      throw new Refusal('prefixAdvancedOff')
  }
}

/** The calls that take members away, which an unusable network still admits (domain.md §2). */
const shrinking: ReadonlySet<Draftable> = new Set(['edit', 'remove_member', 'name'])
/** @throws networkUnusable: until members left or services were renewed, its configuration stands still */
export function checkUsable(changes: readonly Pick<Change, 'call'>[], { network_usable }: Pick<Room, 'network_usable'>): void {
  if (network_usable === 0 && changes.some(({ call }) => !shrinking.has(call))) throw new Refusal('networkUnusable')
}

/** Whether the network may have the resource. @throws popResourceElsewhere, popResourceEnded */
export function checkResource(resource: Resource, { network_number }: Pick<NetworkFacts, 'network_number'>): void {
  if (resource.network_number !== null && resource.network_number !== network_number)
    throw new Refusal('popResourceElsewhere', { network: resource.network_name ?? '' })
  if (!resource.usable) throw new Refusal('popResourceEnded')
}
