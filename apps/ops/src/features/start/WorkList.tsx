import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DeskStart, opsContract, START_ROWS, type SoldService } from '@weft/contract'
import { call, type ListColumn, Nothing, toast, useDialog, useText } from '@weft/ui'
import { PagedRows } from '@weft/ui/list/PagedRows.tsx'
import { DetailCard } from '@weft/ui/parts/DetailCard.tsx'
import { serviceName } from '@weft/ui/service/service-names.ts'
import { useServerNow } from '@weft/ui/time/use-clock.ts'
import { Button, Checkbox, Segmented } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { AccountLink } from '../../shared/account/AccountLink.tsx'
import { AssignDialog } from '../../shared/device/AssignDialog.tsx'
import { useKeys } from '../../shared/keys/use-keys.ts'
import { Initial } from '../../shared/operator/Initial.tsx'
import { useMay, useOperator } from '../../shared/operator/use-operator.ts'
import '../../shared/page/trouble.css'
import { RenewDialog } from '../../shared/service/RenewDialog.tsx'
import { DueTime } from '../../shared/ticket/DueTime.tsx'
import { PriorityBars } from '../../shared/ticket/PriorityBars.tsx'
import { ticketPath } from '../../shared/ticket/ticket-paths.ts'
import { useOpenOrders, useWaitingTickets } from '../../shared/waiting/use-waiting.ts'
import { workOrderPath } from '../../shared/work-order/work-order-paths.ts'
import * as text from './start.text.ts'
import { type Task, taskCalls, type TaskKind, taskKinds, tasksOf } from './tasks.ts'

const { desk, tickets } = opsContract

/** Lists what waits for the operator by when it should be done: tickets, orders, devices in stock and services that end. */
export function WorkList({ start }: { start: DeskStart }) {
  const t = useText(text)
  const may = useMay()
  const { username } = useOperator()
  const queries = useQueryClient()
  const [kind, setKind] = useState<'all' | TaskKind>('all')
  const [own, setOwn] = useState(false)
  const assigning = useDialog<{ router_name: string }>()
  const renewing = useDialog<SoldService>()
  const now = useServerNow(start.time)
  const tasks = tasksOf(start, may)
  const [waiting, open] = [useWaitingTickets(), useOpenOrders()]
  const changed = () => queries.invalidateQueries({ queryKey: [desk.start.path] })
  const take = useMutation({
    mutationFn: (ticket_number: string) =>
      call(tickets.assign, { ticket_number, assignee: username, seen_assignee: null }, { missing: 'stay' }),
    onSuccess: () => toast.success(t.taken),
    onSettled: changed,
  })
  const kinds = taskKinds.filter((one) => may(taskCalls[one]))
  const listed = (one: TaskKind) => tasks.filter((task) => task.kind === one).length
  // A list that is not full is complete; the counts are asked for apart from it.
  const beyond = { ticket: waiting?.waiting ?? 0, order: open ? open.waiting + open.handling : 0, device: 0, service: 0 }
  const countOf = (one: TaskKind) => (listed(one) < START_ROWS ? listed(one) : Math.max(listed(one), beyond[one]))
  const total = kinds.reduce((sum, one) => sum + countOf(one), 0)
  const shown = tasks.filter((task) => (kind === 'all' || task.kind === kind) && (!own || task.assignee === username))
  const act = (task: Task) => {
    if (task.kind === 'device') assigning.show({ router_name: task.key })
    else if (task.service) renewing.show(task.service)
    else if (task.kind === 'ticket' && task.assignee === null) take.mutate(task.key)
  }
  /** Ends a dialog at once, and then reads the list again. */
  const closed = (close: () => void) => {
    close()
    void changed()
  }
  useTaskKeys(tasks, (task) => task.kind === 'ticket' && act(task))
  const columns: ListColumn<Task>[] = [
    {
      key: 'due',
      title: t.due,
      width: 150,
      render: (_, { due_time, since }) => <DueTime due_time={due_time} waiting_since={since} now={now} />,
    },
    {
      key: 'item',
      title: t.item,
      card: 'title',
      pinned: true,
      render: (_, task) => (
        <span className="start-task">
          {task.priority !== null && <PriorityBars priority={task.priority} />}
          <Link to={task.to} data-task={task.key}>
            {titleOf(task, t)}
          </Link>
        </span>
      ),
    },
    {
      key: 'customer',
      title: t.customer,
      render: (_, { customer }) =>
        customer ? <AccountLink account_number={customer.account_number} name={customer.nickname} /> : <Nothing />,
    },
    {
      key: 'assignee',
      title: t.assignee,
      render: (_, { kind: one, assignee }) =>
        one === 'ticket' ? (
          <span className="start-task">
            <Initial name={assignee} nobody={t.nobody} /> {assignee ?? t.nobody}
          </span>
        ) : (
          <Nothing />
        ),
    },
    {
      key: 'action',
      title: t.action,
      width: 80,
      render: (_, task) => {
        const name = t.actions[task.kind === 'ticket' && task.assignee === null ? 'take' : task.kind]
        const label = `${name} ${titleOf(task, t)}`
        return task.kind === 'order' || (task.kind === 'ticket' && task.assignee !== null) ? (
          <Link to={task.to} aria-label={label}>
            {name}
          </Link>
        ) : (
          <Button type="link" size="small" className="start-act" aria-label={label} onClick={() => act(task)}>
            {name}
          </Button>
        )
      },
    },
  ]
  return (
    <DetailCard
      title={t.work}
      extra={
        <span className="start-task">
          <Segmented
            className="start-kinds"
            aria-label={t.kind}
            value={kind}
            options={(['all', ...kinds] as const).map((value) => ({
              value,
              label: `${t.kinds[value]} ${value === 'all' ? total : countOf(value)}`,
            }))}
            onChange={setKind}
          />
          {may(tickets.reply) && (
            <Checkbox checked={own} onChange={(event) => setOwn(event.target.checked)}>
              {t.own}
            </Checkbox>
          )}
        </span>
      }
    >
      <PagedRows rows={shown} keyOf={({ key }) => key} columns={columns} nothing={t.done} />
      {total > tasks.length && (
        <p className="trouble-note">
          {t.unlisted(total - tasks.length)} {countOf('ticket') > listed('ticket') && <Link to={ticketPath.list}>{t.kinds.ticket}</Link>}{' '}
          {countOf('order') > listed('order') && <Link to={workOrderPath.list}>{t.kinds.order}</Link>}
        </p>
      )}
      {assigning.subject && <AssignDialog known={assigning.subject} onClose={() => closed(assigning.close)} />}
      {renewing.subject && <RenewDialog service={renewing.subject} onClose={() => closed(renewing.close)} />}
    </DetailCard>
  )
}

type Words = (typeof text)['zhCN']

const titleOf = ({ kind, about, service }: Task, t: Words) =>
  kind === 'order' ? t.orderOf(about) : service ? t.serviceOf(serviceName(service.service_code), service.quantity) : about

/** J and K go from task to task, and A takes the one that has the focus. */
function useTaskKeys(tasks: readonly Task[], take: (task: Task) => void): void {
  const links = () => [...document.querySelectorAll<HTMLElement>('[data-task]')]
  const focused = () => links().findIndex((link) => link === document.activeElement)
  const move = (step: 1 | -1) => () => {
    const [all, at] = [links(), focused()]
    all[at < 0 ? 0 : Math.min(all.length - 1, Math.max(0, at + step))]?.focus()
  }
  useKeys({
    j: move(1),
    k: move(-1),
    a: () => {
      const key = links()[focused()]?.dataset.task
      const task = tasks.find((one) => one.key === key)
      if (task) take(task)
    },
  })
}
