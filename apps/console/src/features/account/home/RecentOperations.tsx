import { useQuery } from '@tanstack/react-query'
import { contract } from '@weft/contract'
import { asking, TimeText, useText } from '@weft/ui'
import { Link } from 'react-router'
import * as text from './home.text.ts'

const SHOWN = 3
const LOG = '/logs/operations?area=account'

/** Shows the last changes to the account itself, with the way to all. */
export function RecentOperations() {
  const t = useText(text)
  const last = useQuery(asking(contract.operationLog.lists, { page: 1, area: 'account' }, { quiet: true }))
  const rows = last.data?.rows.slice(0, SHOWN) ?? []
  if (rows.length === 0) return null
  return (
    <section className="account-panel" aria-labelledby="account-recent">
      <div className="account-panel-head">
        <h2 id="account-recent">{t.recent}</h2>
        <Link to={LOG}>{t.all}</Link>
      </div>
      <ul className="account-rows account-recent">
        {rows.map(({ create_time, message }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- two operations of one second may say the same
          <li key={`${create_time} ${at}`}>
            <TimeText at={create_time} />
            <span>{message}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
