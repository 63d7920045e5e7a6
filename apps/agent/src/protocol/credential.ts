import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { putInPlace, removeSecret, writeSecret } from '../secret-file.ts'

/** The credential with which a device signs in to the controller, and the next one while it is being renewed. */
export interface CredentialStore {
  current(): string
  /**
   * Returns the credential that will replace the current one, made once and kept until then: a repeated renewal sends the same.
   * @throws if it cannot be saved, such as on a full disk
   */
  next(): string
  /** Makes the next credential the current one; it is saved before this returns. */
  adopt(): void
}

const CREDENTIAL = /^[\w-]{43}$/
const made = (): string => randomBytes(32).toString('base64url')

/** A file with the current credential; the next one is in a file next to it, named `.next`. */
export interface CredentialFile extends CredentialStore {
  /** True if the device was given a credential. */
  readonly given: boolean
  /** Saves the first credential of an activation or a sign-in. */
  begin(credential: string): void
}

export function credentialFile(path: string): CredentialFile {
  const next = `${path}.next`
  const current = () => readFileSync(path, 'utf8').trim()
  return {
    get given() {
      return existsSync(path) && current() !== ''
    },
    begin(credential) {
      removeSecret(next)
      writeSecret(path, credential)
    },
    current,
    next() {
      const kept = existsSync(next) ? readFileSync(next, 'utf8').trim() : ''
      if (CREDENTIAL.test(kept) && kept !== current()) return kept
      const fresh = made()
      writeSecret(next, fresh)
      return fresh
    },
    adopt: () => putInPlace(next, path),
  }
}

/** Returns the store of a simulated member, whose credential the fleet keeps. */
export function keptCredential(current: () => string, keep: (credential: string) => void): CredentialStore {
  let next: string | undefined
  return {
    current,
    next: () => (next ??= made()),
    adopt() {
      if (next !== undefined) keep(next)
      next = undefined
    },
  }
}
