import type { NetworkMember } from '@weft/contract'

/** 按地区, 按 POP, 按备注前缀, 不分组. */
export const groupings = ['region', 'pop', 'prefix', 'none'] as const
export type Grouping = (typeof groupings)[number]

/** Branches that stand together. */
export interface BranchGroup {
  key: string
  /** What they have in common; null for those that have nothing, and for all of them together. */
  name: string | null
  members: NetworkMember[]
  online: number
}

/** More groups than this nobody looks through: the smallest go together. */
export const MAX_GROUPS = 60
const REST = 'rest'
export const EVERYBODY = 'all'

const inOrder = new Intl.Collator('zh', { numeric: true })

/** What a member is called on the topology: by its note, or else by its name. */
export const titleOf = ({ note, router_name }: Pick<NetworkMember, 'note' | 'router_name'>) => note || router_name

/** Those that need somebody's attention first. */
export const offlineFirst = (members: readonly NetworkMember[]): NetworkMember[] =>
  members.toSorted((a, b) => a.online - b.online || inOrder.compare(titleOf(a), titleOf(b)))

/** The first word of a note without the number of its kind: 「河南门店 001」 and 「河南门店-2」 are both 「河南门店」. */
const prefixOf = (note: string) => /^[^\s\d\-_·—:：,，、（(]*/u.exec(note.trim())![0]

const keyOf: Record<Exclude<Grouping, 'none'>, (member: NetworkMember) => string> = {
  region: ({ region, note }) => region || prefixOf(note),
  pop: ({ ov_id }) => ov_id?.main_name ?? '',
  prefix: ({ note }) => prefixOf(note),
}

const group = (key: string, name: string | null, members: NetworkMember[]): BranchGroup => ({
  key,
  name,
  members,
  online: members.reduce((sum, { online }) => sum + online, 0),
})

/** Branches by what they have in common, by name; those that have nothing, or little company among very many groups, last. */
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
