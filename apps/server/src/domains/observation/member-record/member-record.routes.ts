import type { contract } from '@weft/contract'
import { beforehand, type Handlers } from '../../../http/implement.ts'
import { type CheckDependencies, measure, measured } from './check.service.ts'
import { diagnosis } from './diagnosis.service.ts'
import { path } from './path.service.ts'
import { signedIn } from './signed-in.service.ts'
import * as records from './member-record.service.ts'

export const memberRecordRoutes = (dependencies: CheckDependencies): Handlers<typeof contract.memberRecords> => ({
  connect: ({ db, actor, input }) => records.connections(db, actor, input),
  dial: ({ db, actor, input }) => records.dials(db, actor, input),
  login: ({ db, input }) => records.logins(db, input),
  signed_in: ({ db, actor, input }) => signedIn(db, actor, input, dependencies.clock.now()),
  check: beforehand(
    ({ actor, input }) => measure(dependencies, actor, input),
    ({ db, actor, input, made }) => measured(db, actor, input, made),
  ),
  path: ({ db, actor, input, caller }) => path(db, actor, input, caller.language),
  diagnosis: ({ db, actor, input, caller }) => diagnosis(db, actor, input, caller.language),
})
