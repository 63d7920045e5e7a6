import type { DeviceBudget } from '@weft/contract'

/** What is left of a budget at a time, in seconds. */
export interface Left {
  amount: number
  at: number
}

/** Returns what is left of a budget now. A clock that was set back gives nothing. */
export function leftNow(before: Left | undefined, { at_once, a_minute }: Pick<DeviceBudget, 'at_once' | 'a_minute'>, now: number): number {
  if (!before) return at_once
  return Math.min(at_once, before.amount + (Math.max(0, now - before.at) / 60) * a_minute)
}
