import type { PrefixInput } from '@weft/contract'
import type { PrefixRule } from '@weft/member-config'
import { formatIpv4, networkAddress, parseIpv4, type Prefix } from '@weft/net'
import type { Claim } from './claim.ts'
import { conflictsAfter, overlapProblem } from './overlap.ts'
import type { Problem, ProblemOf } from './problem.ts'

/** Returns the network number of a mask that holds the address, undefined where the address cannot be read. */
export function networkNumber(ip: string, mask: number): string | undefined {
  const address = parseIpv4(ip)
  return address === undefined ? undefined : formatIpv4(networkAddress(address, mask))
}

/** Returns a typed rule as it is kept, its network number corrected to the one of its mask, and what was corrected. */
export function correctedRule({ ip, mask, permission, ge, le }: PrefixInput): { rule: PrefixRule; from: string | undefined } {
  const number = networkNumber(ip, mask)!
  // With ge alone, everything up to /32 is meant (specification 2 §5).
  const rule = { ip: number, mask, permission: permission ?? 'permit', ge: ge ?? null, le: le ?? (ge == null ? null : 32) } as const
  return { rule, from: number === ip ? undefined : `${ip}/${mask}` }
}

/** Whether a rule does more than permit a network as it is. */
const isAdvanced = ({ permission, ge, le }: PrefixRule): boolean => permission === 'deny' || ge !== null || le !== null

/** Returns the problem of rules with an action, ge or le, which an account sets only where that is granted. */
export const advancedRuleProblem = (rules: readonly PrefixRule[], granted: boolean): Problem | undefined =>
  !granted && rules.some(isAdvanced) ? { code: 'prefixAdvancedOff', with: undefined } : undefined

/** Returns the rules that repeat an earlier one, whatever their action; undefined stands for a row that cannot be read yet. */
export function repeatedRules(rules: readonly (PrefixRule | undefined)[]): ProblemOf<'prefixTwice'>[] {
  const rows = new Map<string, number>()
  return rules.flatMap((rule, index) => {
    if (!rule) return []
    const key = `${rule.ip}/${rule.mask} ${rule.ge} ${rule.le}`
    const other = rows.get(key)
    if (other !== undefined) return [{ code: 'prefixTwice', where: { index }, with: { row: index + 1, other } }]
    rows.set(key, index + 1)
    return []
  })
}

/** A member's rules beside everything else that uses addresses. */
export interface PrefixSurroundings {
  owner: string
  /** Whether the member is a center. */
  center: boolean
  others: readonly Claim[]
  /** The member's rules before they were edited. */
  before: readonly PrefixRule[]
}
/** What a row of rules overlaps. `known`: it did before, and may stay. */
export interface OverlappingRule {
  index: number
  known: boolean
  problem: Problem
}

/** Returns the rules that overlap what they may not, each once and with the first overlap that counts. */
export function overlappingRules(
  rules: readonly (PrefixRule | undefined)[],
  { owner, center, others, before }: PrefixSurroundings,
): OverlappingRule[] {
  const claimOf = (rule: PrefixRule | undefined, index: number): (Claim & { index: number })[] =>
    // A denied prefix is announced to nobody.
    rule?.permission === 'permit' ? [{ purpose: 'prefix', owner, center, index, ...prefixOf(rule) }] : []
  const own = rules.flatMap(claimOf)
  const found = new Map<number, OverlappingRule>()
  for (const { claim, other, known } of conflictsAfter<Claim & { index?: number }>(
    [...others, ...before.flatMap(claimOf)],
    [...others, ...own],
  )) {
    const [one, beside] = claim.index === undefined ? [other, claim] : [claim, other]
    const { index } = one
    if (index === undefined) continue
    const had = found.get(index)
    if (!had || (had.known && !known)) found.set(index, { index, known, problem: overlapProblem(one, beside) })
  }
  return [...found.values()]
}
const prefixOf = ({ ip, mask }: PrefixRule): Prefix => ({ network: parseIpv4(ip)!, mask })
