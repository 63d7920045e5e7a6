import { RECONNECT_MAX_SECONDS } from '@weft/contract/agent-protocol'
import { addressOf, AT_ONCE_SECONDS, type OwnAddresses } from '../own-addresses.ts'
import type { Controller } from './controller.ts'
import { type CredentialFile, sendNext } from './credential.ts'
import { reconnectDelay } from './backoff.ts'
import { type DeviceFacts, enrol, mayTryAgain, type Proof, Refused } from './enrol.ts'
import { createCauses, reasonOf, reasonText } from './reason.ts'

/** Seconds after which a code or a password that was refused is tried again: the operator may have accepted it meanwhile. */
const ANOTHER_SECONDS = 3600

export interface AccessDependencies {
  controller: Controller
  credential: CredentialFile
  /** Undefined if the device was given none. */
  proof: Proof | undefined
  device: () => DeviceFacts
  random: () => number
  /** Seconds of a clock that nobody sets. */
  now: () => number
  /** Called with a sentence about an attempt, once per cause. */
  said: (sentence: string) => void
  /** Only on a device that notices when its addresses and routes change. */
  addresses?: OwnAddresses | undefined
}

/** Gives a device its credential, by its activation code or password. */
export interface Access {
  /**
   * Resolves once the device has a credential, and tries for as long as the controller is away or busy.
   * @param insists whether to go on after a refusal that is final, once an hour, because the device has tunnels to look after
   * @throws Refused if the refusal is final and it does not insist
   */
  obtain(insists: boolean): Promise<void>
  /**
   * Proves the device's identity again when its credential is refused: a controller that was restored from a backup may not know its
   * activation, and accepts the code once more. After a final answer the next attempt is an hour later. A person who was signed in since the
   * start is not signed in again, because somebody else may have signed in with the same name.
   */
  again(): Promise<void>
  /** The controller has accepted the credential. */
  accepted(): void
  /** Called once a second: a pause of `obtain` ends once the controller is reached from another own address, or from one again. */
  beat(): void
}

export function createAccess({ controller, credential, proof, device, random, now, said, addresses }: AccessDependencies): Access {
  const causes = createCauses()
  let isAccepted = false
  let answered = -Infinity
  const remote = () => addressOf(new URL(controller.server).hostname)
  /** The own address from which packets left for the controller at the last attempt or look; undefined if none could. */
  let leads_from: string | undefined
  /** Ends the pause under way; undefined unless the device may hurry. */
  let hurry: (() => void) | undefined
  /** When a pause was last ended. */
  let at_once = -Infinity
  let looking = false

  /** The credential is kept before it is sent, so that a repetition sends the same: its first answer may have been lost. */
  async function prove(known: Proof): Promise<void> {
    const send = (made: string | undefined) => enrol(controller, known, device(), made)
    credential.begin('activation_code' in known ? await sendNext(credential, send) : await send(undefined))
    causes.succeeded()
  }
  function failed(outcome: string, error: unknown): void {
    const reason = reasonOf(error)
    if (causes.isNew(`${outcome}: ${reason.cause}`)) said(`${outcome}: ${reasonText(reason)}`)
  }

  /** @param way_counts whether the pause ends when the way to the controller changes */
  async function pause(seconds: number, way_counts: boolean): Promise<void> {
    await new Promise<void>((done) => {
      setTimeout(done, seconds * 1000).unref()
      if (way_counts) hurry = done
    })
    hurry = undefined
  }

  async function look(): Promise<void> {
    if (!addresses || looking || !hurry) return
    looking = true
    const before = leads_from
    let found: string | undefined
    try {
      found = await addresses.towards(remote())
    } catch {
      // A failed look is ignored: the next one follows a second later.
      return
    } finally {
      looking = false
    }
    leads_from = found
    if (found === undefined || found === before) return
    // The next look finds the same address, so the change is kept until it may be acted upon.
    if (!hurry || now() - at_once < AT_ONCE_SECONDS) leads_from = before
    else {
      at_once = now()
      hurry()
    }
  }

  return {
    async obtain(insists) {
      for (let failures = 0; !credential.given; ) {
        try {
          leads_from = await addresses?.towards(remote())
          if (proof === undefined) throw new Error('neither an activation code nor a password was given')
          await prove(proof)
        } catch (error) {
          const isFinal = proof === undefined || !mayTryAgain(error)
          if (isFinal && !insists) throw error
          failed('no credential yet', error)
          const isLast = isFinal || (controller.next?.() ?? true)
          const seconds = isFinal ? ANOTHER_SECONDS : reconnectDelay(isLast ? failures : 0, random)
          if (isLast) failures += 1
          const before = at_once
          await pause(seconds, proof !== undefined && !(error instanceof Refused))
          // Failures by the former way do not count against this one, unless ways change all the time.
          if (at_once - before > RECONNECT_MAX_SECONDS) failures = 0
        }
      }
    },
    async again() {
      if (proof === undefined || ('password' in proof && isAccepted) || now() - answered < ANOTHER_SECONDS) return
      try {
        await prove(proof)
        answered = now()
        said('the credential is another now: the device has proved its identity again')
      } catch (error) {
        if (!mayTryAgain(error)) answered = now()
        failed('the activation code or password does not help either', error)
      }
    },
    accepted() {
      isAccepted = true
      causes.succeeded()
    },
    beat: () => void look(),
  }
}
