import type { PageOf, WorkOrder, WorkOrderEntry, WorkOrderState, WorkOrderStatus, WorkOrderSummary } from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { NewRow, RowChange } from '../../../db/schema.ts'
import { all, any, containing, type Counted, pageOf, shortNumberIn } from '../../../db/search.ts'
import { digits } from '../../../kernel/ids.ts'
import type { Assignment } from './work-order.rules.ts'

/** The networks whose orders the caller may see; undefined if the caller may see every order, also of deleted networks. */
export type Visible = ReadonlySet<string> | undefined
export type Customer = { account_number: string; nickname: string }

interface Paging {
  page: number
  limit: number
}
export interface WorkOrderSearch extends Paging {
  /** A text that the order's long number contains, or its short number; an empty text finds every order. */
  network_ticket_number: string
  /** A text that the network's number contains. */
  network_number: string
  /** The orders were created at this time or later. */
  from: Date | undefined
  /** The orders were created before this time. */
  until: Date | undefined
}

/** Returns the condition that the caller may see the order `t`; false if the caller may see every order. */
const canSee = (visible: Visible) => visible !== undefined && sql`t.network_number = any(${[...visible]}::text[])`

/** The columns of a summary of the order `t`. */
const summaryColumns = sql`t.network_ticket_number, t.no, t.network_number, coalesce(n.network_name, t.network_name) as network_name,
  (n.network_number is not null)::int as network_exists, t.network_ticket_type, t.network_ticket_status,
  t.state, t.create_time, t.complete_time`
/** Joins an order's network, which may be deleted, and its customer: the account and the owner's login. */
const networkJoin = sql`left join network n on (n.account_id, n.network_number) = (t.account_id, t.network_number)`
const customerJoin = sql`join account a on a.account_id = t.account_id join login l on l.account_id = t.account_id and l.ram = 0`

/**
 * Returns a page of the orders that meet a condition, newest first, and how many there are. One statement returns both; for a page past the
 * end it returns one row, which has the count alone.
 */
async function paged<R extends object>(
  db: AccountDb | SystemDb,
  condition: RawBuilder<unknown>,
  { columns, joins }: { columns: RawBuilder<unknown>; joins: RawBuilder<unknown> },
  { page, limit }: Paging,
): Promise<PageOf<R>> {
  const { rows } = await sql<Counted<R>>`
    with found as not materialized (select * from network_ticket t where ${condition}),
      page as materialized (select *, row_number() over (order by create_time desc, network_ticket_number) as place from found
        order by place limit ${limit} offset ${(page - 1) * limit}),
      shown as (select t.place, ${columns} from page t ${joins})
    select total.count, shown.* from (select count(*) from found) total left join shown on true order by place`.execute(db.sql)
  return pageOf(rows)
}

/** Returns the condition that the order `t` has the short number that a search means; false if it means none. */
function numbered(search: string): RawBuilder<unknown> | false {
  const no = shortNumberIn(search)
  return no !== undefined && sql`t.no = ${no}`
}

/** Returns a page of the account's orders that the caller may see and searches for. */
export const pageOrders = (
  db: AccountDb,
  visible: Visible,
  { network_ticket_number, network_number, from, until, ...paging }: WorkOrderSearch,
): Promise<PageOf<WorkOrderSummary>> =>
  paged(
    db,
    all(
      sql`t.account_id = ${db.account_id}`,
      canSee(visible),
      network_ticket_number !== '' &&
        any(sql`t.network_ticket_number like ${containing(network_ticket_number)}`, numbered(network_ticket_number)),
      network_number !== '' && sql`t.network_number like ${containing(network_number)}`,
      from !== undefined && sql`t.create_time >= ${from}`,
      until !== undefined && sql`t.create_time < ${until}`,
    ),
    { columns: summaryColumns, joins: networkJoin },
    paging,
  )

/** Returns a page of the orders of all accounts, or of one account, for the operator. */
export const pageAllOrders = (
  db: SystemDb,
  {
    status,
    state,
    account_id,
    ...paging
  }: Paging & { status: WorkOrderStatus | undefined; state: WorkOrderState | undefined; account_id: number | undefined },
): Promise<PageOf<WorkOrderSummary & Customer>> =>
  paged(
    db,
    all(
      sql`true`,
      status !== undefined && sql`t.network_ticket_status = ${status}`,
      state !== undefined && sql`t.state = ${state}`,
      account_id !== undefined && sql`t.account_id = ${account_id}`,
    ),
    { columns: sql`${summaryColumns}, a.account_number, l.nickname`, joins: sql`${customerJoin} ${networkJoin}` },
    paging,
  )

interface OrderRow extends Omit<WorkOrder, 'attributes'> {
  pop: string[]
  pop_conf: Assignment
  bandwidth: number
  expired_time: number
}
/** A column with the members that the order assigns, each once; a deleted member keeps the name that it had. */
const membersColumn = sql`(select coalesce(json_agg(json_build_object('router_name', named.router_name,
      'note', coalesce(m.note, f.note, ''), 'deleted', (m.router_name is null)::int) order by named.router_name), '[]')
    from (select distinct jsonb_array_elements_text(region.names) as router_name from jsonb_each(t.pop_conf) region(name, names)) named
      left join member m on (m.account_id, m.router_name) = (t.account_id, named.router_name)
      left join former_member f on (f.account_id, f.router_name) = (t.account_id, named.router_name))`
/** The columns of a whole order. */
const orderColumns = sql`${summaryColumns}, t.accept_time, t.cancel_time, t.reject_time, t.pop, t.pop_conf, t.bandwidth, t.expired_time,
  ${membersColumn} as members,
  (select coalesce(json_agg(json_build_object('kind', e.kind, 'author', e.author, 'content', e.content,
      'create_time', floor(extract(epoch from e.create_time))::bigint) order by e.id), '[]')
    from network_ticket_entry e where (e.account_id, e.network_ticket_number) = (t.account_id, t.network_ticket_number)) as dialogue`

/** Returns the order that a row holds, with the ordered choices in `attributes`. */
const orderOf = <R extends OrderRow>({ pop, pop_conf, bandwidth, expired_time, ...row }: R) => ({
  ...row,
  attributes: {
    bandwidth,
    expired_time,
    pop: pop.map((region) => ({ value: region, name: region })),
    pop_conf: Object.fromEntries(pop.map((region) => [region, pop_conf[region] ?? []])),
  },
})

/** Returns an order of the account; undefined if there is none with that number, or the caller may not see it. */
export async function findOrder(db: AccountDb, visible: Visible, network_ticket_number: string): Promise<WorkOrder | undefined> {
  const { rows } = await sql<OrderRow>`select ${orderColumns} from network_ticket t ${networkJoin}
    where ${all(sql`t.account_id = ${db.account_id}`, sql`t.network_ticket_number = ${network_ticket_number}`, canSee(visible))}`.execute(
    db.sql,
  )
  return rows[0] && orderOf(rows[0])
}

/** Returns, of these numbers, those of orders that the caller may see. */
export async function findVisibleOrders(db: AccountDb, visible: Visible, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ network_ticket_number: string }>`select t.network_ticket_number from network_ticket t
    where ${all(sql`t.account_id = ${db.account_id}`, sql`t.network_ticket_number = any(${numbers}::text[])`, canSee(visible))}`.execute(
    db.sql,
  )
  return rows.map((row) => row.network_ticket_number)
}

/** Returns an order of any account, for the operator. */
export async function findAnyOrder(db: SystemDb, network_ticket_number: string): Promise<(WorkOrder & Customer) | undefined> {
  const { rows } = await sql<OrderRow & Customer>`select ${orderColumns}, a.account_number, l.nickname
    from network_ticket t ${customerJoin} ${networkJoin} where t.network_ticket_number = ${network_ticket_number}`.execute(db.sql)
  return rows[0] && orderOf(rows[0])
}

/** The condition that an order waits for an operator. */
const waits = sql`state in ('pending', 'running', 'answered')`

/** Returns how many orders of all accounts wait for the operator to accept them, and how many are accepted and wait for no answer. */
export async function countOpenOrders({ sql: db }: SystemDb): Promise<{ waiting: number; handling: number }> {
  const { rows } = await sql<{ waiting: number; handling: number }>`
    select count(*) filter (where state = 'pending') as waiting, count(*) filter (where state <> 'pending') as handling
    from network_ticket where ${waits}`.execute(db)
  return rows[0]!
}

/** Returns the orders that a query finds, with their customers. */
async function ordersOf(
  { sql: db }: SystemDb,
  found: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<(WorkOrderSummary & Customer)[]> {
  const { rows } = await sql<WorkOrderSummary & Customer>`select ${summaryColumns}, a.account_number, l.nickname
    from (${found}) t ${customerJoin} ${networkJoin} order by ${order}`.execute(db)
  return rows
}

/** Returns orders of all accounts that wait for an operator, the oldest first. */
export const listWaitingOrders = (db: SystemDb, limit: number): Promise<(WorkOrderSummary & Customer)[]> =>
  ordersOf(
    db,
    sql`select * from network_ticket where ${waits} order by create_time, network_ticket_number limit ${limit}`,
    sql`t.create_time, t.network_ticket_number`,
  )

/** An order is found by the beginning of its number: so many digits at least, of so many in all. */
const ORDER_DIGITS = /^\d{4,14}$/
const NUMBER_DIGITS = 14
/** The most customers with a text whose orders are looked up. */
const MOST_CUSTOMERS = 50

/**
 * Returns orders of all accounts whose number begins with a text, or whose customer has it, the newest first, and before them the one whose
 * short number it is.
 */
export function findOrders(db: SystemDb, search: string, limit: number): Promise<(WorkOrderSummary & Customer)[]> {
  const columns = sql`t.account_id, t.network_ticket_number, t.no, t.create_time`
  const ofCustomers = sql`(select o.* from (select account_id from weft_find_customers(${search}) account_id limit ${sql.lit(MOST_CUSTOMERS)}) c,
      lateral (select ${columns} from network_ticket t where t.account_id = c.account_id order by t.create_time desc, t.network_ticket_number limit ${limit}) o)`
  const byNumber =
    ORDER_DIGITS.test(search) &&
    sql`(select ${columns} from network_ticket t where t.network_ticket_number between ${search.padEnd(NUMBER_DIGITS, '0')}
      and ${search.padEnd(NUMBER_DIGITS, '9')} order by t.network_ticket_number desc limit ${limit})`
  const short = numbered(search)
  const byShort = short && sql`(select ${columns} from network_ticket t where ${short})`
  const found = sql.join(
    [byShort, byNumber, ofCustomers].filter((part) => part !== false),
    sql` union `,
  )
  const order = sql`t.no is distinct from ${shortNumberIn(search) ?? null}::bigint, t.create_time desc, t.network_ticket_number`
  return ordersOf(
    db,
    sql`select * from network_ticket where (account_id, network_ticket_number) in (
      select account_id, network_ticket_number from (${found}) t order by ${order} limit ${limit})`,
    order,
  )
}

/** Returns the account of an order; undefined if no order has that number. */
export const findAccountOfOrder = ({ sql: db }: SystemDb, network_ticket_number: string) =>
  db.selectFrom('network_ticket').select('account_id').where('network_ticket_number', '=', network_ticket_number).executeTakeFirst()

/**
 * Locks an order until the transaction ends. The caller has locked the account's limits before: all calls lock in this sequence.
 * @returns the order; undefined if there is none with that number, or the caller may not see it
 */
export async function lockOrder(db: AccountDb, visible: Visible, network_ticket_number: string) {
  const order = await db.sql
    .selectFrom('network_ticket')
    .selectAll()
    .where('account_id', '=', db.account_id)
    .where('network_ticket_number', '=', network_ticket_number)
    .forUpdate()
    .executeTakeFirst()
  return order && (visible === undefined || visible.has(order.network_number)) ? order : undefined
}

/** Returns the number of a network's open order, which waits or is accepted. A network has one at most. */
export async function findOpenOrder(db: AccountDb, network_number: string): Promise<string | undefined> {
  const order = await db.sql
    .selectFrom('network_ticket')
    .select('network_ticket_number')
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .where('network_ticket_status', 'in', [1, 2])
    .executeTakeFirst()
  return order?.network_ticket_number
}

/**
 * Inserts an order under a new number: the day in Shanghai and six random digits.
 * @returns its numbers; undefined if nothing was inserted, because the number is taken or the network has an open order
 */
export async function insertOrder(
  db: AccountDb,
  order: Omit<NewRow<'network_ticket'>, 'account_id' | 'network_ticket_number' | 'pop_conf'> & { pop_conf: Assignment },
): Promise<Pick<WorkOrder, 'network_ticket_number' | 'no'> | undefined> {
  const made = await db.sql
    .insertInto('network_ticket')
    .values({
      ...order,
      account_id: db.account_id,
      network_ticket_number: sql<string>`to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || ${digits(6)}`,
      pop_conf: JSON.stringify(order.pop_conf),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['network_ticket_number', 'no'])
    .executeTakeFirst()
  return made
}

const updateOrder = (db: AccountDb, network_ticket_number: string) =>
  db.sql.updateTable('network_ticket').where('account_id', '=', db.account_id).where('network_ticket_number', '=', network_ticket_number)

/** The column with the time of each status: 2 accepted, 3 completed, 4 cancelled. */
const timeColumns = { 2: 'accept_time', 3: 'complete_time', 4: 'cancel_time' } as const
/** Sets the next status of an order, and the present time as the time of that status. */
export const moveOrder = (
  db: AccountDb,
  network_ticket_number: string,
  network_ticket_status: 2 | 3 | 4,
  change: RowChange<'network_ticket'> = {},
) =>
  updateOrder(db, network_ticket_number)
    .set({ ...change, network_ticket_status, [timeColumns[network_ticket_status]]: sql<Date>`now()` })
    .execute()

/** Changes an order without moving it on. */
export const writeOrder = (db: AccountDb, network_ticket_number: string, change: RowChange<'network_ticket'>) =>
  updateOrder(db, network_ticket_number).set(change).execute()

/** Rejects an order. */
export const rejectOrder = (db: AccountDb, network_ticket_number: string) =>
  updateOrder(db, network_ticket_number).set({ network_ticket_status: 4, dialogue: null, reject_time: sql<Date>`now()` }).execute()

/** Gives a rejected order other choices, and lets it wait for an operator again. The caller has seen that its network has no open one. */
export const reopenOrder = (
  db: AccountDb,
  network_ticket_number: string,
  {
    pop_conf,
    ...choices
  }: Pick<NewRow<'network_ticket'>, 'network_name' | 'bandwidth' | 'expired_time' | 'pop'> & { pop_conf: Assignment },
) =>
  updateOrder(db, network_ticket_number)
    .set({ ...choices, pop_conf: JSON.stringify(pop_conf), network_ticket_status: 1, accept_time: null, reject_time: null })
    .execute()

/** Adds an entry to the dialogue of an order. */
export const insertEntry = (
  { account_id, sql: db }: AccountDb,
  network_ticket_number: string,
  entry: Pick<WorkOrderEntry, 'kind' | 'author' | 'content'>,
) =>
  db
    .insertInto('network_ticket_entry')
    .values({ account_id, network_ticket_number, ...entry })
    .execute()

/** Replaces the members that an order assigns to each region. */
export const writeAssignment = (db: AccountDb, network_ticket_number: string, pop_conf: Assignment) =>
  updateOrder(db, network_ticket_number)
    .set({ pop_conf: JSON.stringify(pop_conf) })
    .execute()

/** Removes members from every region of the open orders. Other orders are history, and stay as they were. */
export async function dropFromOpenOrders(db: AccountDb, names: readonly string[]): Promise<void> {
  await sql`
    update network_ticket set pop_conf = (select jsonb_object_agg(key, value - ${[...names]}::text[]) from jsonb_each(pop_conf))
    where account_id = ${db.account_id} and network_ticket_status in (1, 2)
      and exists (select from jsonb_each(pop_conf) where value ?| ${[...names]}::text[])`.execute(db.sql)
}

/**
 * Gives numbers to orders from before there were such, the oldest first; returns whether there may be more. Orders that another server
 * numbers are left to it.
 */
export async function numberSome({ sql: db }: SystemDb, limit: number): Promise<boolean> {
  // The order is that of the index, which has those without a number behind each other.
  const { rows } = await sql`with unnumbered as materialized (select account_id, network_ticket_number from network_ticket where no is null
      order by no, create_time limit ${limit} for update skip locked)
    update network_ticket t set no = nextval('order_no') from unnumbered
    where t.account_id = unnumbered.account_id and t.network_ticket_number = unnumbered.network_ticket_number and t.no is null returning 1`.execute(
    db,
  )
  return rows.length === limit
}

export const deleteOrder = (db: AccountDb, network_ticket_number: string) =>
  db.sql
    .deleteFrom('network_ticket')
    .where('account_id', '=', db.account_id)
    .where('network_ticket_number', '=', network_ticket_number)
    .execute()

/** Returns the members of a network, each of which an order may assign to a region. */
export const listAssignable = (db: AccountDb, network_number: string) =>
  db.sql
    .selectFrom('network_member as nm')
    .innerJoin('member as m', (join) => join.onRef('m.account_id', '=', 'nm.account_id').onRef('m.router_name', '=', 'nm.router_name'))
    .select(['m.router_name', 'm.note', 'm.router_type', 'm.online'])
    .where('nm.account_id', '=', db.account_id)
    .where('nm.network_number', '=', network_number)
    .orderBy('m.router_type')
    .orderBy('m.router_name')
    .execute()
