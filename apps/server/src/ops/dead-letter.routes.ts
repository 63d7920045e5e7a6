import type { opsContract } from '@weft/contract'
import type { Handlers } from '../http/implement.ts'
import type { Clock } from '../kernel/clock.ts'
import { listDeadLetters, retryDeadLetter } from './dead-letter.service.ts'

/** Letters and text messages that were given up. */
export const opsDeadLetterRoutes = (clock: Clock): Handlers<typeof opsContract.deadLetters> => ({
  list: ({ db, operator, input }) => listDeadLetters(db, operator, input),
  retry: ({ db, operator, input }) => retryDeadLetter(db, operator, input, clock.now()),
})
