import type { NetworkMember } from '@weft/contract'

/** The choices 按地区, 按 POP, 按备注前缀, 不分组. */
export const groupings = ['region', 'pop', 'prefix', 'none'] as const
export type Grouping = (typeof groupings)[number]

/** Branches that are drawn together. */
export interface BranchGroup {
  key: string
  /** The common region, POP or prefix; null for branches without one, and for the group of all branches. */
  name: string | null
  members: NetworkMember[]
  online: number
}

/** Maximum number of groups; beyond it the smallest are merged. */
export const MAX_GROUPS = 60
const REST = 'rest'
export const EVERYBODY = 'all'

const inOrder = new Intl.Collator('zh', { numeric: true })

/** Returns a member's title on the topology: its note, or else its name. */
export const titleOf = ({ note, router_name }: Pick<NetworkMember, 'note' | 'router_name'>) => note || router_name

/** Sorts offline members first, since they need attention. */
export const offlineFirst = (members: readonly NetworkMember[]): NetworkMember[] =>
  members.toSorted((a, b) => a.online - b.online || inOrder.compare(titleOf(a), titleOf(b)))

/** Returns the beginning of a note up to a number or separator: 「河南门店」 for 「河南门店 001」 and for 「河南门店-2」. */
const prefixOf = (note: string) => /^[^\s\d\-_·—:：,，、（(]*/u.exec(note.trim())![0]

const keyOf: Record<Exclude<Grouping, 'none'>, (member: NetworkMember) => string> = {
  region: ({ province, note }) => province || prefixOf(note),
  pop: ({ ov_id }) => ov_id?.main_name ?? '',
  prefix: ({ note }) => prefixOf(note),
}

const group = (key: string, name: string | null, members: NetworkMember[]): BranchGroup => ({
  key,
  name,
  members,
  online: members.reduce((sum, { online }) => sum + online, 0),
})

/** Groups branches and sorts the groups by name; last are branches without a group, merged with the smallest groups beyond the limit. */
export function groupBranches(branches: NetworkMember[], grouping: Grouping): BranchGroup[] {
  if (grouping === 'none') return branches.length > 0 ? [group(EVERYBODY, null, branches)] : []
  const found = Map.groupBy(branches, keyOf[grouping])
  const rest = found.get('') ?? []
  found.delete('')
  const bySize = [...found].toSorted(([, a], [, b]) => b.length - a.length)
  const kept = bySize.length > MAX_GROUPS ? bySize.slice(0, MAX_GROUPS - 1) : bySize
  const others = [...rest, ...bySize.slice(kept.length).flatMap(([, members]) => members)]
  const named = kept.toSorted(([a], [b]) => inOrder.compare(a, b)).map(([name, members]) => group(`name:${name}`, name, members))
  return others.length > 0 ? [...named, group(REST, null, others)] : named
}
