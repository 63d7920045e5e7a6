import { folded, type GreatRegion, greatRegionOf, type MemberState, memberStates } from '@weft/contract'
import { isAiling, type Loom, type Site, siteName } from './loom-model.ts'
import { namedLike } from '../../../shared/member/named-like.ts'

/** The choices 地区, 状态, 标签, 不分组. */
export const loomGroupings = ['region', 'state', 'tag', 'none'] as const
export type LoomGrouping = (typeof loomGroupings)[number]
/** The choices 全部, 需要处理, 从未连接. */
export const loomFilters = ['all', 'attention', 'never'] as const
export type LoomFilter = (typeof loomFilters)[number]

export interface LoomView {
  grouping: LoomGrouping
  filter: LoomFilter
  search: string
}

/** What a group has in common; `name` is a tag, and null where its members have none. */
export type Grouped =
  | { kind: 'attention' | 'center' | 'software' | 'all' }
  | { kind: 'region'; region: GreatRegion | null }
  | { kind: 'state'; state: MemberState }
  | { kind: 'tag'; tag: string | null }

/** A group and the sites in it, in their order. */
export interface Group {
  key: string
  of: Grouped
  sites: readonly Site[]
  /** Number of sites that belong here and are under 需要处理 instead. */
  elsewhere: number
}

const inOrder = new Intl.Collator('zh', { numeric: true })
const severity = new Map(memberStates.map((state, at) => [state, at]))
const ofState = ({ member }: Site) => severity.get(member.state)!

/** Puts the worst first, then the main center, then the least available. */
const worstFirst = (a: Site, b: Site) =>
  ofState(a) - ofState(b) ||
  (b.member.routing ?? 0) - (a.member.routing ?? 0) ||
  (a.member.availability ?? 101) - (b.member.availability ?? 101) ||
  inOrder.compare(siteName(a), siteName(b))

function groupOf(site: Site, grouping: LoomGrouping): Grouped {
  if (site.kind !== 'branch') return { kind: site.kind }
  if (grouping === 'region') return { kind: 'region', region: greatRegionOf(site.member.province) ?? null }
  if (grouping === 'tag') return { kind: 'tag', tag: site.member.tags[0] ?? null }
  if (grouping === 'state') return { kind: 'state', state: site.member.state }
  return { kind: 'all' }
}

const keyOf = (of: Grouped): string => {
  if (of.kind === 'region') return `region:${of.region ?? ''}`
  if (of.kind === 'tag') return `tag:${of.tag ?? ''}`
  return of.kind === 'state' ? `state:${of.state}` : of.kind
}

/** Returns the place of a group: 需要处理, 中心, groups by size with those without a name behind them, software members. */
function placeOf({ of }: Group): number {
  const places = { attention: 0, center: 1, all: 2, region: 2, state: 2, tag: 2, software: 4 }
  const unnamed = (of.kind === 'region' && of.region === null) || (of.kind === 'tag' && of.tag === null)
  return unnamed ? 3 : places[of.kind]
}

export const passes = (site: Site, filter: LoomFilter): boolean =>
  filter === 'all' || (filter === 'attention' ? isAiling(site) : site.member.state === 'never')

const matches = ({ member }: Site, wanted: string) => wanted === '' || namedLike(member, wanted)

/** Returns whether a view shows any site. */
export function showsAny({ sites }: Pick<Loom, 'sites'>, { filter, search }: LoomView): boolean {
  const wanted = folded(search)
  return sites.some((site) => passes(site, filter) && matches(site, wanted))
}

/** Returns the sites that a view shows, in their groups and in their order. */
export function arrange({ sites }: Pick<Loom, 'sites'>, { grouping, filter, search }: LoomView): Group[] {
  const wanted = folded(search)
  const found = new Map<string, { of: Grouped; sites: Site[]; elsewhere: number }>()
  const groupFor = (of: Grouped) => {
    const key = keyOf(of)
    const known = found.get(key) ?? { of, sites: [], elsewhere: 0 }
    found.set(key, known)
    return known
  }
  for (const site of sites) {
    if (!passes(site, filter) || !matches(site, wanted)) continue
    const own = groupOf(site, grouping)
    if (!isAiling(site)) groupFor(own).sites.push(site)
    else {
      groupFor({ kind: 'attention' }).sites.push(site)
      groupFor(own).elsewhere += 1
    }
  }
  return [...found]
    .filter(([, group]) => group.sites.length > 0)
    .map(([key, group]): Group => ({ key, ...group, sites: group.sites.toSorted(worstFirst) }))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || b.sites.length - a.sites.length || inOrder.compare(a.key, b.key))
}

/**
 * Returns the groups on screen with the sites of a newer loom: nothing moves, sites that left the network are left out, and those that the
 * view newly shows come last in their group. Those that have become ailing, or that no longer pass the filter, stay where they are.
 * @param newest the same view of the newer loom
 */
export function follow(shown: readonly Group[], newest: readonly Group[], { sites }: Pick<Loom, 'sites'>): Group[] {
  const latest = new Map(sites.map((site) => [site.id, site]))
  const known = new Set(shown.flatMap((group) => group.sites.map(({ id }) => id)))
  const groups = shown.map((group) => ({ ...group, sites: group.sites.flatMap(({ id }) => latest.get(id) ?? []) }))
  for (const group of newest) {
    const added = group.sites.filter(({ id }) => !known.has(id))
    if (added.length === 0) continue
    const place = groups.find(({ key }) => key === group.key)
    if (place) place.sites.push(...added)
    else groups.push({ ...group, sites: added })
  }
  return groups.filter(({ sites }) => sites.length > 0)
}

/** Returns how many ailing sites are not under 需要处理, because the order was kept when they became so. */
export const countNews = (shown: readonly Group[]): number =>
  shown.reduce((sum, { of, sites }) => (of.kind === 'attention' ? sum : sum + sites.filter(isAiling).length), 0)

/** A row of the loom: a group's head, or one of its sites. */
export type Line = { key: string; group: Group; site: Site | null }

/** Returns the rows to draw. @param folded the groups of which only the head is shown */
export const linesOf = (groups: readonly Group[], folded: (key: string) => boolean): Line[] =>
  groups.flatMap((group): Line[] => [
    { key: `group:${group.key}`, group, site: null },
    ...(folded(group.key) ? [] : group.sites.map((site) => ({ key: site.id, group, site }))),
  ])
