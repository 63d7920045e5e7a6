import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { putInPlace, removeSecret, writeSecret } from '../secret-file.ts'

/** The credential with which a device signs in to the controller, and the next one while it is being renewed. */
export interface CredentialStore {
  current(): string
  /**
   * Returns what is to take its place, made once and kept until it does: a renewal that is begun again names the same.
   * @throws where it cannot be kept, such as on a full disk
   */
  next(): string
  /** Makes the next one the present one, for good: it is kept before this returns. */
  adopt(): void
}

const CREDENTIAL = /^[\w-]{43}$/
const made = (): string => randomBytes(32).toString('base64url')

/** A file, with what is to take its place beside it, named `.next`. */
export interface CredentialFile extends CredentialStore {
  /** Whether the device was given one. */
  readonly given: boolean
  /** Keeps the first credential of an activation or a sign-in. */
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

/** For simulated members, whose credentials the fleet keeps. */
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
