import { attentionStates, type CustomerTrouble, type DeskStart, memberStateNames } from '@weft/contract'
import { language, lasting, StateMark, useText } from '@weft/ui'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { LinkButton } from '@weft/ui/parts/LinkButton.tsx'
import { useServerNow } from '@weft/ui/time/use-clock.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { accountPath } from '../../shared/account/account-path.ts'
import { AccountLink } from '../../shared/account/AccountLink.tsx'
import '../../shared/page/trouble.css'
import { DueMark } from '../../shared/ticket/TicketMarks.tsx'
import { ticketPath } from '../../shared/ticket/ticket-paths.ts'
import * as text from './start.text.ts'

/** The customers that are shown until the operator asks for more. */
const SHOWN = 8

/** Lists the customers in trouble. */
export function TroubleList({ start: { troubled, customers, time } }: { start: DeskStart }) {
  const t = useText(text)
  const now = useServerNow(time)
  const [all, setAll] = useState(false)
  const folded = troubled.length > SHOWN && !all
  const shown = folded ? troubled.slice(0, SHOWN) : troubled
  return (
    <DetailCard title={t.trouble} extra={<span className="trouble-note">{t.troubleNote}</span>}>
      <ol className="trouble-rows">
        {shown.map((one) => (
          <TroubleRow key={one.account_number} trouble={one} now={now} />
        ))}
      </ol>
      {troubled.length > SHOWN && (
        <Button type="link" size="small" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t.less : t.more(customers - SHOWN)}
        </Button>
      )}
      {!folded && customers > troubled.length && <p className="trouble-note">{t.beyond(customers - troubled.length)}</p>}
    </DetailCard>
  )
}

const worstOf = (trouble: CustomerTrouble) =>
  trouble.network_status === 0 ? 'down' : (attentionStates.find((state) => trouble[state] > 0) ?? 'degraded')

function TroubleRow({ trouble, now }: { trouble: CustomerTrouble; now: number }) {
  const t = useText(text)
  const spoken = language.use()
  const { account_number, nickname, network_status, since, ticket } = trouble
  const worst = worstOf(trouble)
  return (
    <li>
      <StateMark state={worst} />
      <div>
        <p className="trouble-name">
          <span className="weft-hidden">{memberStateNames[worst][spoken]} </span>
          <AccountLink account_number={account_number} name={nickname} />
        </p>
        <p className="trouble-what">{network_status === 0 ? t.stopped : t.counts(trouble)}</p>
      </div>
      <div className="trouble-ticket">
        {ticket === null ? (
          t.unreported
        ) : (
          <>
            <Link to={ticketPath.detail(ticket.ticket_number)}>{ticket.ticket_title}</Link>
            <span className="trouble-who">
              {ticket.assignee ?? t.nobody} <DueMark due_time={ticket.due_time} now={now} />
            </span>
          </>
        )}
      </div>
      <span className={`trouble-since trouble-since-${worst}`}>{since !== null && lasting(now - since)}</span>
      <LinkButton
        size="small"
        className="start-trouble-act"
        to={ticket === null ? accountPath(account_number) : ticketPath.detail(ticket.ticket_number)}
        aria-label={`${ticket === null ? t.look : t.reply} ${nickname || account_number}`}
      >
        {ticket === null ? t.look : t.reply}
      </LinkButton>
    </li>
  )
}
