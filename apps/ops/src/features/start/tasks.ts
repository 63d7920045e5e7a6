import {
  afterWorkingHours,
  type DeskStart,
  endOfNextWorkingDay,
  ORDER_HOURS,
  opsContract,
  RENEW_SECONDS,
  type SoldService,
  type TicketPriority,
} from '@weft/contract'
import { accountPath } from '../../shared/account/account-path.ts'
import { devicePath } from '../../shared/device/device-path.ts'
import type { useMay } from '../../shared/operator/use-operator.ts'
import { ticketPath } from '../../shared/ticket/ticket-paths.ts'
import { workOrderPath } from '../../shared/work-order/work-order-paths.ts'

/** The kinds of task, each with the call by which it is done. */
export const taskCalls = {
  ticket: opsContract.tickets.reply,
  order: opsContract.workOrders.accept,
  device: opsContract.devices.assign,
  service: opsContract.services.renew,
} as const
export type TaskKind = keyof typeof taskCalls
export const taskKinds = Object.keys(taskCalls) as TaskKind[]

/** Something that an operator should do. */
export interface Task {
  key: string
  kind: TaskKind
  /** What the task is about: the title of a ticket, the number of an order or device, or a service. */
  about: string
  to: string
  /** Null of a device in stock. */
  customer: { account_number: string; nickname: string } | null
  /** Until when it should be done; null if that is not known. */
  due_time: number | null
  since: number | null
  priority: TicketPriority | null
  assignee: string | null
  service?: SoldService
}

/** Returns what waits for an operator and what the operator may do, the first due first. */
export function tasksOf({ time, tickets, orders, devices, services }: DeskStart, may: ReturnType<typeof useMay>): Task[] {
  const all: Task[] = [
    ...tickets.map(
      ({ ticket_number, ticket_title, account_number, nickname, due_time, priority, assignee }): Task => ({
        key: ticket_number,
        kind: 'ticket',
        about: ticket_title,
        to: ticketPath.detail(ticket_number),
        customer: { account_number, nickname },
        due_time,
        since: null,
        priority,
        assignee,
      }),
    ),
    ...orders.map(
      ({ network_ticket_number, account_number, nickname, create_time }): Task => ({
        key: network_ticket_number,
        kind: 'order',
        about: network_ticket_number,
        to: workOrderPath.detail(network_ticket_number),
        customer: { account_number, nickname },
        due_time: afterWorkingHours(create_time, ORDER_HOURS),
        since: create_time,
        priority: null,
        assignee: null,
      }),
    ),
    ...devices.map(
      ({ router_name, router_model, create_time }): Task => ({
        key: router_name,
        kind: 'device',
        about: `${router_model} ${router_name}`.trim(),
        to: devicePath(router_name),
        customer: null,
        due_time: endOfNextWorkingDay(create_time),
        since: create_time,
        priority: null,
        assignee: null,
      }),
    ),
    ...services
      .filter(({ expired_time }) => expired_time !== null && expired_time <= time + RENEW_SECONDS)
      .map(
        (service): Task => ({
          key: `service ${service.id}`,
          kind: 'service',
          about: service.service_code,
          to: accountPath(service.account_number),
          customer: service,
          // It waits since before its end, and must be done by then.
          due_time: service.expired_time,
          since: null,
          priority: null,
          assignee: null,
          service,
        }),
      ),
  ]
  return all
    .filter(({ kind }) => may(taskCalls[kind]))
    .toSorted((a, b) => (a.due_time ?? Number.POSITIVE_INFINITY) - (b.due_time ?? Number.POSITIVE_INFINITY))
}
