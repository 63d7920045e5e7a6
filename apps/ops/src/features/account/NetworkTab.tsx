import { type NetworkSummary, opsContract } from '@weft/contract'
import { CopyText, type ListColumn, ListTable, useListPage, useText } from '@weft/ui'
import { NetworkState } from '../../shared/network/NetworkState.tsx'
import * as text from './account-page.text.ts'

/** Lists the customer's networks. */
export function NetworkTab({ account_number }: { account_number: string }) {
  const t = useText(text)
  const list = useListPage<NetworkSummary>(opsContract.accounts.networks, [], { account_number })
  const columns: ListColumn<NetworkSummary>[] = [
    { key: 'network_name', title: t.network, card: 'title', pinned: true, render: (_, { network_name }) => network_name },
    { key: 'network_number', title: t.networkNumber, render: (_, { network_number }) => <CopyText value={network_number} /> },
    { key: 'members', title: t.members, align: 'right', render: (_, { member_count }) => member_count },
    { key: 'online', title: t.online, align: 'right', render: (_, { online_count }) => online_count },
    {
      key: 'state',
      title: t.state,
      card: 'status',
      render: (_, network) => <NetworkState {...network} />,
    },
  ]
  return (
    <ListTable
      list={list}
      name="desk-account-networks"
      subject={t.tabs.networks}
      rowKey="network_number"
      columns={columns}
      empty={{ title: t.noNetworks }}
    />
  )
}
