import { z } from 'zod'
import { withoutBlanks } from '../reading.ts'
import { says } from '../done.ts'
import { Flag, SessionId, UnixTime } from '../fields/schemas.ts'
import { get, post } from './api.ts'

/** The input of a second factor's field: six digits from the authenticator (RFC 6238), or a recovery code. */
export const TOTP_CODE = z
  .string()
  .overwrite(withoutBlanks)
  .min(1, 'required')
  .regex(/^(\d{6}|[A-Za-z0-9]{5}-?[A-Za-z0-9]{5})$/, 'format')
/** Seconds that the sign-in waits for the second factor after the password, and the wrong codes that end the wait. */
export const TOTP_CHALLENGE_SECONDS = 300
export const TOTP_TRIES = 5
export const RECOVERY_CODES = 10

/** The names that the list of live sessions gives to a session from a login link and to a browser that does not identify itself. */
export const linkDevice = { 'zh-CN': '授权链接', en: 'Login link' } as const
export const unknownDevice = { 'zh-CN': '未知设备', en: 'Unknown device' } as const

const SixDigits = z.strictObject({ code: TOTP_CODE })

/** The second factor and the live sessions of the caller's login. */
export const security = {
  totp_setup: post('account/totp_setup', {
    access: 'any',
    summary: '生成两步验证密钥',
    output: z.object({
      secret: z.string(),
      /** `otpauth://` URI for the authenticator. */
      uri: z.string(),
      /** The same URI as a QR code, in a data URI. */
      qr: z.string(),
    }),
    credentials: true,
    fresh_proof: true,
  }),
  totp_enable: post('account/totp_enable', {
    access: 'any',
    summary: '开启两步验证',
    done: says.started,
    input: SixDigits,
    output: z.object({ recovery_codes: z.array(z.string()) }),
    audit: 'account',
    credentials: true,
    fresh_proof: true,
  }),
  totp_disable: post('account/totp_disable', {
    access: 'any',
    summary: '关闭两步验证',
    done: says.closed,
    input: SixDigits,
    audit: 'account',
    credentials: true,
  }),
  sessions: get('account/sessions', {
    access: 'any',
    summary: '当前登录',
    output: z.array(
      z.object({
        id: z.string(),
        /** Browser and system, as the browser identifies itself. */
        device: z.string(),
        address: z.string(),
        create_time: UnixTime,
        last_time: UnixTime,
        current: Flag,
      }),
    ),
  }),
  session_end: post('account/session_end', {
    access: 'any',
    summary: '结束一个登录',
    input: z.strictObject({ id: SessionId }),
    audit: 'session',
    credentials: true,
  }),
}
