import type { WorkOrder } from '@weft/contract'
import { type AccountDb, asAccount, type SystemDb } from '../../../db/client.ts'
import type { OperatorActor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { auditBy } from '../../foundation/audit/audit.service.ts'
import { sendMessage } from '../../support/message/message.service.ts'
import { holdNetwork } from '../change/change.service.ts'
import { choosePops, provide } from '../pop/pop.resource.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { accepted, completed } from './work-order.audit.ts'
import { type Customer, findAccountOfOrder, findAnyOrder, lockOrder, moveOrder } from './work-order.queries.ts'

export { countOpenOrders, pageAllOrders as allOrders } from './work-order.queries.ts'

/** @throws workOrderNotFound */
export async function anyOrder(db: SystemDb, network_ticket_number: string): Promise<WorkOrder & Customer> {
  const order = await findAnyOrder(db, network_ticket_number)
  if (!order) throw new Refusal('workOrderNotFound')
  return order
}

/** Accepts an order. @throws workOrderNotFound, workOrderState */
export async function acceptOrder(db: SystemDb, operator: OperatorActor, network_ticket_number: string): Promise<void> {
  const { account, order } = await held(db, network_ticket_number)
  if (order.network_ticket_status !== 1) throw new Refusal('workOrderState')
  await moveOrder(account, network_ticket_number, 2)
  await auditBy(account, operator, accepted(order))
}

/**
 * Gives the customer the ordered POP access, and sends a message to the message centre.
 * @param areas the chosen POPs, one for each region of the order
 * @throws workOrderNotFound, workOrderState, networkNotFound, and what choosePops and provide throw
 */
export async function completeOrder(
  db: SystemDb,
  operator: OperatorActor,
  network_ticket_number: string,
  areas: readonly string[],
): Promise<{ network_fr_id: string }> {
  const { account, order } = await held(db, network_ticket_number)
  if (order.network_ticket_status !== 2) throw new Refusal('workOrderState')
  const pops = await choosePops(db, order.pop, areas, order.bandwidth)
  const network = await holdNetwork(account, order.network_number, undefined)
  const resource = await provide(account, operator, network, {
    pops,
    bandwidth: order.bandwidth,
    years: order.expired_time,
    pop_conf: order.pop_conf,
    title: (shortname) => `完成工单 ${network_ticket_number}，关联 POP 资源「${shortname}」`,
  })
  const { network_fr_id, shortname } = resource
  await moveOrder(account, network_ticket_number, 3, { network_fr_id: Number(network_fr_id) })
  const named = { ...order, network_name: network.intent.settings.network_name }
  await auditBy(
    account,
    operator,
    completed(
      named,
      resource,
      pops.map((pop) => pop.name),
    ),
  )
  await sendMessage(account, {
    title: '组网工单已完成',
    type: '服务通知',
    network_number: order.network_number,
    content: `<p>工单 <a href="/network/ticket_detail?network_ticket_number=${network_ticket_number}">${network_ticket_number}</a> 已完成，POP 资源「${shortname}」已关联到组网 ${order.network_number}。</p>`,
  })
  return { network_fr_id }
}

/** Locks the account, then the order, always in this sequence. @throws workOrderNotFound */
async function held(
  db: SystemDb,
  network_ticket_number: string,
): Promise<{ account: AccountDb; order: NonNullable<Awaited<ReturnType<typeof lockOrder>>> }> {
  const owner = await findAccountOfOrder(db, network_ticket_number)
  if (!owner) throw new Refusal('workOrderNotFound')
  const account = asAccount(db, owner.account_id)
  await holdLimits(account)
  // The order may have been deleted while this waited for the account's lock.
  const order = await lockOrder(account, undefined, network_ticket_number)
  if (!order) throw new Refusal('workOrderNotFound')
  return { account, order }
}
