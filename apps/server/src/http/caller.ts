import { DAY_SECONDS, type Language } from '@weft/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../kernel/caller.ts'

const COMPANION_COOKIE = 'weft_companion'
const DEVICE_COOKIE = 'weft_device'
/** Seconds that a browser is remembered. */
const DEVICE_SECONDS = 365 * DAY_SECONDS

const BEARER = /^Bearer ([\w.~+/=-]{1,256})$/

export const languageOf = (request: FastifyRequest): Language => (request.headers['accept-language']?.startsWith('en') ? 'en' : 'zh-CN')

export function callerOf(request: FastifyRequest, reply: FastifyReply | undefined): Caller {
  const cookie = { httpOnly: true, sameSite: 'strict', path: '/api/v1', secure: request.protocol === 'https' } as const
  return {
    address: request.ip,
    user_agent: (request.headers['user-agent'] ?? '').slice(0, 256),
    language: languageOf(request),
    token: BEARER.exec(request.headers.authorization ?? '')?.[1],
    cookie: request.cookies?.[COMPANION_COOKIE],
    device: request.cookies?.[DEVICE_COOKIE],
    setCookie: (value) => void reply?.setCookie(COMPANION_COOKIE, value, cookie),
    setDevice: (value) => void reply?.setCookie(DEVICE_COOKIE, value, { ...cookie, maxAge: DEVICE_SECONDS }),
    clearCookie: () => void reply?.clearCookie(COMPANION_COOKIE, cookie),
  }
}
