import type { MemberType } from '@weft/contract'
import { type MemberSettings, type NetworkFacts, type NetworkSettings, newCenter, newMember } from '@weft/member-config'
import { Refusal } from '../../../kernel/refusal.ts'
import { centersOf, checkRoom, namesOf, type Plan, planRemoved, pointsOf, type Seat } from './network.rules.ts'
import { centerNames, type Scene } from './scene.rules.ts'
import { centerUses } from './claim.text.ts'

/** The members as seats. */
export const seatsOf = (settings: NetworkSettings, { facts, candidates }: Pick<Scene, 'facts' | 'candidates'>): Seat[] =>
  Object.entries(settings.members).map(([router_name, { member_type }]) => ({
    router_name,
    router_type: facts.members[router_name]?.router_type ?? candidates.get(router_name)?.router_type ?? 1,
    member_type,
  }))

function seated(settings: NetworkSettings, { added, removed, moved }: Plan): NetworkSettings {
  const members = { ...settings.members }
  for (const { router_name } of removed) delete members[router_name]
  // A new center is one at once, so that what follows in the same draft may set its ports, segments and links.
  const seat = (member: MemberSettings, member_type: MemberType): MemberSettings => ({
    ...member,
    member_type,
    center: member_type === 'center' ? newCenter() : null,
    links: {},
  })
  for (const { router_name, member_type } of added) members[router_name] = seat(newMember(member_type), member_type)
  for (const { router_name, member_type } of moved) members[router_name] = seat(members[router_name]!, member_type)
  return { ...settings, members }
}

/**
 * What keeps a center from leaving: others that depend on it, in words; nothing where none does (the console lists them with links).
 * @param leaving all members that leave with it: branches whose every link goes with them are left alone
 */
export function usesOf(settings: NetworkSettings, name: string, leaving: ReadonlySet<string> = new Set([name])): string[] {
  const { routing, center_link, members } = settings
  const alone = Object.entries(members).filter(
    ([point, { links }]) =>
      !leaving.has(point) &&
      links[name]?.enable === 1 &&
      Object.entries(links).every(([center, { enable }]) => leaving.has(center) || enable === 0),
  ).length
  const others = centerNames(settings).some((center) => !leaving.has(center))
  return [
    ...(routing.main_router === name ? [centerUses.main] : []),
    ...(routing.secondary_router === name ? [centerUses.secondary] : []),
    ...(center_link.enable === 1 ? [centerUses.centerLink] : []),
    ...(others && alone > 0 ? [centerUses.branches(alone)] : []),
  ]
}

/** @throws centerInUse for the first of the centers among them that others depend on */
function refuseUsed(settings: NetworkSettings, leaving: readonly Seat[]): void {
  const names = new Set(namesOf(leaving))
  for (const { router_name: name } of leaving) {
    if (settings.members[name]?.member_type !== 'center') continue
    const uses = usesOf(settings, name, names)
    if (uses.length > 0) throw new Refusal('centerInUse', { name, uses: uses.join('、') })
  }
}

/** The network with other members. @throws what checkRoom throws, centerInUse */
export function planned(settings: NetworkSettings, plan: Plan, scene: Scene): NetworkSettings {
  // Other changes of the same draft may have taken and given seats.
  const taken = Object.keys(settings.members).length - Object.keys(scene.facts.members).length
  checkRoom(seatsOf(settings, scene), plan, { ...scene.room, network_router_use: scene.room.network_router_use + taken })
  refuseUsed(settings, [...plan.removed, ...pointsOf(plan.moved)])
  if (settings.center_link.enable === 1 && centersOf(plan.after).length > 2) throw new Refusal('centerLinkThird')
  return seated(settings, plan)
}

/**
 * A network that one of its members leaves because it is deleted or taken back; the last member may leave it empty.
 * @throws lastCenterNeeded, centerInUse
 */
export function withoutMember(settings: NetworkSettings, router_name: string, facts: NetworkFacts): NetworkSettings {
  const plan = planRemoved(settings.network_name, seatsOf(settings, { facts, candidates: new Map() }), router_name)
  refuseUsed(settings, plan.removed)
  return seated(settings, plan)
}
