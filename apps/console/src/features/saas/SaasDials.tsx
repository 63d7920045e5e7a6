import { type ConnectionRecord, contract } from '@weft/contract'
import { ListTable, useListPage, useText } from '@weft/ui'
import * as recordText from '../../shared/record/record.text.ts'
import { connectionColumns } from '../../shared/record/record-columns.tsx'
import * as text from './saas.text.ts'

/** Shows when the device dialled, and the traffic of each of its tunnels. */
export function SaasDials({ router_name }: { router_name: string }) {
  const t = useText(text)
  const list = useListPage(contract.saas.connect, [], { router_name })
  const rows = list.rows.map((row, at) => ({ ...row, key: `${row.session_date} ${at}` }))
  const { ip, origin, upload, download, began, ended, lasted } = connectionColumns<ConnectionRecord>(useText(recordText))
  return (
    <div className="saas-dials">
      <h2>{t.dials}</h2>
      <ListTable
        list={{ ...list, rows }}
        name="saas-dials"
        subject={t.dials}
        rowKey="key"
        columns={[ip, origin, upload, download, began, ended, lasted]}
        searchHint={t.searchDials}
        empty={{ title: t.noDials }}
      />
    </div>
  )
}
