import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type CustomerTicketDetail, TICKET_REOPEN_DAYS, ticketTypeNames } from '@weft/contract'
import { asking, call, confirm, CopyText, ErrorState, language, PageHeader, Skeleton, TimeText, toast, useText } from '@weft/ui'
import { TicketStatusText } from '@weft/ui/ticket/TicketStatusText.tsx'
import { TicketThread } from '@weft/ui/ticket/TicketThread.tsx'
import { Alert, Button, Descriptions } from 'antd'
import { useRef } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { PrintButton, PrintLine } from '../../shared/article/PrintButton.tsx'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { usePageKey } from '@weft/ui/frame/page-key.ts'
import { useAccount } from '../../shared/account/use-account.ts'
import { ticketPath } from '../../shared/ticket/ticket-path.ts'
import { AppraiseBox } from './AppraiseBox.tsx'
import { ClosedNotice } from './ClosedNotice.tsx'
import { ReplyBox } from './ReplyBox.tsx'
import * as text from './ticket-detail.text.ts'
import * as ticketText from './ticket.text.ts'
import { ticketRights } from './ticket-rights.ts'
import { ticketsChanged } from './tickets-changed.ts'
import { useDeleteTicket } from './use-delete-ticket.ts'
import { useVisible } from './use-visible.ts'
import './ticket.css'

export function TicketDetailPage() {
  const number = usePageKey('ticket_number')
  return number ? <OneTicket key={number} ticket_number={number} /> : <Navigate to={ticketPath.list} replace />
}

function OneTicket({ ticket_number }: { ticket_number: string }) {
  const t = useText(text)
  // Reading a ticket marks its answers as read, so a hidden tab does not load it.
  const enabled = useVisible()
  const asked = useQuery({ ...asking(contract.supportTickets.info, { ticket_number }, { missing: ticketPath.list }), enabled })
  usePageObject(asked.data?.ticket_title)
  if (asked.data) return <Conversation ticket={asked.data} />
  return (
    <>
      <PageHeader title={t.title} />
      {asked.isError ? <ErrorState error={asked.error} onRetry={() => void asked.refetch()} /> : <Skeleton paragraph={{ rows: 8 }} />}
    </>
  )
}

function Conversation({ ticket }: { ticket: CustomerTicketDetail }) {
  const t = useText(text)
  const o = useText(ticketText)
  const navigate = useNavigate()
  const remove = useDeleteTicket(() => void navigate(ticketPath.list, { replace: true }))
  const end = useRef<HTMLDivElement>(null)
  const rights = ticketRights(useAccount(), ticket)
  const queries = useQueryClient()
  const { ticket_number, ticket_status } = ticket
  const close = useMutation({
    mutationFn: () => call(contract.supportTickets.close, { ticket_number }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.closedNow),
    // A colleague or support may have closed it meanwhile.
    onSettled: () => ticketsChanged(queries),
  })
  const askClose = async () => {
    if (await confirm({ title: t.closeTitle, body: t.closeBody(TICKET_REOPEN_DAYS), action: t.closeOnly })) close.mutate()
  }
  const askDelete = async () => {
    if (await confirm({ title: o.deleteTitle, body: o.deleteAsk, action: o.delete, danger: true })) remove.mutate(ticket.ticket_number)
  }
  return (
    <>
      <PageHeader
        title={ticket.ticket_title}
        status={<TicketStatusText ticket={ticket} />}
        meta={
          <span>
            {o.number} <CopyText value={ticket.ticket_number} />
          </span>
        }
        actions={
          <span className="article-screen ticket-buttons">
            <PrintButton />
            {rights.edit && ticket_status !== 3 && (
              <Button loading={close.isPending} onClick={() => void askClose()}>
                {t.closeOnly}
              </Button>
            )}
          </span>
        }
        more={rights.remove ? [{ key: 'delete', label: o.delete, danger: true, onClick: () => void askDelete() }] : []}
      />
      <div className="ticket-detail">
        <TicketFacts ticket={ticket} />
        <div className="ticket-talk">
          <section className="ticket-panel">
            <TicketThread ticket={ticket} own="customer" />
            <div ref={end} />
          </section>
          {ticket_status === 3 ? (
            <ClosedNotice ticket={ticket} mayReopen={rights.edit} />
          ) : rights.edit ? (
            <ReplyBox ticket_number={ticket_number} onReplied={() => end.current?.scrollIntoView({ block: 'end' })} />
          ) : (
            <Alert type="info" showIcon title={t.notYours} />
          )}
          <AppraiseBox ticket={ticket} may={rights.edit} />
        </div>
      </div>
      <PrintLine />
    </>
  )
}

function TicketFacts({ ticket }: { ticket: CustomerTicketDetail }) {
  const t = useText(text)
  const o = useText(ticketText)
  const spoken = language.use()
  return (
    <section className="ticket-panel ticket-facts" aria-label={t.facts}>
      <Descriptions
        column={{ xs: 1, sm: 2, md: 2, lg: 1 }}
        items={[
          { key: 'kind', label: o.kind, children: ticketTypeNames[ticket.ticket_type][spoken] },
          { key: 'submitter', label: o.submitter, children: ticket.create_name },
          { key: 'created', label: o.created, children: <TimeText at={ticket.create_time} /> },
        ]}
      />
    </section>
  )
}
