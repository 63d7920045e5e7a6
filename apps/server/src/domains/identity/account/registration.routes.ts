import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import type { RegistrationService } from './registration.service.ts'

export const registrationRoutes = (registrations: RegistrationService): Handlers<typeof contract.registration> => ({
  register: ({ input, caller }) => registrations.register(input, caller),
})
