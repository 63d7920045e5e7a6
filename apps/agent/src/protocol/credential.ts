import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { DEVICE_CREDENTIAL } from '@weft/contract/agent-protocol'
import { Refused } from './enrol.ts'
import { keepCopy, putInPlace, readIfUsable, readTwice, removeSecret, writeSecret, writeTwice } from '../secret-file.ts'

/** The credential with which a device signs in to the controller, the one before it, and the next one while it is being renewed. */
export interface CredentialStore {
  /** Returns an empty text if the device has none. */
  current(): string
  /** Returns the credential that the last renewal replaced, for a controller that forgot this renewal; undefined if there is none. */
  former(): string | undefined
  /**
   * Returns the credential that will replace the current one, made once and kept until then: a repeated renewal sends the same.
   * @throws if it cannot be saved, such as on a full disk
   */
  next(): string
  /** Removes the next credential, because it belongs to another enrolment: the one after it is a new one. */
  discardNext(): void
  /** Makes the next credential the current one, and the current one the former; both are saved before this returns. */
  adopt(): void
}

/** Returns a new credential. */
export const newCredential = (): string => randomBytes(32).toString('base64url')

/** The code with which the controller refuses a credential that belongs to another enrolment. */
const TAKEN = 409

/**
 * Sends the next credential of a device; if it belongs to another enrolment, a new one, once. That is so where the device was activated under
 * another name and did not hear it, or where its disk is an image of another device's.
 * @returns what `send` resolves to
 * @throws what `send` throws
 */
export async function sendNext<T>(credential: CredentialStore, send: (next: string) => Promise<T>): Promise<T> {
  try {
    return await send(credential.next())
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== TAKEN) throw error
    credential.discardNext()
    return send(credential.next())
  }
}

/** The current credential in a file with a copy; the next and the former one are in files next to it, named `.next` and `.former`. */
export interface CredentialFile extends CredentialStore {
  /** True if the device has a credential. */
  readonly given: boolean
  /** Saves the first credential of an activation or a sign-in, and removes the former and the next one, which have ended. */
  begin(credential: string): void
}

function credentialIn(text: string): string | undefined {
  const credential = text.trim()
  return DEVICE_CREDENTIAL.test(credential) ? credential : undefined
}

/** @param said is called with a sentence that names a file that cannot be used */
export function credentialFile(path: string, said: (sentence: string) => void = () => {}): CredentialFile {
  const [next, former] = [`${path}.next`, `${path}.former`]
  let current = readTwice(path, credentialIn, said) ?? readIfUsable(former, credentialIn)
  return {
    get given() {
      return current !== undefined
    },
    begin(credential) {
      removeSecret(former)
      writeTwice(path, credential)
      current = credential
      // Not before: until the answer of the controller is kept, the next attempt has to send the same credential.
      removeSecret(next)
    },
    current: () => current ?? '',
    former() {
      const kept = readIfUsable(former, credentialIn)
      return kept === current ? undefined : kept
    },
    next() {
      const kept = readIfUsable(next, credentialIn)
      if (kept !== undefined && kept !== current) return kept
      const fresh = newCredential()
      writeSecret(next, fresh)
      return fresh
    },
    discardNext: () => removeSecret(next),
    adopt() {
      const renewed = readFileSync(next, 'utf8').trim()
      if (current !== undefined) writeSecret(former, current)
      putInPlace(next, path)
      current = renewed
      keepCopy(path, renewed)
    },
  }
}

/** Returns the store of a simulated member, whose credential the fleet keeps. */
export function keptCredential(current: () => string, keep: (credential: string) => void): CredentialStore {
  let next: string | undefined
  let former: string | undefined
  return {
    current,
    former: () => former,
    next: () => (next ??= newCredential()),
    discardNext: () => void (next = undefined),
    adopt() {
      if (next === undefined) return
      const before = current()
      keep(next)
      former = before
      next = undefined
    },
  }
}
