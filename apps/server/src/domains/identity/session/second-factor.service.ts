import { type contract, type OutputOf, RECOVERY_CODES, TOTP_CHALLENGE_SECONDS, TOTP_TRIES } from '@weft/contract'
import { newSecret, pictureOf, stepOf, uriOf } from '../../../adapters/totp/totp.ts'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { after } from '../../../kernel/clock.ts'
import { readable, token } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { digest } from '../../../kernel/secrets.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { sendMessage } from '../../support/message/message.service.ts'
import * as queries from './second-factor.queries.ts'
import type { LoginKey } from './second-factor.queries.ts'
import * as texts from './session.audit.ts'
import type { SessionDependencies } from './session.service.ts'
import { createSignInLock } from './sign-in-lock.ts'

type Own = AccountDb | SystemDb
type Setup = OutputOf<typeof contract.account.totp_setup>
export type SecondFactorService = ReturnType<typeof createSecondFactorService>

/** How a login proved itself: by the authenticator, or by a recovery code, with the number of codes that are left. */
export type Redeemed = { by: 'authenticator' } | { by: 'recovery_code'; left: number }

/** Creates the service of two-step verification with an authenticator (RFC 6238), for owners and sub-accounts. */
export function createSecondFactorService({ db, keys, clock, settings }: SessionDependencies & { settings: { WEFT_PRODUCT: string } }) {
  // A caller has the password or the session already: guesses are counted over all addresses.
  const lock = createSignInLock(db.systemNow, keys, clock, 'second factor', { everywhere: true, refusal: 'tooManyTries' })
  const nameOf = ({ login_id }: LoginKey) => `login ${login_id}`

  const recoveryHash = ({ login_id }: LoginKey, code: string) =>
    keys.digest('totp recovery', `${login_id} ${code.replace('-', '').toUpperCase()}`)

  /**
   * Uses a code up in the transaction that it permits. Each is valid once: a step of the authenticator is refused once it or a later one
   * was used.
   */
  async function redeem(own: Own, login: LoginKey, factor: queries.FactorRow, code: string): Promise<Redeemed | undefined> {
    if (!/^\d{6}$/.test(code)) {
      const left = await queries.takeRecoveryCode(own, login, recoveryHash(login, code))
      return left === undefined ? undefined : { by: 'recovery_code', left }
    }
    const step = factor.totp_secret === null ? undefined : stepOf(keys.open(factor.totp_secret), code, clock.now())
    if (step === undefined || step <= factor.totp_last_step) return undefined
    await queries.writeFactor(own, login, { totp_last_step: step })
    return { by: 'authenticator' }
  }

  async function clear(own: Own, login: LoginKey): Promise<void> {
    await queries.writeFactor(own, login, { totp_secret: null, totp_time: null, totp_last_step: 0 })
    await queries.writeRecoveryCodes(own, login, [])
    await queries.deleteChallengesOf(own, login)
  }

  return {
    /** Returns a new secret, unused until a code of it was entered; it replaces one that was set up before. @throws totpAlreadyOn */
    async setUp(account: AccountDb, actor: Actor): Promise<Setup> {
      const { totp_time } = await queries.lockFactor(account, actor)
      if (totp_time !== null) throw new Refusal('totpAlreadyOn')
      const secret = newSecret()
      await queries.writeFactor(account, actor, { totp_secret: keys.seal(secret), totp_time: null, totp_last_step: 0 })
      const label = actor.ram === 1 ? `${actor.username}@${actor.account_number}` : actor.username
      const uri = uriOf(secret, settings.WEFT_PRODUCT, label)
      return { secret, uri, qr: await pictureOf(uri) }
    },

    /** Requires a code from the next sign-in on. Returns the recovery codes, this once. @throws totpAlreadyOn, totpNotSetUp, totpWrong */
    async enable(account: AccountDb, actor: Actor, code: string): Promise<{ recovery_codes: string[] }> {
      const factor = await queries.lockFactor(account, actor)
      if (factor.totp_time !== null) throw new Refusal('totpAlreadyOn')
      if (factor.totp_secret === null) throw new Refusal('totpNotSetUp')
      const step = stepOf(keys.open(factor.totp_secret), code, clock.now())
      if (step === undefined) throw new Refusal('totpWrong')
      const recovery_codes = Array.from({ length: RECOVERY_CODES }, () => `${readable(5)}-${readable(5)}`)
      await queries.writeFactor(account, actor, { totp_time: clock.now(), totp_last_step: step })
      await queries.writeRecoveryCodes(
        account,
        actor,
        recovery_codes.map((each) => recoveryHash(actor, each)),
      )
      await audit(account, actor, texts.factorEnabled(actor.username))
      return { recovery_codes }
    },

    /** Turns the second factor off by a code of the authenticator or a recovery code. @throws totpNotOn, totpWrong, tooManyTries */
    async disable(account: AccountDb, actor: Actor, code: string): Promise<void> {
      const factor = await queries.lockFactor(account, actor)
      if (factor.totp_time === null) throw new Refusal('totpNotOn')
      await lock.tryOnce(nameOf(actor), actor.address)
      if (!(await redeem(account, actor, factor, code))) throw new Refusal('totpWrong')
      await lock.clear(nameOf(actor), actor.address)
      await clear(account, actor)
      await audit(account, actor, texts.factorDisabled(actor.username))
      await sendMessage(account, { ...texts.factorDisabledMessage(actor.username), login_id: actor.login_id })
    },

    /** Removes the second factor of a login, and returns whether it was on. */
    async reset(system: SystemDb, login: LoginKey): Promise<boolean> {
      const factor = await queries.lockFactor(system, login)
      await clear(system, login)
      return factor.totp_time !== null
    },

    /** Returns a challenge for the second step of a sign-in, valid for five minutes. */
    async challenge({ account_id, login_id }: LoginKey): Promise<string> {
      const challenge = token()
      await queries.insertChallenge(db.systemNow, {
        challenge_hash: digest(challenge),
        account_id,
        login_id,
        expire_time: after(clock.now(), TOTP_CHALLENGE_SECONDS),
      })
      return challenge
    },

    /** Counts a try of a challenge and of its login, and returns the login. @throws totpChallengeEnded, tooManyTries */
    async countTry(challenge: string, address: string): Promise<LoginKey> {
      const login = await queries.countChallengeTry(db.systemNow, digest(challenge), clock.now(), TOTP_TRIES)
      if (!login) throw new Refusal('totpChallengeEnded')
      await lock.tryOnce(nameOf(login), address)
      return login
    },

    /**
     * Ends a challenge with a right code, in the transaction that opens the session.
     * @throws totpWrong, and totpChallengeEnded where another call was faster or the factor is off by now
     */
    async meet(system: SystemDb, challenge: string, login: LoginKey, code: string): Promise<Redeemed> {
      const factor = await queries.lockFactor(system, login)
      if (factor.totp_time === null) throw new Refusal('totpChallengeEnded')
      const redeemed = await redeem(system, login, factor, code)
      if (!redeemed) throw new Refusal('totpWrong')
      if (!(await queries.deleteChallenge(system, digest(challenge)))) throw new Refusal('totpChallengeEnded')
      return redeemed
    },

    /** Resets the login's tries after a right second step. */
    forgetTries: (login: LoginKey, address: string): Promise<void> => lock.clear(nameOf(login), address),

    deleteExpired: (): Promise<void> => queries.deleteExpiredChallenges(db.systemNow, clock.now()),
  }
}
