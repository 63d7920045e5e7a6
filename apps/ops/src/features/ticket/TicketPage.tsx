import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'
import { asking, call, confirm, CopyText, ErrorState, PageHeader, Skeleton, toast, useText } from '@weft/ui'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { TicketStatusText } from '@weft/ui/ticket/TicketStatusText.tsx'
import { TicketThread } from '@weft/ui/ticket/TicketThread.tsx'
import { Alert, Button, Tag } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { useMay } from '../../shared/operator/use-operator.ts'
import { CustomerPanel } from './CustomerPanel.tsx'
import type { DeskTicket } from './desk-ticket.ts'
import { isOverdue } from './overdue.ts'
import { ReplyBox } from './ReplyBox.tsx'
import * as text from './ticket-page.text.ts'
import { ticketPath } from './ticket-paths.ts'
import * as listText from './ticket.text.ts'
import { TicketFacts } from './TicketFacts.tsx'
import { ticketsChanged } from './tickets-changed.ts'
import '../../shared/page/panel.css'
import './ticket.css'

const { tickets } = opsContract
/** Milliseconds between two checks of an open page for new replies. */
const EVERY_MS = 3000

export function TicketPage() {
  const [query] = useSearchParams()
  const number = query.get('ticket_number')
  return number ? <OneTicket key={number} ticket_number={number} /> : <Navigate to={ticketPath.list} replace />
}

function OneTicket({ ticket_number }: { ticket_number: string }) {
  const t = useText(text)
  const asked = useQuery(asking(tickets.info, { ticket_number }, { missing: ticketPath.list }))
  usePageObject(asked.data?.ticket_title)
  if (asked.data) return <Conversation ticket={asked.data} />
  return (
    <>
      <PageHeader title={t.title} />
      {asked.isError ? <ErrorState onRetry={() => void asked.refetch()} /> : <Skeleton paragraph={{ rows: 8 }} />}
    </>
  )
}

function Conversation({ ticket }: { ticket: DeskTicket }) {
  const t = useText(text)
  const { overdue } = useText(listText)
  const may = useMay()(tickets.reply)
  const queries = useQueryClient()
  const end = useRef<HTMLDivElement>(null)
  const [now] = useState(() => Date.now() / 1000)
  const { ticket_number, ticket_status } = ticket
  useFresh(ticket)
  const close = useMutation({
    mutationFn: () => call(tickets.close, { ticket_number }, { missing: ticketPath.list }),
    onSuccess: () => toast.success(t.closedNow),
    onSettled: () => ticketsChanged(queries),
  })
  const askClose = async () => {
    if (await confirm({ title: t.closeTitle, body: t.closeBody, action: t.close, danger: true })) close.mutate()
  }
  return (
    <>
      <PageHeader
        title={ticket.ticket_title}
        status={
          <>
            <TicketStatusText ticket={ticket} />
            {isOverdue(ticket.waiting_since, now) && <Tag color="error">{overdue}</Tag>}
          </>
        }
        meta={<CopyText value={ticket_number} />}
        actions={
          may &&
          ticket_status !== 3 && (
            <Button danger loading={close.isPending} onClick={() => void askClose()}>
              {t.close}
            </Button>
          )
        }
      />
      <div className="desk-columns">
        <div className="desk-column">
          <section className="desk-panel">
            <TicketThread ticket={ticket} own="support" />
            <div ref={end} />
          </section>
          {ticket_status === 3 && <Alert type="info" showIcon title={t.closed} />}
          {ticket_status !== 3 && may && (
            <ReplyBox ticket={ticket} onReplied={() => end.current?.scrollIntoView({ block: 'end', behavior: 'smooth' })} />
          )}
        </div>
        <div className="desk-column">
          <TicketFacts ticket={ticket} />
          <CustomerPanel ticket_number={ticket_number} />
        </div>
      </div>
    </>
  )
}

/** Reloads the ticket when the server has more than is shown. */
function useFresh({ ticket_number, ticket_status, appraised, dialogue }: DeskTicket): void {
  const queries = useQueryClient()
  const { data } = useQuery({
    ...asking(tickets.state, { ticket_number }, { quiet: true, missing: 'stay' }),
    refetchInterval: EVERY_MS,
    gcTime: 0,
  })
  const shown = `${dialogue.length} ${ticket_status} ${appraised}`
  const there = data && `${data.replies} ${data.ticket_status} ${data.appraised}`
  useEffect(() => {
    if (there !== undefined && there !== shown) void queries.invalidateQueries({ queryKey: [tickets.info.path, { ticket_number }] })
  }, [there, shown, queries, ticket_number])
}
