import type { Lan, MemberInfo } from '@weft/contract'
import { useText } from '@weft/ui'
import { Link } from 'react-router'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { usePageOpen } from '../../../../shared/page/open-pages.ts'
import { prefixPath } from '../prefix-path.ts'
import * as text from './tabs.text.ts'

/** Shows the local networks of a device, where each comes from, and how to change them. */
export function LanCard({ lan, member: { router_name, network } }: { lan: readonly Lan[]; member: MemberInfo }) {
  const t = useText(text)
  const isOpen = usePageOpen()
  const named = new Map(network.map(({ network_number, network_name }) => [network_number, network_name]))
  return (
    <DetailCard title={t.lan}>
      {lan.length === 0 && <p className="member-none">{t.lanNone}</p>}
      <ul className="member-lans">
        {lan.map(({ ip, mask, source, network_number }) => (
          <li key={`${ip}/${mask}`}>
            <span className="weft-mono">{`${ip}/${mask}`}</span>
            <span className="member-none">
              {source === 'reported' ? t.lanReported : t.lanPrefix(named.get(network_number ?? '') ?? '')}
            </span>
          </li>
        ))}
      </ul>
      <p className="member-path-fact">{t.lanText}</p>
      {network[0] && isOpen('/network/detail') && <Link to={prefixPath(network[0].network_number, router_name)}>{t.editPrefix}</Link>}
    </DetailCard>
  )
}
