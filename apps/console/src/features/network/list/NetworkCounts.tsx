import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, type ListPage, StateText, useText } from '@weft/ui'
import { FilterChips } from '@weft/ui/list/FilterChips.tsx'
import * as text from './network-list.text.ts'

/** Returns how many networks there are, and how many of them need attention. */
export function useNetworkCounts() {
  const all = useQuery(asking(contract.network.list, { limit: 1 }, { quiet: true }))
  const ailing = useQuery(asking(contract.network.list, { limit: 1, attention: '1' }, { quiet: true }))
  return { all: all.data?.count, attention: ailing.data?.count }
}
type Counts = ReturnType<typeof useNetworkCounts>

/** Says beside the heading how many networks need attention; nothing while that is not known, or if there is no network. */
export function NetworksVerdict({ counts: { all, attention } }: { counts: Counts }) {
  const t = useText(text)
  if (all === undefined || attention === undefined || all === 0) return null
  if (attention === 0) return <StateText state="up">{t.allWell}</StateText>
  return (
    <span className="network-attention">
      <StateText state="down" size={14}>
        {t.attentionCount(attention)}
      </StateText>
    </span>
  )
}

/** Narrows the list to the networks that need attention; nothing for a single network. */
export function AttentionChips({
  list,
  counts: { all, attention },
}: {
  list: Pick<ListPage<unknown>, 'filters' | 'show'>
  counts: Counts
}) {
  const t = useText(text)
  if (all === undefined || all < 2) return null
  const chips = [
    { value: '', label: t.all, count: all },
    { value: '1', label: t.attention, count: attention },
  ]
  return <FilterChips list={list} name="attention" label={t.status} chips={chips} />
}
