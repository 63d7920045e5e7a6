import { reconnectDelay } from '../protocol/backoff.ts'
import { type DeviceFacts, enrol, mayTryAgain, type Proof, Refused } from '../protocol/enrol.ts'
import type { Controller } from '../protocol/controller.ts'
import { newCredential } from '../protocol/credential.ts'
import type { Log } from '../log.ts'

/** Obtains credentials for devices, a few at once, and waits when the controller asks all of them to. */
export interface Enrolment {
  /** @returns the credential; undefined if the proof is refused for good, or the fleet ends */
  obtain(proof: Proof, device: DeviceFacts): Promise<string | undefined>
  stop(): void
}

const AT_ONCE = 8

export function createEnrolment(controller: Controller, random: () => number, log: Log): Enrolment {
  const ending = new AbortController()
  const queue: (() => void)[] = []
  let running = 0
  let notBefore = 0

  const pause = (seconds: number) =>
    new Promise<void>((done) => {
      const timer = setTimeout(done, seconds * 1000)
      ending.signal.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true })
    })

  async function turn(): Promise<void> {
    if (running >= AT_ONCE) await new Promise<void>((start) => queue.push(start))
    running += 1
  }

  async function attempts(proof: Proof, device: DeviceFacts): Promise<string | undefined> {
    const made = newCredential()
    for (let failures = 0; !ending.signal.aborted; failures++) {
      while (notBefore > performance.now() && !ending.signal.aborted) await pause((notBefore - performance.now()) / 1000 + random())
      try {
        return await enrol(controller, proof, device, made)
      } catch (error) {
        if (!mayTryAgain(error)) {
          log.warn(`${proof.router_name}: ${(error as Refused).message}`)
          return undefined
        }
        if (error instanceof Refused && error.code === 429) notBefore = performance.now() + (error.retry_after ?? 1) * 1000
        else await pause(reconnectDelay(failures, random))
      }
    }
  }

  return {
    async obtain(proof, device) {
      await turn()
      try {
        return await attempts(proof, device)
      } finally {
        running -= 1
        queue.shift()?.()
      }
    },
    stop: () => ending.abort(),
  }
}
