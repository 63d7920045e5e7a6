import { SIGN_IN_LOCK_SECONDS, SIGN_IN_TRIES } from '@weft/contract'
import type { SystemDb } from '../../../db/client.ts'
import { type Clock, unix } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Keys } from '../../../kernel/secrets.ts'
import { countSignInTry, forgetSignInTries } from './session.queries.ts'
import { addressPrefix, nameKey } from './session.rules.ts'

export interface SignInLock {
  /** Counts a try of a name from an address. @throws signInLocked after five wrong ones, for 15 minutes (docs/design/security.md §3) */
  tryOnce(name: string, address: string): Promise<void>
  /** Resets the count of the pair after a right password. */
  clear(name: string, address: string): Promise<void>
}

export interface LockOptions {
  /** Counts a name over all addresses: for guesses that need the password or a session already. */
  everywhere?: boolean
  refusal?: 'signInLocked' | 'tooManyTries' | 'operatorLocked'
}

/** @param purpose separates the kinds of sign-in: a customer's name and a device's name may be the same */
export function createSignInLock(
  db: SystemDb,
  keys: Keys,
  clock: Clock,
  purpose: string,
  { everywhere = false, refusal = 'signInLocked' }: LockOptions = {},
): SignInLock {
  const keyOf = (name: string, address: string) =>
    keys.digest(`sign-in ${purpose}`, everywhere ? nameKey(name) : `${nameKey(name)} ${addressPrefix(address)}`)
  return {
    async tryOnce(name, address) {
      const now = clock.now()
      const { failures, last_time } = await countSignInTry(db, keyOf(name, address), now, SIGN_IN_LOCK_SECONDS)
      if (failures <= SIGN_IN_TRIES) return
      const seconds = Math.max(1, last_time + SIGN_IN_LOCK_SECONDS - unix(now))
      throw new Refusal(refusal, { seconds }, { retry_after: seconds })
    },
    clear: (name, address) => forgetSignInTries(db, keyOf(name, address)),
  }
}
