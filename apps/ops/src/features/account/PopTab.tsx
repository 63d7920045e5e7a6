import { opsContract, type PopResourceSummary } from '@weft/contract'
import { type ListColumn, ListTable, Nothing, useListPage, useText } from '@weft/ui'
import { ServiceEnd } from '@weft/ui/service/ServiceEnd.tsx'
import * as text from './account-page.text.ts'

/** Lists the POP resources that result from the customer's orders. */
export function PopTab({ account_number }: { account_number: string }) {
  const t = useText(text)
  const list = useListPage<PopResourceSummary>(opsContract.accounts.pops, [], { account_number })
  const columns: ListColumn<PopResourceSummary>[] = [
    { key: 'shortname', title: t.pop, card: 'title', pinned: true, render: (_, { shortname }) => shortname },
    { key: 'network', title: t.network, render: (_, { network_name }) => network_name ?? <Nothing /> },
    { key: 'bandwidth', title: t.bandwidth, align: 'right', render: (_, { bandwidth }) => t.mbps(bandwidth) },
    { key: 'end', title: t.end, render: (_, { expire_time }) => <ServiceEnd at={expire_time} /> },
  ]
  return (
    <ListTable
      list={list}
      name="desk-account-pops"
      subject={t.tabs.pops}
      rowKey="network_fr_id"
      columns={columns}
      empty={{ title: t.noPops }}
    />
  )
}
