import type { NetworkProgress, State } from '@weft/contract'
import type { ApplyText } from './apply.text.ts'
import type { CardState } from './apply-state.ts'

/** The mark of each state of a card. */
export const cardMarks: Record<CardState, State> = {
  saving: 'running',
  pushing: 'running',
  undoing: 'running',
  done: 'up',
  undone: 'up',
  offline: 'up',
  failed: 'failed',
  conflict: 'failed',
  stale: 'unknown',
}

/** Returns seconds with one decimal: a change takes about one. */
export const secondsOf = (ms: number | undefined): string | undefined => (ms === undefined ? undefined : (ms / 1000).toFixed(1))

const noCounts = { members: 0, applied: 0, failed: 0, offline: 0 }

/** Returns the title of a card. @param ms how long the change took, if that is shown */
export function cardTitle(t: ApplyText, state: CardState, progress: NetworkProgress | undefined, ms?: number): string {
  const { members, applied, failed, offline } = progress?.counts ?? noCounts
  const titles: Record<CardState, () => string> = {
    saving: () => t.saving,
    conflict: () => t.conflict,
    stale: () => t.stale,
    pushing: () => t.pushing(applied, members),
    undoing: () => t.undoing(applied, members),
    failed: () => t.failed(applied, failed),
    offline: () => t.offline(applied, offline),
    undone: () => t.undone(secondsOf(ms)),
    done: () => t.done(secondsOf(ms)),
  }
  return titles[state]()
}
