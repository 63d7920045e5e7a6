import { z } from 'zod'
import type { Words } from '../fields/field.ts'

/** 1 低, 2 普通, 3 高, 4 紧急. */
export const ticketPriorities = [1, 2, 3, 4] as const
export const TicketPriority = z.literal(ticketPriorities)
export type TicketPriority = z.output<typeof TicketPriority>
export const ticketPriorityNames: Record<TicketPriority, Words> = {
  1: { 'zh-CN': '低', en: 'Low' },
  2: { 'zh-CN': '普通', en: 'Normal' },
  3: { 'zh-CN': '高', en: 'High' },
  4: { 'zh-CN': '紧急', en: 'Urgent' },
}

/**
 * Working hours within which a customer gets the first answer to a ticket, and each next one, by the customer's service level (1 basic,
 * 2 standard) and the priority of the ticket.
 */
export const answerHours: Record<1 | 2, Record<TicketPriority, { first: number; next: number }>> = {
  1: { 1: { first: 18, next: 27 }, 2: { first: 9, next: 18 }, 3: { first: 4, next: 9 }, 4: { first: 2, next: 4 } },
  2: { 1: { first: 9, next: 18 }, 2: { first: 4, next: 9 }, 3: { first: 2, next: 4 }, 4: { first: 1, next: 2 } },
}

/** Seconds before an answer is due from which it counts as due soon. */
export const DUE_SOON_SECONDS = 3600

/** How a wait for an answer is: `overdue`, `soon`, or neither. @param now in Unix seconds */
export function dueState(due_time: number | null, now: number): 'overdue' | 'soon' | undefined {
  if (due_time === null) return undefined
  if (now > due_time) return 'overdue'
  return now > due_time - DUE_SOON_SECONDS ? 'soon' : undefined
}

/** Working hours within which an order should be accepted: a working day. */
export const ORDER_HOURS = 9

const HOUR = 3600
const DAY = 24 * HOUR
/** Support works from Monday to Friday, 9:00–18:00 in Shanghai, whose clocks are eight hours ahead of UTC all year. */
const [OPENS, CLOSES, AHEAD] = [9 * HOUR, 18 * HOUR, 8 * HOUR]
/** 1 January 1970 was a Thursday; Sunday is 0. */
const weekdayOf = (day: number) => (day + 4) % 7

/** Returns when so many working hours have passed. @param since in Unix seconds, as is the result */
export function afterWorkingHours(since: number, hours: number): number {
  let at = since + AHEAD
  for (let left = hours * HOUR; ; ) {
    const day = Math.floor(at / DAY)
    const [opens, closes] = [day * DAY + OPENS, day * DAY + CLOSES]
    const works = weekdayOf(day) !== 0 && weekdayOf(day) !== 6
    at = Math.max(at, opens)
    if (works && at + left <= closes) return at + left - AHEAD
    if (works && at < closes) left -= closes - at
    at = (day + 1) * DAY
  }
}

/** Returns the end of the working day after the day of a moment. @param since in Unix seconds, as is the result */
export function endOfNextWorkingDay(since: number): number {
  const day = Math.floor((since + AHEAD) / DAY)
  return afterWorkingHours(day * DAY + CLOSES - AHEAD, (CLOSES - OPENS) / HOUR)
}
