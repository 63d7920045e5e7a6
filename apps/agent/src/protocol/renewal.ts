import type { Controller } from './controller.ts'
import { type CredentialStore, sendNext } from './credential.ts'
import { present } from './enrol.ts'
import { reasonOf, reasonText } from './reason.ts'

export interface RenewalDependencies {
  controller: Controller
  credential: CredentialStore
  /**
   * Called after each attempt with its outcome: the credential was replaced or kept, or its renewal was repeated, or refused. `text` says so
   * in words, for the log.
   */
  onOutcome: (outcome: 'renewed' | 'kept' | 'repeated' | 'refused', text: string, cause: string) => void
}

export interface Renewal {
  /** Replaces the credential, when the controller asks for it. */
  renew(): Promise<void>
  /**
   * Repeats the last renewal when the current credential is refused: a controller that was restored from a backup knows the former one.
   * Nothing changes on the device, and the former credential ends with the next use of the current one.
   * @returns whether the device has to try nothing else: the controller accepts the current credential now, or a renewal is under way
   */
  repeat(): Promise<boolean>
}

/**
 * Returns the renewal of the agent's credential. Whenever the agent is killed, the disk holds a credential that the controller accepts,
 * because the steps have this order: the agent saves the new credential, sends it to the controller and makes it the current one. Last, it
 * uses it for the first time, and only then does the controller reject the former one.
 */
export function createRenewal({ controller, credential, onOutcome }: RenewalDependencies): Renewal {
  let running = false

  async function replace(): Promise<void> {
    const next = await sendNext(credential, async (made) => (await present(controller, credential.current(), made), made))
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
        onOutcome('renewed', 'the credential is another now', 'renewed')
      } catch (error) {
        const reason = reasonOf(error)
        onOutcome('kept', `the credential stays for now: ${reasonText(reason)}`, reason.cause)
      } finally {
        running = false
      }
    },
    async repeat() {
      if (running) return true
      running = true
      try {
        const former = credential.former()
        if (former === undefined) return false
        await present(controller, former, credential.current())
        onOutcome('repeated', 'the controller knew only the former credential, and accepts the present one again', 'repeated')
        return true
      } catch (error) {
        const reason = reasonOf(error)
        onOutcome('refused', `the former credential does not help either: ${reasonText(reason)}`, reason.cause)
        return false
      } finally {
        running = false
      }
    },
  }
}
