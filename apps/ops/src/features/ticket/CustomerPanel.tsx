import { useQuery } from '@tanstack/react-query'
import { type ConnectionLog, type DeskMember, diagnosisText, type NetworkSummary, opsContract } from '@weft/contract'
import { asking, ErrorState, language, Skeleton, StatusDot, TimeText, useText } from '@weft/ui'
import { Scrolling } from '@weft/ui/parts/Scrolling.tsx'
import { serverSecondsAt } from '@weft/ui/time/server-time.ts'
import { MemberLink } from '../../shared/member/MemberLink.tsx'
import { MemberState } from '../../shared/member/MemberState.tsx'
import { NetworkState } from '../../shared/network/NetworkState.tsx'
import * as text from './ticket-page.text.ts'

/** Shows the members that the ticket names, what else the customer has, and the recent events there. */
export function CustomerPanel({ ticket_number }: { ticket_number: string }) {
  const t = useText(text)
  const asked = useQuery({
    ...asking(opsContract.tickets.customer, { ticket_number }, { quiet: true, missing: 'stay' }),
    staleTime: 60_000,
  })
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
  const { members, network_count, networks, events } = asked.data
  return (
    <>
      {members.length > 0 && (
        <section className="desk-panel" aria-labelledby="customer-members">
          <h2 id="customer-members">{t.named}</h2>
          <ul className="desk-facts">
            {members.map((member) => (
              <NamedMember key={member.router_name} member={member} now={serverSecondsAt(asked.dataUpdatedAt)} />
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

/** Shows how a member is that the ticket names, and why. */
function NamedMember({ member, now }: { member: DeskMember; now: number }) {
  const spoken = language.use()
  const { cause } = member
  return (
    <li>
      <span className="desk-fact-name">
        <MemberLink {...member} />
      </span>
      <MemberState member={member} now={now} />
      {cause !== null && <span className="desk-quiet desk-fact-state">{diagnosisText(cause, {}, spoken).text}</span>}
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
