import { z } from 'zod'
import { MemberCondition } from '../console/state.ts'
import { NetworkSummary, RouterType } from '../console/network.ts'
import { WorkOrderSummary } from '../console/pop.ts'
import { Ticket } from '../console/support-ticket.ts'
import { Flag, UnixTime } from '../fields/schemas.ts'
import { SoldService } from './sold-service.ts'
import { TicketPriority } from './ticket-due.ts'

/** The most customers in trouble, and the most tickets and orders that wait, which the desk's first page lists. */
export const START_ROWS = 50
/** The most members that a customer's page lists as in trouble. */
export const TROUBLE_ROWS = 20
/** Seconds for which a member has been in trouble before it counts on the desk's first page: many are back by then. */
export const STEADY_SECONDS = 30

const Counted = z.number().int()
const Customer = z.object({ account_number: z.string(), nickname: z.string() })

/** An open ticket as a link to it. */
const TicketLink = Ticket.pick({ ticket_number: true, ticket_title: true })

/** A customer who needs help, whether they asked for it or not. */
const CustomerTrouble = Customer.extend({
  /** 0 since all networks are stopped because a service has ended. */
  network_status: Flag,
  /** Its members that need attention, by state. */
  down: Counted,
  failed: Counted,
  degraded: Counted,
  /** Since when the first of those in the worst of these states has been so; null if that is not known, and while all networks are stopped. */
  since: UnixTime.nullable(),
  /** Its open ticket that has waited longest, or else the newest; null if there is none. */
  ticket: TicketLink.extend({ due_time: UnixTime.nullable(), assignee: z.string().nullable() }).nullable(),
})
export type CustomerTrouble = z.output<typeof CustomerTrouble>

/** A ticket whose customer waits for an answer. */
const WaitingTicket = TicketLink.extend({
  ...Customer.shape,
  due_time: UnixTime.nullable(),
  priority: TicketPriority,
  assignee: z.string().nullable(),
})
export type WaitingTicket = z.output<typeof WaitingTicket>

/** Seconds before its end from which a service waits to be renewed, and from which it is listed at all. */
export const RENEW_SECONDS = 7 * 86_400
export const ENDING_DAYS = 30
/** Days for which a device in stock waits to be assigned; what is there for longer is kept in stock. */
export const NEW_DEVICE_DAYS = 14

/** What an operator sees first. */
export const DeskStart = z.object({
  /** When it was so, by the server's clock. */
  time: UnixTime,
  /** The gravest first: all networks stopped, then by the worst state and the number of members in it. */
  troubled: z.array(CustomerTrouble),
  /** How many customers are in trouble, those that are not listed included. */
  customers: Counted,
  /** Those whose answer is due first. */
  tickets: z.array(WaitingTicket),
  /** Orders that wait for an operator, the oldest first. */
  orders: z.array(WorkOrderSummary.extend(Customer.shape)),
  /** Devices that came into stock lately, the oldest first. */
  devices: z.array(z.object({ router_name: z.string(), router_model: z.string(), create_time: UnixTime })).default([]),
  /** Services that end within `ENDING_DAYS`, the next to end first, and how many they are. */
  services: z.array(SoldService).default([]),
  service_count: Counted.default(0),
})
export type DeskStart = z.output<typeof DeskStart>

/** Changes whenever a trouble begins, changes or ends. It names nobody. */
export const TroubleState = z.object({
  customers: Counted,
  members: Counted,
  /** When the latest began; null if none is known. */
  latest: UnixTime.nullable(),
})

/** A member as an operator sees it beside what it is about. */
export const DeskMember = z.object({
  router_name: z.string(),
  note: z.string(),
  router_type: RouterType,
  ...MemberCondition.shape,
})
export type DeskMember = z.output<typeof DeskMember>

/** What is wrong at one customer. */
export const AccountTrouble = z.object({
  time: UnixTime,
  network_status: Flag,
  /** How many members need attention, those that are not listed included. */
  count: Counted,
  /** The worst first, then by name. */
  members: z.array(DeskMember.extend({ networks: z.array(z.string()), ticket: TicketLink.nullable() })),
  /** The networks with members that need attention, those with most of them first. */
  networks: z.array(NetworkSummary.pick({ network_number: true, network_name: true, attention: true })),
  /** Its open tickets, the longest wait first. */
  tickets: z.array(TicketLink),
})
export type AccountTrouble = z.output<typeof AccountTrouble>
