import type { MemberSummary } from '@weft/contract'
import { grouped, type ListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import * as text from './member-list.text.ts'

interface Props {
  list: Pick<ListPage<MemberSummary>, 'filters' | 'show'>
  /** How many members of the open tab need attention. */
  count: number | undefined
}

/** Filters by members that need attention; its button says how many of the open tab do. */
export function AttentionFilter({ list: { filters, show }, count }: Props) {
  const t = useText(text)
  const { attention } = filters
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
