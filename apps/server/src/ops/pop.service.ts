import type { InputOf, OutputOf, opsContract } from '@weft/contract'
import { publish } from '../adapters/bus/publish.ts'
import { asAccount, type SystemDb } from '../db/client.ts'
import { auditOperator, OPERATOR_CHAIN } from '../domains/foundation/audit/audit.service.ts'
import { reconfigureNetworks } from '../domains/network/change/reconfigure.service.ts'
import { soldOf, soldOfEach } from '../domains/network/pop/pop.resource.service.ts'
import {
  acceptOrder,
  allOrders,
  anyOrder,
  askAboutOrder,
  completeOrder,
  rejectOrder,
  resumeOrder,
} from '../domains/network/work-order/work-order.handle.service.ts'
import { lapseBefore } from '../gateway/credential.service.ts'
import { insertPopAgent, renewPopActivation } from '../gateway/pop.service.ts'
import { activationCode, activationHash } from '../kernel/activation.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import type { Clock } from '../kernel/clock.ts'
import { readable } from '../kernel/ids.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findAccount } from './account.queries.ts'
import { accountLookedAt } from './look.service.ts'
import { looked } from './operator.audit.ts'
import { popChanged, popCodeRenewed, popRegistered } from './pop.audit.ts'
import { insertPop, lockPop, networksAt, pagePops, writePop } from './pop.queries.ts'

type Pops = typeof opsContract.pops
type Orders = typeof opsContract.workOrders

export async function listPops(db: SystemDb, query: InputOf<Pops['list']>, clock: Clock): Promise<OutputOf<Pops['list']>> {
  const { rows, count } = await pagePops(db, { ...query, lapse: lapseBefore(clock) })
  const sold = await soldOfEach(
    db,
    rows.map(({ id }) => Number(id)),
  )
  return { rows: rows.map((pop) => ({ ...pop, sold: sold.get(Number(pop.id)) ?? 0 })), count }
}

/** @throws popNameTaken */
export async function createPop(db: SystemDb, operator: OperatorActor, pop: InputOf<Pops['create']>): Promise<OutputOf<Pops['create']>> {
  const [pop_name, activation_code] = [`pop-${readable(8).toLowerCase()}`, activationCode()]
  const id = await insertPop(db, { ...pop, pop_name })
  if (id === undefined) throw new Refusal('popNameTaken', { name: pop.name })
  await insertPopAgent(db, pop_name, activationHash(activation_code))
  await auditOperator(db, operator, OPERATOR_CHAIN, popRegistered(pop))
  return { id: String(id), pop_name, activation_code }
}

/** Prepares a POP for another machine: the credential of the former one ends, and its connection is cut. @throws popNotFound */
export async function renewPopCode(
  db: SystemDb,
  operator: OperatorActor,
  { id }: InputOf<Pops['activate_code']>,
): Promise<OutputOf<Pops['activate_code']>> {
  const pop = await lockPop(db, id)
  if (!pop) throw new Refusal('popNotFound')
  const { pop_name } = pop
  const activation_code = activationCode()
  await renewPopActivation(db, pop_name, activationHash(activation_code))
  await publish(db, { type: 'cut', account_id: OPERATOR_CHAIN, router_name: pop_name })
  await auditOperator(db, operator, OPERATOR_CHAIN, popCodeRenewed(pop))
  return { pop_name, activation_code }
}

/**
 * Changes a POP. Where its address or port changed, all members that dial it get a new configuration. Resources keep the region in which
 * they were bought.
 * @throws popNotFound, popNameTaken, popCapacitySold
 */
export async function editPop(db: SystemDb, operator: OperatorActor, { id, ...pop }: InputOf<Pops['edit']>): Promise<void> {
  const before = await lockPop(db, id)
  if (!before) throw new Refusal('popNotFound')
  const sold = await soldOf(db, before.id)
  if (pop.capacity < Math.min(sold, before.capacity)) throw new Refusal('popCapacitySold', { name: before.name, sold })
  if (!(await writePop(db, before.id, pop))) throw new Refusal('popNameTaken', { name: pop.name })
  if (pop.public_ip !== before.public_ip || pop.port !== before.port)
    for (const { account_id, networks } of await networksAt(db, before.id)) await reconfigureNetworks(asAccount(db, account_id), networks)
  await auditOperator(db, operator, OPERATOR_CHAIN, popChanged(before, pop))
}

/** @throws accountNotFound */
export async function listOrders(db: SystemDb, operator: OperatorActor, query: InputOf<Orders['list']>): Promise<OutputOf<Orders['list']>> {
  const { page, limit, status, state } = query
  return allOrders(db, { page, limit, status, state, account_id: await accountLookedAt(db, operator, 'work_orders', query) })
}

/** @throws workOrderNotFound */
export async function showOrder(
  db: SystemDb,
  operator: OperatorActor,
  { network_ticket_number }: InputOf<Orders['info']>,
): Promise<OutputOf<Orders['info']>> {
  const order = await anyOrder(db, network_ticket_number)
  const account = await findAccount(db, order.account_number)
  await auditOperator(db, operator, account!.account_id, looked('work_order', { network_ticket_number }))
  return order
}

export const accept = (db: SystemDb, operator: OperatorActor, { network_ticket_number }: InputOf<Orders['accept']>): Promise<void> =>
  acceptOrder(db, operator, network_ticket_number)

export const complete = (
  db: SystemDb,
  operator: OperatorActor,
  { network_ticket_number, areas }: InputOf<Orders['complete']>,
): Promise<{ network_fr_id: string }> => completeOrder(db, operator, network_ticket_number, areas)

export const reject = (
  db: SystemDb,
  operator: OperatorActor,
  { network_ticket_number, reason }: InputOf<Orders['reject']>,
): Promise<void> => rejectOrder(db, operator, network_ticket_number, reason)

export const ask = (db: SystemDb, operator: OperatorActor, { network_ticket_number, content }: InputOf<Orders['ask']>): Promise<void> =>
  askAboutOrder(db, operator, network_ticket_number, content)

export const resume = (db: SystemDb, operator: OperatorActor, { network_ticket_number }: InputOf<Orders['resume']>): Promise<void> =>
  resumeOrder(db, operator, network_ticket_number)
