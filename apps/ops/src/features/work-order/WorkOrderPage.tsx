import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { namesText, opsContract, workOrderMay, type WorkOrderMove } from '@weft/contract'
import { asking, call, confirm, CopyText, ErrorState, language, PageHeader, Skeleton, toast, useDialog, useText } from '@weft/ui'
import { usePageObject } from '@weft/ui/frame/page-object.ts'
import { WorkOrderDialogue } from '@weft/ui/work-order/WorkOrderDialogue.tsx'
import { WorkOrderProgress } from '@weft/ui/work-order/WorkOrderProgress.tsx'
import { WorkOrderStatusText } from '@weft/ui/work-order/WorkOrderStatusText.tsx'
import { usePageKey } from '@weft/ui/frame/page-key.ts'
import { Alert, Button, Descriptions, Table, Tag } from 'antd'
import { Navigate } from 'react-router'
import { AccountLink } from '../../shared/account/AccountLink.tsx'
import { useMay } from '../../shared/operator/use-operator.ts'
import { CompleteForm } from './CompleteForm.tsx'
import { type DeskOrder, membersOf } from './desk-order.ts'
import { AskDialog, RejectDialog } from './OrderDialogs.tsx'
import { workOrderPath } from '../../shared/work-order/work-order-paths.ts'
import * as text from './work-order.text.ts'
import { workOrdersChanged } from './work-orders-changed.ts'
import '../../shared/page/panel.css'

const { workOrders } = opsContract
/** Milliseconds between two readings of an order that is not done yet: its customer may answer, or a colleague act. */
const EVERY_MS = 10_000

export function WorkOrderPage() {
  const number = usePageKey('network_ticket_number')
  return number ? <OneOrder key={number} network_ticket_number={number} /> : <Navigate to={workOrderPath.list} replace />
}

function OneOrder({ network_ticket_number }: { network_ticket_number: string }) {
  const t = useText(text)
  const asked = useQuery({
    ...asking(workOrders.info, { network_ticket_number }, { missing: workOrderPath.list }),
    refetchInterval: ({ state: { data } }) => (data?.state === 'asked' ? EVERY_MS : false),
  })
  const title = asked.data && t.orderOf(t.kinds[asked.data.network_ticket_type], asked.data.network_name)
  usePageObject(title)
  if (asked.data && title) return <Order order={asked.data} title={title} />
  return (
    <>
      <PageHeader title={t.detailTitle} />
      {asked.isError ? <ErrorState error={asked.error} onRetry={() => void asked.refetch()} /> : <Skeleton paragraph={{ rows: 8 }} />}
    </>
  )
}

function Order({ order, title }: { order: DeskOrder; title: string }) {
  const t = useText(text)
  const handles = useMay()(workOrders.accept)
  const may = (move: WorkOrderMove) => handles && workOrderMay(order.state, move)
  const queries = useQueryClient()
  const dialog = useDialog<'reject' | 'ask'>()
  const { network_ticket_number, network_name } = order
  const accept = useMutation({
    mutationFn: () => call(workOrders.accept, { network_ticket_number }, { missing: workOrderPath.list }),
    onSuccess: () => toast.success(t.accepted),
    // A colleague may have accepted it meanwhile, or the customer deleted it.
    onSettled: () => workOrdersChanged(queries),
  })
  const askAccept = async () => {
    const members = membersOf(order)
    const body = t.acceptBody(network_name, namesText(members, members.length, language.get()))
    if (await confirm({ title: t.accept, body, action: t.accept })) accept.mutate()
  }
  const resume = useMutation({
    mutationFn: () => call(workOrders.resume, { network_ticket_number }, { missing: workOrderPath.list }),
    onSuccess: () => toast.success(t.resumed),
    onSettled: () => workOrdersChanged(queries),
  })
  const askResume = async () => {
    if (await confirm({ title: t.resumeTitle, body: t.resumeBody(network_name), action: t.resume })) resume.mutate()
  }
  return (
    <>
      <PageHeader
        title={title}
        status={<WorkOrderStatusText state={order.state} />}
        meta={<CopyText value={network_ticket_number} />}
        actions={
          <>
            {may('accept') && (
              <Button type="primary" loading={accept.isPending} aria-haspopup="dialog" onClick={() => void askAccept()}>
                {t.accept}
              </Button>
            )}
            {may('resume') && (
              <Button loading={resume.isPending} onClick={() => void askResume()}>
                {t.resume}
              </Button>
            )}
            {may('ask') && (
              <Button aria-haspopup="dialog" onClick={() => dialog.show('ask')}>
                {t.ask}
              </Button>
            )}
            {may('reject') && (
              <Button danger aria-haspopup="dialog" onClick={() => dialog.show('reject')}>
                {t.reject}
              </Button>
            )}
          </>
        }
      />
      {order.state === 'asked' && <Alert className="desk-notice" type="info" showIcon title={t.waits} />}
      <div className="desk-columns">
        <div className="desk-column">
          <section className="desk-panel">
            <OrderFacts order={order} />
          </section>
          {order.dialogue.length > 0 && (
            <section className="desk-panel" aria-labelledby="order-dialogue">
              <h2 id="order-dialogue">{t.dialogue}</h2>
              <WorkOrderDialogue entries={order.dialogue} />
            </section>
          )}
          {may('complete') && <CompleteForm order={order} />}
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
      {dialog.subject === 'reject' && <RejectDialog order={order} onClose={dialog.close} />}
      {dialog.subject === 'ask' && <AskDialog order={order} onClose={dialog.close} />}
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
