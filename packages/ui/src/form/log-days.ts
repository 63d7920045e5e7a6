import type { ListPage } from '../list/use-list-page.ts'
import { type DayRange, dayOf, daysBetween } from './day-range.ts'

/** Converts seconds of the calendar to a day, which the log is requested by. */
const toDay = (seconds: unknown): string => (seconds === '' ? '' : dayOf(Number(seconds)))
export const daysOf = ({ start_time, end_time }: DayRange): DayRange => ({ start_time: toDay(start_time), end_time: toDay(end_time) })

type Chosen = Pick<ListPage<unknown>, 'filters' | 'show'>
/** Adapts a list that takes days to a calendar that uses seconds. */
export function inSeconds({ filters: { start_time, end_time }, show }: Chosen): Chosen {
  return {
    filters: start_time && end_time ? { ...daysBetween(start_time, end_time) } : {},
    show: (next) => show({ start_time: toDay(next.start_time), end_time: toDay(next.end_time) }),
  }
}
