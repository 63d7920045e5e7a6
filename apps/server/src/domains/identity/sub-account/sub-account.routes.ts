import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { SessionService } from '../session/session.service.ts'
import * as roles from './role.service.ts'
import * as subAccounts from './sub-account.service.ts'

export const subAccountRoutes = (sessions: SessionService): Handlers<typeof contract.subAccounts> => ({
  domain: ({ actor }) => ({ domain: actor.account_number }),
  quantity: ({ db }) => subAccounts.quantity(db),
  lists: ({ db, input }) => subAccounts.lists(db, input),
  info: ({ db, input }) => subAccounts.info(db, input),
  create: async ({ db, actor, input: { role_id, ...input } }) => ({
    id: String(await subAccounts.createSubAccount(db, actor, { ...input, role_id: Number(role_id) })),
  }),
  edit: ({ db, actor, input }) => subAccounts.edit(db, actor, input, sessions),
  disable: ({ db, actor, input }) => subAccounts.disable(db, actor, input, sessions),
  enable: ({ db, actor, input }) => subAccounts.enable(db, actor, input),
  delete: ({ db, actor, input }) => subAccounts.remove(db, actor, input, sessions),
})

export const roleRoutes = (clock: Clock): Handlers<typeof contract.roles> => ({
  lists: ({ db, input }) => roles.lists(db, input),
  info: ({ db, input }) => roles.info(db, input),
  select: ({ db }) => roles.select(db),
  create: ({ db, actor, input }) => roles.create(db, actor, input),
  edit: ({ db, actor, input, expected }) => roles.edit(db, actor, input, expected),
  view_as: ({ db, actor, input }) => roles.viewAs(db, actor, input, clock),
  view_as_end: ({ db, actor }) => roles.endView(db, actor),
  delete: ({ db, actor, input }) => roles.remove(db, actor, input),
})
