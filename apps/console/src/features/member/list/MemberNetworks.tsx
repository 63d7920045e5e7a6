import type { MemberSummary } from '@weft/contract'
import { useText } from '@weft/ui'
import { Link } from 'react-router'
import { usePageOpen } from '../../../shared/page/open-pages.ts'
import * as text from './member-list.text.ts'

/** How many networks of a member are named. */
const NAMED = 2

/** Shows the networks of a member as links: 「总部—门店、ERP 专网」. */
export function MemberNetworks({ networks }: Pick<MemberSummary, 'networks'>) {
  const t = useText(text)
  const isOpen = usePageOpen()
  if (networks.length === 0) return <span className="member-none">{t.noNetwork}</span>
  const rest = networks.length - NAMED
  return (
    <span title={rest > 0 ? networks.map(({ network_name }) => network_name).join(t.between) : undefined}>
      {networks.slice(0, NAMED).map(({ network_number, network_name }, at) => (
        <span key={network_number}>
          {at > 0 && t.between}
          {isOpen('/network/detail') ? <Link to={`/network/detail?network_number=${network_number}`}>{network_name}</Link> : network_name}
        </span>
      ))}
      {rest > 0 && ` +${rest}`}
    </span>
  )
}
