import { SearchOutlined } from '@ant-design/icons'
import { type ListPage, useText } from '@weft/ui'
import { DayPicker } from '@weft/ui/form/DayPicker.tsx'
import { dayOf } from '@weft/ui/form/day-range.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { popupContainer } from '../../../shared/page/popup-container.ts'
import * as text from './work-order.text.ts'

/** The fields of the input by which orders are found. */
export const orderFilters = ['network_ticket_number', 'network_number', 'start_time', 'end_time'] as const
type Filters = Partial<Record<(typeof orderFilters)[number], string>>

/** What to find is typed first and asked for at once. It starts with what the list shows. */
export function WorkOrderSearch({ list }: { list: Pick<ListPage<unknown>, 'filters' | 'show' | 'clear'> }) {
  const t = useText(text)
  const [wanted, setWanted] = useState<Filters>(list.filters)
  const [today] = useState(() => dayOf(Date.now() / 1000))
  const set = (change: Filters) => setWanted((now) => ({ ...now, ...change }))
  const search = () => {
    const { start_time = '', end_time = '' } = wanted
    // Days the wrong way round are the same days.
    const [start, end] = start_time && end_time && start_time > end_time ? [end_time, start_time] : [start_time, end_time]
    list.show({
      network_ticket_number: wanted.network_ticket_number?.trim() ?? '',
      network_number: wanted.network_number?.trim() ?? '',
      start_time: start,
      end_time: end,
    })
  }
  const reset = () => {
    setWanted({})
    list.clear()
  }
  const digits = (name: 'network_ticket_number' | 'network_number', label: string, maxLength: number) => (
    <Input
      className="order-search-number"
      value={wanted[name] ?? ''}
      placeholder={label}
      aria-label={label}
      inputMode="numeric"
      maxLength={maxLength}
      allowClear
      onChange={(event) => set({ [name]: event.target.value })}
      onPressEnter={search}
    />
  )
  const day = (name: 'start_time' | 'end_time', label: string) => (
    <DayPicker
      className="order-search-day"
      aria-label={label}
      placeholder={label}
      latest={today}
      getPopupContainer={popupContainer}
      value={wanted[name] ?? null}
      onChange={(chosen) => set({ [name]: chosen ?? '' })}
    />
  )
  return (
    <div className="order-search" role="search" aria-label={t.order}>
      {digits('network_ticket_number', t.number, 14)}
      {digits('network_number', t.networkNumber, 10)}
      <div className="order-search-days" role="group" aria-label={t.created}>
        <span aria-hidden="true">{t.created}</span>
        {day('start_time', t.startDay)}
        <span aria-hidden="true">~</span>
        {day('end_time', t.endDay)}
      </div>
      <span className="order-search-buttons">
        <Button icon={<SearchOutlined aria-hidden />} onClick={search}>
          {t.search}
        </Button>
        <Button onClick={reset}>{t.reset}</Button>
      </span>
    </div>
  )
}
