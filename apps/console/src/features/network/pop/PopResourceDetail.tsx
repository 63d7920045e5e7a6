import type { PopResourceSummary } from '@weft/contract'
import { Nothing, TimeText, useText } from '@weft/ui'
import { Descriptions } from 'antd'
import { Link } from 'react-router'
import { networkPath } from '../network-paths.ts'
import * as networkText from '../network.text.ts'
import { RegionTable } from '../RegionTable.tsx'
import * as text from './pop.text.ts'
import { DaysLeft, PopStatusText } from './PopExpiry.tsx'

/** Links to the network that a POP resource belongs to. */
export function PopNetwork({ pop }: { pop: PopResourceSummary }) {
  if (pop.network_number === null) return <Nothing />
  return <Link to={networkPath.detail(pop.network_number)}>{pop.network_name ?? pop.network_number}</Link>
}

/** Shows all of a POP resource, with the members of each of its regions. */
export function PopResourceDetail({ pop }: { pop: PopResourceSummary }) {
  const t = useText(text)
  const n = useText(networkText)
  return (
    <div className="pop-detail">
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2, lg: 3 }}
        items={[
          { key: 'name', label: t.name, children: pop.shortname },
          { key: 'network', label: t.network, children: <PopNetwork pop={pop} /> },
          { key: 'bandwidth', label: t.bandwidth, children: n.mbps(pop.bandwidth) },
          { key: 'status', label: t.status, children: <PopStatusText pop={pop} /> },
          { key: 'end', label: t.end, children: <TimeText at={pop.expire_time} /> },
          { key: 'days', label: t.daysLeft, children: <DaysLeft expire_day={pop.expire_day} /> },
        ]}
      />
      {pop.areas.length === 0 ? (
        <p className="pop-days">{t.noRegions}</p>
      ) : (
        <RegionTable
          label={t.regionsOf(pop.shortname)}
          rows={pop.areas.map(({ area, members, notes }) => ({
            region: area,
            members: members.map((router_name, at) => ({ router_name, note: notes[at] ?? '' })),
          }))}
        />
      )}
    </div>
  )
}
