import { workOrderMay, type WorkOrderSummary } from '@weft/contract'
import { CopyText, type ListColumn, Nothing, TimeText } from '@weft/ui'
import { Button, Tag } from 'antd'
import { Link } from 'react-router'
import { networkPath } from '../network-paths.ts'
import type { useWorkOrderMoves } from './use-work-order-moves.tsx'
import type * as text from './work-order.text.ts'
import { WorkOrderStatusText } from '@weft/ui/work-order/WorkOrderStatusText.tsx'
import './work-order.css'

interface Options {
  t: (typeof text)['zhCN']
  /** Undefined for users who may not change orders. */
  moves: ReturnType<typeof useWorkOrderMoves> | undefined
  /** True if the list is about one network, which rows then do not name. */
  ofNetwork: boolean
}

/** Returns the columns of a list of orders. */
export function workOrderColumns({ t, moves, ofNetwork }: Options): ListColumn<WorkOrderSummary>[] {
  return [
    {
      key: 'number',
      title: t.number,
      pinned: true,
      card: 'title',
      render: (_, { no, network_ticket_number }) => (
        <span className="order-number">
          {no !== null && <span className="weft-mono">{no}</span>}
          <small>
            <CopyText value={network_ticket_number} />
          </small>
        </span>
      ),
    },
    ...(ofNetwork
      ? []
      : [
          {
            key: 'network',
            title: t.network,
            render: (_: unknown, { network_number, network_name, network_exists }: WorkOrderSummary) => (
              <span className="order-network">
                {network_exists === 1 ? (
                  <Link to={networkPath.detail(network_number)}>{network_name}</Link>
                ) : (
                  <span>
                    {network_name} <Tag>{t.networkGone}</Tag>
                  </span>
                )}
                <small className="weft-mono">{network_number}</small>
              </span>
            ),
          },
        ]),
    { key: 'kind', title: t.kind, render: (_, { network_ticket_type }) => t.kinds[network_ticket_type] },
    {
      key: 'status',
      title: t.status,
      card: 'status',
      render: (_, { state }) => <WorkOrderStatusText state={state} />,
    },
    { key: 'created', title: t.created, render: (_, { create_time }) => <TimeText at={create_time} /> },
    {
      key: 'completed',
      title: t.completed,
      render: (_, { network_ticket_status, complete_time }) =>
        network_ticket_status === 3 ? <TimeText at={complete_time} /> : <Nothing />,
    },
    {
      key: 'actions',
      title: t.actions,
      pinned: true,
      card: 'actions',
      render: (_, order) => {
        const { network_ticket_number: number, state } = order
        return (
          <span className="order-actions">
            <Link to={networkPath.order(order)} aria-label={t.detailOf(number)}>
              {t.detail}
            </Link>
            {moves && workOrderMay(state, 'cancel') && (
              <Button type="link" aria-label={t.cancelOf(number)} onClick={() => void moves.askCancel(order)}>
                {t.cancelShort}
              </Button>
            )}
            {moves && workOrderMay(state, 'delete') && (
              <Button type="link" danger aria-label={t.deleteOf(number)} onClick={() => void moves.askDelete(order)}>
                {t.delete}
              </Button>
            )}
          </span>
        )
      },
    },
  ]
}
