import type { Controller } from './controller.ts'
import type { CredentialStore } from './credential.ts'
import { present } from './enrol.ts'

export interface RenewalDependencies {
  controller: Controller
  credential: CredentialStore
  /** Called with the outcome of a renewal, in a few words. */
  said: (what: 'renewed' | 'kept', why: string) => void
}

/**
 * Renews the credential when the controller asks for it. Wherever the agent ends, the disk holds a credential that the controller accepts:
 * the new one is saved before it is sent, replaces the former one once the controller knows it, and ends the former one by its first use,
 * which comes last.
 */
export function createRenewal({ controller, credential, said }: RenewalDependencies): { asked(): Promise<void> } {
  let running = false

  async function renew(): Promise<void> {
    const next = credential.next()
    await present(controller, credential.current(), next)
    credential.adopt()
    // If this fails, the next connection makes up for it, because it uses the new one.
    await present(controller, next, next).catch(() => {})
  }

  return {
    async asked() {
      if (running) return
      running = true
      try {
        await renew()
        said('renewed', 'the credential is another now')
      } catch (error) {
        said('kept', `the credential stays for now: ${(error as Error).message}`)
      } finally {
        running = false
      }
    },
  }
}
