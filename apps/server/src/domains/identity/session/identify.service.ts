import { permissions, SIGN_IN_PROOF_SECONDS } from '@weft/contract'
import { takesNoWrites } from '../../../db/absence.ts'
import { type Actor, rightColumn } from '../../../kernel/actor.ts'
import type { Caller } from '../../../kernel/caller.ts'
import { after, unix } from '../../../kernel/clock.ts'
import { token } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { digest } from '../../../kernel/secrets.ts'
import * as queries from './session.queries.ts'
import { judge } from './session.rules.ts'
import { factsOf, type SessionDependencies, type SessionService } from './session.service.ts'

/** Seconds between two writes of a session's last use. */
const TOUCH_SECONDS = 60
/** Sessions of which an instance remembers when it wrote their last use. */
const MOST_SESSIONS = 20_000
const TICKET_SECONDS = 30

export type IdentifyService = ReturnType<typeof createIdentifyService>

/**
 * Creates the service that reads who sends each request, so a change of role or status takes effect on the next call.
 * @param most_sessions the sessions whose use was written longest ago are forgotten beyond these, and written again when they are used
 */
export function createIdentifyService({ db, clock }: SessionDependencies, sessions: SessionService, most_sessions = MOST_SESSIONS) {
  /** By session, the time of the last write of its use; the last that was written at the end. */
  const lastTouch = new Map<string, number>()

  /** Writes the last use of a session at most once a minute. */
  async function touch({ session_id, kind, last_time }: queries.SessionRow, address: string): Promise<void> {
    const now = unix(clock.now())
    // A key that was never used has the time of its creation as its last use.
    const known = Math.max(kind === 'key' ? 0 : last_time, lastTouch.get(session_id) ?? 0)
    if (now - known < TOUCH_SECONDS) return
    lastTouch.delete(session_id)
    lastTouch.set(session_id, now)
    if (lastTouch.size > most_sessions) lastTouch.delete(lastTouch.keys().next().value!)
    const written = queries.touchSession(db.systemNow, session_id, clock.now(), kind === 'key' ? address : undefined)
    // On a full disk and on a standby reads still work, and a failed write of the last use must not refuse one.
    await written.catch((error: unknown) => {
      if (!takesNoWrites(error)) throw error
    })
  }

  async function admitted(row: queries.SessionRow | undefined): Promise<queries.SessionRow> {
    if (!row) throw new Refusal('tokenUnknown')
    const verdict = judge(factsOf(row), unix(clock.now()), 'call')
    if (verdict === 'reused') await sessions.endReused(row)
    if (verdict !== 'good') throw new Refusal(verdict === 'reused' ? 'sessionRevoked' : verdict)
    return row
  }

  return {
    /** Returns the actor of a token. @throws tokenUnknown, accessExpired, sessionRevoked, accountDisabledInSession, subAccountDisabledInSession, linkUsed */
    async byToken(caller: Caller): Promise<Actor> {
      if (caller.token === undefined) throw new Refusal('tokenUnknown')
      const row = await admitted(await queries.findSession(db.systemNow, digest(caller.token)))
      if (row.kind === 'link') await holdLink(row, caller)
      await touch(row, caller.address)
      return actorOf(row, caller.address, unix(clock.now()))
    },

    /** Returns a ticket for the `token` of a WebSocket, valid once, for 30 seconds. */
    async issueTicket(actor: Actor): Promise<string> {
      const ticket = token()
      await queries.insertSocketTicket(db.systemNow, {
        ticket_hash: digest(ticket),
        session_id: actor.session_id,
        expire_time: after(clock.now(), TICKET_SECONDS),
      })
      return ticket
    },

    /** Returns the actor who opens a WebSocket: by ticket, or by the access token itself as the specification says. */
    async bySocketToken(presented: string, caller: Caller): Promise<Actor> {
      const session_id = await queries.takeSocketTicket(db.systemNow, digest(presented), clock.now())
      if (session_id === undefined) return this.byToken({ ...caller, token: presented })
      return this.bySession(session_id, caller.address)
    },

    /** Returns the actor of an open socket, or throws where its session has ended. The newest access token of the session counts. */
    async bySession(session_id: string, address: string): Promise<Actor> {
      return actorOf(await admitted(await queries.findSessionById(db.systemNow, session_id)), address, unix(clock.now()))
    },

    /** Returns the actor for whom something goes on while no page is open: the session has not ended, but its token may have expired. */
    async bySessionAway(session_id: string, address: string): Promise<Actor> {
      const [row, now] = [await queries.findSessionById(db.systemNow, session_id), unix(clock.now())]
      return actorOf(await admitted(row && { ...row, issue_time: now }), address, now)
    },
  }

  /** Binds a login link to the browser that uses it first, and refuses it in every other. */
  async function holdLink(row: queries.SessionRow, caller: Caller): Promise<void> {
    if (row.cookie_hash === null) {
      const companion = token()
      const { address, user_agent } = caller
      const browser = { cookie_hash: digest(companion), address, user_agent }
      if (await queries.bindSession(db.systemNow, row.session_id, browser)) return caller.setCookie(companion)
    } else if (caller.cookie !== undefined && digest(caller.cookie).equals(row.cookie_hash)) return
    throw new Refusal('linkUsed')
  }
}

function actorOf(row: queries.SessionRow, address: string, now: number): Actor {
  const viewing = row.view_role_id !== null && row.view_until !== null && row.view_until > now
  // An owner who looks as a role is treated like a login that has it.
  const limited = row.ram !== 0 || viewing
  const held = new Set(limited ? permissions.filter((permission) => row[rightColumn(permission)] === 1) : permissions)
  return {
    account_id: row.account_id,
    account_number: row.account_number,
    login_id: row.login_id,
    username: row.username,
    ram: limited ? 1 : 0,
    session_id: row.session_id,
    session_kind: row.kind,
    verified_until: row.verified_until ?? 0,
    sign_in_proves_until: row.kind === 'password' ? row.create_time + SIGN_IN_PROOF_SECONDS : 0,
    permissions: held,
    // Whoever may view no networks is treated like one whose role designates none.
    designated: !held.has('network.view') ? new Set() : limited && row.designated ? new Set(row.designated) : undefined,
    members: !limited ? undefined : membersOf(row, held.has('member.view')),
    viewing: viewing ? { role_name: row.role_name ?? '', until: row.view_until! } : undefined,
    address,
  }
}

/** Returns the members to which a role limits its logins: none if it may not view members. */
function membersOf({ by_network, by_tag, designated, tags }: queries.SessionRow, views: boolean): Actor['members'] {
  if (!views) return { networks: [] }
  if (by_network !== 1 && by_tag !== 1) return undefined
  return { networks: by_network === 1 ? (designated ?? []) : undefined, tags: by_tag === 1 ? (tags ?? []) : undefined }
}
