import { useQuery } from '@tanstack/react-query'
import { contract, rightAreaNames, verbNames } from '@weft/contract'
import { asking, ErrorState, language, Skeleton, useText } from '@weft/ui'
import { alsoViewed, rightsByArea } from './role-summary.ts'
import * as text from './role.text.ts'
import './role.css'

/** Shows what a role permits, one area per row. @param label the caption of the table */
export function RightsTable({ role_id, label }: { role_id: string; label: string }) {
  const t = useText(text)
  const spoken = language.use()
  const role = useQuery(asking(contract.roles.info, { id: role_id }, { quiet: true }))
  if (role.isPending) return <Skeleton title={false} paragraph={{ rows: 3 }} />
  if (!role.data) return <ErrorState compact onRetry={() => void role.refetch()} />
  const { auth } = role.data
  const names = auth.easylink.network.networks.map(({ network_name }) => network_name)
  const others = alsoViewed(auth, spoken)
  return (
    <table className="role-rights" aria-label={label}>
      <caption>{label}</caption>
      <tbody>
        {rightsByArea(auth, t, spoken).map(({ area, actions, viewed, designated }) => (
          <tr key={area}>
            <th scope="row">{rightAreaNames[area][spoken]}</th>
            <td>{actions === t.viewOnly || !viewed ? actions : t.and([verbNames.view[spoken], actions])}</td>
            <td>{area === 'network' && (designated === undefined ? t.scopes.all : t.namesOf(names))}</td>
          </tr>
        ))}
        {others.length > 0 && (
          <tr>
            <th scope="row">{t.others}</th>
            <td colSpan={2}>{t.viewing(t.and(others))}</td>
          </tr>
        )}
      </tbody>
    </table>
  )
}
