import { z } from 'zod'
import { says } from '../done.ts'
import { ImageCode, Password, SignInName, UnixTime } from '../fields/schemas.ts'
import { Proof } from '../work.ts'
import { post, socket } from './api.ts'
import { MemberChanges } from './network.ts'
import { TOTP_CODE } from './security.ts'

/** Life of the image code's picture, in seconds. */
export const CAPTCHA_SECONDS = 300
/** Life of an access token, of an idle session, of any session, and of a login-link token, in seconds (docs/design/security.md §2). */
export const ACCESS_SECONDS = 1800
export const IDLE_SECONDS = 7200
export const ABSOLUTE_SECONDS = 43_200
/** The most password sessions of one login; a new one ends the one that has been unused the longest. */
export const SESSIONS_MAX = 20
export const LINK_SECONDS = 3600
/** A refresh repeated within this many seconds gets the same new token. */
export const REFRESH_GRACE_SECONDS = 10
/** Wrong passwords before a name and address are locked, and the seconds that the lock lasts. */
export const SIGN_IN_TRIES = 5
export const SIGN_IN_LOCK_SECONDS = 900

export const SessionUser = z.object({
  username: z.string(),
  nickname: z.string(),
  ram: z.union([z.literal(0), z.literal(1)]),
  account_number: z.string(),
})
export const Session = z.object({ access_token: z.string(), token_expire_time: z.number().int(), user: SessionUser })
export type Session = z.output<typeof Session>

const Credentials = z
  .strictObject({
    username: SignInName,
    password: Password,
    code: ImageCode.optional(),
    uniqid: z.string().min(1).max(64),
    proof: Proof.optional(),
  })
  .refine(({ code, proof }) => code !== undefined || proof !== undefined, { error: 'required', path: ['code'] })

export const login = {
  authorization: post('login/authorization', {
    access: 'public',
    summary: '主账号登录',
    done: says.signedIn,
    rate: 'sign_in',
    input: Credentials,
    output: Session,
    audit: 'session',
  }),
  ram: post('login/ram', {
    access: 'public',
    summary: '子账号登录',
    done: says.signedIn,
    rate: 'sign_in',
    input: Credentials,
    output: Session,
    audit: 'session',
  }),
  totp: post('login/totp', {
    access: 'public',
    summary: '两步验证登录',
    done: says.signedIn,
    rate: 'sign_in',
    input: z.strictObject({ challenge: z.string().min(1).max(64), code: TOTP_CODE }),
    output: Session,
    audit: 'session',
  }),
  refresh: post('login/refresh', {
    access: 'refreshable',
    summary: '续期登录',
    output: z.object({
      access_token: z.string(),
      token_expire_time: z.number().int(),
      /** When the session ends, by the server's clock: for programs of the version before. */
      session_expire_time: UnixTime,
      /** Seconds until the session ends, whatever the clock of the caller says; left out by servers of the version before. */
      session_seconds_left: z.number().int().optional(),
    }),
  }),
  socket_ticket: post('login/socket_ticket', {
    while_viewing: true,
    access: 'any',
    summary: 'WebSocket 一次性令牌',
    output: z.object({ ticket: z.string() }),
  }),
  logout: post('login/logout', { while_viewing: true, access: 'any', summary: '退出登录', done: says.signedOut, audit: 'session' }),
}

/**
 * Events that an open console receives. `revision` and `draft` name the network to fetch again. `member` names the members that changed,
 * and carries how they and their links are now, to a caller who may see all of the account; without `changes` they are to be fetched again,
 * whichever they are. `progress` counts
 * the rows of an export that this session began; `rights` means that rights in the account changed, or that events were missed;
 * `session` ends the session.
 */
export const AccountEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('message') }),
  z.object({ type: z.literal('ticket'), ticket_number: z.string() }),
  z.object({ type: z.literal('revision'), network_number: z.string() }),
  z.object({ type: z.literal('draft'), network_number: z.string() }),
  z.object({ type: z.literal('member'), router_names: z.array(z.string()), changes: MemberChanges.optional() }),
  z.object({ type: z.literal('progress'), id: z.string(), done: z.number().int(), total: z.number().int() }),
  z.object({ type: z.literal('rights') }),
  z.object({ type: z.literal('session'), code: z.number().int() }),
])
export type AccountEvent = z.output<typeof AccountEvent>

/** The close code of a socket whose server stops or restarts (RFC 6455's registry): the client reconnects at once. */
export const SERVICE_RESTART = 1012

export const events = {
  account: socket('account/events', {
    access: 'any',
    summary: '账号事件',
    input: z.strictObject({ token: z.string().min(1).max(256) }),
    output: AccountEvent,
  }),
}
