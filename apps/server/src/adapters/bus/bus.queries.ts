import { sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../db/client.ts'
import { BUS_CHANNEL, type BusEvent } from './events.ts'

/** Sends an event to every instance, once and only if the transaction commits. */
export async function tell(db: AccountDb | SystemDb, event: BusEvent): Promise<void> {
  await sql`select pg_notify(${BUS_CHANNEL}, ${JSON.stringify(event)})`.execute(db.sql)
}

/** Sends several events in one statement. */
export async function tellAll(db: AccountDb | SystemDb, events: readonly BusEvent[]): Promise<void> {
  if (events.length === 0) return
  await sql`select pg_notify(${BUS_CHANNEL}, event) from unnest(${events.map((event) => JSON.stringify(event))}::text[]) event`.execute(
    db.sql,
  )
}
