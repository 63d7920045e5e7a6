import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, ErrorState, Skeleton, useText } from '@weft/ui'
import { rightsByArea } from './role-summary.ts'
import * as text from './role.text.ts'
import './role.css'

/** Shows what a role permits, one area per row. @param label the caption of the table */
export function RightsTable({ role_id, label }: { role_id: string; label: string }) {
  const t = useText(text)
  const role = useQuery(asking(contract.roles.info, { id: role_id }, { quiet: true }))
  if (role.isPending) return <Skeleton title={false} paragraph={{ rows: 3 }} />
  if (!role.data) return <ErrorState compact onRetry={() => void role.refetch()} />
  const { auth } = role.data
  const names = auth.easylink.network.networks.map(({ network_name }) => network_name)
  return (
    <table className="role-rights" aria-label={label}>
      <caption>{label}</caption>
      <tbody>
        {rightsByArea(auth, t).map(({ area, actions, designated }) => (
          <tr key={area}>
            <th scope="row">{t.objects[area]}</th>
            <td>{actions === t.viewOnly ? actions : t.and([t.verbs.view, actions])}</td>
            <td>{area === 'network' && (designated === undefined ? t.scopes.all : t.namesOf(names))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
