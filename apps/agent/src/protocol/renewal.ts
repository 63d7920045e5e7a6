import type { Controller } from './controller.ts'
import type { CredentialStore } from './credential.ts'
import { present } from './enrol.ts'
import { reasonOf, reasonText } from './reason.ts'

export interface RenewalDependencies {
  controller: Controller
  credential: CredentialStore
  /** Called after each renewal with its outcome: the credential was replaced or kept. `text` says so in words, for the log. */
  onOutcome: (outcome: 'renewed' | 'kept', text: string) => void
}

/**
 * Returns the renewal of the agent's credential: `renew` replaces the credential, and is called when the controller asks for it. Whenever
 * the agent is killed, the disk holds a credential that the controller accepts, because the steps have this order: the agent saves the new
 * credential, sends it to the controller and makes it the current one. Last, it uses it for the first time, and only then does the
 * controller reject the former one.
 */
export function createRenewal({ controller, credential, onOutcome }: RenewalDependencies): { renew(): Promise<void> } {
  let running = false

  async function replace(): Promise<void> {
    const next = credential.next()
    await present(controller, credential.current(), next)
    credential.adopt()
    // The first use. If it fails, the agent's next connection is the first use instead.
    await present(controller, next, next).catch(() => {})
  }

  return {
    async renew() {
      if (running) return
      running = true
      try {
        await replace()
        onOutcome('renewed', 'the credential is another now')
      } catch (error) {
        onOutcome('kept', `the credential stays for now: ${reasonText(reasonOf(error))}`)
      } finally {
        running = false
      }
    },
  }
}
