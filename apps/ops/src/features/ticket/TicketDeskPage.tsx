import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { opsContract, type TicketPriority, ticketPriorities, ticketTypeNames } from '@weft/contract'
import {
  asking,
  call,
  confirm,
  CopyText,
  ErrorState,
  language,
  PageHeader,
  Skeleton,
  StateMark,
  TimeText,
  toast,
  useDialog,
  useText,
} from '@weft/ui'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { ZoneNote } from '@weft/ui/frame/ZoneNote.tsx'
import { TicketStatusText } from '@weft/ui/ticket/TicketStatusText.tsx'
import { TicketThread } from '@weft/ui/ticket/TicketThread.tsx'
import { usePageKey } from '@weft/ui/frame/page-key.ts'
import { useServerNow } from '@weft/ui/time/use-clock.ts'
import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router'
import { serverSeconds, serverSecondsAt } from '@weft/ui/time/server-time.ts'
import { accountPath } from '../../shared/account/account-path.ts'
import { devicePath } from '../../shared/device/device-path.ts'
import { useMay, useOperator } from '../../shared/operator/use-operator.ts'
import { DueTime } from '../../shared/ticket/DueTime.tsx'
import { outbox } from '../../shared/ticket/outbox.ts'
import { DeletedMark } from '../../shared/ticket/TicketMarks.tsx'
import { ticketPath } from '../../shared/ticket/ticket-paths.ts'
import { AssignButton } from './AssignButton.tsx'
import { CustomerPanel, useCustomer } from './CustomerPanel.tsx'
import type { DeskTicket } from './desk-ticket.ts'
import { KeysDialog } from './KeysDialog.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { PrioritySelect } from './PrioritySelect.tsx'
import { Queue } from './Queue.tsx'
import * as queueText from './queue.text.ts'
import { ReplyBox, type ReplyHandle } from './ReplyBox.tsx'
import { TicketFacts } from './TicketFacts.tsx'
import * as text from './ticket-page.text.ts'
import { ticketsChanged } from './tickets-changed.ts'
import { inOrder, nextToAnswer, useQueue, useQueueView } from '../../shared/ticket/use-queue.ts'
import { usePrefixKey, useKeys } from '../../shared/keys/use-keys.ts'
import '../../shared/page/panel.css'
import './ticket.css'

const { tickets } = opsContract
/** Milliseconds between two checks of an open page for new replies. */
const EVERY_MS = 3000

/** Shows the queue of tickets, and says what there is to do until one is opened: opening one is logged, so none opens by itself. */
export function TicketQueuePage() {
  const t = useText(queueText)
  const view = useQueueView()
  const navigate = useNavigate()
  const { data, groups } = useQueue(view)
  const { dialog, ...keys } = useMoves(undefined)
  const first = groups && inOrder(groups)[0]
  const left = groups && groups.overdue.length + groups.waiting.length
  useKeys(keys)
  const [params] = useSearchParams()
  // An address with a search or a filter is that of the list, as links from before the queue have it.
  if ([...params.keys()].some((name) => name !== 'view')) return <Navigate to={`${ticketPath.list}?${params}`} replace />
  return (
    <div className="ticket-desk">
      <Queue chosen={undefined} />
      <section className="ticket-none" aria-label={t.title}>
        {data && groups && left === 0 && (
          <>
            <StateMark state="up" size={24} />
            <p className="ticket-none-title">{t.done}</p>
            <p className="desk-quiet">{t.replied(data.replied)}</p>
            {first && (
              <Button onClick={() => void navigate(ticketPath.detail(first.ticket_number, view))}>
                {t.showAsked(groups.asked.length)}
              </Button>
            )}
          </>
        )}
        {data && left !== undefined && left > 0 && (
          <>
            <p className="ticket-none-title">{t.begin(data.counts[view])}</p>
            <p className="desk-quiet">{t.beginHint}</p>
            <Button type="primary" aria-keyshortcuts="J" onClick={keys.j}>
              {t.first} <kbd aria-hidden>J</kbd>
            </Button>
          </>
        )}
      </section>
      {dialog}
    </div>
  )
}

export function TicketPage() {
  const number = usePageKey('ticket_number')
  if (!number) return <Navigate to={ticketPath.queue()} replace />
  return (
    <div className="ticket-desk ticket-desk-open">
      <Queue chosen={number} />
      <OneTicket key={number} ticket_number={number} />
    </div>
  )
}

/** Returns the keys by which one goes through the queue, and the dialog that lists all keys. @param chosen the ticket that is open */
function useMoves(chosen: string | undefined) {
  const view = useQueueView()
  const navigate = useNavigate()
  const { groups } = useQueue(view)
  const keys = useDialog<'keys'>()
  const move = (step: 1 | -1) => () => {
    const all = groups ? inOrder(groups) : []
    const at = all.findIndex(({ ticket_number }) => ticket_number === chosen)
    const next = all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))]
    if (next && next.ticket_number !== chosen) void navigate(ticketPath.detail(next.ticket_number, view))
  }
  const undo = () => {
    const ticket_number = outbox.undo()
    if (ticket_number !== undefined) void navigate(ticketPath.detail(ticket_number, view))
  }
  return {
    j: move(1),
    k: move(-1),
    '^z': undo,
    '?': () => keys.show('keys'),
    dialog: keys.subject && <KeysDialog onClose={keys.close} />,
  }
}

function OneTicket({ ticket_number }: { ticket_number: string }) {
  const t = useText(text)
  const asked = useQuery(asking(tickets.info, { ticket_number }, { missing: ticketPath.queue() }))
  usePageObject(asked.data?.ticket_title)
  if (asked.data) return <Conversation ticket={asked.data} />
  return (
    <section className="ticket-column">
      <div className="ticket-head">
        <PageHeader title={t.title} />
      </div>
      <div className="ticket-said">
        {asked.isError ? <ErrorState error={asked.error} onRetry={() => void asked.refetch()} /> : <Skeleton paragraph={{ rows: 8 }} />}
      </div>
    </section>
  )
}

type Merge = Pick<DeskTicket, 'ticket_number' | 'ticket_title' | 'create_name'>

function Conversation({ ticket }: { ticket: DeskTicket }) {
  const t = useText(text)
  const q = useText(queueText)
  const spoken = language.use()
  const may = useMay()(tickets.reply)
  const { username } = useOperator()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const view = useQueueView()
  const queue = useQueue(view)
  const [opened] = useState(() => Math.floor(serverSeconds()))
  const now = useServerNow(queue.data?.time ?? opened)
  const column = useRef<HTMLElement>(null)
  const said = useRef<HTMLDivElement>(null)
  const assigning = useRef<HTMLButtonElement>(null)
  const reply = useRef<ReplyHandle>(null)
  const [aside, setAside] = useState(false)
  const merging = useDialog<{ from: Merge; into?: Merge }>()
  const { ticket_number, ticket_status, merged_into, assignee, priority, dialogue, notes } = ticket
  const deleted = ticket.delete_time !== null
  const open = !deleted && ticket_status !== 3
  // Once the thread has more than its author had seen, it has the reply itself, or what must be read first.
  const outgoing = outbox.use().find((one) => one.ticket_number === ticket_number && dialogue.length <= one.seen)
  const back = outbox.useBack(ticket_number)
  const member = useCustomer(ticket_number).data?.members[0]
  const writing = useFresh(ticket)
  const close = useMutation({
    mutationFn: () => call(tickets.close, { ticket_number }, { missing: ticketPath.queue() }),
    onSuccess: () => toast.success(t.closedNow),
    onSettled: () => ticketsChanged(queries),
  })
  const restore = useMutation({
    mutationFn: () => call(tickets.restore, { ticket_number }, { missing: ticketPath.queue() }),
    onSuccess: () => toast.success(t.restoredNow),
    onSettled: () => ticketsChanged(queries),
  })
  const take = useMutation({
    mutationFn: () => call(tickets.assign, { ticket_number, assignee: username, seen_assignee: assignee }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.assigned),
    onSettled: () => ticketsChanged(queries),
  })
  const prioritise = useMutation({
    mutationFn: (to: TicketPriority) =>
      call(tickets.prioritise, { ticket_number, priority: to, seen_priority: priority }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.prioritised),
    onSettled: () => ticketsChanged(queries),
  })
  const askRestore = async () => {
    if (await confirm({ title: t.restore, body: t.restoreBody, action: t.restore })) restore.mutate()
  }
  const askClose = async () => {
    if (await confirm({ title: t.closeTitle, body: t.closeBody, action: t.close, danger: true })) close.mutate()
  }
  const goOn = () => {
    const next = queue.groups && nextToAnswer(queue.groups, ticket_number)
    void navigate(next === undefined ? ticketPath.queue(view) : ticketPath.detail(next, view))
  }
  const armPriority = usePrefixKey((key) => {
    const to = ticketPriorities.find((one) => String(one) === key)
    if (to !== undefined && to !== priority) prioritise.mutate(to)
  })
  const { dialog, ...moves } = useMoves(ticket_number)
  useKeys({
    ...moves,
    Escape: () => document.querySelector<HTMLElement>('.queue-row[aria-current="page"]')?.focus(),
    o: member && (() => void navigate(devicePath(member.router_name))),
    c: () => void navigate(accountPath(ticket.account_number)),
    ...(may && { n: () => reply.current?.write('note') }),
    ...(may &&
      open && {
        r: () => reply.current?.write('reply'),
        '/': () => reply.current?.write('saved'),
        e: () => void askClose(),
      }),
    ...(may &&
      !deleted && {
        a: assignee === username ? undefined : () => take.mutate(),
        A: () => assigning.current?.click(),
        p: armPriority,
        ...(merged_into === null && { m: () => merging.show({ from: ticket }) }),
      }),
  })
  // The heading of a ticket that the keys opened takes the focus, so that it is read out and no field swallows the next key.
  useEffect(() => {
    const has = document.activeElement
    if (has === document.body || has?.closest('.queue')) column.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [])
  const shown = dialogue.length + notes.length + (outgoing ? 1 : 0)
  useEffect(() => {
    // What was said last is in sight: at the beginning, and whenever there is more.
    if (shown >= 0 && said.current) said.current.scrollTop = said.current.scrollHeight
  }, [shown])
  return (
    <>
      <section ref={column} className="ticket-column" aria-label={ticket.ticket_title}>
        <div className="ticket-head">
          <Link to={ticketPath.queue(view)} className="ticket-back">
            {q.back}
          </Link>
          <PageHeader
            title={ticket.ticket_title}
            actions={
              <>
                <Button className="ticket-sheet-button" aria-expanded={aside} onClick={() => setAside(!aside)}>
                  {q.site}
                </Button>
                {may && open && (
                  <Button danger loading={close.isPending} aria-keyshortcuts="E" onClick={() => void askClose()}>
                    {t.close}
                  </Button>
                )}
              </>
            }
            more={
              may && !deleted && merged_into === null
                ? [{ key: 'merge', label: t.mergeTo, rare: true, onClick: () => merging.show({ from: ticket }) }]
                : []
            }
          />
          <div className="ticket-chips">
            <TicketStatusText ticket={ticket} />
            <DueTime due_time={ticket.due_time} waiting_since={ticket.waiting_since} now={now} />
            <DeletedMark delete_time={ticket.delete_time} />
            {may && !deleted && (
              <>
                <AssignButton ticket={ticket} button={assigning} />
                <PrioritySelect ticket={ticket} />
              </>
            )}
            <span className="desk-quiet">
              {ticketTypeNames[ticket.ticket_type][spoken]} · <CopyText value={ticket_number} /> · {ticket.create_name}{' '}
              <TimeText at={ticket.create_time} relative />
            </span>
          </div>
        </div>
        <div ref={said} className="ticket-said">
          <TicketThread
            ticket={outgoing ? { ...ticket, dialogue: [...dialogue, replyOf(outgoing)] } : ticket}
            own="support"
            notes={notes}
          />
        </div>
        <div className="ticket-foot">
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
          {may && <ReplyBox ref={reply} back={back} ticket={ticket} member={member} writing={writing} mayReply={open} onNext={goOn} />}
        </div>
      </section>
      <aside className={aside ? 'ticket-context ticket-context-open' : 'ticket-context'} aria-label={t.facts}>
        <CustomerPanel ticket={ticket} may={may && !deleted} onMerge={(other) => merging.show({ from: other, into: ticket })} />
        <TicketFacts ticket={ticket} />
        <p className="desk-quiet desk-panel">
          <ZoneNote />
        </p>
      </aside>
      {merging.subject && (
        <MergeDialog
          ticket={merging.subject.from}
          into={merging.subject.into}
          account_number={ticket.account_number}
          onClose={merging.close}
        />
      )}
      {dialog}
    </>
  )
}

/** Returns a reply that is on its way as the thread shows it. */
const replyOf = ({ author, content, pictures, due }: ReturnType<typeof outbox.get>[number]) => ({
  reply_name: author,
  reply_time: Math.floor(serverSecondsAt(due)),
  dialogue_content: content,
  images: [...pictures],
  from: 'support' as const,
  merged_from: null,
})

/** Reloads the ticket when the server has more than is shown, and returns who else writes an answer. */
function useFresh({ ticket_number, ticket_status, appraised, dialogue, notes, priority, assignee, delete_time }: DeskTicket): string[] {
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
  return data?.writing ?? []
}
