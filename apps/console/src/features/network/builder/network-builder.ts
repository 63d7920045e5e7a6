import { type MemberType, type NetworkConfig, type NetworkInfo, readLine } from '@weft/contract'
import { centerLimitProblem, memberLimitProblem, softwareCenterProblem, unusableProblem } from '@weft/network-rules'
import { type BuilderState, type Candidate, candidate, chosenPlaces, problemOf, startBuilder, usageOf } from './builder-state.ts'

export type BuilderAction =
  | { type: 'named'; network_name: string }
  | { type: 'added'; place: MemberType; members: readonly Candidate[] }
  | { type: 'moved'; place: MemberType; router_name: string }
  | { type: 'removed'; router_name: string }
  | { type: 'checked' }
  | { type: 'rebased'; network: NetworkInfo; limits: NetworkConfig }

const without = (members: readonly Candidate[], router_name: string) => members.filter((m) => m.router_name !== router_name)

/** Returns whether a member may be in a list: in an unusable network only in the one where it was. */
const admits = ({ base }: BuilderState, place: MemberType, router_name: string) => base.usable || base.places.get(router_name) === place

/** Adds as many branches as the limits allow, in order, or all centers or none; the others stay available. */
function add(state: BuilderState, place: MemberType, wanted: readonly Candidate[]): BuilderState {
  const chosen = chosenPlaces(state)
  const fresh = [...new Map(wanted.map((m) => [m.router_name, m])).values()].filter((m) => !chosen.has(m.router_name))
  const hardware = place === 'center' ? fresh.filter((m) => m.router_type === 1) : fresh
  const fit = hardware.filter((m) => admits(state, place, m.router_name))

  const room = Math.max(0, state.limits.network_router_count - usageOf(state))
  const centers = place === 'center' ? Math.max(0, state.limits.network_center_count - state.center.length) : Infinity
  // Which of too many are to be the centers is the user's choice.
  const added = fit.length > centers ? [] : fit.slice(0, room)
  // The account's usage including the added members, as the footer shows it.
  const limits = { ...state.limits, network_router_use: usageOf(state) + Math.min(fit.length, room) }
  const problem =
    (place === 'center'
      ? centerLimitProblem({ before: state.center.length, after: state.center.length + fit.length }, limits)
      : undefined) ??
    memberLimitProblem(fit.length - Math.min(fit.length, room), limits) ??
    unusableProblem(state.base.usable, hardware.length - fit.length) ??
    (place === 'center' ? softwareCenterProblem(fresh) : undefined)
  return { ...state, [place]: [...state[place], ...added.map(candidate)], problem }
}

function move(state: BuilderState, place: MemberType, router_name: string): BuilderState {
  const member = [...state.center, ...state.point].find((m) => m.router_name === router_name)
  if (!member || chosenPlaces(state).get(router_name) === place) return state
  const software = place === 'center' ? softwareCenterProblem([member]) : undefined
  if (software) return { ...state, problem: software }
  const unusable = unusableProblem(state.base.usable, admits(state, place, router_name) ? 0 : 1)
  if (unusable) return { ...state, problem: unusable }
  const limit =
    place === 'center' ? centerLimitProblem({ before: state.center.length, after: state.center.length + 1 }, state.limits) : undefined
  if (limit) return { ...state, problem: limit }
  const other: MemberType = place === 'center' ? 'point' : 'center'
  return { ...state, [other]: without(state[other], router_name), [place]: [...state[place], member], problem: undefined }
}

/** Applies the user's own changes to a network that someone else has changed meanwhile. */
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
  const renamed = readLine(state.network_name) !== state.base.network_name
  return { ...next, network_name: renamed ? state.network_name : next.network_name, center: at('center'), point: at('point') }
}

/** Returns the state after an action. Nothing here depends on a browser or a server. */
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
