import { type MemberInfo, type MemberPath, phaseNames, phaseOf } from '@weft/contract'
import { language, StateText, useText } from '@weft/ui'
import { Link } from 'react-router'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import * as text from './tabs.text.ts'

/** The panels of a member's settings, by its part in the network; only hardware has prefixes. */
const panels = { center: ['prefix', 'fixed_port', 'center_segments'], point: ['prefix', 'point_link'] } as const
const marks = { pending: 'running', applied: 'up', failed: 'failed', offline: 'unknown', never: 'never' } as const

/** Links to the settings of a member in each of its networks, and to a preview of its files. */
export function ConfigTab({ member, path }: { member: MemberInfo; path: MemberPath | undefined }) {
  const { router_name, router_type, network } = member
  const phase = phaseOf(member)
  const spoken = language.use()
  const t = useText(text)
  if (network.length === 0) return <p className="member-none">{t.noNetwork}</p>
  const parts = new Map(path?.hops.at(-1)?.networks?.map((one) => [one.network_number, one.member_type]))
  return (
    <div className="member-config">
      {network.map(({ network_number, network_name }) => {
        const shown = panels[parts.get(network_number) ?? 'point'].filter((name) => name !== 'prefix' || router_type === 1)
        const detail = `/network/detail?network_number=${network_number}`
        const panel = (name: string) => `${detail}&tab=settings&panel=${name}&node=${encodeURIComponent(router_name)}`
        return (
          <DetailCard
            key={network_number}
            title={network_name}
            extra={<StateText state={marks[phase]}>{phaseNames[phase][spoken]}</StateText>}
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
