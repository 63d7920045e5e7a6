import type { AttentionState, DiagnosisCause, Flag, ProblemCause, RouterType } from '@weft/contract'
import { isFresh, problemCauses } from '@weft/contract'

/** A member that needs attention. */
export interface Troubled {
  router_name: string
  note: string
  router_type: RouterType
  state: AttentionState
  cause: DiagnosisCause
  since: number | null
  online: Flag
  /** True if all its tunnels that are down lead to centers that are away. */
  behind: boolean
  address: string | null
  error: string | null
  /** Its networks, as far as the caller may see them. */
  networks: readonly string[]
  /** The targets of its tunnels that are down, in order. */
  lost: readonly Target[]
}
export interface Target {
  router_name: string
  name: string
  away: boolean
}
/** A center that never connected. */
export type NeverConnected = Pick<Troubled, 'router_name' | 'note' | 'router_type' | 'networks'>

/** A POP resource that has ended, in a network that uses it. */
export interface LapsedPop {
  network_number: string
  network_name: string
  pop: string
  centers: number
  members: number
}

export interface Situation {
  usable: boolean
  /** The number of members in networks, which none can use while the account must renew. */
  networked: number
  pops: readonly LapsedPop[]
  troubled: readonly Troubled[]
  neverConnected: readonly NeverConnected[]
}

/** A root cause, with the members that it is about and those that it takes with it. */
export interface Cause {
  id: string
  cause: ProblemCause
  state: AttentionState
  subjects: readonly (Troubled | NeverConnected)[]
  affected: readonly Troubled[]
  /** Members that it takes with it besides `affected`, which have no state of their own for it. */
  more: number
  networks: readonly string[]
  since: number | null
  pop?: LapsedPop
}

/** Seconds between the losses of members that are one event. */
const TOGETHER_SECONDS = 60

const isLost = (one: Troubled) => one.cause === 'connection_lost'
const causeOf = ({ state, cause }: Troubled): ProblemCause => {
  if (state === 'degraded') return 'links_down'
  if (cause === 'config_failed' || cause === 'address_changed' || cause === 'connection_lost') return cause
  return 'tunnel_down'
}
const earliest = (members: readonly Pick<Troubled, 'since'>[]) => {
  const known = members.flatMap(({ since }) => since ?? [])
  return known.length > 0 ? Math.min(...known) : null
}
const byAge = (a: Pick<Troubled, 'since' | 'router_name'>, b: Pick<Troubled, 'since' | 'router_name'>) =>
  (a.since ?? Infinity) - (b.since ?? Infinity) || (a.router_name < b.router_name ? -1 : 1)

/** Returns the groups of members of which each began within a minute of the first. */
function together(members: readonly Troubled[]): Troubled[][] {
  const groups: Troubled[][] = []
  for (const member of members.toSorted(byAge)) {
    const last = groups.at(-1)
    const first = last?.[0]?.since
    if (last && (first == null || member.since === null ? first === member.since : member.since - first <= TOGETHER_SECONDS))
      last.push(member)
    else groups.push([member])
  }
  return groups
}

/** Returns what has to be equal for two members to have one cause; each member by itself for a cause that concerns it alone. */
function keyOf(member: Troubled): string {
  const { router_name, address, error, networks, lost } = member
  const cause = causeOf(member)
  if (cause === 'connection_lost') return JSON.stringify([cause, address ?? [router_name]])
  if (cause === 'config_failed') return JSON.stringify([cause, networks[0] ?? '', error])
  if (cause === 'address_changed') return JSON.stringify([cause, router_name])
  return JSON.stringify([cause, lost.map((target) => target.router_name)])
}

/** Returns what is wrong, each root cause once, the gravest first, then the longest (decision 071). */
export function causesOf({ usable, networked, pops, troubled, neverConnected }: Situation): Cause[] {
  const causes: Cause[] = []
  if (!usable)
    causes.push({
      id: 'service_lapsed',
      cause: 'service_lapsed',
      state: 'down',
      subjects: [],
      affected: [],
      more: networked,
      networks: [],
      since: null,
    })
  for (const pop of pops)
    causes.push({
      id: `pop_lapsed/${pop.network_number}`,
      cause: 'pop_lapsed',
      state: pop.centers === 0 ? 'down' : 'degraded',
      subjects: [],
      affected: [],
      more: pop.centers === 0 ? pop.members : 0,
      networks: [pop.network_number],
      since: null,
      pop,
    })
  const { centers, left } = lostCenters(troubled, neverConnected)
  causes.push(...centers)
  for (const members of Map.groupBy(left, keyOf).values()) {
    // Members whose configuration was refused for one reason have one cause, whenever that was noticed.
    const groups = causeOf(members[0]!) === 'config_failed' ? [members.toSorted(byAge)] : together(members)
    for (const subjects of groups) causes.push(causeAbout(causeOf(subjects[0]!), subjects))
  }
  const rank = ({ cause }: Cause) => problemCauses.indexOf(cause)
  return causes.toSorted((a, b) => rank(a) - rank(b) || (a.since ?? Infinity) - (b.since ?? Infinity) || (a.id < b.id ? -1 : 1))
}

const causeAbout = (cause: ProblemCause, subjects: readonly Troubled[], affected: readonly Troubled[] = []): Cause => ({
  id: `${cause}/${subjects[0]!.router_name}`,
  cause,
  state: subjects[0]!.state,
  subjects,
  affected,
  more: 0,
  networks: networksOf([...subjects, ...affected]),
  since: earliest(subjects),
})
const networksOf = (members: readonly Pick<Troubled, 'networks'>[]) => [...new Set(members.flatMap(({ networks }) => networks))].toSorted()

/**
 * Returns the lost centers with the branches that they take with them, and the members that are left. A branch belongs to the center that
 * was lost last, if all its tunnels that are down lead to centers that are away.
 */
function lostCenters(troubled: readonly Troubled[], neverConnected: readonly NeverConnected[]): { centers: Cause[]; left: Troubled[] } {
  const lost = new Map(troubled.filter(isLost).map((one) => [one.router_name, one]))
  const never = new Map(neverConnected.map((one) => [one.router_name, one]))
  const behind = new Map<string, Troubled[]>()
  const left: Troubled[] = []
  for (const member of troubled) {
    const away = member.lost.filter((target) => target.away)
    const explained = !isLost(member) && member.cause !== 'config_failed' && member.behind
    const last = away
      .flatMap((target) => lost.get(target.router_name) ?? [])
      .toSorted(byAge)
      .at(-1)
    const center = last ?? away.map((target) => never.get(target.router_name)).find((one) => one !== undefined)
    if (!explained || !center) left.push(member)
    else {
      const affected = behind.get(center.router_name)
      if (affected) affected.push(member)
      else behind.set(center.router_name, [member])
    }
  }
  const centers = [...behind].map(([name, affected]): Cause => {
    const center = lost.get(name)
    if (center) return causeAbout('center_down', [center], affected.toSorted(byAge))
    const { networks, ...subject } = never.get(name)!
    return {
      id: `center_down/${name}`,
      cause: 'center_down',
      state: 'down',
      subjects: [{ ...subject, networks }],
      affected: affected.toSorted(byAge),
      more: 0,
      networks: networksOf([{ networks }, ...affected]),
      since: earliest(affected),
    }
  })
  return { centers, left: left.filter((member) => !(isLost(member) && behind.has(member.router_name))) }
}

/** Returns the causes that are told, and those of the last seconds, which may end by themselves (`isFresh`). @param now Unix seconds */
export function byAgeOf(causes: readonly Cause[], now: number): { told: Cause[]; fresh: Cause[] } {
  const isNew = ({ cause, state, since }: Cause) => cause !== 'service_lapsed' && cause !== 'pop_lapsed' && isFresh({ state, since }, now)
  return { told: causes.filter((one) => !isNew(one)), fresh: causes.filter(isNew) }
}

/** Returns the number of members that need attention because of a cause. */
export const membersOf = ({ subjects, affected, more }: Cause): number =>
  subjects.filter((one) => 'state' in one).length + affected.length + more
