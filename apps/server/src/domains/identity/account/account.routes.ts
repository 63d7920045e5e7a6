import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { servicesFile, servicesHeld, serviceTotals } from '../../foundation/service/held.service.ts'
import { accountInfo, accountOverview } from './account.service.ts'
import type { CredentialService } from './credential.service.ts'
import { editProfile, ownProfile } from './profile.service.ts'
import type { SignService } from './sign.service.ts'

type Calls = Omit<
  typeof contract.account,
  // Handled by the routes of the sessions.
  'totp_setup' | 'totp_enable' | 'totp_disable' | 'sessions' | 'session_end'
>

export const accountRoutes = ({
  credentials,
  signs,
  clock,
}: {
  credentials: CredentialService
  signs: SignService
  clock: Clock
}): Handlers<Calls> => ({
  info: ({ db, actor }) => accountInfo(db, actor),
  overview: ({ db, actor }) => accountOverview(db, actor),
  data: ({ db, actor }) => ownProfile(db, actor),
  edit_data: ({ db, actor, input, expected }) => editProfile(db, actor, input, expected),
  edit_password: ({ db, actor, input, caller }) => credentials.editPassword(db, actor, input, caller),
  edit_phone: ({ db, actor, input, caller }) => credentials.editPhone(db, actor, input, caller),
  edit_email: ({ db, actor, input, caller }) => credentials.editEmail(db, actor, input, caller),
  edit_sign: ({ db, actor, input, caller }) => signs.editSign(db, actor, input, caller.language),
  default_phone: ({ db, actor }) => credentials.chooseDefault(db, actor, 'phone'),
  default_email: ({ db, actor }) => credentials.chooseDefault(db, actor, 'email'),
  service: ({ db, input, caller }) => servicesHeld(db, input, caller.language),
  service_totals: ({ db, caller }) => serviceTotals(db, caller.language),
  service_file: ({ db, input }) => servicesFile(db, clock, input),
})

export const ownPasswordRoutes = ({ credentials }: { credentials: CredentialService }): Handlers<typeof contract.ram> => ({
  password: ({ db, actor, input, caller }) => credentials.editOwnPassword(db, actor, input, caller),
})
