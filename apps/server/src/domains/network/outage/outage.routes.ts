import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import type { Clock } from '../../../kernel/clock.ts'
import * as outages from './outage.service.ts'

export const outageRoutes = (clock: Clock): Handlers<typeof contract.outages> => ({
  availability: ({ db, actor, input }) => outages.availability(db, actor, input, clock.now()),
  list: ({ db, actor, input }) => outages.list(db, actor, input, clock.now()),
})
