import { type LinkState, linkStates, type MemberState, needsAttention, type PopArea } from '@weft/contract'
import { stateBetween } from '@weft/network-rules'
import { nameOf } from '../../../shared/member/MemberName.tsx'
import type { LiveLink, LiveNetwork } from '../detail/network-state.ts'
import { areaOf } from '../topology/topology-bundles.ts'

type Member = LiveNetwork['member'][number]

/** A center, a POP or, in a network without centers, a member that others dial. */
export interface Thread {
  id: string
  kind: 'center' | 'pop' | 'member'
  name: string
  role: 'main' | 'backup' | null
  /** Its own state and nobody else's: a branch that is down never changes it. */
  state: MemberState
}
/** The member's own thread. */
export const OWN = 'own'
export interface Crossing {
  state: LinkState
  link: LiveLink
}
/** A row: a member, and what is at its crossing with each thread. */
export interface Site {
  id: string
  kind: 'center' | 'branch' | 'software'
  member: Member
  /** By thread; null where there is no link. */
  crossings: readonly (Crossing | typeof OWN | null)[]
}
export interface Loom {
  threads: readonly Thread[]
  sites: readonly Site[]
  /** The state of the link between exactly two centers, which are the first two threads; null without one. */
  twin: LinkState | null
}

export const siteName = ({ member }: Pick<Site, 'member'>): string => nameOf(member)
export const isAiling = ({ member }: Pick<Site, 'member'>): boolean => needsAttention(member.state)

const popThread = ({ ov_id, area }: PopArea): Thread => ({ id: ov_id, kind: 'pop', name: area, role: null, state: 'up' })

const memberThread = (member: Member, kind: 'center' | 'member'): Thread => ({
  id: member.router_name,
  kind,
  name: nameOf(member),
  role: kind === 'member' || member.routing === null ? null : member.routing === 1 ? 'main' : 'backup',
  state: member.state,
})

/** Returns the members of a network without centers that others can dial, those with most links first. */
export function dialled({ member, link }: LiveNetwork): Member[] {
  const links = new Map<string, number>()
  for (const { kind, center_router_name: dialled } of link) if (kind === 'p2p') links.set(dialled, (links.get(dialled) ?? 0) + 1)
  const count = (m: Member) => links.get(m.router_name) ?? 0
  return member.filter((m) => count(m) > 0 || m.fixed_port !== null).toSorted((a, b) => count(b) - count(a))
}

/** Returns the centers, the main one first; without centers the members that can be dialled. */
function memberThreads(network: LiveNetwork): Thread[] {
  const centers = network.member.filter((m) => m.member_type === 'center')
  return centers.length > 0
    ? centers.toSorted((a, b) => (b.routing ?? 0) - (a.routing ?? 0)).map((center) => memberThread(center, 'center'))
    : dialled(network).map((m) => memberThread(m, 'member'))
}

const kindOf = ({ member_type, router_type }: Member): Site['kind'] =>
  router_type === 2 ? 'software' : member_type === 'center' ? 'center' : 'branch'

const sameCrossing = (a: Site['crossings'][number] | undefined, b: Site['crossings'][number]) =>
  a === b || (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null && a.link === b.link && a.state === b.state)

/** Returns `before` if nothing in it changed, so that its row is not drawn again. */
function kept(before: Site | undefined, after: Site): Site {
  const same =
    before !== undefined &&
    before.member === after.member &&
    before.crossings.length === after.crossings.length &&
    after.crossings.every((one, at) => sameCrossing(before.crossings[at], one))
  return same ? before : after
}

/** Returns a network as threads and sites. @param before the loom on screen, whose unchanged sites are used again */
export function weave(network: LiveNetwork, before?: Loom): Loom {
  const areas = network.network_fr?.areas ?? []
  const threads = [...memberThreads(network), ...areas.map(popThread)]
  const columnOf = new Map(threads.map(({ id }, at) => [id, at]))
  const states = new Map(network.member.map(({ router_name, state }) => [router_name, state]))
  const crossings = new Map<string, Site['crossings'][number][]>(
    network.member.map(({ router_name: id }) => [id, threads.map((thread) => (thread.id === id ? OWN : null))]),
  )
  for (const link of network.link) {
    const column = columnOf.get(link.kind === 'pop' ? (areaOf(areas, link)?.ov_id ?? '') : link.center_router_name)
    const row = crossings.get(link.router_name)
    if (row && column !== undefined) {
      const state = stateBetween(link.state, states.get(link.router_name) ?? 'up', states.get(link.center_router_name))
      row[column] = { state, link }
    }
  }
  const known = new Map(before?.sites.map((site) => [site.id, site]))
  const sites = network.member.map((member) => {
    const id = member.router_name
    return kept(known.get(id), { id, kind: kindOf(member), member, crossings: crossings.get(id)! })
  })
  const twin = network.link.find(({ kind }) => kind === 'twin')?.state ?? null
  return { threads, sites, twin }
}

export interface Count {
  up: number
  /** Without links that were never connected or are turned off. */
  expected: number
}
const carrying = new Set<LinkState>(['up', 'standby', 'takeover'])
const unexpected = new Set<LinkState>(['never', 'disabled'])

/** Returns how many of the links of some sites to a thread are up. */
export function countAt(sites: readonly Site[], column: number): Count {
  let up = 0
  let expected = 0
  for (const { crossings } of sites) {
    const one = crossings[column]
    if (!one || one === OWN || unexpected.has(one.state)) continue
    expected += 1
    if (carrying.has(one.state)) up += 1
  }
  return { up, expected }
}

/** The states of a link that somebody has to look at, the worst first. */
const worstFirst = linkStates.filter((state) => state === 'down' || state === 'degraded').toReversed()

/** Returns the thread to which a site's worst link leads; undefined if none of its links is bad. */
export function worstColumn({ crossings }: Site): number | undefined {
  for (const state of worstFirst) {
    const at = crossings.findIndex((one) => typeof one === 'object' && one?.state === state)
    if (at >= 0) return at
  }
  return undefined
}

/** Returns the address of a site in this network: from a link that is up, else from any. */
export function addressOf({ crossings }: Site): string | null {
  const links = crossings.flatMap((one) => (typeof one === 'object' && one !== null && one.link.vpn_ip !== null ? [one.link] : []))
  return (links.find(({ vpn_online }) => vpn_online === 1) ?? links[0])?.vpn_ip ?? null
}
