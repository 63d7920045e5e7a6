import { check, type InputOf, Ipv4Text, type networkSettings, PREFIX_MASKS, type PrefixRow } from '@weft/contract'
import { formatIpv4, networkAddress, parseIpv4, type PrefixIndex } from '@weft/net'
import { language, textNow } from '@weft/ui'
import { type Claim, overlapText, tolerated } from './claims.ts'
import * as text from './prefix.text.ts'

/** A rule as it stands in the editor: what was typed, right or wrong. */
export interface TypedRule {
  /** Its own as long as the editor is open. */
  readonly key: number
  readonly ip: string
  readonly mask: string
  readonly permission: 'permit' | 'deny'
  readonly ge: string
  readonly le: string
  /** That its network number was corrected, and from what. */
  readonly corrected?: string
}
export type RuleField = 'ip' | 'mask' | 'ge' | 'le'
/** What is wrong with a row, at its fields; `overlaps` stands in nobody's way. */
export type RuleProblems = Partial<Record<RuleField, string>> & { notice?: string }

let keys = 0
export const emptyRule = (part: Partial<TypedRule> = {}): TypedRule => ({
  ip: '',
  mask: '',
  permission: 'permit',
  ge: '',
  le: '',
  ...part,
  key: (keys += 1),
})
const written = (value: number | null) => (value === null ? '' : String(value))
export const ruleTyped = ({ ip, mask, permission, ge, le }: PrefixRow): TypedRule =>
  emptyRule({ ip, mask: String(mask), permission, ge: written(ge), le: written(le) })

type Sent = InputOf<typeof networkSettings.edit_prefix>['prefix'][number]
const numberOf = (typed: string) => (typed.trim() === '' ? null : Number(typed))
/** As it is sent; what is for the advanced only where that is granted. */
export const ruleSent = ({ ip, mask, permission, ge, le }: TypedRule, advanced: boolean): Sent => ({
  ip: ip.trim(),
  mask: Number(mask),
  ...(advanced ? { permission, ge: numberOf(ge), le: numberOf(le) } : {}),
})

const isMask = (typed: string) => /^\d{1,2}$/.test(typed) && Number(typed) >= PREFIX_MASKS.min && Number(typed) <= PREFIX_MASKS.max

/** With the true network number of its mask, where both can be read. */
export function correctedRule(rule: TypedRule): TypedRule {
  const address = parseIpv4(rule.ip.trim())
  if (address === undefined || !isMask(rule.mask.trim())) return rule
  const ip = formatIpv4(networkAddress(address, Number(rule.mask)))
  if (ip === rule.ip.trim()) return rule
  return { ...rule, ip, corrected: textNow(text).corrected(`${rule.ip.trim()}/${rule.mask.trim()}`, `${ip}/${rule.mask.trim()}`) }
}

function ownProblems({ ip, mask, ge, le }: TypedRule, advanced: boolean): RuleProblems {
  const t = textNow(text)
  const problems: RuleProblems = {}
  const told = check(Ipv4Text, ip, language.get(), t.ip)
  if (ip.trim() === '') problems.ip = t.ipMissing
  else if ((parseIpv4(ip.trim()) ?? 0) < 2 ** 24) problems.ip = t.ipWrong
  else if (!told.ok) problems.ip = told.errors[0]!.msg
  if (mask.trim() === '') problems.mask = t.maskMissing
  else if (!isMask(mask.trim())) problems.mask = t.maskRange
  if (!advanced) return problems
  const bad = (typed: string) => typed.trim() !== '' && !(/^\d{1,2}$/.test(typed.trim()) && Number(typed) <= 32)
  if (bad(ge)) problems.ge = t.tooLarge
  if (bad(le)) problems.le = t.tooLarge
  if (problems.ge || problems.le || problems.mask) return problems
  const [from, to] = [numberOf(ge), numberOf(le)]
  if (from !== null && from <= Number(mask)) problems.ge = t.geAboveMask
  else if (from !== null && from > (to ?? 32)) problems.ge = t.geAboveLe
  if (from === null && to !== null && to <= Number(mask)) problems.le = t.leAboveMask
  return problems
}

/** What other rules and segments a rule is judged beside. */
export interface PrefixGround {
  owner: string
  others: PrefixIndex<Claim>
  centers: ReadonlySet<string>
  /** What was there before: what it overlaps already may stay. */
  standing: ReadonlySet<string>
  advanced: boolean
}
export const prefixKey = ({ ip, mask }: Pick<TypedRule, 'ip' | 'mask'>) => `${ip.trim()}/${mask.trim()}`

/**
 * What is wrong with each row that is not right, by its key. Costs one walk and a look-up for each row.
 * @param twice says which row another repeats, by its index
 */
export function problemsOf(
  rules: readonly TypedRule[],
  { owner, others, centers, standing, advanced }: PrefixGround,
  twice = (first: number) => textNow(text).twice(first + 1),
): Map<number, RuleProblems> {
  const found = new Map<number, RuleProblems>()
  const seen = new Map<string, number>()
  for (const [i, typed] of rules.entries()) {
    const rule = correctedRule(typed)
    const problems = ownProblems(rule, advanced)
    if (!problems.ip && !problems.mask) {
      const ge = numberOf(rule.ge)
      const same = `${prefixKey(rule)} ${ge} ${numberOf(rule.le) ?? (ge === null ? null : 32)}`
      const first = seen.get(same)
      if (first === undefined) seen.set(same, i)
      else problems.ip = twice(first)
      const prefix = { network: parseIpv4(rule.ip.trim())!, mask: Number(rule.mask) }
      const claim: Claim = { purpose: 'prefix', owner, ...prefix }
      // What is denied is announced to nobody.
      const other = rule.permission === 'deny' ? undefined : others.overlapping(prefix).find((one) => !tolerated(claim, one, centers))
      if (other && standing.has(prefixKey(rule))) problems.notice = overlapText(other)
      else if (other) problems.ip ??= overlapText(other)
    }
    if (Object.keys(problems).length > 0) found.set(rule.key, problems)
  }
  return found
}

/** The field at which a row is wrong first; undefined where it is right. */
export const wrongField = (problems: RuleProblems | undefined): RuleField | undefined =>
  (['ip', 'mask', 'ge', 'le'] as const).find((field) => problems?.[field] !== undefined)

/** A line of what was pasted: a rule, or what is wrong with it. */
export interface PastedLine {
  line: number
  text: string
  rule?: TypedRule
  problem?: string
}

/** Reads one `10.1.0.0/16` a line; empty lines count for nothing. Repetitions are found among the lines and the rules there are. */
export function pastedLines(pasted: string, rules: readonly TypedRule[], ground: PrefixGround): PastedLine[] {
  const t = textNow(text)
  const lines = pasted.split(/\r?\n/).flatMap((line, i) => (line.trim() === '' ? [] : [{ line: i + 1, text: line.trim() }]))
  const read = lines.map((line): PastedLine => {
    const [, ip, mask] = /^([^/\s]+)\s*\/\s*(\d+)$/.exec(line.text) ?? []
    return ip === undefined || mask === undefined
      ? { ...line, problem: t.pasteWrong }
      : { ...line, rule: correctedRule(emptyRule({ ip, mask })) }
  })
  const readable = read.flatMap(({ line, rule }) => (rule ? { line, rule } : []))
  const repeats = (first: number) => (first < rules.length ? t.twiceAbove(first + 1) : t.twice(readable[first - rules.length]!.line))
  const problems = problemsOf([...rules, ...readable.map(({ rule }) => rule)], ground, repeats)
  return read.map((line) => {
    const at = line.rule && problems.get(line.rule.key)
    const field = wrongField(at)
    return field ? { line: line.line, text: line.text, problem: at![field]! } : line
  })
}
