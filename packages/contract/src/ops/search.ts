import { z } from 'zod'
import { WorkOrderSummary } from '../console/pop.ts'
import { Ticket } from '../console/support-ticket.ts'
import { memberStates } from '../fields/state.ts'

const Customer = { account_number: z.string(), nickname: z.string() }

/** The first matches of each kind over all customers. */
export const DeskFound = z.object({
  accounts: z.array(z.object(Customer)),
  devices: z.array(
    z.object({
      router_name: z.string(),
      /** What its customer calls it; '' without a name, or without a customer. */
      note: z.string(),
      account_number: z.string().nullable(),
      nickname: z.string().nullable(),
      member_state: z.enum(memberStates).nullable(),
    }),
  ),
  tickets: z.array(Ticket.pick({ ticket_number: true, no: true, ticket_title: true, ticket_status: true }).extend(Customer)),
  work_orders: z.array(WorkOrderSummary.pick({ network_ticket_number: true, no: true, network_name: true, state: true }).extend(Customer)),
})
export type DeskFound = z.output<typeof DeskFound>
