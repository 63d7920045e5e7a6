import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { path } from './path.service.ts'
import { signedIn } from './signed-in.service.ts'
import * as records from './member-record.service.ts'

export const memberRecordRoutes = (clock: Clock): Handlers<typeof contract.memberRecords> => ({
  connect: ({ db, actor, input }) => records.connections(db, actor, input),
  dial: ({ db, actor, input }) => records.dials(db, actor, input),
  login: ({ db, input }) => records.logins(db, input),
  signed_in: ({ db, actor, input }) => signedIn(db, actor, input, clock.now()),
  path: ({ db, actor, input, caller }) => path(db, actor, input, caller.language),
  diagnosis: ({ db, actor, input, caller }) => records.diagnosis(db, actor, input, caller.language),
})
