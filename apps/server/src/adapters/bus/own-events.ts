import { randomUUID } from 'node:crypto'
import type { Db } from '../../db/client.ts'
import { UnusableDatabase } from '../../db/connection.ts'
import { SettingError } from '../../kernel/settings.ts'
import type { Bus } from './bus.ts'
import { publish } from './publish.ts'

/** Milliseconds within which an own event must arrive: far longer than it ever takes, since a server without events must not start. */
const PATIENCE = 10_000

const notReceived = {
  // Through a pooler that hands out another connection for each transaction, LISTEN succeeds but no event ever arrives.
  postgres: () =>
    new UnusableDatabase(
      'DATABASE_URL leads through a pooler in transaction mode, such as pgbouncer, where LISTEN receives nothing: name PostgreSQL itself',
    ),
  // NATS reports a missing right to its own log, and to the client only later.
  nats: () =>
    new SettingError(
      'NATS carries no events: the user of WEFT_NATS_URL must be allowed to publish and to subscribe on weft.NAME.v1.>, where NAME is WEFT_NATS_NAME',
    ),
}

/**
 * Waits until the bus has received an event of this instance itself.
 * @throws UnusableDatabase or SettingError if the event does not arrive in time
 */
export async function demandOwnEvents(
  bus: Pick<Bus, 'subscribe'>,
  db: Db,
  { over = 'postgres', patience_ms = PATIENCE }: { over?: keyof typeof notReceived; patience_ms?: number } = {},
): Promise<void> {
  const session_id = randomUUID()
  const { promise: received, resolve } = Promise.withResolvers<boolean>()
  const stop = bus.subscribe((event) => event.type === 'progress' && event.session_id === session_id && resolve(true))
  const timer = setTimeout(() => resolve(false), patience_ms)
  try {
    // Progress of a session that does not exist: no other listener acts on it.
    await db.system((system) => publish(system, { type: 'progress', account_id: 1, session_id, id: session_id, done: 0, total: 0 }))
    if (await received) return
  } finally {
    clearTimeout(timer)
    stop()
  }
  throw notReceived[over]()
}
