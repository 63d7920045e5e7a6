import type { contract } from '@weft/contract'
import type { Db } from '../../../db/client.ts'
import type { Handlers } from '../../../http/implement.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { exported, lists } from './operation-log.service.ts'

export const operationLogRoutes = (infrastructure: { db: Db; clock: Clock }): Handlers<typeof contract.operationLog> => ({
  lists: ({ db, input }) => lists(db, input),
  file: ({ db, input }) => exported(infrastructure, db, input),
})
