import type { MemberInfo } from '@weft/contract'
import { EmptyState, ErrorState, Skeleton, useText } from '@weft/ui'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { networkPath } from '../../../../shared/network/network-paths.ts'
import { linkName } from '../../../../shared/quality/link-names.ts'
import { Legend } from '../../../../shared/quality/Legend.tsx'
import { QualityCard } from '../../../../shared/quality/QualityCard.tsx'
import { CurveSpan } from '../../../../shared/quality/CurveSpan.tsx'
import { useQualities } from '../../../../shared/quality/use-qualities.ts'
import { useRevisionMarks } from '../../../../shared/quality/use-revision-marks.ts'
import * as qualityText from '../../../../shared/quality/quality.text.ts'
import * as text from './tabs.text.ts'

type Network = MemberInfo['network'][number]

/** Shows how good the links of a member are, by network, the worst first. */
export function QualityTab({ member: { router_name, network: networks } }: { member: MemberInfo }) {
  const t = useText(text)
  const [range, setRange] = useState<'1d' | '1w'>('1d')
  if (networks.length === 0) return <EmptyState title={t.noNetwork} />
  return (
    <div className="quality">
      <div className="quality-tools">
        <CurveSpan value={range} onChange={setRange} />
      </div>
      {networks.map((network) => (
        <LinksOf key={network.network_number} network={network} router_name={router_name} range={range} />
      ))}
      <Legend />
    </div>
  )
}

function LinksOf({ network, router_name, range }: { network: Network; router_name: string; range: '1d' | '1w' }) {
  const t = useText(qualityText)
  const navigate = useNavigate()
  const { network_number } = network
  const found = useQualities({ network_number, router_name, range, order: 'worst' })
  const revisions = useRevisionMarks(network_number)
  const { links, count } = found
  return (
    <section className="quality-network">
      <h2>
        <Link to={networkPath.quality(network_number)}>{network.network_name}</Link>
      </h2>
      {links ? (
        links.length === 0 ? (
          <p className="quality-nothing">{t.noneHere}</p>
        ) : (
          <>
            <div className="quality-cards">
              {links.map((link) => (
                <QualityCard
                  key={linkName(link)}
                  link={link}
                  revisions={revisions}
                  toNamed
                  sync={router_name}
                  onOpen={() => void navigate(networkPath.quality(network_number, link))}
                />
              ))}
            </div>
            {count > links.length && (
              <p className="quality-foot">
                <Link to={networkPath.quality(network_number, { search: router_name })}>{t.allOf(count)}</Link>
              </p>
            )}
          </>
        )
      ) : found.isError ? (
        <ErrorState error={found.error} hint={t.failedHint} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton paragraph={{ rows: 4 }} />
      )}
    </section>
  )
}
