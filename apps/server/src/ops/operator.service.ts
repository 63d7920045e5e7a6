import { OPERATOR_PROOF_SECONDS, OPERATOR_SECONDS, type Operator, type opsContract, type InputOf, type OutputOf } from '@weft/contract'
import { newSecret, pictureOf, uriOf } from '../adapters/totp/totp.ts'
import type { Db, SystemDb } from '../db/client.ts'
import { auditOperator, OPERATOR_CHAIN } from '../domains/foundation/audit/audit.service.ts'
import { nameKey } from '../domains/identity/session/session.service.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import type { Caller } from '../kernel/caller.ts'
import { after, type Clock, unix } from '../kernel/clock.ts'
import { token } from '../kernel/ids.ts'
import { Refusal } from '../kernel/refusal.ts'
import { digest, hashPassword, type Keys, passwordFits } from '../kernel/secrets.ts'
import type { Settings } from '../kernel/settings.ts'
import * as texts from './operator.audit.ts'
import { createOperatorLocks } from './operator-lock.service.ts'
import * as queries from './operator.queries.ts'
import * as sessions from './operator-session.queries.ts'

export { createOperator, findOperatorActor, resetTotp } from './operator-command.service.ts'

type Login = typeof opsContract.session.login
type Own = typeof opsContract.ownSignIn
type OfOperator<I = unknown> = { operator: OperatorActor; input: I }
type Coded = OfOperator<{ code: string }>
export type OperatorService = ReturnType<typeof createOperatorService>

export interface OperatorDependencies {
  db: Db
  keys: Keys
  clock: Clock
  settings: Pick<Settings, 'WEFT_PRODUCT'>
}

/** Creates the service for the sign-in of operators, their second factor and their own password. */
export function createOperatorService({ db, keys, clock, settings: { WEFT_PRODUCT } }: OperatorDependencies) {
  const locks = createOperatorLocks({ db, keys, clock })
  const recordOf = ({ operator_id }: OperatorActor) => queries.findOperatorById(db.systemNow, operator_id)
  const codeOf = (row: queries.OperatorRecord, code: string) => locks.tried(row, () => locks.rightCode(row, code))

  /**
   * Reads the operator again, under a lock, in the transaction of a sign-in: the record may have changed since the password was checked.
   * @throws wrongCredentials, operatorDisabled, totpNeeded, totpWrong
   */
  async function confirm(system: SystemDb, row: queries.OperatorRecord, code: queries.RightCode | undefined): Promise<void> {
    const now = await queries.lockOperator(system, row.operator_id)
    if (now?.password_hash !== row.password_hash) throw new Refusal('wrongCredentials')
    if (now.status === 0) throw new Refusal('operatorDisabled')
    if (now.totp_time !== null && code === undefined) throw new Refusal('totpNeeded')
    if (code && !(await queries.takeStep(system, row.operator_id, code))) throw new Refusal('totpWrong')
  }

  /** @throws passwordUnchanged */
  async function newHash(fresh: string, row: queries.OperatorRecord): Promise<string> {
    if (await passwordFits(fresh, row.password_hash)) throw new Refusal('passwordUnchanged')
    return hashPassword(fresh)
  }

  return {
    /**
     * Signs an operator in.
     * @throws signInLocked, operatorLocked, wrongCredentials, operatorDisabled, totpNeeded, totpWrong, newPasswordNeeded, passwordUnchanged
     */
    async login({ username: typed, password, totp, new_password }: InputOf<Login>, caller: Caller): Promise<OutputOf<Login>> {
      const name = nameKey(typed)
      const row = await queries.findOperator(db.systemNow, name)
      await locks.tryPassword(name, row, caller.address)
      const fits = await passwordFits(password, row?.password_hash)
      if (!row || !fits) throw new Refusal('wrongCredentials')
      await locks.clearPassword(row, caller.address)
      if (row.status === 0) throw new Refusal('operatorDisabled')
      if (row.totp_time !== null && totp === '') throw new Refusal('totpNeeded', undefined, { totp: 1 })
      // Before the code is checked, so that it can still be used together with the new password.
      if (row.first_password === 1 && new_password === undefined) throw new Refusal('newPasswordNeeded', undefined, { new_password: 1 })
      // Wrong proofs in a session lock the sign-in as well. The right password is one, of an operator without an authenticator.
      const code = row.totp_time === null ? await locks.tried(row, () => undefined) : await codeOf(row, totp)
      const password_hash = new_password === undefined ? undefined : await newHash(new_password, row)
      const [access_token, now] = [token(), clock.now()]
      const { operator_id, username, role } = row
      await db.system(async (system) => {
        await confirm(system, row, code)
        const operator = { operator_id, username, role, address: caller.address }
        if (password_hash !== undefined) {
          await sessions.revokeOperatorSessions(system, operator_id, {}, now)
          await auditOperator(system, operator, OPERATOR_CHAIN, texts.passwordChanged(username))
        }
        const changed = password_hash === undefined ? {} : { password_hash, first_password: 0 as const }
        await queries.writeOperator(system, operator_id, { last_login_time: now, ...changed })
        const session = { token_hash: digest(access_token), operator_id, create_time: now, last_time: now }
        const { address, user_agent } = caller
        await sessions.insertOperatorSession(system, { ...session, expire_time: after(now, OPERATOR_SECONDS), address, user_agent }, now)
        await auditOperator(system, operator, OPERATOR_CHAIN, texts.signedIn(username))
      })
      return { access_token, token_expire_time: OPERATOR_SECONDS, operator: { username, role, totp: row.totp_time === null ? 0 : 1 } }
    },

    async info(system: SystemDb, { operator_id, username, role }: OperatorActor): Promise<Operator> {
      const { totp_time } = await queries.findOperatorById(system, operator_id)
      return { username, role, totp: totp_time === null ? 0 : 1 }
    },

    /**
     * Checks an operator's proof of identity: the code if they have an authenticator, otherwise the password.
     * @returns the code, which still has to be used up
     * @throws operatorLocked, totpNeeded, totpWrong, ownPasswordWrong
     */
    async checkProof({ operator, input: { password, code } }: OfOperator<InputOf<Own['prove']>>): Promise<queries.RightCode | undefined> {
      const row = await recordOf(operator)
      if (row.totp_time === null) {
        await locks.tried(row, async () => {
          if (!(await passwordFits(password ?? '', row.password_hash))) throw new Refusal('ownPasswordWrong')
        })
        return undefined
      }
      if (code === undefined) throw new Refusal('totpNeeded')
      return codeOf(row, code)
    },

    /** Opens the management of operators for five minutes to a session that has proved its identity. @throws totpWrong */
    async prove(system: SystemDb, operator: OperatorActor, code: queries.RightCode | undefined): Promise<void> {
      if (code && !(await queries.takeStep(system, operator.operator_id, code))) throw new Refusal('totpWrong')
      const { session } = operator
      if (session) await sessions.writeVerified(system, session.session_id, after(clock.now(), OPERATOR_PROOF_SECONDS))
      await auditOperator(system, operator, OPERATOR_CHAIN, texts.identityProved(operator.username))
    },

    /** Checks the old password, and makes the digest of the new one. @throws operatorLocked, oldPasswordWrong, passwordUnchanged */
    async checkPassword({ operator, input }: OfOperator<InputOf<Own['password']>>): Promise<{ from: string; to: string }> {
      const row = await recordOf(operator)
      await locks.tried(row, async () => {
        if (!(await passwordFits(input.old_password, row.password_hash))) throw new Refusal('oldPasswordWrong')
      })
      return { from: row.password_hash, to: await newHash(input.new_password, row) }
    },

    /** Replaces one's own password and ends one's other sessions. @throws oldPasswordWrong if it was replaced meanwhile */
    async changePassword(system: SystemDb, operator: OperatorActor, { from, to }: { from: string; to: string }): Promise<void> {
      const row = await queries.lockOperator(system, operator.operator_id)
      if (row?.password_hash !== from) throw new Refusal('oldPasswordWrong')
      await queries.writeOperator(system, operator.operator_id, { password_hash: to, first_password: 0 })
      await sessions.revokeOperatorSessions(system, operator.operator_id, { except: operator.session?.session_id }, clock.now())
      await auditOperator(system, operator, OPERATOR_CHAIN, texts.passwordChanged(operator.username))
    },

    /** Makes a new secret, which is in force once one of its codes was typed. @throws totpAlreadyOn */
    async setUpTotp(system: SystemDb, { operator_id, username }: OperatorActor): Promise<OutputOf<typeof opsContract.session.totp_setup>> {
      const row = await queries.lockOperator(system, operator_id)
      if (row?.totp_time !== null) throw new Refusal('totpAlreadyOn')
      const secret = newSecret()
      await queries.writeOperator(system, operator_id, { totp_secret: keys.seal(secret), totp_last_step: 0 })
      const uri = uriOf(secret, WEFT_PRODUCT, username)
      return { secret, uri, qr: await pictureOf(uri) }
    },

    /** Checks the first code of a new secret. @throws totpAlreadyOn, totpNotSetUp, operatorLocked, totpWrong */
    async checkFirstCode({ operator, input }: Coded): Promise<queries.RightCode> {
      const row = await recordOf(operator)
      if (row.totp_time !== null) throw new Refusal('totpAlreadyOn')
      if (row.totp_secret === null) throw new Refusal('totpNotSetUp')
      return codeOf(row, input.code)
    },

    /** Requires a code from the next sign-in on. @throws totpWrong */
    async enableTotp(system: SystemDb, operator: OperatorActor, code: queries.RightCode): Promise<void> {
      if (!(await queries.takeStep(system, operator.operator_id, code, { totp_time: clock.now() }))) throw new Refusal('totpWrong')
      await auditOperator(system, operator, OPERATOR_CHAIN, texts.totpEnabled(operator.username))
    },

    /** Checks a code of the present secret. @throws totpNotOn, operatorLocked, totpWrong */
    async checkLastCode({ operator, input }: Coded): Promise<queries.RightCode> {
      const row = await recordOf(operator)
      if (row.totp_time === null) throw new Refusal('totpNotOn')
      return codeOf(row, input.code)
    },

    /** @throws totpWrong */
    async disableTotp(system: SystemDb, operator: OperatorActor, code: queries.RightCode): Promise<void> {
      if (!(await queries.takeStep(system, operator.operator_id, code, queries.NO_FACTOR))) throw new Refusal('totpWrong')
      await auditOperator(system, operator, OPERATOR_CHAIN, texts.totpDisabled(operator.username))
    },

    async logout(system: SystemDb, operator: OperatorActor): Promise<void> {
      const { operator_id, session } = operator
      if (session) await sessions.revokeOperatorSessions(system, operator_id, { session_id: session.session_id }, clock.now())
      await auditOperator(system, operator, OPERATOR_CHAIN, texts.signedOut(operator.username))
    },

    /**
     * Returns the operator who sends a request. Read at each request, so that another role, a disabled operator and an ended session take
     * effect at once.
     * @throws tokenUnknown, accessExpired, sessionRevoked, operatorDisabledInSession
     */
    async identify(caller: Caller): Promise<OperatorActor> {
      const row = caller.token === undefined ? undefined : await sessions.findOperatorSession(db.systemNow, digest(caller.token))
      if (!row) throw new Refusal('tokenUnknown')
      if (row.status === 0) throw new Refusal('operatorDisabledInSession')
      if (row.revoke_time !== null) throw new Refusal('sessionRevoked')
      const now = clock.now()
      if (row.expire_time <= unix(now)) throw new Refusal('accessExpired')
      const { operator_id, username, role, session_id, verified_until } = row
      if (sessions.touchDue(row.last_time, unix(now))) await sessions.touchOperatorSession(db.systemNow, session_id, now)
      return { operator_id, username, role, address: caller.address, session: { session_id, verified_until: verified_until ?? 0 } }
    },

    deleteExpired: (): Promise<void> => sessions.deleteExpiredSessions(db.systemNow, clock.now()),
  }
}
