import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'
import { asking, call, confirm, CopyText, ErrorState, PageHeader, Skeleton, toast, useDialog, useText } from '@weft/ui'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { TicketStatusText } from '@weft/ui/ticket/TicketStatusText.tsx'
import { TicketThread } from '@weft/ui/ticket/TicketThread.tsx'
import { usePageKey } from '@weft/ui/frame/page-key.ts'
import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { serverSeconds } from '@weft/ui/time/server-time.ts'
import { useMay } from '../../shared/operator/use-operator.ts'
import { CustomerPanel } from './CustomerPanel.tsx'
import type { DeskTicket } from './desk-ticket.ts'
import { MergeDialog } from './MergeDialog.tsx'
import { NotePanel } from './NotePanel.tsx'
import { ReplyBox } from './ReplyBox.tsx'
import * as text from './ticket-page.text.ts'
import { ticketPath } from '../../shared/ticket/ticket-paths.ts'
import { TicketFacts } from './TicketFacts.tsx'
import { DeletedMark, DueMark, PriorityMark } from '../../shared/ticket/TicketMarks.tsx'
import { ticketsChanged } from './tickets-changed.ts'
import '../../shared/page/panel.css'
import './ticket.css'

const { tickets } = opsContract
/** Milliseconds between two checks of an open page for new replies. */
const EVERY_MS = 3000

export function TicketPage() {
  const number = usePageKey('ticket_number')
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
      {asked.isError ? <ErrorState error={asked.error} onRetry={() => void asked.refetch()} /> : <Skeleton paragraph={{ rows: 8 }} />}
    </>
  )
}

function Conversation({ ticket }: { ticket: DeskTicket }) {
  const t = useText(text)
  const may = useMay()(tickets.reply)
  const queries = useQueryClient()
  const end = useRef<HTMLDivElement>(null)
  const [now] = useState(serverSeconds)
  const { ticket_number, ticket_status, merged_into } = ticket
  const merging = useDialog<'merge'>()
  const deleted = ticket.delete_time !== null
  const open = !deleted && ticket_status !== 3
  useFresh(ticket)
  const close = useMutation({
    mutationFn: () => call(tickets.close, { ticket_number }, { missing: ticketPath.list }),
    onSuccess: () => toast.success(t.closedNow),
    onSettled: () => ticketsChanged(queries),
  })
  const restore = useMutation({
    mutationFn: () => call(tickets.restore, { ticket_number }, { missing: ticketPath.list }),
    onSuccess: () => toast.success(t.restoredNow),
    onSettled: () => ticketsChanged(queries),
  })
  const askRestore = async () => {
    if (await confirm({ title: t.restore, body: t.restoreBody, action: t.restore })) restore.mutate()
  }
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
            <PriorityMark priority={ticket.priority} />
            <DueMark due_time={ticket.due_time} now={now} />
            <DeletedMark delete_time={ticket.delete_time} />
          </>
        }
        meta={<CopyText value={ticket_number} />}
        actions={
          may &&
          open && (
            <Button danger loading={close.isPending} onClick={() => void askClose()}>
              {t.close}
            </Button>
          )
        }
        more={
          may && !deleted && merged_into === null
            ? [{ key: 'merge', label: t.mergeTo, rare: true, onClick: () => merging.show('merge') }]
            : []
        }
      />
      <div className="desk-columns">
        <div className="desk-column">
          <section className="desk-panel">
            <TicketThread ticket={ticket} own="support" />
            <div ref={end} />
          </section>
          {deleted && (
            <Alert
              type="warning"
              showIcon
              title={t.deletedHint}
              action={
                may && (
                  <Button loading={restore.isPending} onClick={() => void askRestore()}>
                    {t.restore}
                  </Button>
                )
              }
            />
          )}
          {!deleted && ticket_status === 3 && (
            <Alert
              type="info"
              showIcon
              title={t.closed}
              description={
                merged_into !== null && (
                  <>
                    {t.mergedInto}
                    <Link to={ticketPath.detail(merged_into)}>{merged_into}</Link>
                  </>
                )
              }
            />
          )}
          {open && may && <ReplyBox ticket={ticket} onReplied={() => end.current?.scrollIntoView({ block: 'end', behavior: 'smooth' })} />}
        </div>
        <div className="desk-column">
          <TicketFacts ticket={ticket} may={may && !deleted} />
          <NotePanel ticket={ticket} may={may} />
          <CustomerPanel ticket_number={ticket_number} />
        </div>
      </div>
      {merging.subject && <MergeDialog ticket={ticket} onClose={merging.close} />}
    </>
  )
}

/** Reloads the ticket when the server has more than is shown. */
function useFresh({ ticket_number, ticket_status, appraised, dialogue, notes, priority, assignee, delete_time }: DeskTicket): void {
  const queries = useQueryClient()
  const { data } = useQuery({
    ...asking(tickets.state, { ticket_number }, { quiet: true, missing: 'stay' }),
    refetchInterval: EVERY_MS,
    gcTime: 0,
  })
  const deleted = delete_time === null ? 0 : 1
  const shown = [dialogue.length, ticket_status, appraised, notes.length, priority, assignee, deleted].join(' ')
  const there = data && [data.replies, data.ticket_status, data.appraised, data.notes, data.priority, data.assignee, data.deleted].join(' ')
  useEffect(() => {
    if (there !== undefined && there !== shown) void queries.invalidateQueries({ queryKey: [tickets.info.path, { ticket_number }] })
  }, [there, shown, queries, ticket_number])
}
