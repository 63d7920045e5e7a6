import { SearchOutlined } from '@ant-design/icons'
import { withoutBlanks } from '@weft/contract'
import { type ListPage, useNarrow, useText } from '@weft/ui'
import { DayPicker } from '@weft/ui/form/DayPicker.tsx'
import { dayOf } from '@weft/ui/form/day-range.ts'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { popupContainer } from '@weft/ui/parts/popup-container.ts'
import { serverSeconds } from '@weft/ui/time/server-time.ts'
import * as text from './work-order.text.ts'

/** The input fields that filter orders. */
export const orderFilters = ['network_ticket_number', 'network_number', 'start_time', 'end_time'] as const
type Filters = Partial<Record<(typeof orderFilters)[number], string>>

/**
 * Searches orders. On a wide page all fields are typed first and sent together; in the drawer of a narrow page, which has its own
 * buttons, each field is sent when it is left. The fields start with the list's filters.
 */
export function WorkOrderSearch({ list }: { list: Pick<ListPage<unknown>, 'filters' | 'show' | 'clear'> }) {
  const t = useText(text)
  const narrow = useNarrow()
  const shown = JSON.stringify(list.filters)
  const [before, setBefore] = useState(shown)
  const [wanted, setWanted] = useState<Filters>(list.filters)
  const [today] = useState(() => dayOf(serverSeconds()))
  if (before !== shown) {
    setBefore(shown)
    setWanted(list.filters)
  }
  const search = ({ network_ticket_number = '', network_number = '', start_time = '', end_time = '' }: Filters = wanted) => {
    // Days in the wrong order are swapped.
    const turned = start_time !== '' && end_time !== '' && start_time > end_time
    list.show({
      network_ticket_number: withoutBlanks(network_ticket_number),
      network_number: withoutBlanks(network_number),
      start_time: turned ? end_time : start_time,
      end_time: turned ? start_time : end_time,
    })
  }
  const reset = () => {
    setWanted({})
    list.clear()
  }
  const digits = (name: 'network_ticket_number' | 'network_number', label: string) => (
    <Input
      className="order-search-number"
      value={wanted[name] ?? ''}
      placeholder={label}
      aria-label={label}
      inputMode="numeric"
      allowClear
      onChange={(event) => setWanted({ ...wanted, [name]: event.target.value })}
      onPressEnter={() => search()}
      {...(narrow ? { onBlur: () => search() } : {})}
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
      onChange={(chosen) => {
        const next = { ...wanted, [name]: chosen ?? '' }
        setWanted(next)
        if (narrow) search(next)
      }}
    />
  )
  return (
    <div className="order-search" role="search" aria-label={t.order}>
      {digits('network_ticket_number', t.number)}
      {digits('network_number', t.networkNumber)}
      <div className="order-search-days" role="group" aria-label={t.created}>
        <span aria-hidden="true">{t.created}</span>
        {day('start_time', t.startDay)}
        <span aria-hidden="true">~</span>
        {day('end_time', t.endDay)}
      </div>
      {!narrow && (
        <span className="order-search-buttons">
          <Button icon={<SearchOutlined aria-hidden />} onClick={() => search()}>
            {t.search}
          </Button>
          <Button onClick={reset}>{t.reset}</Button>
        </span>
      )}
    </div>
  )
}
