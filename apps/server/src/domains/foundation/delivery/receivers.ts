import { type Clock, unix } from '../../../kernel/clock.ts'

/** Deliveries of one account that may be on their way to its webhook at once. */
const MOST_UNDER_WAY = 2
/** Seconds for which a webhook that did not answer is not called again. */
const SILENT_SECONDS = 60

/** Whether the webhook of an account may be called now; `busy`: enough calls are under way; `silent`: it did not answer just now. */
export type Reach = 'free' | 'busy' | 'silent'

/** Knows the webhooks that are being called, and those that do not answer. */
export interface Receivers {
  /** Begins a call if the answer is `free`; its caller then says how it ended. */
  begin(account_id: number): Reach
  end(account_id: number, answered: boolean): void
}

/**
 * A webhook that accepts calls and never answers keeps a worker of all deliveries busy until its time limit. So a few calls of one account
 * go on at once, and one that did not answer is left alone for a while.
 */
export function createReceivers(clock: Clock): Receivers {
  const under_way = new Map<number, number>()
  const silent_until = new Map<number, number>()
  return {
    begin(account_id) {
      if ((silent_until.get(account_id) ?? 0) > unix(clock.now())) return 'silent'
      silent_until.delete(account_id)
      const going = under_way.get(account_id) ?? 0
      if (going >= MOST_UNDER_WAY) return 'busy'
      under_way.set(account_id, going + 1)
      return 'free'
    },
    end(account_id, answered) {
      const left = (under_way.get(account_id) ?? 1) - 1
      if (left > 0) under_way.set(account_id, left)
      else under_way.delete(account_id)
      if (!answered) silent_until.set(account_id, unix(clock.now()) + SILENT_SECONDS)
    },
  }
}
