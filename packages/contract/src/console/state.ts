import { z } from 'zod'
import { diagnosisCauses } from '../diagnosis.ts'
import { PageQuery } from '../endpoint.ts'
import { RouterName, UnixTime } from '../fields/schemas.ts'
import { attentionStates, memberStates } from '../fields/state.ts'
import { get, list } from './api.ts'

/** How a member is, as every list and page shows it. */
export const MemberCondition = z.object({
  state: z.enum(memberStates),
  /** Why, for a member that is `down`, `failed`, `degraded`, `never` connected or `disabled`; null for the others. */
  cause: z.enum(diagnosisCauses).nullable(),
  /** Since when it has been so; null if that is not known. */
  since: UnixTime.nullable(),
})
export type MemberCondition = z.output<typeof MemberCondition>

/** The length of a quarter of an hour, and the number of them in a day strip. */
export const QUARTER_SECONDS = 900
export const QUARTERS_OF_DAY = 96
/** What a day strip says of a quarter of an hour: the worst that happened in it. */
export const quarters = { well: 0, degraded: 1, down: 2, none: 3 } as const
export type Quarter = (typeof quarters)[keyof typeof quarters]

/** Past availability. */
export const Availability = z.object({
  /**
   * Base64 of 24 bytes: the last 96 quarters of an hour, the oldest first, of 2 bits each, the first in the highest bits of the first byte.
   * The last one is not over yet. Null if there is nothing to show.
   */
  day: z.string().nullable(),
  /** The percentage of the last 24 hours in which it was not down, to two decimals; null if there is nothing to show. */
  availability: z.number().nullable(),
})
export type Availability = z.output<typeof Availability>

/** The days that `router/availability` answers, today included. */
export const AVAILABILITY_DAYS = 7

const Outage = z.object({
  start: UnixTime,
  /** Null while it lasts. */
  end: UnixTime.nullable(),
  state: z.enum(['down', 'degraded']),
  cause: z.enum(diagnosisCauses).nullable(),
})

/** The availability of a member in the last days, which begin at midnight in Shanghai. */
export const MemberAvailability = z.object({
  /** The first midnight. */
  from: UnixTime,
  /** The oldest day first; null for a day of which nothing is known. */
  days: z.array(z.object({ day: z.iso.date(), availability: z.number().nullable() })),
  /** The outages that touch these days, the oldest first. */
  outages: z.array(Outage),
  /** Of all these days: the percentage, and how often and how many seconds it was down. */
  availability: z.number().nullable(),
  count: z.number().int(),
  seconds: z.number().int(),
})
export type MemberAvailability = z.output<typeof MemberAvailability>

/** One outage of a member. */
export const OutageRecord = z.object({
  state: z.enum(attentionStates),
  cause: z.enum(diagnosisCauses).nullable(),
  start_time: UnixTime,
  /** Null while it lasts. */
  end_time: UnixTime.nullable(),
  /** Until now while it lasts. */
  seconds: z.number().int(),
  /** The lost center that caused it; null if none did, or if the caller may not see it. */
  behind: z.string().nullable(),
  behind_note: z.string().nullable(),
})
export type OutageRecord = z.output<typeof OutageRecord>

export const outages = {
  availability: get('router/availability', {
    access: 'member.view',
    summary: '7 天可用率',
    input: z.strictObject({ router_name: RouterName }),
    output: MemberAvailability,
  }),
  list: list('router/outages', {
    access: 'member.view',
    summary: '异常记录',
    input: PageQuery.omit({ search: true }).extend({
      router_name: RouterName,
      // Only those that began by this moment: a link to one of them has it first.
      before: z.coerce.number().pipe(UnixTime).optional(),
    }),
    row: OutageRecord,
  }),
}
