import {
  OPERATOR_SECONDS,
  type Operator,
  type OperatorRole,
  type opsContract,
  type InputOf,
  type OutputOf,
  operatorRoles,
} from '@weft/contract'
import { newSecret, pictureOf, stepOf, uriOf } from '../adapters/totp/totp.ts'
import type { Db, SystemDb } from '../db/client.ts'
import { auditOperator, auditSystem, OPERATOR_CHAIN } from '../domains/audit/audit.service.ts'
import { createSignInLock } from '../domains/session/session.service.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import type { Caller } from '../kernel/caller.ts'
import { after, type Clock, unix } from '../kernel/clock.ts'
import { readable, token } from '../kernel/ids.ts'
import { Refusal } from '../kernel/refusal.ts'
import { digest, hashPassword, type Keys, passwordFits } from '../kernel/secrets.ts'
import type { Settings } from '../kernel/settings.ts'
import * as texts from './operator.audit.ts'
import * as queries from './operator.queries.ts'

export type OperatorService = ReturnType<typeof createOperatorService>

export function createOperatorService({
  db,
  keys,
  clock,
  settings: { WEFT_PRODUCT },
}: {
  db: Db
  keys: Keys
  clock: Clock
  settings: Pick<Settings, 'WEFT_PRODUCT'>
}) {
  const lock = createSignInLock(db.systemNow, keys, clock, 'ops')

  /** The step of a code that is right and was not used before. @throws totpWrong */
  function stepTaken({ totp_secret, totp_last_step }: queries.FactorRow, code: string): number {
    const step = totp_secret === null ? undefined : stepOf(keys.open(totp_secret), code, clock.now())
    if (step === undefined || step <= totp_last_step) throw new Refusal('totpWrong')
    return step
  }

  /** Uses a code up where the operator has an authenticator. @throws totpNeeded, totpWrong */
  async function meet(system: SystemDb, operator_id: number, code: string): Promise<void> {
    const factor = await queries.lockFactor(system, operator_id)
    if (factor.totp_time === null) return
    if (code === '') throw new Refusal('totpNeeded')
    await queries.writeFactor(system, operator_id, { totp_last_step: stepTaken(factor, code) })
  }

  return {
    /** @throws signInLocked, wrongCredentials, accountDisabled, totpNeeded, totpWrong */
    async login(input: InputOf<typeof opsContract.session.login>, caller: Caller): Promise<OutputOf<typeof opsContract.session.login>> {
      await lock.tryOnce(input.username, caller.address)
      const row = await queries.findOperator(db.systemNow, input.username)
      const fits = await passwordFits(input.password, row?.password_hash)
      if (!row || !fits) throw new Refusal('wrongCredentials')
      if (row.status === 0) throw new Refusal('accountDisabled')
      const [access_token, now] = [token(), clock.now()]
      const { operator_id, username, role } = row
      await db.system(async (system) => {
        await meet(system, operator_id, input.totp)
        await queries.insertOperatorSession(system, {
          token_hash: digest(access_token),
          operator_id,
          create_time: now,
          expire_time: after(now, OPERATOR_SECONDS),
          address: caller.address,
        })
        await auditOperator(system, { operator_id, username, role, address: caller.address }, OPERATOR_CHAIN, texts.signedIn(username))
      })
      // Guesses of the code count like those of the password.
      await lock.clear(input.username, caller.address)
      return { access_token, token_expire_time: OPERATOR_SECONDS, operator: { username, role, totp: row.totp_time === null ? 0 : 1 } }
    },

    async info(system: SystemDb, { operator_id, username, role }: OperatorActor): Promise<Operator> {
      const { totp_time } = await queries.lockFactor(system, operator_id)
      return { username, role, totp: totp_time === null ? 0 : 1 }
    },

    /** A new secret, which counts once a code of it was typed. @throws totpAlreadyOn */
    async setUpTotp(system: SystemDb, { operator_id, username }: OperatorActor): Promise<OutputOf<typeof opsContract.session.totp_setup>> {
      const { totp_time } = await queries.lockFactor(system, operator_id)
      if (totp_time !== null) throw new Refusal('totpAlreadyOn')
      const secret = newSecret()
      await queries.writeFactor(system, operator_id, { totp_secret: keys.seal(secret), totp_last_step: 0 })
      const uri = uriOf(secret, WEFT_PRODUCT, username)
      return { secret, uri, qr: await pictureOf(uri) }
    },

    /** From the next sign-in on a code is asked for. @throws totpAlreadyOn, totpNotSetUp, totpWrong */
    async enableTotp(system: SystemDb, operator: OperatorActor, code: string): Promise<void> {
      const factor = await queries.lockFactor(system, operator.operator_id)
      if (factor.totp_time !== null) throw new Refusal('totpAlreadyOn')
      if (factor.totp_secret === null) throw new Refusal('totpNotSetUp')
      await queries.writeFactor(system, operator.operator_id, { totp_time: clock.now(), totp_last_step: stepTaken(factor, code) })
      await auditOperator(system, operator, OPERATOR_CHAIN, texts.totpEnabled(operator.username))
    },

    /** @throws totpNotOn, totpWrong */
    async disableTotp(system: SystemDb, operator: OperatorActor, code: string): Promise<void> {
      const factor = await queries.lockFactor(system, operator.operator_id)
      if (factor.totp_time === null) throw new Refusal('totpNotOn')
      stepTaken(factor, code)
      await queries.writeFactor(system, operator.operator_id, { totp_secret: null, totp_time: null, totp_last_step: 0 })
      await auditOperator(system, operator, OPERATOR_CHAIN, texts.totpDisabled(operator.username))
    },

    async logout(system: SystemDb, operator: OperatorActor, caller: Caller): Promise<void> {
      if (caller.token !== undefined) await queries.deleteOperatorSession(system, digest(caller.token))
      await auditOperator(system, operator, OPERATOR_CHAIN, texts.signedOut(operator.username))
    },

    /**
     * Who sends a request: read at each one, so a disabled operator is out at once.
     * @throws tokenUnknown, accessExpired, accountDisabledInSession
     */
    async identify(caller: Caller): Promise<OperatorActor> {
      const row = caller.token === undefined ? undefined : await queries.findOperatorSession(db.systemNow, digest(caller.token))
      if (!row) throw new Refusal('tokenUnknown')
      if (row.status === 0) throw new Refusal('accountDisabledInSession')
      if (row.expire_time <= unix(clock.now())) throw new Refusal('accessExpired')
      return { operator_id: row.operator_id, username: row.username, role: row.role, address: caller.address }
    },

    deleteExpired: (): Promise<void> => queries.deleteExpiredSessions(db.systemNow, clock.now()),
  }
}

/** The operator of a name, as the author of what the demonstration does. @throws where there is none */
export async function findOperatorActor(db: SystemDb, username: string): Promise<OperatorActor> {
  const row = await queries.findOperator(db, username)
  if (!row) throw new Error(`there is no operator named ${username}`)
  return { operator_id: row.operator_id, username: row.username, role: row.role, address: '127.0.0.1' }
}

/** Takes the second factor from an operator who has lost it, for the command line. @throws OperatorError */
export async function resetTotp(db: SystemDb, username: string): Promise<void> {
  const row = await queries.findOperator(db, username)
  if (!row) throw new OperatorError(`there is no operator named ${username}`)
  await queries.writeFactor(db, row.operator_id, { totp_secret: null, totp_time: null, totp_last_step: 0 })
  await auditSystem(db, OPERATOR_CHAIN, texts.totpDisabled(row.username))
}

/** An operator that cannot be created: one sentence for whoever runs the command. */
export class OperatorError extends Error {}

const USERNAME = /^[A-Za-z][A-Za-z0-9._-]{2,31}$/
const PASSWORD = /^[\x21-\x7e]{8,128}$/
/** About 79 bits, without look-alikes. */
const GENERATED_LENGTH = 16

/**
 * Creates an operator, for the command line and the demonstration. The answer's `password` is the generated one, to be shown
 * once; undefined where the caller gave its own.
 * @throws OperatorError
 */
export async function createOperator(
  db: SystemDb,
  { username, role, password }: { username: string; role: string; password?: string | undefined },
): Promise<{ username: string; role: OperatorRole; password: string | undefined }> {
  if (!USERNAME.test(username))
    throw new OperatorError('an operator’s name has 3 to 32 letters, digits, dots, hyphens or underscores, and starts with a letter')
  const known = operatorRoles.find((name) => name === role)
  if (!known) throw new OperatorError(`the role must be one of ${operatorRoles.join(', ')}`)
  if (password !== undefined && !PASSWORD.test(password))
    throw new OperatorError('an operator’s password has 8 to 128 letters, digits or symbols, without spaces')
  const generated = password === undefined ? readable(GENERATED_LENGTH) : undefined
  const row = await queries.insertOperator(db, { username, role: known, password_hash: await hashPassword(password ?? generated!) })
  if (!row) throw new OperatorError(`there is an operator named ${username} already`)
  await auditSystem(db, OPERATOR_CHAIN, texts.created(username, known))
  return { username, role: known, password: generated }
}
