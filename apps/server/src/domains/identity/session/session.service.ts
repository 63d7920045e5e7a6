/**
 * Room identity/session: sign-in: passwords, second factors, pictures, sessions and the devices they came from.
 * Tables: captcha, captcha_count, login, login_device, session, session_token, sign_in_failure, socket_ticket, totp_challenge, totp_recovery_code.
 * Called by: identity, jobs, member, ops.
 * Always: tries are counted before a password is compared, and a token is stored as a digest only.
 */
import { randomUUID } from 'node:crypto'
import { ACCESS_SECONDS, DAY_SECONDS, LINK_SECONDS } from '@weft/contract'
import { publish } from '../../../adapters/bus/publish.ts'
import { type AccountDb, asAccount, type Db, type SystemDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { after, type Clock, unix } from '../../../kernel/clock.ts'
import { token } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { digest, type Keys } from '../../../kernel/secrets.ts'
import { audit, auditSystem } from '../../foundation/audit/audit.service.ts'
import { sendMessage } from '../../support/message/message.service.ts'
import * as texts from './session.audit.ts'
import * as queries from './session.queries.ts'
import { judge } from './session.rules.ts'
import { REPLACED } from './sign-in.queries.ts'

export interface SessionDependencies {
  db: Db
  keys: Keys
  clock: Clock
}
export { deviceName, systemName } from './device-name.rules.ts'
export { nameKey, splitSubAccount } from './session.rules.ts'
export { takeProof, verifySession, writeView } from './session.queries.ts'
export { createSignInLock } from './sign-in-lock.ts'
/** The prefix by which scanners for leaked secrets recognize a key. */
const ACCESS_KEY_PREFIX = 'weft_'
export type SessionService = ReturnType<typeof createSessionService>

/** Creates the service of open sessions: refreshing and ending them, login links and keys. */
export function createSessionService({ db, keys, clock }: SessionDependencies) {
  /** Ends a session whose older token came back, since somebody else has it, and notifies the owner. */
  async function endReused(row: queries.SessionRow): Promise<void> {
    await db.system(async (system) => {
      const ended = await queries.revokeSessions(system, row.account_id, { session_id: row.session_id }, 'reuse', clock.now())
      if (ended === 0) return
      await auditSystem(system, row.account_id, texts.reuseFound(row.username))
      await sendMessage(asAccount(system, row.account_id), texts.reuseMessage(row.username))
      await publish(system, { type: 'session', account_id: row.account_id, session_id: row.session_id, code: 2003 })
    })
  }

  return {
    /** Replaces the presented token. Calls that repeat it within ten seconds get the same successor. */
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
        return {
          access_token,
          token_expire_time: ACCESS_SECONDS,
          session_expire_time: row.expire_time,
          session_seconds_left: Math.max(0, row.expire_time - unix(now)),
        }
      })
      if (!('refused' in outcome)) return outcome
      if (outcome.refused === 'reused') await endReused(outcome.row)
      throw new Refusal(outcome.refused === 'reused' ? 'sessionRevoked' : (outcome.refused as 'accessExpired'))
    },

    endReused,

    async logout(account: AccountDb, actor: Actor, caller: Caller): Promise<void> {
      await queries.revokeSessions(account, actor.account_id, { session_id: actor.session_id }, 'logout', clock.now())
      await audit(account, actor, texts.signedOut(actor.username))
      await publish(account, { type: 'session', account_id: actor.account_id, session_id: actor.session_id, code: 2003 })
      caller.clearCookie()
    },

    /** Ends the sessions of a login or of the whole account, except one that may be named, in the transaction that made them invalid. */
    async revoke(
      account: AccountDb | SystemDb,
      account_id: number,
      { login_id, except }: Pick<queries.WhichSessions, 'login_id' | 'except'>,
      code: number,
      reason: string,
    ): Promise<void> {
      const which = { ...(login_id !== undefined && { login_id }), ...(except !== undefined && { except }) }
      await queries.revokeSessions(account, account_id, which, reason, clock.now())
      // Each socket checks its own session: the excepted one stays open.
      await publish(account, { type: 'session', account_id, ...(login_id !== undefined && { login_id }), code })
    },

    /** Returns a token for a login link: one hour, bound to the first browser that uses it. */
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

    /** Returns a key for scripts, which is the token of a session that lasts as long as the key. */
    async issueKey(account: AccountDb, login_id: number, expire_time: Date): Promise<string> {
      const [key, now] = [`${ACCESS_KEY_PREFIX}${token()}`, clock.now()]
      const { account_id } = account
      const session = {
        session_id: randomUUID(),
        account_id,
        login_id,
        kind: 'key',
        create_time: now,
        last_time: now,
        expire_time,
      } as const
      await queries.insertSession(account, { ...session, address: '', user_agent: '' }, digest(key))
      return key
    },

    async deleteExpired(): Promise<void> {
      const now = clock.now()
      await queries.deleteExpired(db.systemNow, now, after(now, -7 * DAY_SECONDS), after(now, -900))
    },
  }
}

/** Returns the facts by which `judge` judges a session. */
export const factsOf = (row: queries.SessionRow) => ({
  kind: row.kind,
  issue_time: row.issue_time,
  rotate_time: row.rotate_time,
  last_time: row.last_time,
  expire_time: row.expire_time,
  revoked: row.revoke_time !== null,
  replaced: row.revoke_reason === REPLACED,
  account_status: row.account_status,
  login_status: row.login_status,
})
