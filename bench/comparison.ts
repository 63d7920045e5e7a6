import { type Figure, median, round } from './figure.ts'
import { inColumns } from './table.ts'

/** What one bench measured on another commit and here, one after the other. */
export interface Round {
  other: readonly Figure[]
  ours: readonly Figure[]
}

interface Compared {
  what: string
  target: string
  /** The middle value of the rounds, or the last where it is not a number. */
  other: string
  ours: string
  /** The middle of ours / other over the rounds, and the least and the most; absent where these are not numbers. */
  ratio?: number
  spread?: [least: number, most: number]
  /** False where ours is worse by more than the tolerance; absent where there is no ratio, or neither more nor less is better. */
  ok?: boolean
}

export interface Comparison {
  rows: Compared[]
  /** The names of figures that no round has of both. */
  only: Record<keyof Round, string[]>
}

/** Times that a figure may be worse than the other commit's. Shared machines differ by less within one sitting. */
const TOLERANCE = 1.15

/** Compares the rounds of a bench. Figures are matched by what they say they are. */
export function compareFigures(rounds: readonly Round[]): Comparison {
  const pairs = new Map<string, Record<keyof Round, Figure>[]>()
  for (const { other, ours } of rounds) {
    for (const figure of ours) {
      const twin = other.find(({ what }) => what === figure.what)
      if (twin) pairs.set(figure.what, [...(pairs.get(figure.what) ?? []), { other: twin, ours: figure }])
    }
  }
  const onlyOf = (side: keyof Round) => [
    ...new Set(rounds.flatMap((one) => one[side].map(({ what }) => what)).filter((what) => !pairs.has(what))),
  ]
  return { rows: [...pairs.values()].map(compared), only: { other: onlyOf('other'), ours: onlyOf('ours') } }
}

function compared(pairs: readonly Record<keyof Round, Figure>[]): Compared {
  const { what, target } = pairs.at(-1)!.ours
  const others = pairs.map(({ other }) => other.measured)
  const ours = pairs.map((pair) => pair.ours.measured)
  const shown = { what, target, other: middle(others), ours: middle(ours) }
  const ratios = others.map((other, i) => ratioOf(ours[i]!, other))
  if (ratios.some(Number.isNaN)) return shown
  const ratio = median(ratios)
  const measured: Compared = { ...shown, ratio: round(ratio), spread: [round(Math.min(...ratios)), round(Math.max(...ratios))] }
  if (target.startsWith('≤')) return { ...measured, ok: ratio <= TOLERANCE }
  if (target.startsWith('≥')) return { ...measured, ok: ratio >= 1 / TOLERANCE }
  return measured
}

/** Returns the number and the unit of a figure; undefined if it is words, or more than one number. */
function numberOf(measured: string): { value: number; unit: string } | undefined {
  const [, value, unit = ''] = /^(-?\d+(?:\.\d+)?(?:e[+-]\d+)?)(?: (\S+))?$/.exec(measured) ?? []
  return value === undefined ? undefined : { value: Number(value), unit }
}

function middle(measured: readonly string[]): string {
  const numbers = measured.map(numberOf)
  const value = median(numbers.map((one) => one?.value ?? Number.NaN))
  const same = numbers.every((one) => one !== undefined && one.unit === numbers[0]!.unit)
  return same ? `${value} ${numbers[0]!.unit}`.trimEnd() : measured.at(-1)!
}

/** Returns ours / other; NaN unless both are one number from 0 on, of the same unit. */
function ratioOf(ours: string, other: string): number {
  const [a, b] = [numberOf(ours), numberOf(other)]
  if (!a || !b || a.unit !== b.unit || a.value < 0 || b.value < 0) return Number.NaN
  return a.value === b.value ? 1 : a.value / b.value
}

/** Returns the comparison as a table. @param other what the other commit is called */
export function linesOf({ rows, only }: Comparison, other: string): string[] {
  const head = ['  figure', 'target', other, 'here', `here / ${other}`, 'spread']
  const cells = rows.map((row) => [
    `${row.ok === undefined ? ' ' : row.ok ? '✓' : '✗'} ${row.what}`,
    row.target,
    row.other,
    row.ours,
    row.ratio === undefined ? '' : `${row.ratio} ×`,
    row.spread ? row.spread.join(' to ') : '',
  ])
  const missing = (side: string, names: readonly string[]) => names.map((what) => `only ${side} has: ${what}`)
  return [...(rows.length > 0 ? inColumns([head, ...cells]) : []), ...missing(other, only.other), ...missing('here', only.ours)]
}
