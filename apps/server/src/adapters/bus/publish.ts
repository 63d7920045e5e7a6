import type { AccountDb, SystemDb } from '../../db/client.ts'
import type { BusEvent } from './events.ts'

/** Bytes of an event at most: PostgreSQL carries fewer than 8,000 in one notification. */
const MOST_BYTES = 7_999

/** Sends an event to every instance once the transaction has committed, and never if it is rolled back. */
export const publish = async (db: AccountDb | SystemDb, event: BusEvent): Promise<void> => publishAll(db, [event])

/** Sends several events to every instance, as `publish` does. @throws if one is too long to be sent */
export async function publishAll(db: AccountDb | SystemDb, events: readonly BusEvent[]): Promise<void> {
  const announcements = events.map((event) => ({ event, payload: JSON.stringify(event) }))
  if (announcements.some(({ payload }) => Buffer.byteLength(payload) > MOST_BYTES)) throw new Error('an event is too long to be sent')
  db.announce(announcements)
}
