import type { MemberType } from '@weft/contract'
import { type MemberSettings, type NetworkFacts, type NetworkSettings, newCenter, newMember } from '@weft/member-config'
import { type Blocker, blockersOf } from '@weft/network-rules'
import { Refusal } from '../../../kernel/refusal.ts'
import { centersOf, checkRoom, namesOf, type Plan, planRemoved, pointsOf, type Membership } from './network.rules.ts'
import { refuse } from './refuse.rules.ts'
import { centerNames, type Scene } from './scene.rules.ts'

/** Returns the memberships that the settings of a network describe. */
export const membershipsOf = (settings: NetworkSettings, { facts, candidates }: Pick<Scene, 'facts' | 'candidates'>): Membership[] =>
  Object.entries(settings.members).map(([router_name, { member_type }]) => ({
    router_name,
    router_type: facts.members[router_name]?.router_type ?? candidates.get(router_name)?.router_type ?? 1,
    member_type,
  }))

function withMembers(settings: NetworkSettings, { added, removed, moved }: Plan): NetworkSettings {
  const members = { ...settings.members }
  for (const { router_name } of removed) delete members[router_name]
  // A new center gets its settings at once, so that later changes of the same draft may set its ports, segments and links.
  const membership = (member: MemberSettings, member_type: MemberType): MemberSettings => ({
    ...member,
    member_type,
    center: member_type === 'center' ? newCenter() : null,
    links: {},
  })
  for (const { router_name, member_type } of added) members[router_name] = membership(newMember(member_type), member_type)
  for (const { router_name, member_type } of moved) members[router_name] = membership(members[router_name]!, member_type)
  return { ...settings, members }
}

/** Returns what blocks a center of these settings from leaving together with others. */
export function blockersIn(settings: NetworkSettings, name: string, leaving: ReadonlySet<string> = new Set([name])): Blocker[] {
  const { routing, center_link, members } = settings
  const linked = Object.entries(members).map(([branch, { links }]): [string, string[]] => [
    branch,
    Object.keys(links).filter((center) => links[center]!.enable === 1),
  ])
  const uses = { ...routing, centers: centerNames(settings), twin: center_link.enable, linked: new Map(linked) }
  return blockersOf(uses, leaving, new Set([name]))
}

/** @throws centerInUse for the first leaving center that others depend on */
function refuseUsed(settings: NetworkSettings, leaving: readonly Membership[]): void {
  const names = new Set(namesOf(leaving))
  for (const { router_name: name } of leaving) {
    if (settings.members[name]?.member_type !== 'center') continue
    const blockers = blockersIn(settings, name, names)
    if (blockers.length > 0) refuse({ code: 'centerInUse', with: { name, blockers } })
  }
}

/** Returns the network with the planned members. @throws what checkRoom throws, centerInUse, centerLinkThird */
export function planned(settings: NetworkSettings, plan: Plan, scene: Scene): NetworkSettings {
  // Other changes of the same draft may have added and removed memberships.
  const taken = Object.keys(settings.members).length - Object.keys(scene.facts.members).length
  checkRoom(membershipsOf(settings, scene), plan, { ...scene.room, network_router_use: scene.room.network_router_use + taken })
  refuseUsed(settings, [...plan.removed, ...pointsOf(plan.moved)])
  if (settings.center_link.enable === 1 && centersOf(plan.after).length > 2) throw new Refusal('centerLinkThird')
  return withMembers(settings, plan)
}

/**
 * Returns the network without a member that is deleted or taken back; the last member may leave it empty.
 * @throws lastCenterNeeded, centerInUse
 */
export function withoutMember(settings: NetworkSettings, router_name: string, facts: NetworkFacts): NetworkSettings {
  const plan = planRemoved(settings.network_name, membershipsOf(settings, { facts, candidates: new Map() }), router_name)
  refuseUsed(settings, plan.removed)
  return withMembers(settings, plan)
}
