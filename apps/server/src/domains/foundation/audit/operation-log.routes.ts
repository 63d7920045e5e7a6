import type { contract } from '@weft/contract'
import type { Db } from '../../../db/client.ts'
import { type Handlers, lagging } from '../../../http/implement.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { counts, exported, lists, people } from './operation-log.service.ts'

export const operationLogRoutes = (infrastructure: { db: Db; clock: Clock }): Handlers<typeof contract.operationLog> => ({
  lists: ({ db, actor, input }) => lists(db, actor, input),
  people: ({ db }) => people(db),
  counts: ({ db, actor, input }) => counts(db, actor, input),
  file: lagging(({ db, actor, input }) => exported(infrastructure, db, actor, input)),
})
