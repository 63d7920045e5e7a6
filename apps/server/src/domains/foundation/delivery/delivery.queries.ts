import { sql } from 'kysely'
import { type AccountDb, moment, type SystemDb } from '../../../db/client.ts'
import type { NewRow, RowChange } from '../../../db/schema.ts'

/** The name of the queue's task that sends one delivery. */
export const DELIVER = 'deliver'
/** How often the queue itself tries a job that could not even begin, such as while the database is down. */
const MOST_ATTEMPTS = 25

export async function insertDelivery({ sql: db }: AccountDb | SystemDb, row: NewRow<'delivery'>): Promise<void> {
  await db.insertInto('delivery').values(row).execute()
}

/** Puts the job of a delivery into the queue, due in so many seconds. It replaces a waiting job of the same delivery. */
export async function enqueue({ sql: db }: AccountDb | SystemDb, delivery_id: string, seconds = 0): Promise<void> {
  await sql`select weft_enqueue(${DELIVER}, ${JSON.stringify({ delivery_id })}::json, ${`${DELIVER} ${delivery_id}`}, ${MOST_ATTEMPTS}::int,
    now() + make_interval(secs => ${seconds}::float8))`.execute(db)
}

/** Claims a delivery that is due, so that no other worker tries it until `until`. Undefined where it is done, claimed, or not due. */
export const claimDelivery = ({ sql: db }: SystemDb, delivery_id: string, due: Date, until: Date) =>
  db
    .updateTable('delivery')
    .set((eb) => ({ tries: eb('tries', '+', 1), next_time: until }))
    .where('delivery_id', '=', delivery_id)
    .where('state', '=', 'queued')
    .where('next_time', '<=', moment(due))
    .returning(['account_id', 'channel', 'template', 'language', 'sealed', 'tries', 'answer', 'expire_time', 'create_time'])
    .executeTakeFirst()
export type ClaimedDelivery = NonNullable<Awaited<ReturnType<typeof claimDelivery>>>

/** Changes a delivery that is still queued; a worker that is too late changes nothing. */
export async function settleDelivery({ sql: db }: SystemDb, delivery_id: string, change: RowChange<'delivery'>): Promise<void> {
  await db.updateTable('delivery').set(change).where('delivery_id', '=', delivery_id).where('state', '=', 'queued').execute()
}

/** Returns queued deliveries that should have been tried before `since`: their job died, or is not in the queue. */
export async function overdueDeliveries({ sql: db }: SystemDb, since: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('delivery')
    .select('delivery_id')
    .where('state', '=', 'queued')
    .where('next_time', '<', moment(since))
    .orderBy('next_time')
    .limit(limit)
    .execute()
  return rows.map((row) => row.delivery_id)
}

export const findDelivery = ({ sql: db }: AccountDb | SystemDb, delivery_id: string) =>
  db.selectFrom('delivery').select(['state', 'reason']).where('delivery_id', '=', delivery_id).executeTakeFirst()

export async function deleteDeliveries({ sql: db }: SystemDb, before: Date): Promise<void> {
  await db.deleteFrom('delivery').where('create_time', '<', moment(before)).execute()
}

/** Deletes the content of failed deliveries that have expired. */
export async function unsealExpired({ sql: db }: SystemDb, now: Date): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ sealed: null })
    .where('state', '=', 'failed')
    .where('sealed', 'is not', null)
    .where('expire_time', '<', moment(now))
    .execute()
}
