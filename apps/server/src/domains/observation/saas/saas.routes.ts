import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { saasConnections } from '../member-record/member-record.service.ts'
import { info, list, traffic } from './saas.service.ts'

export const saasRoutes = (clock: Clock): Handlers<typeof contract.saas> => ({
  list: ({ db, actor, input }) => list(db, actor, input),
  info: ({ db, input }) => info(db, input),
  connect: ({ db, input }) => saasConnections(db, input),
  traffic: ({ db, input }) => traffic(db, input, clock.now()),
})
