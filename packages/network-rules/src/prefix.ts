import type { PrefixInput } from '@weft/contract'
import type { PrefixRule } from '@weft/member-config'
import { formatIpv4, networkAddress, parseIpv4, type Prefix, PrefixIndex } from '@weft/net'
import type { Claim } from './claim.ts'
import { conflictsAfter, overlapProblem } from './overlap.ts'
import type { Problem, ProblemOf } from './problem.ts'

/** Returns the network number of an address with a mask, undefined if the address cannot be read. */
export function networkNumber(ip: string, mask: number): string | undefined {
  const address = parseIpv4(ip)
  return address === undefined ? undefined : formatIpv4(networkAddress(address, mask))
}

/** Returns a typed rule as it is stored, its address corrected to the network number, and in `from` the text that was corrected. */
export function correctedRule({ ip, mask, permission, ge, le }: PrefixInput): { rule: PrefixRule; from: string | undefined } {
  const number = networkNumber(ip, mask)!
  // With ge alone, everything up to /32 is meant (specification 2 §5).
  const rule = { ip: number, mask, permission: permission ?? 'permit', ge: ge ?? null, le: le ?? (ge == null ? null : 32) } as const
  return { rule, from: number === ip ? undefined : `${ip}/${mask}` }
}

/** Returns whether a rule has an action other than permit, a ge or a le. */
const isAdvanced = ({ permission, ge, le }: PrefixRule): boolean => permission === 'deny' || ge !== null || le !== null

/** Returns the problem of rules with an action, ge or le, which an account may set only if that is granted. */
export const advancedRuleProblem = (rules: readonly PrefixRule[], granted: boolean): Problem | undefined =>
  !granted && rules.some(isAdvanced) ? { code: 'prefixAdvancedOff', with: undefined } : undefined

/** Returns the rules that repeat an earlier one, whatever their action; undefined is a row that cannot be read yet. */
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

/** The member whose rules are edited, and all else that uses addresses. */
export interface PrefixSurroundings {
  owner: string
  /** True if the member is a center. */
  center: boolean
  others: readonly Claim[]
  /** The member's rules before they were edited. */
  before: readonly PrefixRule[]
}
/** A rule that overlaps something. `known`: the overlap existed before and may stay. */
export interface OverlappingRule {
  index: number
  known: boolean
  problem: Problem
}

/** Returns the rules with a forbidden overlap, each once with its first new overlap, or else its first known one. */
export function overlappingRules(
  rules: readonly (PrefixRule | undefined)[],
  { owner, center, others, before }: PrefixSurroundings,
): OverlappingRule[] {
  const claimOf = (rule: PrefixRule | undefined, index: number): (Claim & { index: number })[] =>
    // A denied prefix is not announced.
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

/** Returns the permitted rules that lie on the LAN that another member reports: each once, with a problem that may stay. */
export function rulesOnLans(
  rules: readonly (PrefixRule | undefined)[],
  { owner, others }: Pick<PrefixSurroundings, 'owner' | 'others'>,
  nameOf: (owner: string) => string,
): Omit<OverlappingRule, 'known'>[] {
  const lans = new PrefixIndex(others.filter((claim) => claim.purpose === 'lan' && claim.owner !== owner))
  return rules.flatMap((rule, index) => {
    const prefix = rule?.permission === 'permit' ? prefixOf(rule) : undefined
    const [claim] = prefix ? lans.overlapping(prefix) : []
    if (!prefix || !claim) return []
    const code = claim.network === prefix.network && claim.mask === prefix.mask ? 'prefixSame' : 'prefixOverlap'
    return [{ index, problem: { code, with: { prefix, beside: { claim, name: nameOf(claim.owner) } } } }]
  })
}
const prefixOf = ({ ip, mask }: PrefixRule): Prefix => ({ network: parseIpv4(ip)!, mask })
