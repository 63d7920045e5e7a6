import { randomUUID } from 'node:crypto'
import {
  ABSOLUTE_SECONDS,
  ACCESS_SECONDS,
  type contract,
  DAY_SECONDS,
  type InputOf,
  refusals,
  type Session,
  SESSIONS_MAX,
} from '@weft/contract'
import { publishAll } from '../../../adapters/bus/publish.ts'
import { asAccount, isReferenceGone, type SystemDb } from '../../../db/client.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { after } from '../../../kernel/clock.ts'
import { token } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { digest, passwordFits } from '../../../kernel/secrets.ts'
import { audit, auditSystem } from '../../foundation/audit/audit.service.ts'
import { sendMessage } from '../../support/message/message.service.ts'
import type { CaptchaService } from './captcha.service.ts'
import { deviceName } from './device-name.rules.ts'
import type { SecondFactorService } from './second-factor.service.ts'
import * as texts from './session.audit.ts'
import { nameKey, splitSubAccount } from './session.rules.ts'
import type { SessionDependencies } from './session.service.ts'
import * as queries from './sign-in.queries.ts'
import { createSignInLock } from './sign-in-lock.ts'

type Calls = typeof contract.login
type Credentials = InputOf<Calls['authorization']>
export type SignInService = ReturnType<typeof createSignInService>

export interface SignInDependencies extends SessionDependencies {
  captchas: CaptchaService
  secondFactors: SecondFactorService
}

/** The kind of name that a sign-in looks for. */
type Door = 'owner' | 'sub-account'

/** Seconds that a browser is remembered without a sign-in. */
const DEVICE_SECONDS = 365 * DAY_SECONDS
/** The form of a browser's cookie, as `token` makes it. */
const DEVICE = /^[\w-]{43}$/

/** Creates the service of signing in: the picture, the password, the second factor where it is on, and the browser. */
export function createSignInService({ db, keys, clock, captchas, secondFactors }: SignInDependencies) {
  const lock = createSignInLock(db.systemNow, keys, clock, 'console')

  async function find(door: Door, name: string): Promise<queries.CredentialRow | undefined> {
    if (door === 'owner') return queries.findOwner(db.systemNow, name)
    const named = splitSubAccount(name)
    return named && queries.findSubAccount(db.systemNow, named.account_number, named.username)
  }

  /** Signs in an owner or a sub-account. */
  async function signIn(door: Door, input: Credentials, caller: Caller): Promise<Session> {
    const name = nameKey(input.username)
    // Neither needs the other's result; the login matters only where the picture was right.
    const [row] = await Promise.all([find(door, name), captchas.take(input, input.username, caller.address)])
    // A login has one count for its username, phone and e-mail. An unknown name shares its count with no login, nor with the same name at
    // the other sign-in, where it may exist: else the lock would reveal which names exist.
    const counted = row ? `login ${row.login_id}` : `${door} ${name}`
    await lock.tryOnce(counted, caller.address)
    const fits = await passwordFits(input.password, row?.password_hash)
    if (!row || !fits) throw new Refusal('wrongCredentials')
    const clear = () => lock.clear(counted, caller.address)
    if (isEnabled(row) && row.totp_time === null) {
      const [session] = await Promise.all([db.system((system) => open(system, row, caller)), clear()])
      return session
    }
    await clear()
    requireEnabled(row)
    throw new Refusal('totpNeeded', undefined, { totp: 1, challenge: await secondFactors.challenge(row) })
  }

  async function open(system: SystemDb, row: queries.CredentialRow, caller: Caller): Promise<Session> {
    const [access_token, companion, now] = [token(), token(), clock.now()]
    const device = caller.device !== undefined && DEVICE.test(caller.device) ? caller.device : token()
    const { address, user_agent } = caller
    const { account_id, login_id, username, nickname, ram, account_number } = row
    const account = asAccount(system, account_id)
    const session_id = randomUUID()
    // Before all else, because it locks the login. Of several sign-ins at once each then sees the sessions of those before it; and none
    // holds the account's log while it waits for a login whose holder waits for the log.
    const opened = await queries
      .insertSignIn(system, {
        account_id,
        login_id,
        password_hash: row.password_hash,
        session_id,
        cookie_hash: digest(companion),
        token_hash: digest(access_token),
        device_hash: digest(device),
        now,
        expire_time: after(now, ABSOLUTE_SECONDS),
        address,
        user_agent,
      })
      .catch((error: unknown) => {
        // The login was deleted meanwhile.
        if (!isReferenceGone(error)) throw error
      })
    if (!opened) throw new Refusal('wrongCredentials')
    const [ended] = await Promise.all([
      queries.endOldest(system, { account_id, login_id, session_id, now }, SESSIONS_MAX),
      audit(account, { login_id, username, ram, address }, texts.signedIn(username)),
    ])
    if (ended.length > 0) {
      await auditSystem(system, account_id, texts.sessionsReplaced(username, SESSIONS_MAX, ended.length))
      const { code } = refusals.sessionReplaced
      await publishAll(
        account,
        ended.map((gone) => ({ type: 'session', account_id, session_id: gone, code }) as const),
      )
    }
    if (opened.new_device && opened.came_before) {
      const message = texts.newDeviceMessage(username, { time: now, address, device: deviceName(user_agent, 'zh-CN') })
      await sendMessage(account, { ...message, login_id })
    }
    caller.setCookie(companion)
    caller.setDevice(device)
    return { access_token, token_expire_time: ACCESS_SECONDS, user: { username, nickname, ram, account_number } }
  }

  return {
    /** @throws what `captchas.take` throws, wrongCredentials, signInLocked, accountDisabled, totpNeeded */
    signInOwner: (input: Credentials, caller: Caller): Promise<Session> => signIn('owner', input, caller),

    /** @throws what `captchas.take` throws, wrongCredentials, signInLocked, accountDisabled, subAccountDisabled, totpNeeded */
    signInSubAccount: (input: Credentials, caller: Caller): Promise<Session> => signIn('sub-account', input, caller),

    /**
     * Signs in by the second step: the challenge that the first was refused with, and a code.
     * @throws totpChallengeEnded, totpWrong, tooManyTries, accountDisabled, subAccountDisabled
     */
    async signInTotp({ challenge, code }: InputOf<Calls['totp']>, caller: Caller): Promise<Session> {
      const { account_id, login_id } = await secondFactors.countTry(challenge, caller.address)
      const session = await db.system(async (system) => {
        const redeemed = await secondFactors.meet(system, challenge, { account_id, login_id }, code)
        const row = await queries.findLogin(system, account_id, login_id)
        if (!row) throw new Refusal('totpChallengeEnded')
        requireEnabled(row)
        if (redeemed.by === 'recovery_code')
          await sendMessage(asAccount(system, account_id), { ...texts.recoveryCodeMessage(row.username, redeemed.left), login_id })
        return open(system, row, caller)
      })
      await secondFactors.forgetTries({ account_id, login_id }, caller.address)
      return session
    },

    /** Deletes browsers that were not used for a year. */
    forgetDevices: (): Promise<void> => queries.deleteUnusedDevices(db.systemNow, clock.now(), DEVICE_SECONDS),
  }
}

const isEnabled = ({ account_status, login_status }: queries.CredentialRow): boolean => account_status === 1 && login_status === 1

/** @throws accountDisabled, subAccountDisabled: reported at the sign-in, so that the page can say why */
function requireEnabled({ account_status, login_status }: queries.CredentialRow): void {
  if (account_status === 0) throw new Refusal('accountDisabled')
  if (login_status === 0) throw new Refusal('subAccountDisabled')
}
