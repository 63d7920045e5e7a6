import type { MemberInfo } from '@weft/contract'
import { StateText, useText } from '@weft/ui'
import { Link } from 'react-router'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import * as text from './tabs.text.ts'

const panels = ['prefix', 'point_link', 'fixed_port', 'center_segments'] as const
const marks = { pending: 'running', applied: 'up', failed: 'failed' } as const

/** Links to the settings of a member in each of its networks, and to a preview of its files. */
export function ConfigTab({ member: { router_name, router_type, network, revision_state } }: { member: MemberInfo }) {
  const t = useText(text)
  if (network.length === 0) return <p className="member-none">{t.noNetwork}</p>
  const shown = router_type === 1 ? panels : (['point_link'] as const)
  return (
    <div className="member-config">
      {network.map(({ network_number, network_name }) => {
        const detail = `/network/detail?network_number=${network_number}`
        const panel = (name: string) => `${detail}&tab=settings&panel=${name}&node=${encodeURIComponent(router_name)}`
        return (
          <DetailCard
            key={network_number}
            title={network_name}
            extra={<StateText state={marks[revision_state]}>{t.outcomes[revision_state]}</StateText>}
          >
            <p className="member-config-links">
              {shown.map((name) => (
                <Link key={name} to={panel(name)}>
                  {t.links[name]}
                </Link>
              ))}
              <Link to={panel('preview')}>{t.preview}</Link>
              <Link to={detail}>{t.openNetwork}</Link>
            </p>
          </DetailCard>
        )
      })}
    </div>
  )
}
