import { opsContract, type OutputOf } from '@weft/contract'
import { type ListColumn, ListTable, TimeText, useListPage, useText } from '@weft/ui'
import { WorkOrderStatusText } from '@weft/ui/work-order/WorkOrderStatusText.tsx'
import { Link } from 'react-router'
import { workOrderPath } from '../../shared/work-order/work-order-paths.ts'
import * as text from './account-page.text.ts'

type Row = OutputOf<typeof opsContract.workOrders.list>['rows'][number]

/** Lists the customer's work orders for POP access. */
export function OrderTab({ account_number }: { account_number: string }) {
  const t = useText(text)
  const list = useListPage<Row>(opsContract.workOrders.list, [], { account_number })
  const columns: ListColumn<Row>[] = [
    {
      key: 'number',
      title: t.order,
      card: 'title',
      pinned: true,
      render: (_, { network_ticket_number: number }) => (
        <Link className="weft-mono" to={workOrderPath.detail(number)}>
          {number}
        </Link>
      ),
    },
    { key: 'network', title: t.network, render: (_, { network_name }) => network_name },
    {
      key: 'state',
      title: t.state,
      card: 'status',
      render: (_, { state }) => <WorkOrderStatusText state={state} />,
    },
    { key: 'time', title: t.orderTime, render: (_, { create_time }) => <TimeText at={create_time} /> },
  ]
  return (
    <ListTable
      list={list}
      name="desk-account-orders"
      subject={t.tabs.orders}
      rowKey="network_ticket_number"
      columns={columns}
      empty={{ title: t.noOrders }}
    />
  )
}
