import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import type { IdentifyService } from './identify.service.ts'
import type { LiveSessionService } from './live-session.service.ts'
import type { SecondFactorService } from './second-factor.service.ts'
import type { SessionService } from './session.service.ts'
import type { SignInService } from './sign-in.service.ts'

export interface SessionServices {
  sessions: SessionService
  signIns: SignInService
  identify: IdentifyService
  secondFactors: SecondFactorService
  liveSessions: LiveSessionService
}

export const loginRoutes = ({ sessions, signIns, identify }: SessionServices): Handlers<typeof contract.login> => ({
  authorization: ({ input, caller }) => signIns.signInOwner(input, caller),
  ram: ({ input, caller }) => signIns.signInSubAccount(input, caller),
  totp: ({ input, caller }) => signIns.signInTotp(input, caller),
  refresh: ({ caller }) => sessions.refresh(caller),
  socket_ticket: async ({ actor }) => ({ ticket: await identify.issueTicket(actor) }),
  logout: ({ db, actor, caller }) => sessions.logout(db, actor, caller),
})

type Security = Pick<typeof contract.account, 'totp_setup' | 'totp_enable' | 'totp_disable' | 'sessions' | 'session_end'>

export const securityRoutes = ({ secondFactors, liveSessions }: SessionServices): Handlers<Security> => ({
  totp_setup: ({ db, actor }) => secondFactors.setUp(db, actor),
  totp_enable: ({ db, actor, input }) => secondFactors.enable(db, actor, input.code),
  totp_disable: ({ db, actor, input }) => secondFactors.disable(db, actor, input.code),
  sessions: ({ db, actor, caller }) => liveSessions.list(db, actor, caller),
  session_end: ({ db, actor, input, caller }) => liveSessions.end(db, actor, input, caller),
})
