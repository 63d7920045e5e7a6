import { type OutputOf, TICKETS_COUNTED, type contract } from '@weft/contract'
import { type ListPage, useText } from '@weft/ui'
import { useFilterName } from '@weft/ui/list/filter-names.ts'
import { Segmented } from 'antd'
import * as text from './ticket.text.ts'

/** What each tab shows, as filters of the list. */
export const tabs = { open: { open: '1' }, yours: { yours: '1' }, solved: { status: '3' }, all: {} } as const
export type Tab = keyof typeof tabs
export const NONE = { open: '', yours: '', status: '' }
const names = Object.keys(tabs) as Tab[]

interface Props {
  list: Pick<ListPage<unknown>, 'filters' | 'show'>
  counts: OutputOf<typeof contract.supportTickets.counts> | undefined
}

/** Chooses which tickets a list shows, with how many there are of each under the other filters. */
export function StatusTabs({ list: { filters, show }, counts }: Props) {
  const t = useText(text)
  const open = counts && counts.pending + counts.handling
  const numbers = counts && { open, yours: counts.yours, solved: counts.closed, all: (open ?? 0) + counts.closed }
  const shown = names.find((tab) => Object.entries(tabs[tab]).every(([filter, value]) => filters[filter] === value)) ?? 'all'
  // The list takes a filter away by this name.
  useFilterName(Object.keys(tabs[shown])[0] ?? 'status', shown === 'all' ? undefined : t.tabs[shown])
  return (
    <Segmented
      className="ticket-tabs"
      aria-label={t.status}
      value={shown}
      options={names.map((value) => ({ value, label: <Label word={t.tabs[value]} count={numbers?.[value]} /> }))}
      onChange={(tab) => show({ ...NONE, ...tabs[tab] })}
    />
  )
}

function Label({ word, count }: { word: string; count: number | undefined }) {
  return (
    <span className="ticket-tab">
      {word}
      {count !== undefined && <span className="ticket-tab-count">{count > TICKETS_COUNTED ? `${TICKETS_COUNTED}+` : count}</span>}
    </span>
  )
}
