import { timingSafeEqual } from 'node:crypto'
import { publish } from '../../../adapters/bus/publish.ts'
import type { AccountDb, Db, SystemDb } from '../../../db/client.ts'
import { errorFacts, type Log } from '../../../kernel/log.ts'
import { digest, hashPassword, type Keys, passwordFits, type SealedText } from '../../../kernel/secrets.ts'
import { enqueueHashing, findSealed, type Sealed, writeHash } from './sealed-password.queries.ts'

export { HASH_PASSWORDS } from './sealed-password.queries.ts'

const AT_ONCE = 20

export type SealedPasswordService = ReturnType<typeof createSealedPasswordService>

/**
 * Keeps the passwords of members that came in a list. Hashing a thousand takes a processor a quarter of a minute: they are kept encrypted
 * (docs/design/security.md §3) until a job has hashed them one after another.
 */
export function createSealedPasswordService({ db, keys, log }: { db: Db; keys: Keys; log: Log }) {
  /** Opens a sealed password. Returns undefined if its key is gone: the member needs another password, and the others go on. */
  function open({ account_id, password_sealed }: Sealed): string | undefined {
    try {
      return keys.open(password_sealed)
    } catch (error) {
      log.error('a sealed password cannot be opened', { account_id, ...errorFacts(error) })
      return undefined
    }
  }

  /** Stores the hash and notifies the member's centers, which can check the password from now on. */
  async function keep(one: Sealed, password_hash: string): Promise<void> {
    const { account_id, router_name } = one
    if (await writeHash(db.systemNow, one, password_hash)) await publish(db.systemNow, { type: 'login', account_id, router_name })
  }

  return {
    /** Seals passwords and queues their hashing, which begins once the transaction commits. */
    async seal(own: AccountDb, passwords: readonly string[]): Promise<SealedText[]> {
      await enqueueHashing(own)
      return passwords.map((password) => keys.seal(password))
    },

    /** Queues the hashing of all sealed passwords: a hashing under way skips those that were sealed again meanwhile. */
    hashLater: (system: SystemDb): Promise<void> => enqueueHashing(system),

    /** Returns whether a password is the member's, at the same cost for a sealed one, a hashed one and an unknown member. */
    async fits(
      password: string,
      member: { password_hash: string | null; password_sealed: SealedText | null } | undefined,
    ): Promise<boolean> {
      const hashed = await passwordFits(password, member?.password_hash)
      if (!member?.password_sealed) return hashed
      return timingSafeEqual(digest(password), digest(keys.open(member.password_sealed)))
    },

    /** Hashes the sealed passwords one at a time, since sign-ins wait in the same queue of threads. */
    async hashAll(stopping: AbortSignal): Promise<void> {
      let last: Sealed | undefined
      for (;;) {
        const sealed = await findSealed(db.systemNow, last, AT_ONCE)
        if (sealed.length === 0) return
        for (const one of sealed) {
          if (stopping.aborted) throw new Error('stopped before every password was hashed; the queue tries again')
          const password = open(one)
          if (password !== undefined) await keep(one, await hashPassword(password))
          last = one
        }
      }
    },
  }
}
