import { memberStateNames, type QueuedTicket, QUEUE_ROWS, queueViews } from '@weft/contract'
import { ErrorState, language, lasting, Skeleton, StateMark, useText } from '@weft/ui'
import { takeArrival } from '@weft/ui/parts/arrival.ts'
import { useServerNow } from '@weft/ui/time/use-clock.ts'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { DueTime } from '../../shared/ticket/DueTime.tsx'
import { PriorityBars } from '../../shared/ticket/PriorityBars.tsx'
import { ticketPath } from '../../shared/ticket/ticket-paths.ts'
import { Initial } from '../../shared/operator/Initial.tsx'
import { useOperator } from '../../shared/operator/use-operator.ts'
import { replyDraftKeeper } from '../../shared/ticket/reply-draft.ts'
import * as text from './queue.text.ts'
import { type Groups, type TicketQueue, useQueue, useQueueKeptFresh, useQueueView } from '../../shared/ticket/use-queue.ts'
import './queue.css'

const groupNames = ['overdue', 'waiting', 'asked'] as const

/** Shows the tickets to work through, in groups. @param chosen the number of the one that is open */
export function Queue({ chosen }: { chosen: string | undefined }) {
  const t = useText(text)
  const view = useQueueView()
  const { data, groups, error, isError, refetch } = useQueue(view)
  useQueueKeptFresh(view)
  // Beside an open ticket, whose title is the heading of the page, the queue is a part.
  const Heading = chosen === undefined ? 'h1' : 'h2'
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (chosen === undefined && takeArrival()) heading.current?.focus({ preventScroll: true })
  }, [chosen])
  return (
    <nav className="queue" aria-label={t.queue}>
      <div className="queue-head">
        <Heading ref={heading} tabIndex={-1} className="queue-title">
          {t.title}
        </Heading>
        <ul className="queue-views">
          {queueViews.map((one) => (
            <li key={one}>
              <Link
                to={chosen === undefined ? ticketPath.queue(one) : ticketPath.detail(chosen, one)}
                replace
                className="queue-view"
                aria-current={one === view}
              >
                {t.views[one]} <span className="queue-count">{data?.counts[one]}</span>
              </Link>
            </li>
          ))}
          <li>
            <Link to={ticketPath.list} className="queue-view">
              {t.all}
            </Link>
          </li>
          <li>
            <Link to={ticketPath.bin} className="queue-view">
              {t.bin}
            </Link>
          </li>
        </ul>
      </div>
      <div className="queue-rows">
        {data && groups ? (
          <Rows queue={data} groups={groups} chosen={chosen} />
        ) : isError ? (
          <ErrorState compact error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton paragraph={{ rows: 8 }} />
        )}
      </div>
      <p className="queue-keys" aria-hidden>
        <span>
          <kbd>J</kbd> <kbd>K</kbd> {t.upDown}
        </span>
        <span>
          <kbd>R</kbd> {t.answer}
        </span>
        <span>
          <kbd>A</kbd> {t.take}
        </span>
        <span>
          <kbd>?</kbd> {t.allKeys}
        </span>
      </p>
    </nav>
  )
}

function Rows({ queue, groups, chosen }: { queue: TicketQueue; groups: Groups; chosen: string | undefined }) {
  const t = useText(text)
  const total = queue.counts[useQueueView()]
  const now = useServerNow(queue.time)
  // One below that of the queue.
  const Heading = chosen === undefined ? 'h2' : 'h3'
  const isDone = groups.overdue.length + groups.waiting.length === 0
  return (
    <>
      {isDone && (
        <div className="queue-done">
          <p>{t.allAnswered}</p>
          <p className="desk-quiet">{t.fresh}</p>
        </div>
      )}
      {groupNames.map((name) => {
        const rows = groups[name]
        if (rows.length === 0) return null
        return (
          <section key={name} aria-labelledby={`queue-${name}`}>
            <Heading id={`queue-${name}`} className={`queue-group queue-group-${name}`}>
              {t[name]} <span className="queue-count">{rows.length}</span>
            </Heading>
            <ul>
              {rows.map((ticket) => (
                <Row
                  key={ticket.ticket_number}
                  ticket={ticket}
                  isChosen={ticket.ticket_number === chosen}
                  isAsked={name === 'asked'}
                  now={now}
                />
              ))}
            </ul>
          </section>
        )
      })}
      {total > QUEUE_ROWS && <p className="queue-more">{t.more(total - QUEUE_ROWS)}</p>}
    </>
  )
}

interface RowProps {
  ticket: QueuedTicket
  isChosen: boolean
  isAsked: boolean
  now: number
}

function Row({ ticket, isChosen, isAsked, now }: RowProps) {
  const t = useText(text)
  const view = useQueueView()
  const spoken = language.use()
  const { username } = useOperator()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (isChosen) link.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  const { ticket_number, ticket_title, nickname, account_number, member, priority, assignee, due_time, waiting_since, last_reply } = ticket
  return (
    <li>
      <Link
        ref={link}
        to={ticketPath.detail(ticket_number, view)}
        className={isAsked ? 'queue-row queue-row-asked' : 'queue-row'}
        aria-current={isChosen ? 'page' : undefined}
      >
        <PriorityBars priority={priority} />
        <span className="queue-row-title">{ticket_title}</span>
        {isAsked ? (
          <span className="queue-row-waits">{last_reply && t.waits(lasting(now - last_reply.reply_time))}</span>
        ) : (
          <DueTime due_time={due_time} waiting_since={waiting_since} now={now} />
        )}
        <span className="queue-row-who">
          {!isChosen && replyDraftKeeper(username, ticket_number).read() && <span className="queue-row-draft">{t.draft}</span>}
          <span>{nickname || account_number}</span>
          {member && (
            <span className="queue-row-member">
              <StateMark state={member.state} size={12} />
              <span className="weft-hidden">{memberStateNames[member.state][spoken]}</span>
              <span>{member.note || member.router_name}</span>
            </span>
          )}
        </span>
        <Initial name={assignee} nobody={t.nobody} />
      </Link>
    </li>
  )
}
