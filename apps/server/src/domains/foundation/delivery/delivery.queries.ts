import { sql } from 'kysely'
import { type AccountDb, moment, type SystemDb } from '../../../db/client.ts'
import type { NewRow, RowChange } from '../../../db/schema.ts'

/** The task of the queue that sends one delivery. */
export const DELIVER = 'deliver'
/** The queue itself tries this often where it could not even begin, such as while the database is away. */
const MOST_ATTEMPTS = 25

export async function insertDelivery({ sql: db }: AccountDb | SystemDb, row: NewRow<'delivery'>): Promise<void> {
  await db.insertInto('delivery').values(row).execute()
}

/** Puts the work into the queue, for so many seconds from now. A job of the same delivery that waits is replaced. */
export async function enqueue({ sql: db }: AccountDb | SystemDb, delivery_id: string, seconds = 0): Promise<void> {
  await sql`select weft_enqueue(${DELIVER}, ${JSON.stringify({ delivery_id })}::json, ${`${DELIVER} ${delivery_id}`}, ${MOST_ATTEMPTS}::int,
    now() + make_interval(secs => ${seconds}::float8))`.execute(db)
}

/** Takes what is due, for nobody else to try until `until`. Undefined where it is done, taken, or not due. */
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

/** Changes one that is still queued; whoever was late changes nothing. */
export async function settleDelivery({ sql: db }: SystemDb, delivery_id: string, change: RowChange<'delivery'>): Promise<void> {
  await db.updateTable('delivery').set(change).where('delivery_id', '=', delivery_id).where('state', '=', 'queued').execute()
}

/** Queued ones that should have been tried before `since`: their job died, or is not in the queue. */
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

/** Drops what failed ones would have said, once that is worthless. */
export async function unsealExpired({ sql: db }: SystemDb, now: Date): Promise<void> {
  await db
    .updateTable('delivery')
    .set({ sealed: null })
    .where('state', '=', 'failed')
    .where('sealed', 'is not', null)
    .where('expire_time', '<', moment(now))
    .execute()
}
