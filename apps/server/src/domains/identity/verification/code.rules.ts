import {
  CODE_WAIT_SECONDS,
  CODES_PER_ACCOUNT_DAY,
  CODES_PER_ADDRESS_HOUR,
  CODES_PER_LOGIN_HOUR,
  CODES_PER_TARGET_DAY,
  CODES_WITHOUT_IMAGE,
  DAY_SECONDS,
  type Language,
  RECOVERY_CODES_PER_ADDRESS_DAY,
  waitText,
} from '@weft/contract'
import { after, unix } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'

const MINUTE = 60
const HOUR = 3600
/** Seconds that Beijing is ahead of UTC, without summer time. Days begin at midnight there. */
const BEIJING = 8 * HOUR

/** The most codes in a window, for one counted name. */
export interface Quota {
  /** The counted name, before it is digested. */
  name: string
  limit: number
  /** The start of a window that begins now, and its length in seconds. */
  start: Date
  seconds: number
  /** A window that began at this moment or before is over. */
  over: Date
  /** The fewest seconds between two codes; 0 for no pause. */
  pause: number
}
/** The count of a quota, in whole Unix seconds. */
export interface Counted {
  window_start: number
  sent: number
  last_time: number
}

const dayOf = (now: Date): Pick<Quota, 'start' | 'seconds' | 'over'> => {
  const start = after(new Date(0), Math.floor((unix(now) + BEIJING) / DAY_SECONDS) * DAY_SECONDS - BEIJING)
  return { start, seconds: DAY_SECONDS, over: after(start, -1) }
}
/** Returns a window that begins with the first code in it. */
const lasting = (seconds: number, now: Date): Pick<Quota, 'start' | 'seconds' | 'over'> => ({
  start: now,
  seconds,
  over: after(now, -seconds),
})

/** Returns the quota of the strangers at an address: a few codes without an image code, more with one. */
export const ofAddress = (address: string, pictured: boolean, now: Date): Quota => ({
  name: `address ${address}`,
  limit: pictured ? CODES_PER_ADDRESS_HOUR : CODES_WITHOUT_IMAGE,
  ...lasting(HOUR, now),
  pause: 0,
})
/** Returns the quota of a signed-in login. Its address is not counted: it may be that of a whole office. */
export const ofLogin = (holder: string, now: Date): Quota => ({
  name: `holder ${holder}`,
  limit: CODES_PER_LOGIN_HOUR,
  ...lasting(HOUR, now),
  pause: 0,
})
export const ofAccount = (account_id: number, now: Date): Quota => ({
  name: `account ${account_id}`,
  limit: CODES_PER_ACCOUNT_DAY,
  ...dayOf(now),
  pause: 0,
})
/** The purpose of a code; a code for one purpose is refused for another. */
export type CodePurpose = 'register' | 'recover' | 'identity' | 'bind' | 'member'

/** Purposes that share a count of a target: strangers can use up registration and recovery, each without touching another. */
const kinds = { register: 'registration', recover: 'recovery', identity: 'signed in', bind: 'signed in', member: 'signed in' } as const
const KINDS = new Set(Object.values(kinds)).size

/** Returns the quota of a target over all purposes: the recipient gets only so many codes, with a pause between two. */
export const ofTarget = (target: string, now: Date): Quota => ({
  name: `target ${target}`,
  limit: KINDS * CODES_PER_TARGET_DAY,
  ...dayOf(now),
  pause: CODE_WAIT_SECONDS,
})
/** Returns the quota of a target for one kind of purpose: a stranger's registrations use up no recovery codes. */
export const ofKind = (purpose: CodePurpose, target: string, now: Date): Quota => ({
  name: `kind ${kinds[purpose]} ${target}`,
  limit: CODES_PER_TARGET_DAY,
  ...dayOf(now),
  pause: 0,
})
/** Returns the quota of recoveries from one network: anybody can begin one, and must leave some to its owner. */
export const ofRecoverer = (address: string, target: string, now: Date): Quota => ({
  name: `kind recovery from ${address} ${target}`,
  limit: RECOVERY_CODES_PER_ADDRESS_DAY,
  ...dayOf(now),
  pause: 0,
})
/** Returns the quota of the whole installation: every code costs money, so misuse is limited. */
export const ofAll = (limit: number, now: Date): Quota => ({ name: 'all', limit, ...lasting(MINUTE, now), pause: 0 })

/** Returns the refusal of a full quota, with the seconds until it has room. */
export function refusalOf(quota: Quota, { window_start, sent, last_time }: Counted, now: Date, language: Language): Refusal {
  const { name, limit, seconds, pause } = quota
  const left = Math.max(1, window_start + seconds - unix(now))
  if (name.startsWith('target ')) {
    if (sent >= limit) return new Refusal('codeDayLimit', undefined, { retry_after: left })
    const wait = Math.min(pause, Math.max(1, last_time + pause - unix(now)))
    return new Refusal('codeTooSoon', { seconds: wait }, { retry_after: wait })
  }
  if (name.startsWith('kind ')) return new Refusal('codeDayLimit', undefined, { retry_after: left })
  if (name.startsWith('address ') && sent < CODES_PER_ADDRESS_HOUR) return new Refusal('imageCodeNeeded')
  return new Refusal('codeCallerLimit', { wait: waitText(left, language) }, { retry_after: left })
}
