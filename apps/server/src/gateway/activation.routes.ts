import type { agentContract } from '@weft/contract'
import type { Handlers } from '../http/implement.ts'
import type { ActivationService } from './activation.service.ts'
import type { CredentialService } from './credential.service.ts'

export const deviceRoutes = (
  activation: ActivationService,
  deviceCredentials: CredentialService,
): Handlers<typeof agentContract.device> => ({
  activate: ({ input, caller }) => activation.activate(input, caller),
  login: ({ input, caller }) => activation.login(input, caller),
  renew: ({ input, caller }) => deviceCredentials.renew(input, caller),
})
