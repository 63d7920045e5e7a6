import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { verdict } from './verdict.service.ts'

export const verdictRoutes = (clock: Clock): Handlers<typeof contract.verdict> => ({
  read: ({ db, actor, caller }) => verdict(db, actor, caller.language, clock.now()),
})
