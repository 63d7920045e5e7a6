/**
 * Room network/work-order: orders of POP access, from the request to the resource.
 * Tables: network_ticket, network_ticket_entry.
 * Called by: jobs, member, observation, ops.
 * Always: a network has at most one open order, and a move is made only from the states that permit it.
 */
import {
  type contract,
  type InputOf,
  type OutputOf,
  type WorkOrder,
  type WorkOrderEntry,
  WORK_ORDER_BANDWIDTHS,
  WORK_ORDER_TYPE,
  WORK_ORDER_YEARS,
} from '@weft/contract'
import type { AccountDb, Db } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { daysBetween } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { holdNetwork } from '../change/store.service.ts'
import { changeableOf } from '../detail/visibility.service.ts'
import { offeredRegions, withdraw } from '../pop/pop.resource.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { answered, cancelled, deleted, memberTakenOut, resubmitted, submitted } from './work-order.audit.ts'
import {
  deleteOrder,
  findOpenOrder,
  findOrder,
  findVisibleOrders,
  insertEntry,
  insertOrder,
  listAssignable,
  lockOrder,
  moveOrder,
  numberSome,
  pageOrders,
  reopenOrder,
  writeAssignment,
  writeOrder,
} from './work-order.queries.ts'
import { type Assignment, checkAssignment, refuseUnless } from './work-order.rules.ts'
import { choicesOf, STAFF } from './work-order.text.ts'

type Call = typeof contract.workOrders
type In<K extends keyof Call> = InputOf<Call[K]>
type Out<K extends keyof Call> = OutputOf<Call[K]>

/** Returns those of the orders that are about networks that the caller may see; used by the access check before each call. */
export const resolveWorkOrders = async (db: AccountDb, numbers: string[], { designated }: Actor): Promise<ReadonlySet<string>> =>
  new Set(await findVisibleOrders(db, designated, numbers))

/** Returns orders, newest first. A login with designated networks sees only their orders; others also see those of deleted networks. */
export const list = (db: AccountDb, { designated }: Actor, { start_time, end_time, ...search }: In<'list'>): Promise<Out<'list'>> =>
  pageOrders(db, designated, { ...search, ...daysBetween({ start_time, end_time }) })

/** @throws workOrderNotFound */
export async function view(
  db: AccountDb,
  { designated, members: scope }: Actor,
  { network_ticket_number }: In<'view'>,
): Promise<WorkOrder> {
  const order = await findOrder(db, designated, network_ticket_number)
  if (!order) throw new Refusal('workOrderNotFound')
  const { pop_conf } = order.attributes
  const own = await changeableOf(db, scope, Object.values(pop_conf).flat())
  const seen = Object.entries(pop_conf).map(([region, names]) => [region, names.filter((name) => own.has(name))] as const)
  return {
    ...order,
    attributes: { ...order.attributes, pop_conf: Object.fromEntries(seen) },
    members: order.members.filter(({ router_name }) => own.has(router_name)),
    dialogue: order.dialogue.map((entry) => (ofOperator.has(entry.kind) ? { ...entry, author: STAFF } : entry)),
  }
}
const ofOperator: ReadonlySet<WorkOrderEntry['kind']> = new Set(['question', 'resumption', 'rejection'])

/** Returns the choices that an order of a network has. */
export async function config(
  db: AccountDb,
  { members: scope }: Pick<Actor, 'members'>,
  { network_number }: In<'config'>,
): Promise<Out<'config'>> {
  const regions = await offeredRegions(db)
  const members = await listAssignable(db, network_number)
  const own = await changeableOf(
    db,
    scope,
    members.map(({ router_name }) => router_name),
  )
  return {
    network_ticket_type: WORK_ORDER_TYPE,
    ticket: {
      pop: regions.map((region) => ({ value: region, name: region })),
      expired_time: WORK_ORDER_YEARS.map((value) => ({ value })),
      bandwidth: [...WORK_ORDER_BANDWIDTHS],
    },
    member: members.filter(({ router_name }) => own.has(router_name)),
    pop_conf: Object.fromEntries(regions.map((region) => [region, []])),
  }
}

/** @throws workOrderOpen, networkNotFound and what checkAssignment throws */
export async function create(db: AccountDb, actor: Actor, input: In<'create'>): Promise<{ network_ticket_number: string }> {
  const { network_number, network_ticket_type, ticket } = input
  const { settings } = (await holdNetwork(db, network_number, undefined)).intent
  const pop_conf = checkAssignment(input, await offeredRegions(db), (name) => Object.hasOwn(settings.members, name))
  const order = {
    network_number,
    network_name: settings.network_name,
    network_ticket_type,
    bandwidth: ticket.bandwidth,
    expired_time: ticket.expired_time,
    pop: Object.keys(pop_conf),
    pop_conf,
  }
  for (;;) {
    const open = await findOpenOrder(db, network_number)
    if (open !== undefined) throw new Refusal('workOrderOpen', { number: open })
    // Nothing was written if another order has this number: the next round draws another one.
    const made = await insertOrder(db, order)
    if (made === undefined) continue
    await audit(db, actor, submitted({ ...order, ...made }))
    return { network_ticket_number: made.network_ticket_number }
  }
}

/**
 * Cancels an order, or with `check` only returns what would become of the members; the POP access of a completed one ends now.
 * @throws workOrderNotFound, workOrderState and what withdraw throws
 */
export async function cancel(db: AccountDb, actor: Actor, { network_ticket_number, check }: In<'cancel'>): Promise<Out<'cancel'>> {
  const order = await held(db, actor, network_ticket_number)
  refuseUnless('cancel', order.state)
  const title = (shortname: string) => `取消工单 ${network_ticket_number}，解除 POP 资源「${shortname}」`
  const impact = order.network_fr_id === null ? [] : await withdraw(db, actor, order.network_fr_id, { title, dry_run: check })
  if (check) return { impact }
  await moveOrder(db, network_ticket_number, 4)
  await audit(db, actor, cancelled(order, order.network_ticket_status === 3))
  return { impact }
}

/** @throws workOrderNotFound, workOrderState */
export async function remove(db: AccountDb, actor: Actor, { network_ticket_number }: In<'delete'>): Promise<void> {
  const order = await held(db, actor, network_ticket_number)
  refuseUnless('delete', order.state)
  await deleteOrder(db, network_ticket_number)
  await audit(db, actor, deleted(order))
}

/** @throws workOrderNotFound, workOrderState, workOrderLastMember, memberNotFound if the order does not assign the member to this region */
export async function removeMember(
  db: AccountDb,
  actor: Actor,
  { network_ticket_number, region, router_name }: In<'remove_member'>,
): Promise<void> {
  const order = await held(db, actor, network_ticket_number)
  refuseUnless('removeMember', order.state)
  const names = Object.hasOwn(order.pop_conf, region) ? order.pop_conf[region]! : []
  if (!names.includes(router_name)) throw new Refusal('memberNotFound')
  if (Object.values(order.pop_conf).flat().length === 1) throw new Refusal('workOrderLastMember')
  await writeAssignment(db, network_ticket_number, { ...order.pop_conf, [region]: names.filter((name) => name !== router_name) })
  await audit(db, actor, memberTakenOut(order, region, router_name))
}

/** Answers what an operator asked; the order waits for the operator again. @throws workOrderNotFound, workOrderState */
export async function answer(db: AccountDb, actor: Actor, { network_ticket_number, content }: In<'answer'>): Promise<void> {
  const order = await held(db, actor, network_ticket_number)
  refuseUnless('answer', order.state)
  await writeOrder(db, network_ticket_number, { dialogue: 'answered' })
  await insertEntry(db, network_ticket_number, { kind: 'answer', author: actor.username, content })
  await audit(db, actor, answered(order, content))
}

/**
 * Sends a rejected order again, with other choices.
 * @throws workOrderNotFound, workOrderState, workOrderOpen, networkNotFound and what checkAssignment throws
 */
export async function resubmit(db: AccountDb, actor: Actor, { network_ticket_number, ...input }: In<'resubmit'>): Promise<void> {
  const order = await held(db, actor, network_ticket_number)
  refuseUnless('resubmit', order.state)
  const { settings } = (await holdNetwork(db, order.network_number, undefined)).intent
  const isMember = (name: string) => Object.hasOwn(settings.members, name)
  const whole = await withOthers(db, actor.members, order.pop_conf, input, isMember)
  const pop_conf = checkAssignment(whole, await offeredRegions(db), isMember)
  const open = await findOpenOrder(db, order.network_number)
  if (open !== undefined) throw new Refusal('workOrderOpen', { number: open })
  const { bandwidth, expired_time } = input.ticket
  const choices = { network_name: settings.network_name, bandwidth, expired_time, pop: Object.keys(pop_conf), pop_conf }
  await reopenOrder(db, network_ticket_number, choices)
  await insertEntry(db, network_ticket_number, { kind: 'resubmission', author: actor.username, content: choicesOf(choices) })
  await audit(db, actor, resubmitted(order, { ...order, ...choices }))
}

/**
 * Returns what an order asks for with those of its former members that the caller may not see, as far as they are still in the network and
 * their region is chosen again.
 */
async function withOthers(
  db: AccountDb,
  scope: Actor['members'],
  former: Assignment,
  { ticket, pop_conf }: Pick<In<'create'>, 'ticket' | 'pop_conf'>,
  isMember: (router_name: string) => boolean,
): Promise<Pick<In<'create'>, 'ticket' | 'pop_conf'>> {
  const own = await changeableOf(db, scope, Object.values(former).flat())
  const of = (assignment: Assignment, region: string) => (Object.hasOwn(assignment, region) ? assignment[region]! : [])
  const kept = (region: string) => of(former, region).filter((name) => !own.has(name) && isMember(name))
  const regions = [...new Set([...ticket.pop, ...Object.keys(pop_conf)])]
  return { ticket, pop_conf: Object.fromEntries(regions.map((region) => [region, [...of(pop_conf, region), ...kept(region)]])) }
}

/** Locks the account, then the order, always in this sequence. @throws workOrderNotFound */
async function held(db: AccountDb, { designated }: Actor, network_ticket_number: string) {
  await holdLimits(db)
  const order = await lockOrder(db, designated, network_ticket_number)
  if (!order) throw new Refusal('workOrderNotFound')
  return order
}

/** The most orders that one transaction numbers. */
const AT_ONCE = 500
/** Gives a short number to each order from before there were such. */
export async function numberOrders(db: Db): Promise<void> {
  while (await db.system((system) => numberSome(system, AT_ONCE)));
}
