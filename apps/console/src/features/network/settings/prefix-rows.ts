import { check, type InputOf, type networkSettings, plain, PrefixInput, type PrefixRow } from '@weft/contract'
import {
  correctedRule,
  FreeLans,
  isRoute,
  overlappingRules,
  type PrefixSurroundings,
  problemText,
  readPermission,
  readRules,
  repeatedRules,
  rulesOnLans,
} from '@weft/network-rules'
import { formatPrefix, parseIpv4, type Prefix } from '@weft/net'
import { language, textNow } from '@weft/ui'
import * as text from './prefix.text.ts'

/** A rule as it was typed in the editor, valid or not. */
export interface TypedRule {
  /** Identifies the row while the editor is open. */
  readonly key: number
  readonly ip: string
  readonly mask: string
  readonly permission: 'permit' | 'deny'
  readonly ge: string
  readonly le: string
  /** The message that the network address was corrected to fit the mask, with the address as typed. */
  readonly corrected?: string
}
export type RuleField = 'ip' | 'mask' | 'ge' | 'le'
/**
 * A row's errors by field. `notice` does not prevent saving; `onLan`: it says that the row is on the LAN of another member, instead of
 * which `free` may be taken; `whole`: the message at `ip` is about the whole row.
 */
export type RuleProblems = Partial<Record<RuleField, string>> & { notice?: string; onLan?: true; free?: string; whole?: true }

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

/** Returns a rule that waits in a draft as it was typed. */
export const ruleDrafted = ({ ip, mask, permission = 'permit', ge = null, le = null }: Sent): TypedRule =>
  emptyRule({ ip, mask: String(mask), permission, ge: written(ge), le: written(le) })

type Sent = InputOf<typeof networkSettings.edit_prefix>['prefix'][number]
const numberOf = (typed: string) => (plain(typed) === '' ? null : Number(plain(typed)))
/** Returns a rule as it is sent: advanced fields only if the account may set them. */
export const ruleSent = ({ ip, mask, permission, ge, le }: TypedRule, advanced: boolean): Sent => ({
  ip: plain(ip),
  mask: Number(plain(mask)),
  ...(advanced ? { permission, ge: numberOf(ge), le: numberOf(le) } : {}),
})

/** Checks a row by the schema of the call: returns the rule, or the errors at its fields. */
const readRule = ({ ip, mask, permission, ge, le }: TypedRule, advanced: boolean) =>
  check(PrefixInput, { ip, mask, ...(advanced ? { permission, ge, le } : {}) }, language.get())

/** Returns the row as it is read, with its network address corrected to fit the mask if both are valid. */
export function correctedRow(typed: TypedRule): TypedRule {
  const texts = (['ip', 'mask', 'ge', 'le'] as const).map((field) => [field, plain(typed[field])] as const)
  const row = texts.every(([field, text]) => typed[field] === text) ? typed : { ...typed, ...Object.fromEntries(texts) }
  const read = readRule(row, false)
  if (!read.ok) return row
  const { rule, from } = correctedRule(read.value)
  return from === undefined ? row : { ...row, ip: rule.ip, corrected: textNow(text).corrected(from, `${rule.ip}/${rule.mask}`) }
}

/** The data that a member's rules are checked against. */
export interface RuleSurroundings extends PrefixSurroundings {
  /** True if the account may set `permission`, `ge` and `le`. */
  advanced: boolean
  /** Returns the name of a member. */
  nameOf: (router_name: string) => string
}

/**
 * Returns the errors of each invalid row, by its key. Fast enough for every keystroke: reads each row once and sorts all ranges once.
 * @param twice returns the message for a repeated row, from the index of the first one
 */
export function problemsOf(
  rows: readonly TypedRule[],
  { advanced, nameOf, ...around }: RuleSurroundings,
  twice?: (first: number) => string,
): Map<number, RuleProblems> {
  const found = new Map<number, RuleProblems>()
  const at = (index: number, problems: RuleProblems) => {
    const { key } = rows[index]!
    // The error that was found first is shown.
    found.set(key, { ...problems, ...found.get(key) })
  }
  const rules = rows.map((row, i) => {
    const read = readRule(row, advanced)
    if (read.ok) return correctedRule(read.value).rule
    for (const { field, msg } of read.errors) at(i, { [field]: msg })
    return undefined
  })
  const spoken = language.get()
  // `other` counts rows from 1.
  for (const problem of repeatedRules(rules))
    at(problem.where.index, { ip: twice ? twice(problem.with.other - 1) : problemText(problem, spoken), whole: true })
  for (const { index, known, problem } of overlappingRules(rules, around))
    at(index, { [known ? 'notice' : 'ip']: problemText(problem, spoken) })
  const onLans = rulesOnLans(rules, around, nameOf)
  if (onLans.length === 0) return found
  const own = rules.flatMap((rule) => (rule ? [prefixOfRule(rule)] : []))
  const lans = new FreeLans([...around.others, ...own], around.others.filter(isRoute))
  for (const { index, problem } of onLans) {
    const wanted = prefixOfRule(rules[index]!)
    const free = lans.next(wanted.mask, wanted)
    at(index, { notice: problemText(problem, spoken), onLan: true, ...(free && { free: formatPrefix(free) }) })
  }
  return found
}

const prefixOfRule = ({ ip, mask }: { ip: string; mask: number }): Prefix => ({ network: parseIpv4(ip)!, mask })

/** Returns the rows that lie on the LAN of another member and did not before, each with what is said about it. */
export function newOnLans(rows: readonly TypedRule[], around: RuleSurroundings): { n: number; prefix: string; notice: string }[] {
  const found = problemsOf(rows, around)
  const before = new Set(around.before.map(({ ip, mask }) => `${ip}/${mask}`))
  return rows.flatMap(({ key, ip, mask }, at) => {
    const { onLan, notice } = found.get(key) ?? {}
    const prefix = `${ip}/${mask}`
    return onLan && notice !== undefined && !before.has(prefix) ? [{ n: at + 1, prefix, notice }] : []
  })
}

/** Returns the first field of a row with an error; undefined if the row is valid. */
export const wrongField = (problems: RuleProblems | undefined): RuleField | undefined =>
  (['ip', 'mask', 'ge', 'le'] as const).find((field) => problems?.[field] !== undefined)

/** A pasted line: a rule, or its error. */
export interface PastedLine {
  /** Its place among all lines and prefixes. */
  key: string
  line: number
  text: string
  rule?: TypedRule
  problem?: string
}

/**
 * Reads lines that were pasted, of a spreadsheet or written by hand, and skips empty ones. Repetitions are found among the lines and the
 * existing rules.
 */
export function pastedLines(pasted: string, rules: readonly TypedRule[], around: RuleSurroundings): PastedLine[] {
  const t = textNow(text)
  const read = pasted.split(/\r?\n/).flatMap((whole, i) =>
    readRules(whole).map(({ ip, mask, permission: action, ge, le }, at, { length }): PastedLine => {
      const line = { key: `${i} ${at}`, line: i + 1, text: length === 1 ? whole : mask === '' ? ip : `${ip}/${mask}` }
      const permission = readPermission(action)
      if (mask === '') return { ...line, problem: t.pasteWrong }
      if (permission === undefined) return { ...line, problem: t.wrongPermission }
      if (!around.advanced && (permission === 'deny' || ge !== '' || le !== ''))
        return { ...line, problem: problemText({ code: 'prefixAdvancedOff', with: undefined }, language.get()) }
      return { ...line, rule: correctedRow(emptyRule({ ip, mask, permission, ge, le })) }
    }),
  )
  const readable = read.flatMap(({ line, rule }) => (rule ? { line, rule } : []))
  const repeats = (first: number) => (first < rules.length ? t.twiceAbove(first + 1) : t.twice(readable[first - rules.length]!.line))
  const problems = problemsOf([...rules, ...readable.map(({ rule }) => rule)], around, repeats)
  return read.map((line) => {
    const at = line.rule && problems.get(line.rule.key)
    const field = wrongField(at)
    return field ? { key: line.key, line: line.line, text: line.text, problem: at![field]! } : line
  })
}

export const isEmptyRow = ({ ip, mask }: TypedRule): boolean => ip === '' && mask === ''

/** Returns rows as lines of a spreadsheet, which `pastedLines` reads as the same rows. */
export function copiedLines(rows: readonly TypedRule[], advanced: boolean): string {
  const t = textNow(text)
  const cells = ({ ip, mask, permission, ge, le }: TypedRule) => (advanced ? [ip, mask, t[permission], ge, le] : [ip, mask])
  return rows
    .filter((row) => !isEmptyRow(row))
    .map((row) => cells(row).join('\t'))
    .join('\n')
}
