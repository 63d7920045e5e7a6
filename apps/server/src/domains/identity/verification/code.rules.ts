import {
  CODE_WAIT_SECONDS,
  CODES_PER_ACCOUNT_DAY,
  CODES_PER_ADDRESS_HOUR,
  CODES_PER_TARGET_DAY,
  CODES_WITHOUT_IMAGE,
  RECOVERY_CODES_PER_ADDRESS_DAY,
} from '@weft/contract'
import { after, unix } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'

const MINUTE = 60
const HOUR = 3600
const DAY = 86_400
/** Days begin at midnight in Beijing, which is so many seconds ahead of UTC and knows no summer time. */
const BEIJING = 8 * HOUR

/** So many codes a window, for somebody. */
export interface Quota {
  /** Whose count it is, before it is digested. */
  name: string
  limit: number
  /** Where a window that begins now begins, and how long it lasts in seconds. */
  start: Date
  seconds: number
  /** A window that began at this moment or before is over. */
  over: Date
  /** Seconds between two codes; 0 where there need be none. */
  pause: number
}
/** What was counted, in whole Unix seconds. */
export interface Counted {
  window_start: number
  sent: number
  last_time: number
}

const dayOf = (now: Date): Pick<Quota, 'start' | 'seconds' | 'over'> => {
  const start = after(new Date(0), Math.floor((unix(now) + BEIJING) / DAY) * DAY - BEIJING)
  return { start, seconds: DAY, over: after(start, -1) }
}
/** A window that begins with the first code in it. */
const lasting = (seconds: number, now: Date): Pick<Quota, 'start' | 'seconds' | 'over'> => ({
  start: now,
  seconds,
  over: after(now, -seconds),
})

/** Without the picture an address is sent a few only. */
export const ofAddress = (address: string, pictured: boolean, now: Date): Quota => ({
  name: `address ${address}`,
  limit: pictured ? CODES_PER_ADDRESS_HOUR : CODES_WITHOUT_IMAGE,
  ...lasting(HOUR, now),
  pause: 0,
})
export const ofAccount = (account_id: number, now: Date): Quota => ({
  name: `account ${account_id}`,
  limit: CODES_PER_ACCOUNT_DAY,
  ...dayOf(now),
  pause: 0,
})
/** What a code is for; one sent for one purpose is worthless for another. */
export type CodePurpose = 'register' | 'recover' | 'identity' | 'bind' | 'member'

/** Purposes that share a count of a target: strangers can spend the first two, each without touching another. */
const kinds = { register: 'registration', recover: 'recovery', identity: 'signed in', bind: 'signed in', member: 'signed in' } as const
const KINDS = new Set(Object.values(kinds)).size

/** Over all purposes: whoever is sent codes does not care what they are for, and is left in peace between two of them. */
export const ofTarget = (target: string, now: Date): Quota => ({
  name: `target ${target}`,
  limit: KINDS * CODES_PER_TARGET_DAY,
  ...dayOf(now),
  pause: CODE_WAIT_SECONDS,
})
/** Of one kind of purpose: what a stranger spends by registering is not what an owner recovers their password with. */
export const ofKind = (purpose: CodePurpose, target: string, now: Date): Quota => ({
  name: `kind ${kinds[purpose]} ${target}`,
  limit: CODES_PER_TARGET_DAY,
  ...dayOf(now),
  pause: 0,
})
/** Of a recovery, from one network: anybody can begin one, and must leave some to its owner. */
export const ofRecoverer = (address: string, target: string, now: Date): Quota => ({
  name: `kind recovery from ${address} ${target}`,
  limit: RECOVERY_CODES_PER_ADDRESS_DAY,
  ...dayOf(now),
  pause: 0,
})
/** The breaker of the whole installation: what is sent costs money, and so does whoever misuses it. */
export const ofAll = (limit: number, now: Date): Quota => ({ name: 'all', limit, ...lasting(MINUTE, now), pause: 0 })

/** Why a quota lets nothing through, with the seconds until it may. */
export function refusalOf(quota: Quota, { window_start, sent, last_time }: Counted, now: Date): Refusal {
  const { name, limit, seconds, pause } = quota
  const left = Math.max(1, window_start + seconds - unix(now))
  if (name.startsWith('target ')) {
    if (sent >= limit) return new Refusal('codeDayLimit', undefined, { retry_after: left })
    const wait = Math.min(pause, Math.max(1, last_time + pause - unix(now)))
    return new Refusal('codeTooSoon', { seconds: wait }, { retry_after: wait })
  }
  if (name.startsWith('kind ')) return new Refusal('codeDayLimit', undefined, { retry_after: left })
  if (name.startsWith('address ') && sent < CODES_PER_ADDRESS_HOUR) return new Refusal('imageCodeNeeded')
  return new Refusal('codeCallerLimit', undefined, { retry_after: left })
}
