import { PlusOutlined } from '@ant-design/icons'
import { contract } from '@weft/contract'
import { ListTable, useListPage, useText } from '@weft/ui'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { networkPath } from '../network-paths.ts'
import { useNetworkRights } from '../network-rights.ts'
import * as networkText from '../network.text.ts'
import { useWorkOrderMoves } from './use-work-order-moves.tsx'
import { workOrderColumns } from './work-order-columns.tsx'
import * as text from './work-order.text.ts'

/** Lists the orders of one network on its page. */
export function WorkOrderTable({ network_number }: { network_number: string }) {
  const t = useText(text)
  const n = useText(networkText)
  const navigate = useNavigate()
  const { edit } = useNetworkRights()
  const moves = useWorkOrderMoves()
  const orders = useListPage(contract.workOrders.list, [], { network_number })
  const request = edit && (
    <Button icon={<PlusOutlined aria-hidden />} onClick={() => void navigate(networkPath.requestPop(network_number))}>
      {n.requestPop}
    </Button>
  )
  return (
    <ListTable
      list={orders}
      name="network-orders"
      subject={t.order}
      rowKey="network_ticket_number"
      columns={workOrderColumns({ t, moves: edit ? moves : undefined, ofNetwork: true })}
      actions={orders.count > 0 && request}
      empty={{ title: t.emptyTitle, hint: t.emptyText, action: request }}
    />
  )
}
