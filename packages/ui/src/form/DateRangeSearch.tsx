import { Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { defined } from '../i18n/punctuation.ts'
import { useFilterName } from '../list/filter-names.ts'
import type { ListPage } from '../list/use-list-page.ts'
import { serverSeconds } from '../time/server-time.ts'
import { DayPicker } from './DayPicker.tsx'
import * as text from './date-range.text.ts'
import './date-range.css'
import { type DayRange, dayOf, daysBetween, lastDays } from './day-range.ts'

interface Props {
  /** A list with the filters `start_time` and `end_time`. */
  list: Pick<ListPage<unknown>, 'filters' | 'show'>
  /** The days that the list shows while none are chosen. */
  initial: DayRange
  /** The list, if the last 24 hours can be chosen too, which sets its filter `range`. */
  hours?: Pick<ListPage<unknown>, 'filters' | 'show'>
  /** The container of the list of periods only; the calendars need more room than a drawer may have. */
  getPopupContainer?: (trigger: HTMLElement) => HTMLElement
}

const periods = [0, 7, 30, 90]
/** The choice of days of one's own, which alone shows the calendars. */
const CUSTOM = -1
const LAST_DAY = -2

/** Names the calendar as a dialog, because it opens outside of the element that holds its field. */
const asDialog = (label: string) => (calendar: ReactNode) => (
  <div role="dialog" aria-label={label}>
    {calendar}
  </div>
)

/** Returns a filter that names a moment; undefined for one that does not, as in an address that was typed. */
const momentOf = (time: string | undefined): string | undefined =>
  time === undefined || Number.isNaN(new Date(Number(time) * 1000).getTime()) ? undefined : time

/** Chooses the days of a list of records: a period until today, or a first and a last day. */
export function DateRangeSearch({ list, initial, hours, ...popup }: Props) {
  const t = useText(text)
  const start_time = momentOf(list.filters.start_time) ?? initial.start_time
  const end_time = momentOf(list.filters.end_time) ?? initial.end_time
  const [start, end] = [dayOf(Number(start_time)), dayOf(Number(end_time))]
  // A page left open overnight still ends at the day on which it was opened, like the rows it shows.
  const [now] = useState(serverSeconds)
  const today = dayOf(now)
  const period = periods.find((days) => {
    const range = lastDays(days, now)
    return range.start_time === start_time && range.end_time === end_time
  })
  const [opened, setOpened] = useState(false)
  // Clearing the filters closes the calendars as well.
  const isInitial = start_time === initial.start_time && end_time === initial.end_time
  const [wasInitial, setWasInitial] = useState(isInitial)
  if (wasInitial !== isInitial) {
    setWasInitial(isInitial)
    if (isInitial) setOpened(false)
  }
  const isLastDay = hours?.filters.range === '24h'
  const custom = !isLastDay && (opened || period === undefined)
  const words = period === undefined ? `${start} ~ ${end}` : period === 0 ? t.today : t.last(period)
  useFilterName('start_time', isInitial || isLastDay ? undefined : defined(t.period, words), 'end_time')
  useFilterName('range', isLastDay ? defined(t.period, t.lastDay) : undefined)
  const show = (next: DayRange) =>
    list.show(next.start_time === initial.start_time && next.end_time === initial.end_time ? { start_time: '', end_time: '' } : { ...next })
  // A first day after the last one means that day alone.
  const from = (day: string | null) => day && show(daysBetween(day, day > end ? day : end))
  const until = (day: string | null) => day && show(daysBetween(day < start ? day : start, day))
  const shared = (label: string) => ({
    className: 'weft-range-day',
    'aria-label': label,
    allowClear: false,
    latest: today,
    panelRender: asDialog(label),
  })
  return (
    <div className="weft-range" role="group" aria-label={t.period}>
      <Select
        {...popup}
        className="weft-range-period"
        aria-label={t.period}
        value={isLastDay ? LAST_DAY : custom ? CUSTOM : period}
        options={[
          ...(hours ? [{ value: LAST_DAY, label: t.lastDay }] : []),
          ...periods.map((days) => ({ value: days, label: days === 0 ? t.today : t.last(days) })),
          { value: CUSTOM, label: t.chosen },
        ]}
        onChange={(days: number) => {
          setOpened(days === CUSTOM)
          if (hours && isLastDay !== (days === LAST_DAY)) hours.show({ range: days === LAST_DAY ? '24h' : '' })
          if (days >= 0) show(lastDays(days, now))
        }}
      />
      {custom && (
        <>
          <DayPicker {...shared(t.start)} value={start} onChange={from} />
          <span aria-hidden="true">~</span>
          <DayPicker {...shared(t.end)} value={end} onChange={until} />
        </>
      )}
    </div>
  )
}
