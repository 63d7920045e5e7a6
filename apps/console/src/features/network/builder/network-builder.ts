import {
  NETWORK_NAME_MAX,
  POP_NETWORK_NAME_MAX,
  type MemberType,
  type NetworkBuilder,
  type NetworkConfig,
  type NetworkInfo,
  type RouterType,
} from '@weft/contract'

/** A member as the builder shows it, whether it is free or chosen. */
export interface Candidate {
  router_name: string
  note: string
  router_type: RouterType
  online: 0 | 1
}

/** Why an action did not, or not fully, happen; or why the network cannot be saved. */
export type Problem =
  | { kind: 'name_missing' }
  | { kind: 'name_long'; max: number }
  | { kind: 'no_member' }
  | { kind: 'software_center' }
  | { kind: 'center_limit'; n: number }
  | { kind: 'member_limit' }
  | { kind: 'unusable' }

/** What the network held when it was read; a new one holds nothing. */
interface Base {
  network_name: string
  revision: number | undefined
  /** An unusable network may only shrink. */
  usable: boolean
  members: ReadonlyMap<string, Candidate>
  places: ReadonlyMap<string, MemberType>
}

export interface BuilderState {
  network_name: string
  name_max: number
  center: readonly Candidate[]
  point: readonly Candidate[]
  base: Base
  limits: NetworkConfig
  /** Of the last action; a new object each time, so that the same problem can be announced again. */
  problem: Problem | undefined
}

export type BuilderAction =
  | { type: 'named'; network_name: string }
  | { type: 'added'; place: MemberType; members: readonly Candidate[] }
  | { type: 'moved'; place: MemberType; router_name: string }
  | { type: 'removed'; router_name: string }
  | { type: 'checked' }
  | { type: 'rebased'; network: NetworkInfo; limits: NetworkConfig }

const emptyBase: Base = { network_name: '', revision: undefined, usable: true, members: new Map(), places: new Map() }

const candidate = ({ router_name, note, router_type, online }: Candidate): Candidate => ({ router_name, note, router_type, online })

const baseOf = ({ network_name, revision, network_status, member }: NetworkInfo): Base => ({
  network_name,
  revision,
  usable: network_status === 1,
  members: new Map(member.map((m) => [m.router_name, candidate(m)])),
  places: new Map(member.map((m) => [m.router_name, m.member_type])),
})

const nameMax = (network: NetworkInfo) => (network.network_type === 3 ? POP_NETWORK_NAME_MAX : NETWORK_NAME_MAX)

/** A builder for a new network, or for the members of an existing one. */
export function startBuilder(limits: NetworkConfig, network?: NetworkInfo): BuilderState {
  const base = network ? baseOf(network) : emptyBase
  const held = (place: MemberType) => [...base.members.values()].filter((m) => base.places.get(m.router_name) === place)
  return {
    network_name: base.network_name,
    name_max: network ? nameMax(network) : NETWORK_NAME_MAX,
    center: held('center'),
    point: held('point'),
    base,
    limits,
    problem: undefined,
  }
}

/** Memberships of the whole account once this is saved: a member in two networks counts twice. */
export const usageOf = (state: BuilderState) =>
  state.limits.network_router_use - state.base.members.size + state.center.length + state.point.length

/** Where each chosen member stands. */
export const chosenPlaces = (state: BuilderState) =>
  new Map<string, MemberType>([
    ...state.point.map((m) => [m.router_name, 'point'] as const),
    ...state.center.map((m) => [m.router_name, 'center'] as const),
  ])

/** Members of the network that saving would take out. */
export function removedFrom(state: BuilderState): Candidate[] {
  const chosen = chosenPlaces(state)
  return [...state.base.members.values()].filter((m) => !chosen.has(m.router_name))
}

/** Whether saving would change anything. */
export function isChanged(state: BuilderState): boolean {
  const chosen = chosenPlaces(state)
  return (
    state.network_name.trim() !== state.base.network_name ||
    chosen.size !== state.base.places.size ||
    [...chosen].some(([name, place]) => state.base.places.get(name) !== place)
  )
}

/**
 * The first reason why this cannot be saved. A network that is over a limit because services lapsed may still shrink:
 * a limit counts only against what is added.
 */
export function problemOf(state: BuilderState): Problem | undefined {
  const { center, point, base, limits } = state
  const name = state.network_name.trim()
  const held = [...base.places.values()]
  if (name === '') return { kind: 'name_missing' }
  if ([...name].length > state.name_max) return { kind: 'name_long', max: state.name_max }
  if (center.length + point.length === 0) return { kind: 'no_member' }
  if (center.some((m) => m.router_type === 2)) return { kind: 'software_center' }
  const centersHeld = held.filter((place) => place === 'center').length
  if (center.length > Math.max(limits.network_center_count, centersHeld)) return { kind: 'center_limit', n: limits.network_center_count }
  if (center.length + point.length > held.length && usageOf(state) > limits.network_router_count) return { kind: 'member_limit' }
  return undefined
}

/** What is sent: `revision` only for an existing network. */
export const builderInput = (state: BuilderState): NetworkBuilder & { revision?: number } => ({
  network_name: state.network_name.trim(),
  center: state.center.map((m) => m.router_name),
  point: state.point.map((m) => m.router_name),
  ...(state.base.revision === undefined ? {} : { revision: state.base.revision }),
})

const without = (members: readonly Candidate[], router_name: string) => members.filter((m) => m.router_name !== router_name)

/** Whether a member may stand there: in an unusable network only where it stood. */
const admits = ({ base }: BuilderState, place: MemberType, router_name: string) => base.usable || base.places.get(router_name) === place

/** Adds as many as the limits leave room for, in order; the rest stay where they are. */
function add(state: BuilderState, place: MemberType, wanted: readonly Candidate[]): BuilderState {
  let problem: Problem | undefined
  const chosen = chosenPlaces(state)
  const fresh = [...new Map(wanted.map((m) => [m.router_name, m])).values()].filter((m) => !chosen.has(m.router_name))
  const hardware = place === 'center' ? fresh.filter((m) => m.router_type === 1) : fresh
  if (hardware.length < fresh.length) problem = { kind: 'software_center' }
  const fit = hardware.filter((m) => admits(state, place, m.router_name))
  if (fit.length < hardware.length) problem = { kind: 'unusable' }

  const room = Math.max(0, state.limits.network_router_count - usageOf(state))
  const seats = place === 'center' ? Math.max(0, state.limits.network_center_count - state.center.length) : Infinity
  if (fit.length > room) problem = { kind: 'member_limit' }
  else if (fit.length > seats) problem = { kind: 'center_limit', n: state.limits.network_center_count }

  return { ...state, [place]: [...state[place], ...fit.slice(0, Math.min(room, seats)).map(candidate)], problem }
}

function move(state: BuilderState, place: MemberType, router_name: string): BuilderState {
  const member = [...state.center, ...state.point].find((m) => m.router_name === router_name)
  if (!member || chosenPlaces(state).get(router_name) === place) return state
  const { network_center_count } = state.limits
  if (place === 'center' && member.router_type === 2) return { ...state, problem: { kind: 'software_center' } }
  if (!admits(state, place, router_name)) return { ...state, problem: { kind: 'unusable' } }
  if (place === 'center' && state.center.length >= network_center_count)
    return { ...state, problem: { kind: 'center_limit', n: network_center_count } }
  const other: MemberType = place === 'center' ? 'point' : 'center'
  return { ...state, [other]: without(state[other], router_name), [place]: [...state[place], member], problem: undefined }
}

/** The user's own changes carried over to a network that someone else has changed meanwhile. */
function rebase(state: BuilderState, network: NetworkInfo, limits: NetworkConfig): BuilderState {
  const next = startBuilder(limits, network)
  const mine = chosenPlaces(state)
  const touched = (name: string) => mine.get(name) !== state.base.places.get(name)
  const theirs = new Map([...next.base.members].map(([name, m]) => [name, { member: m, place: next.base.places.get(name) }]))
  for (const m of [...state.center, ...state.point])
    if (touched(m.router_name) && !theirs.has(m.router_name)) theirs.set(m.router_name, { member: m, place: undefined })

  const placed = [...theirs.values()].map(({ member, place }) => ({
    member,
    place: touched(member.router_name) ? mine.get(member.router_name) : place,
  }))
  const at = (place: MemberType) => placed.filter((p) => p.place === place).map((p) => p.member)
  const renamed = state.network_name.trim() !== state.base.network_name
  return { ...next, network_name: renamed ? state.network_name : next.network_name, center: at('center'), point: at('point') }
}

/** Every step of the builder. Nothing here knows of a browser or a server. */
export function networkBuilder(state: BuilderState, action: BuilderAction): BuilderState {
  switch (action.type) {
    case 'named':
      return { ...state, network_name: action.network_name, problem: undefined }
    case 'added':
      return add(state, action.place, action.members)
    case 'moved':
      return move(state, action.place, action.router_name)
    case 'removed':
      return {
        ...state,
        center: without(state.center, action.router_name),
        point: without(state.point, action.router_name),
        problem: undefined,
      }
    case 'checked':
      return { ...state, problem: problemOf(state) }
    case 'rebased':
      return rebase(state, action.network, action.limits)
  }
}
