import type { WorkOrder } from '@weft/contract'
import { type AccountDb, asAccount, type SystemDb } from '../../../db/client.ts'
import type { OperatorActor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { auditBy } from '../../foundation/audit/audit.service.ts'
import { sendMessage } from '../../support/message/message.service.ts'
import { holdNetwork } from '../change/store.service.ts'
import { choosePops, provide } from '../pop/pop.resource.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { accepted, asked, completed, rejected, resumed } from './work-order.audit.ts'
import * as queries from './work-order.queries.ts'
import type { Customer } from './work-order.queries.ts'
import { refuseUnless } from './work-order.rules.ts'
import { askedMessage, completedMessage, rejectedMessage } from './work-order.text.ts'

export { countOpenOrders, findOrders, listWaitingOrders as waitingOrders, pageAllOrders as allOrders } from './work-order.queries.ts'

/** @throws workOrderNotFound */
export async function anyOrder(db: SystemDb, network_ticket_number: string): Promise<WorkOrder & Customer> {
  const order = await queries.findAnyOrder(db, network_ticket_number)
  if (!order) throw new Refusal('workOrderNotFound')
  return order
}

/** Accepts an order. @throws workOrderNotFound, workOrderState */
export async function acceptOrder(db: SystemDb, operator: OperatorActor, network_ticket_number: string): Promise<void> {
  const { account, order } = await held(db, network_ticket_number)
  refuseUnless('accept', order.state)
  await queries.moveOrder(account, network_ticket_number, 2)
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
  refuseUnless('complete', order.state)
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
  await queries.moveOrder(account, network_ticket_number, 3, { network_fr_id: Number(network_fr_id), dialogue: null })
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
  await sendMessage(account, completedMessage(named, shortname))
  return { network_fr_id }
}

/** Rejects an order and tells the customer the reason, who may correct the order and send it again. @throws workOrderNotFound, workOrderState */
export async function rejectOrder(db: SystemDb, operator: OperatorActor, network_ticket_number: string, reason: string): Promise<void> {
  const { account, order } = await held(db, network_ticket_number)
  refuseUnless('reject', order.state)
  await queries.rejectOrder(account, network_ticket_number)
  await queries.insertEntry(account, network_ticket_number, { kind: 'rejection', author: operator.username, content: reason })
  await auditBy(account, operator, rejected(order, reason))
  await sendMessage(account, rejectedMessage(order, reason))
}

/**
 * Asks the customer of an order, which then waits for the answer. An order that was not accepted yet is accepted by this.
 * @throws workOrderNotFound, workOrderState
 */
export async function askAboutOrder(db: SystemDb, operator: OperatorActor, network_ticket_number: string, question: string): Promise<void> {
  const { account, order } = await held(db, network_ticket_number)
  refuseUnless('ask', order.state)
  if (order.state === 'pending') await queries.moveOrder(account, network_ticket_number, 2, { dialogue: 'asked' })
  else await queries.writeOrder(account, network_ticket_number, { dialogue: 'asked' })
  await queries.insertEntry(account, network_ticket_number, { kind: 'question', author: operator.username, content: question })
  await auditBy(account, operator, asked(order, question))
  await sendMessage(account, askedMessage(order, question))
}

/** Goes on with an order without the customer's answer. @throws workOrderNotFound, workOrderState */
export async function resumeOrder(db: SystemDb, operator: OperatorActor, network_ticket_number: string): Promise<void> {
  const { account, order } = await held(db, network_ticket_number)
  refuseUnless('resume', order.state)
  await queries.writeOrder(account, network_ticket_number, { dialogue: null })
  await queries.insertEntry(account, network_ticket_number, { kind: 'resumption', author: operator.username, content: '' })
  await auditBy(account, operator, resumed(order))
}

/** Locks the account, then the order, always in this sequence. @throws workOrderNotFound */
async function held(
  db: SystemDb,
  network_ticket_number: string,
): Promise<{ account: AccountDb; order: NonNullable<Awaited<ReturnType<typeof queries.lockOrder>>> }> {
  const owner = await queries.findAccountOfOrder(db, network_ticket_number)
  if (!owner) throw new Refusal('workOrderNotFound')
  const account = asAccount(db, owner.account_id)
  await holdLimits(account)
  // The order may have been deleted while this waited for the account's lock.
  const order = await queries.lockOrder(account, undefined, network_ticket_number)
  if (!order) throw new Refusal('workOrderNotFound')
  return { account, order }
}
