import { randomUUID } from 'node:crypto'
import { ABSOLUTE_SECONDS, ACCESS_SECONDS, CAPTCHA_SECONDS, type contract, type InputOf, LINK_SECONDS, type Session } from '@weft/contract'
import { drawCaptcha } from '../../adapters/captcha/captcha.ts'
import { tell } from '../../adapters/bus/bus.queries.ts'
import { type AccountDb, asAccount, type Db, type SystemDb } from '../../db/client.ts'
import type { Actor } from '../../kernel/actor.ts'
import type { Caller } from '../../kernel/caller.ts'
import { after, type Clock, unix } from '../../kernel/clock.ts'
import { token } from '../../kernel/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { digest, type Keys, passwordFits } from '../../kernel/secrets.ts'
import { audit, auditSystem } from '../audit/audit.service.ts'
import { sendMessage } from '../message/message.service.ts'
import * as texts from './session.audit.ts'
import * as queries from './session.queries.ts'
import { judge, nameKey, splitSubAccount } from './session.rules.ts'
import { createSignInLock } from './sign-in-lock.ts'

export interface SessionParts {
  db: Db
  keys: Keys
  clock: Clock
}
export { nameKey } from './session.rules.ts'
export { createSignInLock } from './sign-in-lock.ts'
export type SessionService = ReturnType<typeof createSessionService>
type Credentials = InputOf<typeof contract.login.authorization>

export function createSessionService({ db, keys, clock }: SessionParts) {
  const lock = createSignInLock(db.systemNow, keys, clock, 'console')

  /** Everything before the answer of a sign-in, the same for owners and sub-accounts. */
  async function signIn(input: Credentials, caller: Caller, find: () => Promise<queries.CredentialRow | undefined>): Promise<Session> {
    const shown = await queries.takeCaptcha(db.systemNow, input.uniqid, clock.now())
    if (shown === undefined || shown.toLowerCase() !== input.code.toLowerCase()) throw new Refusal('captchaWrong')
    const row = await find()
    // A person has one count, whether they type their username, phone or e-mail.
    const counted = row ? `login ${row.login_id}` : input.username
    await lock.tryOnce(counted, caller.address)
    const fits = await passwordFits(input.password, row?.password_hash)
    if (!row || !fits) throw new Refusal('wrongCredentials')
    await lock.clear(counted, caller.address)
    if (row.account_status === 0) throw new Refusal('accountDisabled')
    if (row.login_status === 0) throw new Refusal('subAccountDisabled')
    return db.system((system) => open(system, row, caller))
  }

  async function open(system: SystemDb, row: queries.CredentialRow, caller: Caller): Promise<Session> {
    const [access_token, companion, now] = [token(), token(), clock.now()]
    const session_id = randomUUID()
    await queries.insertSession(
      system,
      {
        session_id,
        account_id: row.account_id,
        login_id: row.login_id,
        kind: 'password',
        cookie_hash: digest(companion),
        create_time: now,
        last_time: now,
        expire_time: after(now, ABSOLUTE_SECONDS),
        address: caller.address,
        user_agent: caller.user_agent,
      },
      digest(access_token),
    )
    await queries.noteSignIn(system, row.login_id, now, caller.address)
    const actor = { ...row, address: caller.address } as unknown as Actor
    await audit(asAccount(system, row.account_id), actor, texts.signedIn(row.username))
    caller.setCookie(companion)
    const { username, nickname, ram, account_number } = row
    return { access_token, token_expire_time: ACCESS_SECONDS, user: { username, nickname, ram, account_number } }
  }

  /** An older token that comes back is in the wrong hands: the family ends, and the owner is told. */
  async function endReused(row: queries.SessionRow): Promise<void> {
    await db.system(async (system) => {
      const ended = await queries.revokeSessions(system, row.account_id, { session_id: row.session_id }, 'reuse', clock.now())
      if (ended === 0) return
      await auditSystem(system, row.account_id, texts.reuseFound(row.username))
      await sendMessage(asAccount(system, row.account_id), texts.reuseMessage(row.username))
      await tell(system, { type: 'session', account_id: row.account_id, session_id: row.session_id, code: 2003 })
    })
  }

  return {
    async captcha() {
      const { code, content } = drawCaptcha()
      const uniqid = token()
      await queries.insertCaptcha(db.systemNow, { uniqid, code, expire_time: after(clock.now(), CAPTCHA_SECONDS) })
      return { content, uniqid }
    },

    signInOwner: (input: Credentials, caller: Caller) =>
      signIn(input, caller, () => queries.findOwner(db.systemNow, nameKey(input.username))),

    signInSubAccount: (input: Credentials, caller: Caller) =>
      signIn(input, caller, async () => {
        const name = splitSubAccount(input.username)
        return name && queries.findSubAccount(db.systemNow, name.account_number, name.username)
      }),

    /** Rotates the presented token. Calls that repeat it within ten seconds get the same successor. */
    async refresh(caller: Caller) {
      if (caller.token === undefined) throw new Refusal('tokenUnknown')
      const presented = caller.token
      const found = await queries.findSession(db.systemNow, digest(presented))
      if (!found) throw new Refusal('tokenUnknown')
      const now = clock.now()
      const outcome = await db.system(async (system) => {
        await queries.lockSession(system, found.session_id)
        const row = (await queries.findSession(system, digest(presented))) ?? found
        const verdict = judge(factsOf(row), unix(now), 'refresh')
        if (verdict !== 'good') return { refused: verdict, row } as const
        if (row.cookie_hash && (caller.cookie === undefined || !digest(caller.cookie).equals(row.cookie_hash)))
          return { refused: 'tokenUnknown', row } as const
        const access_token = keys.successorOf(presented)
        await queries.rotateToken(system, digest(presented), digest(access_token), row, now)
        return { access_token, token_expire_time: ACCESS_SECONDS, session_expire_time: row.expire_time }
      })
      if (!('refused' in outcome)) return outcome
      if (outcome.refused === 'reused') await endReused(outcome.row)
      throw new Refusal(outcome.refused === 'reused' ? 'sessionRevoked' : (outcome.refused as 'accessExpired'))
    },

    endReused,

    async logout(account: AccountDb, actor: Actor, caller: Caller): Promise<void> {
      await queries.revokeSessions(account, actor.account_id, { session_id: actor.session_id }, 'logout', clock.now())
      await audit(account, actor, texts.signedOut(actor.username))
      await tell(account, { type: 'session', account_id: actor.account_id, session_id: actor.session_id, code: 2003 })
      caller.clearCookie()
    },

    /** Ends every session of a login, or of the whole account, in the transaction that made them wrong. */
    async revoke(
      account: AccountDb | SystemDb,
      account_id: number,
      which: { login_id?: number },
      code: number,
      reason: string,
    ): Promise<void> {
      await queries.revokeSessions(account, account_id, which, reason, clock.now())
      await tell(account, { type: 'session', account_id, ...which, code })
    },

    /** A token for a login link: one hour, bound to the first browser that uses it. */
    async issueLink(system: SystemDb, owner: { account_id: number; login_id: number }): Promise<string> {
      const [link, now] = [token(), clock.now()]
      await queries.insertSession(
        system,
        {
          session_id: randomUUID(),
          ...owner,
          kind: 'link',
          create_time: now,
          last_time: now,
          expire_time: after(now, LINK_SECONDS),
          address: '',
          user_agent: '',
        },
        digest(link),
      )
      return link
    },

    readCaptcha: (uniqid: string) => queries.readCaptcha(db.systemNow, uniqid),

    async deleteExpired(): Promise<void> {
      const now = clock.now()
      await queries.deleteExpired(db.systemNow, now, after(now, -7 * 86_400), after(now, -900))
    },
  }
}

/** The row of a session as the facts of a verdict. */
export const factsOf = (row: queries.SessionRow) => ({
  kind: row.kind,
  issue_time: row.issue_time,
  rotate_time: row.rotate_time,
  last_time: row.last_time,
  expire_time: row.expire_time,
  revoked: row.revoke_time !== null,
  account_status: row.account_status,
  login_status: row.login_status,
})
