import { check, type InputOf, type networkSettings, PrefixInput, type PrefixRow } from '@weft/contract'
import { correctedRule, overlappingRules, type PrefixSurroundings, problemText, repeatedRules } from '@weft/network-rules'
import { language, textNow } from '@weft/ui'
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
/** What is wrong with a row, at its fields. `notice` keeps nobody from saving; `whole`: the sentence at `ip` names the row itself. */
export type RuleProblems = Partial<Record<RuleField, string>> & { notice?: string; whole?: true }

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

/** Reads a row by the schema of the call: the rule, or what is wrong at its fields. */
const readRule = ({ ip, mask, permission, ge, le }: TypedRule, advanced: boolean) =>
  check(PrefixInput, { ip, mask: mask.trim(), ...(advanced ? { permission, ge: ge.trim(), le: le.trim() } : {}) }, language.get())

/** Returns the row with the network number of its mask, where both can be read. */
export function correctedRow(row: TypedRule): TypedRule {
  const read = readRule(row, false)
  if (!read.ok) return row
  const { rule, from } = correctedRule(read.value)
  return from === undefined ? row : { ...row, ip: rule.ip, corrected: textNow(text).corrected(from, `${rule.ip}/${rule.mask}`) }
}

/** What the rules of a member are judged beside. */
export interface RuleSurroundings extends PrefixSurroundings {
  /** Whether the account may set action, ge and le. */
  advanced: boolean
}

/**
 * Returns what is wrong with each row that is not right, by its key. Costs a read of each row and one sort of all ranges.
 * @param twice says which row another repeats, by its index
 */
export function problemsOf(
  rows: readonly TypedRule[],
  { advanced, ...around }: RuleSurroundings,
  twice?: (first: number) => string,
): Map<number, RuleProblems> {
  const found = new Map<number, RuleProblems>()
  const at = (index: number, problems: RuleProblems) => {
    const { key } = rows[index]!
    // What was found first is said.
    found.set(key, { ...problems, ...found.get(key) })
  }
  const rules = rows.map((row, i) => {
    const read = readRule(row, advanced)
    if (read.ok) return correctedRule(read.value).rule
    for (const { field, msg } of read.errors) at(i, { [field]: msg })
    return undefined
  })
  const spoken = language.get()
  for (const problem of repeatedRules(rules))
    at(problem.where.index, { ip: twice ? twice(problem.with.other - 1) : problemText(problem, spoken), whole: true })
  for (const { index, known, problem } of overlappingRules(rules, around))
    at(index, { [known ? 'notice' : 'ip']: problemText(problem, spoken) })
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
export function pastedLines(pasted: string, rules: readonly TypedRule[], around: RuleSurroundings): PastedLine[] {
  const t = textNow(text)
  const lines = pasted.split(/\r?\n/).flatMap((line, i) => (line.trim() === '' ? [] : [{ line: i + 1, text: line.trim() }]))
  const read = lines.map((line): PastedLine => {
    const [, ip, mask] = /^([^/\s]+)\s*\/\s*(\d+)$/.exec(line.text) ?? []
    return ip === undefined || mask === undefined
      ? { ...line, problem: t.pasteWrong }
      : { ...line, rule: correctedRow(emptyRule({ ip, mask })) }
  })
  const readable = read.flatMap(({ line, rule }) => (rule ? { line, rule } : []))
  const repeats = (first: number) => (first < rules.length ? t.twiceAbove(first + 1) : t.twice(readable[first - rules.length]!.line))
  const problems = problemsOf([...rules, ...readable.map(({ rule }) => rule)], around, repeats)
  return read.map((line) => {
    const at = line.rule && problems.get(line.rule.key)
    const field = wrongField(at)
    return field ? { line: line.line, text: line.text, problem: at![field]! } : line
  })
}
