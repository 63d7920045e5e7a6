import { useQuery } from '@tanstack/react-query'
import { contract, type NetworkCard, type NetworkCards as Cards } from '@weft/contract'
import { asking, ErrorState, StateText, useText } from '@weft/ui'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import { permits, useAccount } from '../../shared/account/use-account.ts'
import { availabilityText } from '../../shared/loom/day.ts'
import { DayStrip } from '../../shared/loom/DayStrip.tsx'
import { MiniLoom } from '../../shared/loom/MiniLoom.tsx'
import { networkPath } from '../../shared/network/network-paths.ts'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import { volumeText } from '../../shared/chart/units.ts'
import * as text from './dashboard.text.ts'
import { useHeld } from './use-held.ts'

/** Up to this number of cards stand in one row; more stand in two rows. */
const IN_ONE_ROW = 4

/** Queries the pictures of the networks, if the caller may view networks. */
export const useNetworkCards = () => {
  const enabled = permits(useAccount(), 'network.view')
  return useQuery({ ...asking(contract.networkCards.list, {}, { quiet: true }), enabled })
}

/** Shows a card for each network, or for the worst of many; each is a link to its network. A failure is said in their place. */
export function NetworkCards() {
  const t = useText(text)
  const cards = useNetworkCards()
  const held = useHeld(cards.data)
  if (cards.isError && !cards.data)
    return (
      <section className="dashboard-card dashboard-failed" aria-label={t.networks}>
        {t.networksFailed} <ErrorState compact onRetry={() => void cards.refetch()} />
      </section>
    )
  if (!held.shown) return <CardBones />
  return <Shown cards={held.shown} hold={held.handlers} />
}

function Shown({ cards: { networks, count }, hold }: { cards: Cards; hold: ReturnType<typeof useHeld>['handlers'] }) {
  const t = useText(text)
  const isOpen = usePageOpen()
  return (
    <section aria-label={t.networks} {...hold}>
      <ul
        className={networks.length > IN_ONE_ROW ? 'dashboard-networks dashboard-networks-rows' : 'dashboard-networks'}
        style={{ '--columns': Math.ceil(networks.length / 2) } as CSSProperties}
      >
        {networks.map((network) => (
          <li key={network.network_number}>
            <Card network={network} />
          </li>
        ))}
      </ul>
      {count > networks.length && isOpen(networkPath.list) && (
        <p className="dashboard-all">
          <Link to={networkPath.list}>{t.allNetworks(count)}</Link>
        </p>
      )}
    </section>
  )
}

function Card({ network }: { network: NetworkCard }) {
  const t = useText(text)
  const { network_number, network_name, network_type, network_status, member_count, attention, sites_per_row, bytes } = network
  const facts = [t.types[network_type], t.nMembers(member_count), ...(sites_per_row > 1 ? [t.perRow(sites_per_row)] : [])]
  return (
    <Link className="dashboard-card dashboard-network" to={networkPath.detail(network_number)}>
      <span className="dashboard-network-head">
        <strong title={network_name}>{network_name}</strong>
        {network_status === 0 ? (
          <StateText state="down">{t.unusable}</StateText>
        ) : attention > 0 ? (
          <span className={`dashboard-since-${network.state}`}>
            <StateText state={network.state}>{t.nThings(attention)}</StateText>
          </span>
        ) : (
          <StateText state="up">{t.well}</StateText>
        )}
      </span>
      <small>{facts.join(' · ')}</small>
      <MiniLoom threads={network.threads} rows={network.rows} />
      <DayStrip day={network.day} availability={network.availability} />
      <span className="dashboard-network-foot">
        <span aria-hidden="true">{t.availability(availabilityText(network.availability))}</span>
        {bytes !== null && <span>{volumeText(bytes)}</span>}
      </span>
    </Link>
  )
}

/** Stands in for the cards while they load, as high as they are. */
export function CardBones() {
  return (
    <div className="dashboard-networks" aria-hidden="true">
      {[1, 2, 3, 4].map((at) => (
        <div key={at} className="dashboard-card dashboard-network dashboard-network-bones">
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}
