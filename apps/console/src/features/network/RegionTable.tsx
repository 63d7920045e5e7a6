import { Nothing, useText } from '@weft/ui'
import { Button } from 'antd'
import { useState } from 'react'
import { MemberLink } from '../../shared/member/MemberLink.tsx'
import * as text from './network.text.ts'
import './region-table.css'

interface Props {
  rows: readonly { region: string; members: readonly string[] }[]
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
            <td>{unfolded ? members.join('、') : <MemberNames members={members} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const FEW = 12

/** Lists members by name; of many only the first, the others on demand. */
function MemberNames({ members }: { members: readonly string[] }) {
  const t = useText(text)
  const [all, setAll] = useState(false)
  if (members.length === 0) return <Nothing />
  const shown = all ? members : members.slice(0, FEW)
  return (
    <ul className="region-members">
      {shown.map((router_name) => (
        <li key={router_name}>
          <MemberLink router_name={router_name} />
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
