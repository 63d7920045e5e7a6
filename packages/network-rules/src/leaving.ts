import type { Flag, Language } from '@weft/contract'

/** A dependency that must be changed before a center may leave its network. */
export type Blocker =
  | { kind: 'main' | 'backup' | 'twin' }
  /** A branch whose other links are all off. */
  | { kind: 'branch'; router_name: string }

/** The parts of a network that depend on its centers. */
export interface CenterUses {
  centers: readonly string[]
  main_router: string | null
  secondary_router: string | null
  /** 1 if the link between both centers is on. */
  twin: Flag
  /** For each branch, the centers to which its link is on. */
  linked: ReadonlyMap<string, readonly string[]>
}

/**
 * Returns what keeps centers from leaving, or from becoming branches; empty where nothing depends on them.
 * @param leaving all members that leave at once: a branch that leaves too, or loses every center, blocks nothing
 * @param named the centers to check, by default all that leave
 */
export function blockersOf(uses: CenterUses, leaving: ReadonlySet<string>, named: ReadonlySet<string> = leaving): Blocker[] {
  const { centers, main_router, secondary_router, twin, linked } = uses
  if (!centers.some((name) => named.has(name))) return []
  const alone = centers.every((name) => leaving.has(name))
    ? []
    : [...linked].filter(
        ([branch, to]) => !leaving.has(branch) && to.some((center) => named.has(center)) && to.every((center) => leaving.has(center)),
      )
  return [
    ...(named.has(main_router ?? '') ? [{ kind: 'main' } as const] : []),
    ...(named.has(secondary_router ?? '') ? [{ kind: 'backup' } as const] : []),
    ...(twin === 1 ? [{ kind: 'twin' } as const] : []),
    ...alone.map(([router_name]) => ({ kind: 'branch', router_name }) as const),
  ]
}

const uses: Record<
  Language,
  Record<'main' | 'backup' | 'twin', string> & { branch: (name: string) => string; branches: (count: number) => string; between: string }
> = {
  'zh-CN': {
    main: '主备线路的主中心',
    backup: '主备线路的备中心',
    twin: '双中心互联',
    branch: (name) => `分支 ${name} 仅连接此中心`,
    branches: (count) => `${count} 个分支仅连接此中心`,
    between: '、',
  },
  en: {
    main: 'main hub of the main and backup lines',
    backup: 'backup hub of the main and backup lines',
    twin: 'hub interconnect',
    branch: (name) => `branch ${name} links to this hub only`,
    branches: (count) => `${count} branches link to this hub only`,
    between: ', ',
  },
}

/** Returns the phrase for one blocker; a branch is called `branch`, or by its own name. */
export const blockerText = (blocker: Blocker, language: Language, branch?: string): string =>
  blocker.kind === 'branch' ? uses[language].branch(branch || blocker.router_name) : uses[language][blocker.kind]

/** Returns one phrase for all blockers, branches by their number. */
export function blockersText(blockers: readonly Blocker[], language: Language): string {
  const t = uses[language]
  const branches = blockers.filter(({ kind }) => kind === 'branch').length
  return [...blockers.flatMap(({ kind }) => (kind === 'branch' ? [] : t[kind])), ...(branches > 0 ? [t.branches(branches)] : [])].join(
    t.between,
  )
}
