import type { opsContract } from '@weft/contract'
import type { Handlers } from '../http/implement.ts'
import type { Clock } from '../kernel/clock.ts'
import { listFailed } from '../domains/foundation/delivery/dead-letter.service.ts'
import { retryDeadLetter } from './dead-letter.service.ts'
import type { LookedAt } from './look.service.ts'

/** Returns the handlers for letters and text messages that were given up. */
export const opsDeadLetterRoutes = (clock: Clock, lookedAt: LookedAt): Handlers<typeof opsContract.deadLetters> => ({
  list: lookedAt('dead_letters', ({ db, input }) => listFailed(db, input)),
  retry: ({ db, operator, input }) => retryDeadLetter(db, operator, input, clock.now()),
})
