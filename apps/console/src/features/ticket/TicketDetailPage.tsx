import { CheckOutlined, ClockCircleOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type CustomerTicketDetail, reopenableUntil, shownNumber, TICKET_KEPT_DAYS, ticketTypeNames } from '@weft/contract'
import {
  asking,
  call,
  confirm,
  CopyText,
  duration,
  ErrorState,
  language,
  lasting,
  listTime,
  PageHeader,
  Skeleton,
  TimeText,
  toast,
  useText,
} from '@weft/ui'
import { LinkButton } from '@weft/ui/parts/LinkButton.tsx'
import { usePageKey } from '@weft/ui/frame/page-key.ts'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { TicketThread } from '@weft/ui/ticket/TicketThread.tsx'
import { Alert, Button } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { Link, Navigate, useNavigate } from 'react-router'
import { serverSeconds } from '@weft/ui/time/server-time.ts'
import { PrintLine, usePrint } from '../../shared/article/PrintButton.tsx'
import { useAccount } from '../../shared/account/use-account.ts'
import { nameOf } from '../../shared/member/name-of.ts'
import { newTicketPath, ticketPath } from '../../shared/ticket/ticket-path.ts'
import { AppraiseBox } from './AppraiseBox.tsx'
import { ReplyBox } from './ReplyBox.tsx'
import { SubjectNow } from './SubjectNow.tsx'
import { SuggestedArticles } from './SuggestedArticles.tsx'
import { TicketCondition } from './TicketCondition.tsx'
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
  const spoken = language.use()
  const navigate = useNavigate()
  const print = usePrint()
  const remove = useDeleteTicket(() => void navigate(ticketPath.list, { replace: true }))
  const end = useRef<HTMLDivElement>(null)
  const [now] = useState(serverSeconds)
  const [rating, setRating] = useState(false)
  const rights = ticketRights(useAccount(), ticket)
  const queries = useQueryClient()
  const { ticket_number, ticket_title, ticket_type, ticket_status, merged_into, subject, recoveries, close_time } = ticket
  const number = shownNumber(ticket, ticket_number)
  const closed = ticket_status === 3
  const until = reopenableUntil(ticket)
  const mayReopen = closed && rights.edit && until !== undefined && now <= until
  const close = useMutation({
    mutationFn: () => call(contract.supportTickets.close, { ticket_number }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.closedNow),
    // A colleague or support may have closed it meanwhile.
    onSettled: () => ticketsChanged(queries),
  })
  const reopen = useMutation({
    mutationFn: () => call(contract.supportTickets.reopen, { ticket_number }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.reopened),
    onSettled: () => ticketsChanged(queries),
  })
  const askReopen = async () => {
    // Only a rating is lost.
    if (ticket.appraise && !(await confirm({ title: t.reopenTitle, body: t.reopenBody, action: t.reopen }))) return
    reopen.mutate()
  }
  const askDelete = async () => {
    const asked = { title: o.deleteTitle(number), body: `${o.deleteAsk}${o.deleteBody(TICKET_KEPT_DAYS)}`, action: o.delete, danger: true }
    if (await confirm(asked)) remove.mutate(ticket_number)
  }
  const lines = useMemo(
    () => [
      ...recoveries.map(({ time, seconds }) => ({
        time,
        content: t.recovered(subject === null ? '' : nameOf(subject), duration(seconds)),
      })),
      ...(close_time === null ? [] : [{ time: close_time, content: merged_into === null ? t.closedLine : t.mergedLine }]),
    ],
    [recoveries, subject, close_time, merged_into, t],
  )
  const again = { type: ticket_type, title: t.againTitle(number), content: t.againContent(number, ticket_title) }
  const primary = mayReopen ? (
    <Button type="primary" loading={reopen.isPending} onClick={() => void askReopen()}>
      {t.reopen}
    </Button>
  ) : closed && merged_into === null ? (
    <LinkButton to={newTicketPath({ ...again, ...(subject && { subject: subject.router_name }) })}>{t.askAgain}</LinkButton>
  ) : (
    !closed &&
    rights.edit && (
      <Button loading={close.isPending} onClick={() => close.mutate()}>
        {t.closeOnly}
      </Button>
    )
  )
  return (
    <>
      <PageHeader
        title={ticket_title}
        status={<TicketCondition ticket={ticket} />}
        meta={
          <span className="ticket-facts">
            <span>
              {o.number} {ticket.no !== null && <b className="weft-mono">{ticket.no}</b>} <CopyText value={ticket_number} />
            </span>
            <span>{ticketTypeNames[ticket_type][spoken]}</span>
            <span>
              {t.submittedBy(ticket.create_name)} <TimeText at={ticket.create_time} />
            </span>
          </span>
        }
        actions={<span className="article-screen">{primary}</span>}
        more={[
          { key: 'print', label: print.label, onClick: print.print },
          ...(rights.edit && !closed ? [{ key: 'rate', label: t.appraise, onClick: () => setRating(true) }] : []),
          ...(rights.remove ? [{ key: 'delete', label: o.delete, danger: true, onClick: () => void askDelete() }] : []),
        ]}
      />
      <div className="ticket-detail">
        <section className="ticket-panel ticket-talk">
          <TicketThread ticket={ticket} own="customer" lines={lines} />
          <div ref={end} />
          {merged_into !== null && (
            <Alert
              type="info"
              showIcon
              title={t.closed}
              description={
                <>
                  {t.merged}
                  <Link to={ticketPath.detail(merged_into)}>{merged_into}</Link>
                </>
              }
            />
          )}
          {!closed &&
            (rights.edit ? (
              <ReplyBox ticket_number={ticket_number} onReplied={() => end.current?.scrollIntoView({ block: 'end' })} />
            ) : (
              <Alert type="info" showIcon title={t.notYours} />
            ))}
          <AppraiseBox
            ticket={ticket}
            may={rights.edit}
            open={rating}
            onClose={() => setRating(false)}
            until={mayReopen ? until : undefined}
          />
        </section>
        <aside className="ticket-beside">
          {subject && <SubjectNow subject={subject} />}
          <Progress ticket={ticket} />
          {!closed && <SuggestedArticles type={ticket_type} about={subject !== null} title={t.useful} />}
        </aside>
      </div>
      <PrintLine />
    </>
  )
}

/** Says how far a ticket is: when it was opened, first answered and closed, and until when an answer is due. */
function Progress({ ticket: { create_time, dialogue, turn, due_time, close_time, merged_into } }: { ticket: CustomerTicketDetail }) {
  const t = useText(text)
  const answered = dialogue.find(({ from }) => from === 'support')?.reply_time
  const step = (key: string, time: number | null, words: string, hint?: string) => (
    <li key={key} className={time === null ? 'ticket-step-open' : undefined}>
      {time === null ? <ClockCircleOutlined aria-hidden /> : <CheckOutlined aria-hidden />}
      <span>
        {time !== null && <TimeText at={time} />} {words}
        {hint !== undefined && <span className="ticket-hint"> {hint}</span>}
      </span>
    </li>
  )
  return (
    <section className="ticket-panel" aria-labelledby="ticket-progress">
      <h2 id="ticket-progress">{t.progress}</h2>
      <ol className="ticket-steps">
        {step('submitted', create_time, t.submitted)}
        {answered !== undefined && step('begun', answered, t.begun, t.firstAnswer(lasting(answered - create_time)))}
        {turn === 'support' && step('due', null, due_time === null ? t.waits : t.waitsUntil(listTime(due_time)))}
        {turn === 'customer' && step('yours', null, t.waitsForYou)}
        {close_time !== null && step('closed', close_time, merged_into === null ? t.resolved : t.mergedLine)}
      </ol>
    </section>
  )
}
