import {
  type MemberOption,
  type MemberType,
  type NetworkBuilder,
  type NetworkConfig,
  type NetworkInfo,
  readLine,
  type RouterType,
} from '@weft/contract'
import {
  centerLimitProblem,
  memberLimitProblem,
  nameLengthProblem,
  noMemberProblem,
  type Problem,
  softwareCenterProblem,
} from '@weft/network-rules'

/** A member as the builder shows it, available or chosen. */
export interface Candidate {
  router_name: string
  note: string
  router_type: RouterType
  online: 0 | 1
  /** Its networks, as far as they are known. */
  networks?: MemberOption['networks']
}

/** Why an action was not or only partly done, or why the network cannot be saved. */
export type BuilderProblem = Problem | { code: 'nameMissing' }

/** The network as it was loaded; empty for a new network. */
interface Base {
  network_name: string
  revision: number | undefined
  /** False for an unusable network, which may only shrink. */
  usable: boolean
  members: ReadonlyMap<string, Candidate>
  places: ReadonlyMap<string, MemberType>
}

export interface BuilderState {
  network_name: string
  /** True with a POP resource, which allows a longer name. */
  popNetwork: boolean
  center: readonly Candidate[]
  point: readonly Candidate[]
  base: Base
  limits: NetworkConfig
  /** The problem of the last action; a new object each time, so that the same problem can be announced again. */
  problem: BuilderProblem | undefined
}

const emptyBase: Base = { network_name: '', revision: undefined, usable: true, members: new Map(), places: new Map() }

/** Returns the fields of a row that the builder keeps. */
export const candidate = ({ router_name, note, router_type, online, networks = [] }: Candidate): Candidate => ({
  router_name,
  note,
  router_type,
  online,
  networks,
})

const baseOf = ({ network_name, revision, network_status, member }: NetworkInfo): Base => ({
  network_name,
  revision,
  usable: network_status === 1,
  members: new Map(member.map((m) => [m.router_name, candidate(m)])),
  places: new Map(member.map((m) => [m.router_name, m.member_type])),
})

/** Returns the first state of the builder, for a new network or for the members of an existing one. */
export function startBuilder(limits: NetworkConfig, network?: NetworkInfo): BuilderState {
  const base = network ? baseOf(network) : emptyBase
  const held = (place: MemberType) => [...base.members.values()].filter((m) => base.places.get(m.router_name) === place)
  return {
    network_name: base.network_name,
    popNetwork: network?.network_type === 3,
    center: held('center'),
    point: held('point'),
    base,
    limits,
    problem: undefined,
  }
}

/** Returns the account's memberships once this is saved: a member in two networks counts twice. */
export const usageOf = (state: BuilderState) =>
  state.limits.network_router_use - state.base.members.size + state.center.length + state.point.length

/** Returns for each chosen member whether it is a center or a branch. */
export const chosenPlaces = (state: BuilderState) =>
  new Map<string, MemberType>([
    ...state.point.map((m) => [m.router_name, 'point'] as const),
    ...state.center.map((m) => [m.router_name, 'center'] as const),
  ])

/** Returns the members of the network that saving would remove. */
export function removedFrom(state: BuilderState): Candidate[] {
  const chosen = chosenPlaces(state)
  return [...state.base.members.values()].filter((m) => !chosen.has(m.router_name))
}

/** Returns whether saving would change anything. */
export function isChanged(state: BuilderState): boolean {
  const chosen = chosenPlaces(state)
  return (
    readLine(state.network_name) !== state.base.network_name ||
    chosen.size !== state.base.places.size ||
    [...chosen].some(([name, place]) => state.base.places.get(name) !== place)
  )
}

/**
 * Returns the first reason why this cannot be saved. A network that exceeds a limit because services lapsed may still shrink:
 * limits apply only to added members.
 */
export function problemOf(state: BuilderState): BuilderProblem | undefined {
  const { center, point, base, limits } = state
  const name = readLine(state.network_name)
  if (name === '') return { code: 'nameMissing' }
  const had = [...base.places.values()].filter((place) => place === 'center').length
  return (
    nameLengthProblem(name, state.popNetwork) ??
    noMemberProblem([...center, ...point]) ??
    softwareCenterProblem(center) ??
    centerLimitProblem({ before: had, after: center.length }, limits) ??
    memberLimitProblem(center.length + point.length - base.members.size, limits)
  )
}

/** Returns the input of the call that saves: with `revision` only for an existing network. */
export const builderInput = (state: BuilderState): NetworkBuilder & { revision?: number } => ({
  network_name: readLine(state.network_name),
  center: state.center.map((m) => m.router_name),
  point: state.point.map((m) => m.router_name),
  ...(state.base.revision === undefined ? {} : { revision: state.base.revision }),
})

/** Returns the first other network in which two or more of the chosen members are joined already, with these; undefined if there is none. */
export function joinedElsewhere({ center, point }: BuilderState): { network_name: string; members: Candidate[] } | undefined {
  const chosen = [...center, ...point]
  const byNetwork = Map.groupBy(
    chosen.flatMap((member) => (member.networks ?? []).map((network) => ({ ...network, member }))),
    ({ network_number }) => network_number,
  )
  const first = [...byNetwork.values()].find((joined) => joined.length > 1)
  return first && { network_name: first[0]!.network_name, members: first.map(({ member }) => member) }
}
