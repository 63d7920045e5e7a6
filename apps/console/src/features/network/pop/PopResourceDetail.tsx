import type { PopResourceSummary } from '@weft/contract'
import { Nothing, useText } from '@weft/ui'
import { Link } from 'react-router'
import { networkPath } from '../network-paths.ts'
import { RegionTable } from '../RegionTable.tsx'
import * as text from './pop.text.ts'

/** Links to the network that a POP resource belongs to. */
export function PopNetwork({ pop }: { pop: PopResourceSummary }) {
  if (pop.network_number === null) return <Nothing />
  return <Link to={networkPath.detail(pop.network_number)}>{pop.network_name ?? pop.network_number}</Link>
}

/** Shows the members that use the POPs of each region of a resource. */
export function PopResourceDetail({ pop }: { pop: PopResourceSummary }) {
  const t = useText(text)
  return (
    <div className="pop-detail">
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
