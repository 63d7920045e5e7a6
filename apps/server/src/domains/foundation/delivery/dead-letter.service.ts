import type { SystemDb } from '../../../db/client.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { lockFailed, pageFailed, reviveFailed } from './dead-letter.queries.ts'
import { enqueue } from './delivery.queries.ts'

export { countDeliveries } from './dead-letter.queries.ts'

/** Returns the letters and text messages that were given up, newest first, for operators. */
export async function listFailed(db: SystemDb, query: { page: number; limit: number }) {
  const { rows, count } = await pageFailed(db, query)
  return {
    rows: rows.map(({ delivery_id, masked_target, reason, answer, create_time, done_time, ...row }) => ({
      id: delivery_id,
      target: masked_target,
      answer: [reason, answer].filter(Boolean).join(': '),
      create_time,
      done_time: done_time ?? create_time,
      ...row,
    })),
    count,
  }
}

/**
 * Puts a delivery that was given up into the queue again, as if it were new.
 * @throws deadLetterNotFound, and deadLetterExpired where its content has expired
 */
export async function retryFailed(db: SystemDb, delivery_id: string, now: Date) {
  const failed = await lockFailed(db, delivery_id, now)
  if (!failed) throw new Refusal('deadLetterNotFound')
  if (!failed.sendable) throw new Refusal('deadLetterExpired')
  await reviveFailed(db, delivery_id, now)
  await enqueue(db, delivery_id)
  return failed
}
