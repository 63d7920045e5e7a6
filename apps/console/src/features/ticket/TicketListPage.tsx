import { PlusOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, MOST_FOUND, ticketTypeNames, ticketTypes } from '@weft/contract'
import { asking, language, ListFilter, ListTable, PageHeader, useListPage, useNarrow, useText } from '@weft/ui'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { useAccount } from '../../shared/account/use-account.ts'
import { Term } from '../../shared/help/Term.tsx'
import { ticketPath } from '../../shared/ticket/ticket-path.ts'
import { NONE, StatusTabs, tabs } from './StatusTabs.tsx'
import { ticketColumns } from './ticket-columns.tsx'
import * as text from './ticket.text.ts'
import { useDeleteTicket } from './use-delete-ticket.ts'
import './ticket.css'

export function TicketListPage() {
  const t = useText(text)
  const navigate = useNavigate()
  const narrow = useNarrow()
  const spoken = language.use()
  const account = useAccount()
  const queries = useQueryClient()
  const tickets = useListPage(contract.supportTickets.list, ['status', 'open', 'yours', 'type', 'mine'])
  const { search, filters, filtered, page, show } = tickets
  const { status, type, mine } = filters
  const asked = { ...(search && { search }), ...(type && { type }), ...(mine && { mine }) }
  const question = asking(contract.supportTickets.counts, asked, { quiet: true, missing: 'stay' })
  const { data: counts, isFetching } = useQuery({ ...question, placeholderData: keepPreviousData })
  // Counts from before a change are shown until they are read again, but choose no tab.
  const outdated = isFetching && queries.getQueryState(question.queryKey)?.isInvalidated === true
  const remove = useDeleteTicket()
  // An address that asks for nothing shows what is not done, as long as there is any.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current || !counts || outdated) return
    begun.current = true
    if (!filtered && page === 1 && counts.pending + counts.handling > 0) show(tabs.open)
  }, [counts, outdated, filtered, page, show])
  // Addresses of former versions name the two states that are not done.
  const former = status !== undefined && status !== tabs.solved.status
  useEffect(() => {
    if (former) show({ ...NONE, ...tabs.open })
  }, [former, show])
  const create = (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => void navigate(ticketPath.create)}>
      {t.create}
    </Button>
  )
  const choice = <StatusTabs list={tickets} counts={counts} />
  return (
    <>
      <PageHeader
        title={t.title}
        term={<Term of="ticket" />}
        status={counts && counts.yours > 0 && <span className="ticket-yours">{t.yours(counts.yours)}</span>}
        meta={t.hours}
        actions={tickets.unborn ? undefined : create}
      />
      {narrow && choice}
      <ListTable
        list={tickets}
        name="tickets"
        subject={t.ticket}
        rowKey="ticket_number"
        live
        columns={ticketColumns({ t, spoken, account, onDelete: remove.mutate })}
        searchHint={t.search}
        countedTo={MOST_FOUND}
        filters={
          <>
            {!narrow && choice}
            <ListFilter
              list={tickets}
              name="type"
              label={t.kind}
              options={ticketTypes.map((value) => ({ value: String(value), label: ticketTypeNames[value][spoken] }))}
            />
            <ListFilter list={tickets} name="mine" label={t.submitter} options={[{ value: '1', label: t.mine }]} />
          </>
        }
        empty={{ title: t.emptyTitle, hint: t.emptyText, action: create }}
      />
    </>
  )
}
