import type { BranchRow } from '@weft/contract'
import type { LinkSettings, MemberSettings, NetworkSettings } from '@weft/member-config'
import { blocking, type Branch, type BranchProblem, judgeBranches, problemText } from '@weft/network-rules'
import { Refusal } from '../../../kernel/refusal.ts'
import { membershipsOf, planned } from './membership.rules.ts'
import type { Membership } from './network.rules.ts'
import { centerNames, type Scene } from './scene.rules.ts'

/** Returns the network with the branches, their prefixes, and their links switched on or off. @throws what planned throws */
export function withBranches(settings: NetworkSettings, branches: readonly Branch[], scene: Scene): NetworkSettings {
  const before = membershipsOf(settings, scene)
  const added = branches.map(
    ({ router_name }): Membership => ({
      router_name,
      router_type: scene.candidates.get(router_name)?.router_type ?? 1,
      member_type: 'point',
    }),
  )
  const next = planned(settings, { added, removed: [], moved: [], after: [...before, ...added] }, scene)
  const centers = centerNames(next)
  const members = { ...next.members }
  for (const { router_name, prefix, center } of branches) {
    const link = (name: string): LinkSettings => ({ vpn_ip: '', enable: center.length === 0 || center.includes(name) ? 1 : 0 })
    const member: MemberSettings = {
      ...members[router_name]!,
      prefix,
      links: Object.fromEntries(centers.map((name) => [name, link(name)])),
    }
    members[router_name] = member
  }
  return { ...next, members }
}

/** Refuses rows of which one cannot be added. @throws branchesRefused, which names the first such row and all problems */
export function refuseRows(problems: readonly BranchProblem[]): void {
  const wrong = problems.filter(({ level }) => blocking.has(level))
  const [first] = wrong
  if (!first) return
  const errors = wrong.map(({ row, field, problem }) => ({ field: `rows.${row}.${field}`, msg: problemText(problem, 'zh-CN') }))
  throw new Refusal('branchesRefused', { row: first.row + 1, problem: problemText(first.problem, 'zh-CN') }, { errors })
}

/**
 * Returns the branches that a draft's rows describe. A draft names centers by their serial numbers; that prefixes overlap nothing is
 * checked with the whole network.
 * @throws branchesRefused
 */
export function branchesWanted(settings: NetworkSettings, rows: readonly BranchRow[], { candidates, mayName }: Scene): Branch[] {
  const devices = new Map(
    [...candidates.values()].map(({ note = '', address: _, ...device }) => [device.router_name.toLowerCase(), { ...device, note }]),
  )
  const members = Object.entries(settings.members).map(([router_name, { member_type }]) => ({
    router_name,
    note: candidates.get(router_name)?.note ?? '',
    member_type,
  }))
  const { problems, branches } = judgeBranches(rows, { devices, near: new Map(), members, claims: [], mayName })
  refuseRows(problems)
  return branches
}
