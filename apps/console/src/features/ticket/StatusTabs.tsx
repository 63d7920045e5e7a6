import { useQuery } from '@tanstack/react-query'
import { contract, TICKETS_COUNTED } from '@weft/contract'
import { asking, type ListPage, useText } from '@weft/ui'
import * as statusText from '@weft/ui/ticket/ticket.text.ts'
import { Segmented } from 'antd'
import * as text from './ticket.text.ts'

/** Chooses the status of the tickets in a list, with how many there are of each under the other filters. */
export function StatusTabs({ list: { search, filters, show } }: { list: Pick<ListPage<unknown>, 'search' | 'filters' | 'show'> }) {
  const t = useText(text)
  const { statuses } = useText(statusText)
  const { type, mine } = filters
  const asked = { ...(search && { search }), ...(type && { type }), ...(mine && { mine }) }
  const counts = useQuery(asking(contract.supportTickets.counts, asked, { quiet: true, missing: 'stay' })).data
  const label = (word: string, count: number | undefined) => (
    <span className="ticket-tab">
      {word}
      {count !== undefined && <span className="ticket-tab-count">{count > TICKETS_COUNTED ? `${TICKETS_COUNTED}+` : count}</span>}
    </span>
  )
  const all = counts && counts.pending + counts.handling + counts.closed
  return (
    <Segmented
      className="ticket-tabs"
      aria-label={t.status}
      value={filters.status ?? ''}
      options={[
        { value: '', label: label(t.all, all) },
        { value: '1', label: label(statuses[1], counts?.pending) },
        { value: '2', label: label(statuses[2], counts?.handling) },
        { value: '3', label: label(statuses[3], counts?.closed) },
      ]}
      onChange={(status) => show({ status })}
    />
  )
}
