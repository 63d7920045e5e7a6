import { opsContract, type OutputOf, workOrderStates } from '@weft/contract'
import { ListFilter, type ListColumn, ListTable, PageHeader, TimeText, useListPage, useText } from '@weft/ui'
import * as statusText from '@weft/ui/work-order/work-order.text.ts'
import { WorkOrderStatusText } from '@weft/ui/work-order/WorkOrderStatusText.tsx'
import { Link } from 'react-router'
import { AccountFilter } from '../../shared/account/AccountFilter.tsx'
import { AccountLink } from '../../shared/account/AccountLink.tsx'
import { workOrderPath } from '../../shared/work-order/work-order-paths.ts'
import * as text from './work-order.text.ts'
import '../../shared/page/panel.css'

const { workOrders } = opsContract
type Row = OutputOf<typeof workOrders.list>['rows'][number]

export function WorkOrderListPage() {
  const t = useText(text)
  const { states } = useText(statusText)
  const orders = useListPage(workOrders.list, ['state', 'account_number'])
  const columns: ListColumn<Row>[] = [
    {
      key: 'number',
      title: t.number,
      card: 'title',
      pinned: true,
      render: (_, { network_ticket_number: number }) => (
        <Link className="weft-mono" to={workOrderPath.detail(number)}>
          {number}
        </Link>
      ),
    },
    {
      key: 'customer',
      title: t.customer,
      render: (_, { nickname, account_number }) => <AccountLink account_number={account_number} name={nickname} />,
    },
    {
      key: 'network',
      title: t.network,
      render: (_, { network_name, network_exists }) => (network_exists === 1 ? network_name : `${network_name}（${t.networkGone}）`),
    },
    { key: 'kind', title: t.kind, width: 110, render: (_, { network_ticket_type }) => t.kinds[network_ticket_type] },
    {
      key: 'status',
      title: t.status,
      width: 120,
      card: 'status',
      render: (_, { state }) => <WorkOrderStatusText state={state} />,
    },
    { key: 'created', title: t.created, width: 170, render: (_, { create_time }) => <TimeText at={create_time} /> },
    { key: 'completed', title: t.completed, width: 170, render: (_, { complete_time }) => <TimeText at={complete_time} /> },
  ]
  return (
    <>
      <PageHeader title={t.title} />
      <ListTable
        list={orders}
        name="desk-orders"
        subject={t.order}
        rowKey="network_ticket_number"
        columns={columns}
        filters={
          <>
            <AccountFilter list={orders} />
            <ListFilter
              list={orders}
              name="state"
              label={t.status}
              options={workOrderStates.map((state) => ({ value: state, label: states[state] }))}
            />
          </>
        }
        empty={{ title: t.emptyTitle, hint: t.emptyText }}
      />
    </>
  )
}
