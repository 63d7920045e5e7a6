import type { contract } from '@weft/contract'
import type { Handlers } from '../../http/implement.ts'
import type { IdentifyService } from './identify.service.ts'
import type { SessionService } from './session.service.ts'

export const verifyRoutes = (sessions: SessionService): Handlers<typeof contract.verify> => ({
  code: () => sessions.captcha(),
})

export const loginRoutes = (sessions: SessionService, identify: IdentifyService): Handlers<typeof contract.login> => ({
  authorization: ({ input, caller }) => sessions.signInOwner(input, caller),
  ram: ({ input, caller }) => sessions.signInSubAccount(input, caller),
  refresh: ({ caller }) => sessions.refresh(caller),
  socket_ticket: async ({ actor }) => ({ ticket: await identify.issueTicket(actor) }),
  logout: ({ db, actor, caller }) => sessions.logout(db, actor, caller),
})
