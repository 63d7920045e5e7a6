import type { contract } from '@weft/contract'
import type { Handlers } from '../../http/implement.ts'
import * as members from './member.service.ts'

export const routerRoutes: Handlers<typeof contract.router> = {
  hardware: ({ db, actor, input }) => members.options(db, actor, 1, input),
  software: ({ db, actor, input }) => members.options(db, actor, 2, input),
  quantity: ({ db }) => members.quantity(db),
}
