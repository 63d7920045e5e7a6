import { useQuery } from '@tanstack/react-query'
import { type AccountTrouble, diagnoses, diagnosisText, memberStateNames, opsContract } from '@weft/contract'
import { asking, ErrorState, language, lasting, StateMark, StateText, useText } from '@weft/ui'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { useServerNow } from '@weft/ui/time/use-clock.ts'
import { Link } from 'react-router'
import { MemberLink } from '../../shared/member/MemberLink.tsx'
import { NetworkState } from '../../shared/network/NetworkState.tsx'
import '../../shared/page/trouble.css'
import { ticketPath } from '../../shared/ticket/ticket-paths.ts'
import { useFresh } from '../../shared/waiting/use-fresh.ts'
import { useTroubleState } from '../../shared/waiting/use-waiting.ts'
import * as text from './trouble.text.ts'

const { accounts } = opsContract

/** Asks what is wrong at a customer, and again whenever that changes. */
export function useAccountTrouble(account_number: string) {
  const state = useTroubleState(account_number)
  useFresh(accounts.trouble, state && JSON.stringify(state))
  return useQuery(asking(accounts.trouble, { account_number }, { quiet: true, missing: 'stay' }))
}

const isWell = ({ network_status, count }: AccountTrouble) => network_status === 1 && count === 0

/** Says in a few words how a customer's networks are. */
export function TroubleVerdict({ trouble }: { trouble: AccountTrouble }) {
  const t = useText(text)
  if (isWell(trouble)) return <StateText state="up">{t.well}</StateText>
  return <StateText state="down">{trouble.network_status === 0 ? t.stopped : t.members(trouble.count)}</StateText>
}

/** Shows what is wrong at a customer; nothing if all is well. */
export function TroubleCard({ asked: { data, isError, refetch } }: { asked: ReturnType<typeof useAccountTrouble> }) {
  const t = useText(text)
  const spoken = language.use()
  const now = useServerNow(data?.time ?? 0)
  if (isError && !data)
    return (
      <DetailCard title={t.title}>
        <ErrorState compact onRetry={() => void refetch()} />
      </DetailCard>
    )
  if (!data || isWell(data)) return null
  const { network_status, networks, members, count } = data
  return (
    <DetailCard title={t.title}>
      {network_status === 0 && (
        <p>
          <StateText state="down">{diagnoses.service_lapsed[spoken].text}</StateText>
        </p>
      )}
      {networks.length > 0 && (
        <ul className="trouble-networks" aria-label={t.networks}>
          {networks.map((network) => (
            <li key={network.network_number}>
              {network.network_name} <NetworkState network_status={network_status} attention={network.attention} />
            </li>
          ))}
        </ul>
      )}
      <ol className="trouble-rows">
        {members.map((member) => (
          <TroubledMember key={member.router_name} member={member} now={now} />
        ))}
      </ol>
      {count > members.length && <p className="trouble-note">{t.more(count - members.length)}</p>}
    </DetailCard>
  )
}

function TroubledMember({ member, now }: { member: AccountTrouble['members'][number]; now: number }) {
  const t = useText(text)
  const spoken = language.use()
  const { state, cause, since, networks, ticket } = member
  return (
    <li>
      <StateMark state={state} />
      <div>
        <p className="trouble-name">
          <MemberLink {...member} /> {memberStateNames[state][spoken]}
        </p>
        <p className="trouble-what">{cause !== null && diagnosisText(cause, {}, spoken).text}</p>
      </div>
      <div className="trouble-ticket">
        <span>{t.inNetworks(networks)}</span>
        {ticket === null ? (
          t.unreported
        ) : (
          <span>
            {t.ticket} <Link to={ticketPath.detail(ticket.ticket_number)}>{ticket.ticket_title}</Link>
          </span>
        )}
      </div>
      <span className={`trouble-since trouble-since-${state}`}>{since !== null && lasting(now - since)}</span>
    </li>
  )
}
