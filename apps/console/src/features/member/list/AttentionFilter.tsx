import { useQuery } from '@tanstack/react-query'
import { contract, type MemberSummary } from '@weft/contract'
import { asking, grouped, type ListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import * as text from './member-list.text.ts'

/** Filters by members that need attention; its button says how many of the open tab do. */
export function AttentionFilter({ list: { filters, show } }: { list: Pick<ListPage<MemberSummary>, 'filters' | 'show'> }) {
  const t = useText(text)
  const { attention } = filters
  const type = (['1', '2'] as const).find((one) => one === filters.type)
  const input = { attention: '1', limit: 1, ...(type && { type }) } as const
  const count = useQuery(asking(contract.router.list, input, { quiet: true })).data?.count
  return (
    <Button
      className="member-attention-filter"
      aria-pressed={attention === '1'}
      onClick={() => show({ attention: attention === '1' ? '' : '1' })}
    >
      {t.attention} {count !== undefined && <span className="member-tab-count">{grouped(count)}</span>}
    </Button>
  )
}
