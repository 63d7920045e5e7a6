import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { clauses, asking, ErrorState, grouped, StateText, useText } from '@weft/ui'
import { newTicketPath } from '../../../shared/ticket/ticket-path.ts'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import { Link } from 'react-router'
import * as text from './member-list.text.ts'

const ailing = (type: string | undefined) => {
  const kind = (['1', '2'] as const).find((one) => one === type)
  return asking(contract.router.list, { attention: '1', limit: 1, ...(kind && { type: kind }) } as const, { quiet: true })
}

/**
 * Returns how many members of each kind there are, and how many need attention: of all, and of one type. The number of the tab that
 * was open stays until that of the next one is loaded.
 */
export function useMemberCounts(type: string | undefined) {
  const quantity = useQuery(asking(contract.router.quantity, {}, { quiet: true }))
  const all = useQuery(ailing(undefined))
  const ofType = useQuery({ ...ailing(type), placeholderData: keepPreviousData })
  const pending = quantity.isPending || all.isPending || ofType.isPending
  return { quantity, attention: all.data?.count, attentionOfType: ofType.data?.count, pending }
}
export type MemberCounts = ReturnType<typeof useMemberCounts>

/** Shows beside the heading how many members need attention; nothing if none does. */
export function AttentionText({ attention }: Pick<MemberCounts, 'attention'>) {
  const t = useText(text)
  return (
    attention !== undefined &&
    attention > 0 && (
      <span className="member-attention">
        <StateText state="down" size={14}>
          {t.needAttention(attention)}
        </StateText>
      </span>
    )
  )
}

/** Shows how many members exist, and how many more software members are allowed. */
export function MemberFacts({ quantity }: Pick<MemberCounts, 'quantity'>) {
  const t = useText(text)
  const isOpen = usePageOpen()
  if (quantity.isError) return <ErrorState compact onRetry={() => void quantity.refetch()} />
  if (!quantity.data) return null
  const { hardware, software, max, software_surplus } = quantity.data
  return (
    <>
      <span>{t.hardwareCount(hardware)}</span>
      <span>
        {clauses(t.softwareCount(grouped(software), grouped(max)), t.surplus(software_surplus))}{' '}
        {isOpen('/ticket/create') && (
          <Link className="member-more" to={newTicketPath({ type: 1, title: t.moreTitle, content: t.moreContent(max) })}>
            {t.more}
          </Link>
        )}
      </span>
    </>
  )
}
