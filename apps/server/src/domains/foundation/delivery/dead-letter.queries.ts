import { moment, type SystemDb } from '../../../db/client.ts'

/** Returns a page of the deliveries that failed for good, newest first. */
export async function pageFailed({ sql: db }: SystemDb, { page, limit }: { page: number; limit: number }) {
  // A decoy has no recipient, and operators can do nothing about it.
  const failed = db.selectFrom('delivery').where('state', '=', 'failed').where('masked_target', '!=', '')
  const { count } = await failed.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await failed
    .select(['delivery_id', 'channel', 'template', 'masked_target', 'tries', 'reason', 'answer', 'create_time', 'done_time'])
    .orderBy('done_time', 'desc')
    .orderBy('delivery_id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

/** Returns a failed delivery and locks it until the transaction ends; `sendable` is true while it can still be sent. */
export const lockFailed = ({ sql: db }: SystemDb, delivery_id: string, now: Date) =>
  db
    .selectFrom('delivery')
    .select((eb) => [
      'account_id',
      'template',
      'masked_target',
      eb.and([eb('sealed', 'is not', null), eb.or([eb('expire_time', 'is', null), eb('expire_time', '>', moment(now))])]).as('sendable'),
    ])
    .where('delivery_id', '=', delivery_id)
    .where('state', '=', 'failed')
    .forUpdate()
    .executeTakeFirst()

export async function reviveFailed({ sql: db }: SystemDb, delivery_id: string, now: Date): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ state: 'queued', tries: 0, next_time: now, reason: null, answer: null, done_time: null })
    .where('delivery_id', '=', delivery_id)
    .execute()
}

/** Counts the deliveries in a state, of all accounts, without decoys. */
export async function countDeliveries({ sql: db }: SystemDb, state: 'queued' | 'failed'): Promise<number> {
  const counted = db.selectFrom('delivery').where('state', '=', state).where('masked_target', '!=', '')
  const { count } = await counted.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}
