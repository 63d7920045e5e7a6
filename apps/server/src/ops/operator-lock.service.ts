import { stepOf } from '../adapters/totp/totp.ts'
import type { Db } from '../db/client.ts'
import { auditSystem, OPERATOR_CHAIN } from '../domains/foundation/audit/audit.service.ts'
import { createSignInLock } from '../domains/identity/session/session.service.ts'
import { after, type Clock } from '../kernel/clock.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Keys } from '../kernel/secrets.ts'
import * as texts from './operator.audit.ts'
import { type OperatorRecord, type RightCode, writeLockedUntil } from './operator.queries.ts'

export interface OperatorLockDependencies {
  db: Db
  keys: Keys
  clock: Clock
}
type Counted = Pick<OperatorRecord, 'operator_id' | 'username' | 'unlocks'>
type Factor = Counted & Pick<OperatorRecord, 'totp_secret' | 'totp_last_step'>

/**
 * Counts the wrong tries of operators. Passwords at the sign-in are counted by name and address prefix, as for customers. Codes and
 * other proofs of identity are counted by operator only: nobody can try them without the password or a session.
 */
export function createOperatorLocks({ db, keys, clock }: OperatorLockDependencies) {
  const passwords = createSignInLock(db.systemNow, keys, clock, 'ops')
  const proofs = createSignInLock(db.systemNow, keys, clock, 'ops proof', { everywhere: true, refusal: 'operatorLocked' })
  // Another number of unlocks starts a new count, whatever addresses the former one held.
  const keyOf = ({ operator_id, unlocks }: Counted) => `operator ${operator_id} ${unlocks}`

  /** Records a lock for the administrators' list, and writes its beginning into the audit. */
  async function noteLock({ operator_id, username }: Counted, error: unknown): Promise<void> {
    const seconds = error instanceof Refusal ? error.data?.retry_after : undefined
    if (seconds === undefined) return
    const now = clock.now()
    await db.system(async (system) => {
      if (await writeLockedUntil(system, operator_id, now, after(now, seconds)))
        await auditSystem(system, OPERATOR_CHAIN, texts.signInLocked(username, seconds))
    })
  }

  const tryProof = (row: Counted) =>
    proofs.tryOnce(keyOf(row), '').catch(async (error: unknown) => {
      await noteLock(row, error)
      throw error
    })
  const clearProof = (row: Counted) => proofs.clear(keyOf(row), '')

  return {
    /**
     * Counts a password at the sign-in. An unknown name is counted like any other. The lock holds for the name and one network, so it is
     * not recorded: anybody can bring it about, and the operator can sign in from elsewhere. @throws signInLocked
     */
    tryPassword: (name: string, row: Counted | undefined, address: string): Promise<void> =>
      passwords.tryOnce(row ? keyOf(row) : `name ${name}`, address),
    clearPassword: (row: Counted, address: string): Promise<void> => passwords.clear(keyOf(row), address),

    /**
     * Counts a try before its proof is checked, so that parallel ones cannot slip through, and restarts the count if the proof is right.
     * Never call it inside a transaction: the count must stay when that is rolled back.
     * @throws operatorLocked, and what the proof throws
     */
    async tried<T>(row: Counted, proof: () => T | Promise<T>): Promise<T> {
      await tryProof(row)
      const proved = await proof()
      await clearProof(row)
      return proved
    },

    /** Checks that a code is right and was not used before; `takeStep` uses it up. @throws totpWrong */
    rightCode({ totp_secret, totp_last_step }: Factor, code: string): RightCode {
      const step = totp_secret === null ? undefined : stepOf(keys.open(totp_secret), code, clock.now())
      if (totp_secret === null || step === undefined || step <= totp_last_step) throw new Refusal('totpWrong')
      return { secret: totp_secret, step }
    },
  }
}
