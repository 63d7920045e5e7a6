import { Nothing, useText, listed } from '@weft/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { MemberName } from '../../shared/member/MemberName.tsx'
import { typeOf } from '../../shared/member/name-of.ts'
import { namesAmong } from '../../shared/member/member-names.ts'
import * as text from './network.text.ts'
import './region-table.css'

/** A member of a region. */
export interface RegionMember {
  router_name: string
  note: string
  deleted?: 0 | 1
}

interface Props {
  rows: readonly { region: string; members: readonly RegionMember[] }[]
  /** Name of the table for screen readers. */
  label: string
  /** Names every member, as for printing. */
  unfolded?: boolean
}

/** Shows which members use the POPs of each region. */
export function RegionTable({ rows, label, unfolded = false }: Props) {
  const t = useText(text)
  return (
    <table className="region-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t.region}</th>
          <th scope="col" className="region-count">
            {t.memberCount}
          </th>
          <th scope="col">{t.member}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ region, members }) => (
          <tr key={region}>
            <th scope="row">{region}</th>
            <td className="region-count">{members.length}</td>
            <td>{unfolded ? listed(members.map(namesAmong(members))) : <MemberNames members={members} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const FEW = 12

/** Lists members; of many only the first, the others on demand. */
function MemberNames({ members }: { members: readonly RegionMember[] }) {
  const t = useText(text)
  const [all, setAll] = useState(false)
  if (members.length === 0) return <Nothing />
  const shown = all ? members : members.slice(0, FEW)
  return (
    <ul className="region-members">
      {shown.map((member) => (
        <li key={member.router_name}>
          <MemberName member={{ ...member, router_type: typeOf(member.router_name) }} form="line" deleted={member.deleted === 1} />
        </li>
      ))}
      {shown.length < members.length && (
        <li>
          <Button type="link" onClick={() => setAll(true)}>
            {t.showAll(members.length)}
          </Button>
        </li>
      )}
    </ul>
  )
}
