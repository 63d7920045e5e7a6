import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import type { RegistrationService } from './registration.service.ts'
import type { DeliveryService } from '../../foundation/delivery/delivery.service.ts'
import type { CaptchaService } from '../session/captcha.service.ts'
import type { IdentityService } from '../verification/identity.service.ts'
import type { RecoveryService } from '../verification/recovery.service.ts'

export interface VerificationServices {
  captchas: CaptchaService
  registrations: RegistrationService
  recoveries: RecoveryService
  identities: IdentityService
  deliveries: DeliveryService
}

/** Handlers of the image code, and of codes by mail and text message. */
export const verifyRoutes = ({
  captchas,
  registrations,
  recoveries,
  identities,
  deliveries,
}: VerificationServices): Handlers<typeof contract.verify> => ({
  code: ({ caller }) => captchas.draw(caller.address),
  register: ({ input, caller }) => registrations.sendCode(input, caller),
  find_password: ({ input, caller }) => recoveries.begin(input, caller),
  find_password_code: ({ input, caller }) => recoveries.sendCode(input, caller),
  authentication: ({ input, caller }) => recoveries.prove(input, caller),
  reset_password: ({ input, caller }) => recoveries.reset(input, caller),
  delivery: ({ input, caller }) => deliveries.status(input.receipt, caller.language),
  send_code: ({ db, actor, input, caller }) => identities.sendCode(db, actor, input, caller),
  verify: ({ db, actor, input, caller }) => identities.verify(db, actor, input, caller),
  password: ({ db, actor, input }) => identities.verifyPassword(db, actor, input),
})
