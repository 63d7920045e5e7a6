import type { Db } from '../db/client.ts'
import { lapseServices } from '../domains/service/service.service.ts'
import type { SessionService } from '../domains/session/session.service.ts'
import type { OperatorService } from '../ops/operator.service.ts'
import { deleteIdempotencyKeys } from '../http/idempotency.queries.ts'
import { deleteRateWindows } from '../http/rate.queries.ts'
import { after, type Clock } from '../kernel/clock.ts'
import type { Schedule } from './jobs.ts'
import { makePartitions } from './partitions.queries.ts'

const DAY_SECONDS = 86_400

/** What comes round by itself. */
export const schedulesOf = ({
  db,
  clock,
  sessions,
  operators,
}: {
  db: Db
  clock: Clock
  sessions: SessionService
  operators: OperatorService
}): Schedule[] => [
  { name: 'lapse_services', match: '* * * * *', work: async () => void (await lapseServices(db)) },
  {
    name: 'forget_expired',
    match: '*/10 * * * *',
    async work() {
      await sessions.deleteExpired()
      await operators.deleteExpired()
      await deleteRateWindows(db.systemNow, after(clock.now(), -DAY_SECONDS))
      await deleteIdempotencyKeys(db.systemNow, after(clock.now(), -DAY_SECONDS))
    },
  },
  { name: 'make_partitions', match: '17 * * * *', work: () => makePartitions(db.systemNow) },
]
