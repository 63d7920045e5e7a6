import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { opsContract } from '@weft/contract'
import { asking, call, CopyText, ErrorState, PageHeader, Skeleton, toast, useText } from '@weft/ui'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { WorkOrderProgress } from '@weft/ui/work-order/WorkOrderProgress.tsx'
import { WorkOrderStatusText } from '@weft/ui/work-order/WorkOrderStatusText.tsx'
import { Button, Descriptions, Table, Tag } from 'antd'
import { Navigate, useSearchParams } from 'react-router'
import { AccountLink } from '../../shared/account/AccountLink.tsx'
import { useMay } from '../../shared/operator/use-operator.ts'
import { CompleteForm } from './CompleteForm.tsx'
import type { DeskOrder } from './desk-order.ts'
import { workOrderPath } from './work-order-paths.ts'
import * as text from './work-order.text.ts'
import { workOrdersChanged } from './work-orders-changed.ts'
import '../../shared/page/panel.css'

const { workOrders } = opsContract

export function WorkOrderPage() {
  const [query] = useSearchParams()
  const number = query.get('network_ticket_number')
  return number ? <OneOrder key={number} network_ticket_number={number} /> : <Navigate to={workOrderPath.list} replace />
}

function OneOrder({ network_ticket_number }: { network_ticket_number: string }) {
  const t = useText(text)
  const asked = useQuery(asking(workOrders.info, { network_ticket_number }, { missing: workOrderPath.list }))
  const title = asked.data && t.orderOf(t.kinds[asked.data.network_ticket_type], asked.data.network_name)
  usePageObject(title)
  if (asked.data && title) return <Order order={asked.data} title={title} />
  return (
    <>
      <PageHeader title={t.detailTitle} />
      {asked.isError ? <ErrorState onRetry={() => void asked.refetch()} /> : <Skeleton paragraph={{ rows: 8 }} />}
    </>
  )
}

function Order({ order, title }: { order: DeskOrder; title: string }) {
  const t = useText(text)
  const may = useMay()(workOrders.accept)
  const queries = useQueryClient()
  const { network_ticket_number, network_ticket_status: status } = order
  const accept = useMutation({
    mutationFn: () => call(workOrders.accept, { network_ticket_number }, { missing: workOrderPath.list }),
    onSuccess: () => toast.success(t.accepted),
    // A colleague may have accepted it meanwhile, or the customer deleted it.
    onSettled: () => workOrdersChanged(queries),
  })
  return (
    <>
      <PageHeader
        title={title}
        status={<WorkOrderStatusText status={status} />}
        meta={<CopyText value={network_ticket_number} />}
        actions={
          may &&
          status === 1 && (
            <Button type="primary" loading={accept.isPending} onClick={() => accept.mutate()}>
              {t.accept}
            </Button>
          )
        }
      />
      <div className="desk-columns">
        <div className="desk-column">
          <section className="desk-panel">
            <OrderFacts order={order} />
          </section>
          {may && status === 2 && <CompleteForm order={order} />}
          <section className="desk-panel" aria-labelledby="order-members">
            <h2 id="order-members">{t.members}</h2>
            <Members order={order} />
          </section>
        </div>
        <div className="desk-column">
          <section className="desk-panel" aria-labelledby="order-progress">
            <h2 id="order-progress">{t.progress}</h2>
            <WorkOrderProgress order={order} />
          </section>
        </div>
      </div>
    </>
  )
}

function OrderFacts({ order }: { order: DeskOrder }) {
  const t = useText(text)
  const { attributes } = order
  return (
    <Descriptions
      column={{ xs: 1, md: 2 }}
      items={[
        {
          key: 'customer',
          label: t.customer,
          children: (
            <span>
              <AccountLink account_number={order.account_number} name={order.nickname} />
            </span>
          ),
        },
        {
          key: 'network',
          label: t.network,
          children: (
            <span>
              {order.network_name} <span className="desk-quiet weft-mono">{order.network_number}</span>
              {order.network_exists === 0 && <Tag>{t.networkGone}</Tag>}
            </span>
          ),
        },
        { key: 'kind', label: t.kind, children: t.kinds[order.network_ticket_type] },
        { key: 'pop', label: t.pop, children: attributes.pop.map(({ name }) => name).join('、') },
        { key: 'bandwidth', label: t.bandwidth, children: t.mbps(attributes.bandwidth) },
        { key: 'term', label: t.term, children: t.years(attributes.expired_time) },
      ]}
    />
  )
}

function Members({ order: { attributes, members: named } }: { order: DeskOrder }) {
  const t = useText(text)
  const called = new Map(named.map(({ router_name, note }) => [router_name, note === '' ? router_name : `${note}（${router_name}）`]))
  return (
    <Table
      size="small"
      pagination={false}
      rowKey="region"
      dataSource={attributes.pop.map(({ value, name }) => ({
        region: name,
        members: (attributes.pop_conf[value] ?? []).map((name) => called.get(name) ?? name),
      }))}
      columns={[
        { key: 'region', title: t.pop, dataIndex: 'region', width: 120 },
        {
          key: 'members',
          title: t.members,
          render: (_, { members }) =>
            members.length === 0 ? (
              <span className="desk-quiet">{t.noMembers}</span>
            ) : (
              <span className="desk-words">{members.join('、')}</span>
            ),
        },
      ]}
    />
  )
}
