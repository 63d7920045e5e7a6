import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { contract, type WorkOrder, workOrderMay } from '@weft/contract'
import { asking, call, CopyText, ErrorState, PageHeader, Skeleton, TimeText, toast, useText, listed } from '@weft/ui'
import { Alert, Button, Descriptions, Tag } from 'antd'
import { Link, Navigate, useNavigate } from 'react-router'
import { PrintLine, usePrint } from '../../../shared/article/PrintButton.tsx'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { WorkOrderDialogue } from '@weft/ui/work-order/WorkOrderDialogue.tsx'
import { WorkOrderProgress } from '@weft/ui/work-order/WorkOrderProgress.tsx'
import { WorkOrderStatusText } from '@weft/ui/work-order/WorkOrderStatusText.tsx'
import { usePageKey } from '@weft/ui/frame/page-key.ts'
import { networkPath } from '../network-paths.ts'
import { useNetworkRights } from '../network-rights.ts'
import { networksChanged } from '../networks-changed.ts'
import * as networkText from '../network.text.ts'
import { AnswerForm } from './AnswerForm.tsx'
import { useWorkOrderMoves } from './use-work-order-moves.tsx'
import * as text from './work-order.text.ts'
import { WorkOrderMembers } from './WorkOrderMembers.tsx'
import './work-order.css'

/** Milliseconds between two readings of an order that is not done yet. */
const EVERY_MS = 10_000

export function WorkOrderDetailPage() {
  const number = usePageKey('network_ticket_number')
  return number ? <OrderDetail key={number} network_ticket_number={number} /> : <Navigate to={networkPath.orders} replace />
}

function OrderDetail({ network_ticket_number }: { network_ticket_number: string }) {
  const t = useText(text)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { edit } = useNetworkRights()
  const {
    data: order,
    error,
    isError,
    refetch,
  } = useQuery({
    ...asking(contract.workOrders.view, { network_ticket_number }, { missing: networkPath.orders }),
    refetchInterval: ({ state: { data } }) => (data && data.network_ticket_status <= 2 ? EVERY_MS : false),
  })
  const title = order && t.orderOf(t.kinds[order.network_ticket_type], order.network_name)
  usePageObject(title)
  const print = usePrint()
  const moves = useWorkOrderMoves(() => void navigate(networkPath.orders, { replace: true }))
  const remove = useMutation({
    mutationFn: (member: { region: string; router_name: string }) =>
      call(contract.workOrders.remove_member, { network_ticket_number, ...member }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.removed),
    onSettled: () => networksChanged(queries),
  })

  if (!order || !title)
    return (
      <>
        <PageHeader title={t.detailTitle} />
        {isError ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton paragraph={{ rows: 8 }} />}
      </>
    )

  const may = (move: Parameters<typeof workOrderMay>[1]) => edit && workOrderMay(order.state, move)
  return (
    <>
      <PageHeader
        title={title}
        status={<WorkOrderStatusText state={order.state} />}
        meta={
          <span>
            {t.number} {order.no !== null && <b className="weft-mono">{order.no}</b>} <CopyText value={order.network_ticket_number} />
          </span>
        }
        more={[
          { key: 'print', label: print.label, onClick: print.print },
          ...(may('cancel') ? [{ key: 'cancel', label: t.cancelOrder, rare: true, onClick: () => void moves.askCancel(order) }] : []),
          ...(may('delete') ? [{ key: 'delete', label: t.delete, danger: true, onClick: () => void moves.askDelete(order) }] : []),
        ]}
      />
      {order.state === 'asked' && <Alert className="order-alert" type="warning" showIcon title={t.askedTitle} />}
      {order.state === 'rejected' && (
        <Alert
          className="order-alert"
          type="error"
          showIcon
          title={t.rejectedTitle}
          description={
            <>
              <p className="weft-words">{order.dialogue.findLast(({ kind }) => kind === 'rejection')?.content}</p>
              {may('resubmit') && order.network_exists === 1 && <p className="order-note">{t.rejectedHint}</p>}
            </>
          }
          {...(may('resubmit') &&
            order.network_exists === 1 && {
              action: (
                <Button type="primary" onClick={() => void navigate(networkPath.correctOrder(order))}>
                  {t.correct}
                </Button>
              ),
            })}
        />
      )}
      <div className="article-body">
        <section className="order-card-box" aria-label={t.progress}>
          <WorkOrderProgress order={order} />
        </section>
        {order.dialogue.length > 0 && (
          <section className="order-card-box" aria-labelledby="order-dialogue">
            <h2 id="order-dialogue">{t.dialogue}</h2>
            <WorkOrderDialogue entries={order.dialogue} />
            {may('answer') && <AnswerForm network_ticket_number={network_ticket_number} />}
          </section>
        )}
        <section className="order-card-box" aria-labelledby="order-contents">
          <h2 id="order-contents">{t.contents}</h2>
          <OrderFacts order={order} />
        </section>
        <section className="order-card-box" aria-labelledby="order-members">
          <h2 id="order-members">{t.members}</h2>
          <WorkOrderMembers order={order} onRemove={may('removeMember') ? remove.mutate : undefined} />
        </section>
        <PrintLine />
      </div>
    </>
  )
}

function OrderFacts({ order }: { order: WorkOrder }) {
  const t = useText(text)
  const n = useText(networkText)
  const { attributes } = order
  return (
    <Descriptions
      column={{ xs: 1, md: 2 }}
      items={[
        {
          key: 'network',
          label: t.network,
          children:
            order.network_exists === 1 ? (
              <Link to={networkPath.detail(order.network_number)}>{order.network_name}</Link>
            ) : (
              <>
                {order.network_name} <Tag>{t.networkGone}</Tag>
              </>
            ),
        },
        { key: 'kind', label: t.kind, children: t.kinds[order.network_ticket_type] },
        { key: 'created', label: t.created, children: <TimeText at={order.create_time} /> },
        {
          key: 'completed',
          label: t.completed,
          children: <TimeText at={order.network_ticket_status === 3 ? order.complete_time : null} />,
        },
        { key: 'bandwidth', label: t.bandwidth, children: n.mbps(attributes.bandwidth) },
        { key: 'pop', label: t.pop, children: listed(attributes.pop.map(({ name }) => name)) },
        { key: 'term', label: t.term, children: t.years(attributes.expired_time) },
      ]}
    />
  )
}
