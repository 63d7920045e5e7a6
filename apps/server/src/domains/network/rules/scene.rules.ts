import type { Draftable, draftable, InputOf } from '@weft/contract'
import type { CenterSettings, MemberSettings, NetworkFacts, NetworkSettings } from '@weft/member-config'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Candidate, Room } from './network.rules.ts'

/** A change of one network: a call that a draft may contain, and its input. */
export type Change<K extends Draftable = Draftable> = { [N in K]: { call: N; input: Wanted<N> } }[K]
/** Returns a change whose input belongs to its call. The compiler checks that here, and does not see that the pair is then one of the union. */
export const changeOf = <K extends Draftable>(call: K, input: Wanted<K>): Change => ({ call, input }) as Change<K> as Change
export type Wanted<K extends Draftable> = Omit<InputOf<(typeof draftable)[K]>, 'network_number'>

/** A POP resource of the account that a change names. */
export interface Resource {
  network_fr_id: string
  /** The name of the network that uses it. */
  network_name: string | null
  network_number: string | null
  usable: boolean
  areas: NetworkFacts['areas']
}

/** The facts that decide about a change, in addition to the network's settings. */
export interface Scene {
  facts: NetworkFacts
  room: Room & { dns_quantity: number; quagga: 0 | 1; quagga_advanced: 0 | 1; default_route: 0 | 1 }
  /** The account's members that the changes name. */
  candidates: ReadonlyMap<string, Candidate>
  resources: ReadonlyMap<string, Resource>
  /** The resource whose address pool was reviewed, so that it may replace another. */
  reviewed: string | undefined
  /** True if the caller may change the names of members. */
  mayName: boolean
}

/** @throws memberNotInNetwork */
export function memberOf(settings: NetworkSettings, router_name: string): MemberSettings {
  const member = settings.members[router_name]
  if (!member) throw new Refusal('memberNotInNetwork')
  return member
}
/** @throws memberNotInNetwork, memberNotCenter */
export function centerOf(settings: NetworkSettings, router_name: string): CenterSettings {
  const { center } = memberOf(settings, router_name)
  if (!center) throw new Refusal('memberNotCenter', { name: router_name })
  return center
}
export const withMember = (settings: NetworkSettings, router_name: string, part: Partial<MemberSettings>): NetworkSettings => ({
  ...settings,
  members: { ...settings.members, [router_name]: { ...memberOf(settings, router_name), ...part } },
})
export const isSoftware = (router_name: string, { facts, candidates }: Scene) =>
  (facts.members[router_name] ?? candidates.get(router_name))?.router_type === 2
export const centerNames = (settings: NetworkSettings) =>
  Object.keys(settings.members).filter((name) => settings.members[name]!.member_type === 'center')
