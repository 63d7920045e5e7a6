import type { NetworkProgress } from '@weft/contract'
import type { Applying } from '../../../shared/apply/applying.ts'

/**
 * The states of a card. `saving`: until the server has answered and the new revision is known. `pushing` and `undoing`: until all members
 * have answered. Then `done`, `undone`, `failed`, or `offline` if only members that are away have not answered. `stale`: the console hears
 * nothing more of the revision.
 */
export type CardState = 'saving' | 'conflict' | 'pushing' | 'undoing' | 'stale' | 'failed' | 'offline' | 'done' | 'undone'

/** Seconds without news after which a progress may be out of date, while the live connection is lost. */
const STALE_MS = 5000

interface Seen {
  card: Applying
  progress: NetworkProgress | undefined
  /** True while `progress` is of the revision before the one that was saved. */
  behind: boolean
  /** Unix milliseconds at which `progress` arrived. */
  updated: number
  /** True if the live connection is lost. */
  lost: boolean
  now: number
}

/** Returns the whole seconds for which a revision may still be undone, 0 if it may not. */
export function undoSeconds(progress: NetworkProgress, updated: number, now: number): number {
  const { undo_until, restores, time, own } = progress
  if (undo_until === null || restores !== null || own === 0) return 0
  return Math.max(0, Math.ceil(undo_until - time - Math.max(0, now - updated) / 1000))
}

/** Returns the state of a network's card; undefined if it has nothing to show. */
export function cardState({ card, progress, behind, updated, lost, now }: Seen): CardState | undefined {
  if (card.conflict) return 'conflict'
  if (card.saving !== undefined || behind) return 'saving'
  if (!progress || progress.revision === card.closed) return undefined
  const { counts, restores } = progress
  if (counts.pending > 0) {
    if (lost && now - updated > STALE_MS) return 'stale'
    return restores === null ? 'pushing' : 'undoing'
  }
  if (counts.failed > 0) return 'failed'
  if (!isFresh(progress, updated, now)) return undefined
  if (restores !== null) return 'undone'
  return counts.offline > 0 ? 'offline' : 'done'
}

/** Seconds for which a card that went well stays. */
const SHOWN_SECONDS = 60

/** Returns whether a revision is so young that its success is still news. */
const isFresh = ({ began, time }: NetworkProgress, updated: number, now: number): boolean =>
  time - began + (now - updated) / 1000 < SHOWN_SECONDS

/** Returns the milliseconds of a progress, counted on since it arrived while members have yet to answer. */
export const elapsedMs = ({ elapsed_ms, counts }: NetworkProgress, updated: number, now: number): number | undefined =>
  elapsed_ms === null ? undefined : counts.pending > 0 ? elapsed_ms + Math.max(0, now - updated) : elapsed_ms
