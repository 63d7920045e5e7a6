import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import * as records from './member-record.service.ts'

export const memberRecordRoutes: Handlers<typeof contract.memberRecords> = {
  connect: ({ db, actor, input }) => records.connections(db, actor, input),
  dial: ({ db, actor, input }) => records.dials(db, actor, input),
  login: ({ db, input }) => records.logins(db, input),
  diagnosis: ({ db, actor, input, caller }) => records.diagnosis(db, actor, input, caller.language),
}
