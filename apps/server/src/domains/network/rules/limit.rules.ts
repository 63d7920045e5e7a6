import { isDeepStrictEqual } from 'node:util'
import type { Draftable } from '@weft/contract'
import type { NetworkFacts, NetworkSettings } from '@weft/member-config'
import { advancedRuleProblem, centerLimitProblem, dnsLimitProblem, memberLimitProblem, noMemberProblem } from '@weft/network-rules'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Room } from './network.rules.ts'
import { refuse } from './refuse.rules.ts'
import { centerNames, type Change, type Resource, type Scene } from './scene.rules.ts'

/**
 * Refuses what a former revision had and the account no longer allows; what the network has now may stay.
 * @throws networkNeedsMember, memberLimit, centerLimit, dnsLimit, prefixAdvancedOff, quaggaOff, defaultRouteOff
 */
export function refuseBeyond(now: NetworkSettings, wanted: NetworkSettings, room: Scene['room']): void {
  const growth = Object.keys(wanted.members).length - Object.keys(now.members).length
  if (growth < 0) refuse(noMemberProblem(Object.keys(wanted.members)))
  refuse(memberLimitProblem(growth, room))
  refuse(centerLimitProblem({ before: centerNames(now).length, after: centerNames(wanted).length }, room))
  refuse(dnsLimitProblem(wanted.dns.length, room.dns_quantity, now.dns.length))
  for (const [name, member] of Object.entries(wanted.members)) {
    const had = now.members[name]
    if (room.quagga === 0 && member.quagga > (had?.quagga ?? 0)) throw new Refusal('quaggaOff')
    if (room.default_route === 0 && member.default_route !== 0 && member.default_route !== had?.default_route)
      throw new Refusal('defaultRouteOff')
    if (!isDeepStrictEqual(member.prefix, had?.prefix)) refuse(advancedRuleProblem(member.prefix, room.quagga_advanced === 1))
  }
}

/** The calls that may remove members, and `name`: an unusable network still accepts them (docs/design/domain.md §2). */
const shrinking: ReadonlySet<Draftable> = new Set(['edit', 'remove_member', 'name'])
/** @throws networkUnusable: until members leave or services are renewed, its configuration cannot change */
export function checkUsable(changes: readonly Pick<Change, 'call'>[], { network_usable }: Pick<Room, 'network_usable'>): void {
  if (network_usable === 0 && changes.some(({ call }) => !shrinking.has(call))) throw new Refusal('networkUnusable')
}

/** Checks that the network may have the resource. @throws popResourceElsewhere, popResourceEnded */
export function checkResource(resource: Resource, { network_number }: Pick<NetworkFacts, 'network_number'>): void {
  if (resource.network_number !== null && resource.network_number !== network_number)
    throw new Refusal('popResourceElsewhere', { network: resource.network_name ?? '' })
  if (!resource.usable) throw new Refusal('popResourceEnded')
}
