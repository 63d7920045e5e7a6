import { type contract, type InputOf, type Language, linkDevice, type OutputOf } from '@weft/contract'
import { publish } from '../../../adapters/bus/publish.ts'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { deviceName } from './device-name.rules.ts'
import * as queries from './live-session.queries.ts'
import * as texts from './session.audit.ts'
import { revokeSessions } from './session.queries.ts'

type Calls = typeof contract.account
export type LiveSessionService = ReturnType<typeof createLiveSessionService>

/** The most sessions of a login that are listed. */
const MOST_SHOWN = 100

/** Creates the service that lists where a login is signed in, and ends sessions. */
export function createLiveSessionService({ clock }: { clock: Clock }) {
  const nameOf = ({ kind, user_agent }: { kind: Actor['session_kind']; user_agent: string }, language: Language) =>
    kind === 'link' ? linkDevice[language] : deviceName(user_agent, language)

  return {
    async list(db: AccountDb, { login_id, session_id }: Actor, { language }: Caller): Promise<OutputOf<Calls['sessions']>> {
      const rows = await queries.listLiveSessions(db, login_id, clock.now(), MOST_SHOWN)
      return rows.map((row) => ({
        id: row.session_id,
        device: nameOf(row, language),
        address: row.address,
        create_time: row.create_time,
        last_time: row.last_time,
        current: row.session_id === session_id ? 1 : 0,
      }))
    },

    /** Ends a session at once: its sockets close, and its browser signs out. @throws sessionNotFound */
    async end(db: AccountDb, actor: Actor, { id }: InputOf<Calls['session_end']>, caller: Caller): Promise<void> {
      const { account_id, login_id } = actor
      const session = await queries.findLiveSession(db, login_id, id, clock.now())
      const ended = session && (await revokeSessions(db, account_id, { session_id: id, login_id }, 'ended', clock.now()))
      if (!session || ended === 0) throw new Refusal('sessionNotFound')
      await audit(db, actor, texts.sessionEnded(actor.username, nameOf(session, 'zh-CN')))
      await publish(db, { type: 'session', account_id, session_id: id, code: 2003 })
      if (id === actor.session_id) caller.clearCookie()
    },

    /** Returns which of these names are live sessions of the caller's own login; inputs are checked with it before the handler runs. */
    resolve: async (db: AccountDb, names: string[], { login_id }: Actor): Promise<ReadonlySet<string>> =>
      new Set(await queries.findLive(db, login_id, names, clock.now())),
  }
}
