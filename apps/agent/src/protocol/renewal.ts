import type { Controller } from './controller.ts'
import type { CredentialStore } from './credential.ts'
import { present } from './enrol.ts'

export interface RenewalDependencies {
  controller: Controller
  credential: CredentialStore
  /** What became of a renewal, in a few words. */
  said: (what: 'renewed' | 'kept', why: string) => void
}

/**
 * Renews the credential when the controller asks for it. Each step leaves a credential on the disk that opens the controller, wherever the
 * agent ends: the new one is kept before the controller hears of it, takes the place of the former one once the controller knows it, and ends
 * the former one by its first use, which comes last.
 */
export function createRenewal({ controller, credential, said }: RenewalDependencies): { asked(): Promise<void> } {
  let running = false

  async function renew(): Promise<void> {
    const next = credential.next()
    await present(controller, credential.current(), next)
    credential.adopt()
    // What fails from here on is made up for by the next connection, which uses the new one.
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
