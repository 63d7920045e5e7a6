import { PlusOutlined } from '@ant-design/icons'
import { contract } from '@weft/contract'
import { ListTable, PageHeader, useDialog, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { useNetworkRights } from '../network-rights.ts'
import * as networkText from '../network.text.ts'
import { ChooseNetworkDialog } from './ChooseNetworkDialog.tsx'
import { useWorkOrderMoves } from './use-work-order-moves.tsx'
import { workOrderColumns } from './work-order-columns.tsx'
import * as text from './work-order.text.ts'
import { orderFilters, WorkOrderSearch } from './WorkOrderSearch.tsx'
import { Term } from '../../../shared/help/Term.tsx'

export function WorkOrderListPage() {
  const t = useText(text)
  const n = useText(networkText)
  const { edit } = useNetworkRights()
  const moves = useWorkOrderMoves()
  const choosing = useDialog<true>()
  const orders = useListPage(contract.workOrders.list, orderFilters)
  const request = edit && (
    <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={() => choosing.show(true)}>
      {n.requestPop}
    </Button>
  )
  return (
    <>
      <PageHeader title={t.title} term={<Term of="work_order" />} actions={orders.unborn ? undefined : request} />
      <ListTable
        list={orders}
        name="orders"
        subject={t.order}
        rowKey="network_ticket_number"
        columns={workOrderColumns({ t, moves: edit ? moves : undefined, ofNetwork: false })}
        filters={<WorkOrderSearch list={orders} />}
        empty={{ title: t.emptyTitle, hint: t.emptyText, action: request }}
      />
      {choosing.subject && <ChooseNetworkDialog onClose={choosing.close} />}
    </>
  )
}
