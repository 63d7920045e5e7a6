import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ConnectionLog, type DeskMember, diagnosisText, type NetworkSummary, opsContract, type OutputOf } from '@weft/contract'
import { asking, call, ErrorState, language, Skeleton, StatusDot, TimeText, toast, useText } from '@weft/ui'
import { Scrolling } from '@weft/ui/parts/Scrolling.tsx'
import { Button } from 'antd'
import { Link } from 'react-router'
import { serverSecondsAt } from '@weft/ui/time/server-time.ts'
import { AccountLink } from '../../shared/account/AccountLink.tsx'
import { MemberLink } from '../../shared/member/MemberLink.tsx'
import { MemberState } from '../../shared/member/MemberState.tsx'
import { NetworkState } from '../../shared/network/NetworkState.tsx'
import { ticketPath } from '../../shared/ticket/ticket-paths.ts'
import type { DeskTicket } from './desk-ticket.ts'
import * as text from './ticket-page.text.ts'
import { ticketsChanged } from './tickets-changed.ts'

const { tickets } = opsContract

export type TicketCustomer = OutputOf<typeof tickets.customer>

/** Returns what is known of a ticket's customer. */
export const useCustomer = (ticket_number: string) =>
  useQuery({ ...asking(tickets.customer, { ticket_number }, { quiet: true, missing: 'stay' }), staleTime: 60_000 })

interface Props {
  ticket: DeskTicket
  /** Whether the caller may handle the ticket. */
  may: boolean
  /** Called with another open ticket that is to be merged into this one. */
  onMerge: (other: TicketCustomer['others'][number]) => void
}

/** Shows the members that the ticket names, its customer, other tickets that may be the same, and the recent events there. */
export function CustomerPanel({ ticket, may, onMerge }: Props) {
  const t = useText(text)
  const asked = useCustomer(ticket.ticket_number)
  if (asked.isError)
    return (
      <section className="desk-panel">
        <ErrorState compact onRetry={() => void asked.refetch()} />
      </section>
    )
  if (!asked.data)
    return (
      <section className="desk-panel">
        <Skeleton paragraph={{ rows: 4 }} />
      </section>
    )
  const { members, others, network_count, networks, events, closed, rating } = asked.data
  return (
    <>
      {members.length > 0 && (
        <section className="desk-panel" aria-labelledby="customer-members">
          <h2 id="customer-members">{t.named}</h2>
          <ul className="desk-facts">
            {members.map((member) => (
              <NamedMember key={member.router_name} member={member} now={serverSecondsAt(asked.dataUpdatedAt)} ticket={ticket} may={may} />
            ))}
          </ul>
        </section>
      )}
      <section className="desk-panel" aria-labelledby="customer-self">
        <h2 id="customer-self">{t.customer}</h2>
        <p>
          <AccountLink account_number={ticket.account_number} name={ticket.nickname} />
        </p>
        <p className="desk-quiet">{t.history(others.length, closed, rating)}</p>
      </section>
      {others.length > 0 && (
        <section className="desk-panel" aria-labelledby="customer-others">
          <h2 id="customer-others">{t.others}</h2>
          <ul className="desk-facts">
            {others.map((other) => (
              <li key={other.ticket_number}>
                <span className="desk-fact-name">
                  <Link to={ticketPath.detail(other.ticket_number)}>{other.ticket_title}</Link>
                </span>
                {other.same_member === 1 && <span className="desk-quiet">{t.sameMember}</span>}
                {may && (
                  <Button
                    type="link"
                    size="small"
                    aria-haspopup="dialog"
                    aria-label={t.mergeHereOf(other.ticket_title)}
                    onClick={() => onMerge(other)}
                  >
                    {t.mergeHere}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="desk-panel" aria-labelledby="customer-networks">
        <h2 id="customer-networks">{t.networks(network_count)}</h2>
        {networks.length === 0 ? (
          <p className="desk-quiet">{t.noNetworks}</p>
        ) : (
          <ul className="desk-facts">{networks.map(networkItem(t))}</ul>
        )}
        {network_count > networks.length && <p className="desk-quiet">{t.moreNetworks(network_count - networks.length)}</p>}
      </section>
      <section className="desk-panel" aria-labelledby="customer-events">
        <h2 id="customer-events">{t.events}</h2>
        <p className="desk-quiet">{events.length === 0 ? t.noEvents : t.eventsHint}</p>
        {events.length > 0 && (
          <Scrolling className="desk-events" label={t.events}>
            <ul className="desk-facts">{events.map(eventItem(t))}</ul>
          </Scrolling>
        )}
      </section>
    </>
  )
}

/** Shows how a member is that the ticket names, and why; a check writes this among the notes. */
function NamedMember({ member, now, ticket, may }: { member: DeskMember; now: number; ticket: DeskTicket; may: boolean }) {
  const t = useText(text)
  const spoken = language.use()
  const queries = useQueryClient()
  const { cause, router_name, note } = member
  const check = useMutation({
    mutationFn: () => call(tickets.check, { ticket_number: ticket.ticket_number, router_name }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.checked),
    onSettled: async () => {
      await queries.invalidateQueries({ queryKey: [tickets.customer.path] })
      await ticketsChanged(queries)
    },
  })
  return (
    <li>
      <span className="desk-fact-name">
        <MemberLink {...member} />
      </span>
      <MemberState member={member} now={now} />
      {cause !== null && <span className="desk-quiet desk-fact-state">{diagnosisText(cause, {}, spoken).text}</span>}
      {may && (
        <Button size="small" aria-label={t.checkOf(note || router_name)} loading={check.isPending} onClick={() => check.mutate()}>
          {t.check}
        </Button>
      )}
    </li>
  )
}

type Words = (typeof text)['zhCN']

const networkItem = (t: Words) => (network: NetworkSummary) => (
  <li key={network.network_number}>
    <span className="desk-fact-name">{network.network_name}</span>
    <span className="desk-quiet weft-mono">{network.network_number}</span>
    <span className="desk-fact-state">
      <NetworkState {...network} />
      <span className="desk-quiet">{t.members(network.online_count, network.member_count)}</span>
    </span>
  </li>
)

const eventItem = (t: Words) => (event: ConnectionLog, at: number) => (
  // Log entries have no id, and their order does not change.
  <li key={at}>
    <span className="desk-fact-name" title={event.router_name}>
      {event.note || event.router_name}
    </span>
    <StatusDot kind={event.online === 1 ? 'online' : 'offline'} text={event.online === 1 ? t.came : t.went} />
    <span className="desk-quiet">
      <TimeText at={event.create_time} relative />
    </span>
  </li>
)
