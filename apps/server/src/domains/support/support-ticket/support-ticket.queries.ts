import { DESK_FOUND, MOST_FOUND, type PageOf, type Ticket, type TicketStatus, type TicketType } from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { NewRow, RowChange } from '../../../db/schema.ts'
import { all, type Counted, hasText, isCommon, pageOf } from '../../../db/search.ts'
import { digits } from '../../../kernel/ids.ts'

/** The login whose tickets alone the caller may see; undefined if the caller may see all of the account. */
export type OnlyOf = number | undefined
export interface Customer {
  account_number: string
  nickname: string
  waiting_since: number | null
}
interface Paging {
  page: number
  limit: number
}

const openedBy = (only: OnlyOf) => only !== undefined && sql`t.login_id = ${only}`

const summary = sql`t.ticket_number, t.ticket_title, t.ticket_type, t.ticket_status, t.create_time, (t.grade is not null)::int as appraised`
const customer = sql`join account a on a.account_id = t.account_id join login l on l.account_id = t.account_id and l.ram = 0`
const ofCustomer = sql`a.account_number, l.nickname, t.waiting_since`

/** Returns the condition that the number or the title contains a text. */
const has = (search: string) => hasText(sql`t.words`, search)
const orders = { newest: sql`create_time desc, ticket_number`, waiting: sql`waiting_since, ticket_number` }

interface Listed {
  /** Rows of `account_id`, `ticket_number`, `create_time` and `waiting_since`. */
  found: RawBuilder<unknown>
  /** True for a search: all its hits are found once. A list without one is read from its index as far as the page, and counted apart. */
  searched: boolean
  order: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  joins: RawBuilder<unknown>
}

/** Returns a page of the found tickets, in one statement, which gives a row even for a page past the end. */
async function paged<R extends object>(
  db: AccountDb | SystemDb,
  { found, searched, order, columns, joins }: Listed,
  { page, limit }: Paging,
): Promise<PageOf<R>> {
  const { rows } = await sql<Counted<R>>`
    with found as ${searched ? sql`` : sql`not`} materialized (${found}),
      page as materialized (select account_id, ticket_number, row_number() over (order by ${order}) as place
        from (select * from found order by ${order} limit ${limit} offset ${(page - 1) * limit}) one),
      shown as (select page.place, ${columns} from page join support_ticket t using (account_id, ticket_number) ${joins})
    select total.count, shown.* from (select count(*) from found) total left join shown on true order by place`.execute(db.sql)
  return pageOf(rows)
}

/** Selects tickets that fulfil conditions, at most `most`. */
const first = (most: number, order: RawBuilder<unknown>, ...conditions: (RawBuilder<unknown> | false)[]) =>
  sql`(select t.account_id, t.ticket_number, t.create_time, t.waiting_since from support_ticket t
    where ${all(...conditions)} order by ${order} limit ${sql.lit(most)})`

/** Returns a page of the account's tickets, newest first. The search takes a part of the number or the title. */
export const pageTickets = (db: AccountDb, only: OnlyOf, { search, ...paging }: Paging & { search: string }): Promise<PageOf<Ticket>> =>
  paged(
    db,
    {
      found: first(MOST_FOUND + 1, orders.newest, sql`t.account_id = ${db.account_id}`, openedBy(only), search !== '' && has(search)),
      searched: search !== '',
      order: orders.newest,
      columns: summary,
      joins: sql``,
    },
    paging,
  )

/** A text is common if at least `COMMON` of the newest `SAMPLE` tickets has it. */
const SAMPLE = 300
const COMMON = 0.05
/** If this part of the newest `OWNERS_SAMPLE` tickets is of accounts with the text, accounts are checked singly, not gathered first. */
const OWNERS_SAMPLE = 100
const MOST_OWNERS = 0.5

/**
 * Selects tickets of all accounts that have a text, or whose account or its owner has it. A common text is found soon by walking an
 * index in the order of the list. A rare one is found by the index of words, which would first gather every ticket with a common one,
 * and by looking up the tickets of the few customers that have it. At most `DESK_FOUND` and one more.
 */
function searched(search: string, order: RawBuilder<unknown>, ...conditions: (RawBuilder<unknown> | false)[]): RawBuilder<unknown> {
  const theirs = sql`(select ${hasText(sql`a.words`, search)} from account a where a.account_id = t.account_id)`
  const most = sql`(select most from owners)`
  const ofCustomers = sql`case when ${most} then ${theirs} else t.account_id in (select account_id from customers) end`
  const either = sql`(${has(search)} or ${ofCustomers})`
  const newest = (columns: RawBuilder<unknown>, count: number) =>
    sql`(select ${columns} from support_ticket order by create_time desc, ticket_number limit ${sql.lit(count)}) t`
  const common = sql`(select common from sample)`
  const rare = sql`${common} is not true`
  const few = (...more: (RawBuilder<unknown> | false)[]) => first(DESK_FOUND + 1, order, ...conditions, ...more)
  const indexed = sql`weft_grams('', t.words) @> (select weft_gram_query('', lower(${search})))`
  return sql`with owners as materialized (select ${isCommon(theirs, MOST_OWNERS)} as most
        from ${newest(sql`account_id`, OWNERS_SAMPLE)}),
      customers as materialized (select account_id from weft_find_customers(${search}) account_id),
      sample as materialized (select ${most} or (select ${isCommon(either, COMMON)}
        from ${newest(sql`account_id, words`, SAMPLE)}) as common)
    ${few(either, common)} union all
    (select * from (${few(indexed, has(search), rare)} union
      select found.* from customers c, lateral ${few(sql`t.account_id = c.account_id`)} found where ${rare}) rare
      order by ${order} limit ${sql.lit(DESK_FOUND + 1)})`
}

/** Returns a page of tickets of all accounts, or of one: the newest first, or those that wait, the longest wait first. */
export function pageAllTickets(
  db: SystemDb,
  {
    search,
    status,
    waiting,
    account_id,
    ...paging
  }: Paging & { search: string; status: TicketStatus | undefined; waiting: boolean; account_id: number | undefined },
): Promise<PageOf<Ticket & Customer>> {
  const order = waiting ? orders.waiting : orders.newest
  const wanted = [status !== undefined && sql`t.ticket_status = ${status}`, waiting && sql`t.waiting_since is not null`]
  const found =
    account_id !== undefined
      ? first(MOST_FOUND + 1, order, sql`t.account_id = ${account_id}`, search !== '' && has(search), ...wanted)
      : search === ''
        ? first(MOST_FOUND + 1, order, sql`true`, ...wanted)
        : searched(search, order, ...wanted)
  return paged(db, { found, searched: search !== '', order, columns: sql`${summary}, ${ofCustomer}`, joins: customer }, paging)
}

export interface TicketRow extends Ticket {
  create_name: string
  ticket_content: string
  grade: number | null
  appraisal: string | null
}
const whole = sql`${summary}, t.create_name, t.ticket_content, t.grade, t.appraisal`

export async function findTicket(db: AccountDb, ticket_number: string): Promise<TicketRow | undefined> {
  const { rows } = await sql<TicketRow>`select ${whole} from support_ticket t
    where t.account_id = ${db.account_id} and t.ticket_number = ${ticket_number}`.execute(db.sql)
  return rows[0]
}

export async function findAnyTicket(
  db: SystemDb,
  ticket_number: string,
): Promise<(TicketRow & Customer & { account_id: number }) | undefined> {
  const { rows } = await sql<TicketRow & Customer & { account_id: number }>`select t.account_id, ${whole}, ${ofCustomer}
    from support_ticket t ${customer} where t.ticket_number = ${ticket_number}`.execute(db.sql)
  return rows[0]
}

/** Counts tickets of all accounts that wait for an answer, and those that have waited since before a time. */
export async function countWaiting({ sql: db }: SystemDb, before: Date): Promise<{ waiting: number; overdue: number }> {
  const { rows } = await sql<{ waiting: number; overdue: number }>`
    select count(*) as waiting, count(*) filter (where waiting_since < ${before}) as overdue
    from support_ticket where waiting_since is not null`.execute(db)
  return rows[0]!
}

/** Returns a ticket's status, its number of replies, and whether it was graded. */
export async function findState(
  { sql: db }: SystemDb,
  ticket_number: string,
): Promise<{ ticket_status: TicketStatus; replies: number; appraised: 0 | 1 } | undefined> {
  const { rows } = await sql<{ ticket_status: TicketStatus; replies: number; appraised: 0 | 1 }>`
    select t.ticket_status, (t.grade is not null)::int as appraised,
      (select count(*) from support_ticket_reply r where (r.account_id, r.ticket_number) = (t.account_id, t.ticket_number)) as replies
    from support_ticket t where t.ticket_number = ${ticket_number}`.execute(db)
  return rows[0]
}

/** Returns the account of a ticket; undefined if there is no ticket of that number. */
export const findAccountOfTicket = ({ sql: db }: SystemDb, ticket_number: string) =>
  db.selectFrom('support_ticket').select('account_id').where('ticket_number', '=', ticket_number).executeTakeFirst()

/** Returns which of the numbers are tickets that the caller may see. */
export async function findVisible(db: AccountDb, only: OnlyOf, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ ticket_number: string }>`select t.ticket_number from support_ticket t
    where ${all(sql`t.account_id = ${db.account_id}`, sql`t.ticket_number = any(${[...numbers]}::text[])`, openedBy(only))}`.execute(db.sql)
  return rows.map(({ ticket_number }) => ticket_number)
}

const one = (db: AccountDb, ticket_number: string) =>
  db.sql.updateTable('support_ticket').where('account_id', '=', db.account_id).where('ticket_number', '=', ticket_number)

export const lockTicket = (db: AccountDb, ticket_number: string) =>
  db.sql
    .selectFrom('support_ticket')
    .select(['ticket_number', 'ticket_title', 'ticket_status', 'ticket_type', 'grade', 'login_id', 'waiting_since'])
    .where('account_id', '=', db.account_id)
    .where('ticket_number', '=', ticket_number)
    .forUpdate()
    .executeTakeFirst()

/** Inserts a ticket and returns its number: the day in Shanghai and six random digits; undefined if that is taken. */
export async function insertTicket(
  db: AccountDb,
  ticket: { login_id: number; create_name: string; ticket_title: string; ticket_content: string; ticket_type: TicketType },
): Promise<string | undefined> {
  const made = await db.sql
    .insertInto('support_ticket')
    .values({
      ...ticket,
      account_id: db.account_id,
      ticket_number: sql<string>`to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || ${digits(6)}`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('ticket_number')
    .executeTakeFirst()
  return made?.ticket_number
}

export const writeTicket = (db: AccountDb, ticket_number: string, change: RowChange<'support_ticket'>) =>
  one(db, ticket_number).set(change).execute()

/** Notes that the customer waits from now on, if not since before. */
export const markWaiting = (db: AccountDb, ticket_number: string) =>
  one(db, ticket_number).set({ waiting_since: sql<Date>`coalesce(waiting_since, now())` }).execute()

/** Deletes a ticket with its replies and pictures. */
export const deleteTicket = (db: AccountDb, ticket_number: string) =>
  db.sql.deleteFrom('support_ticket').where('account_id', '=', db.account_id).where('ticket_number', '=', ticket_number).execute()

/** Inserts a reply and returns its id. */
export async function insertReply(db: AccountDb, reply: Omit<NewRow<'support_ticket_reply'>, 'account_id'>): Promise<number> {
  const { reply_id } = await db.sql
    .insertInto('support_ticket_reply')
    .values({ account_id: db.account_id, ...reply })
    .returning('reply_id')
    .executeTakeFirstOrThrow()
  return reply_id
}

/** Returns the replies in the order in which they were written. */
export const listReplies = (db: AccountDb, ticket_number: string) =>
  db.sql
    .selectFrom('support_ticket_reply')
    .select(['reply_id', 'side', 'reply_name', 'dialogue_content', 'reply_time'])
    .where('account_id', '=', db.account_id)
    .where('ticket_number', '=', ticket_number)
    .orderBy('reply_id')
    .execute()

/** Returns the name that a login's tickets and replies show. */
export async function nicknameOf(db: AccountDb, login_id: number): Promise<string> {
  const { nickname } = await db.sql
    .selectFrom('login')
    .select('nickname')
    .where('account_id', '=', db.account_id)
    .where('login_id', '=', login_id)
    .executeTakeFirstOrThrow()
  return nickname
}

/** Returns whom to notify of an answer: the login that opened the ticket, and its e-mail address, or else the owner's. */
export async function findReader(db: AccountDb, login_id: number | null): Promise<{ login_id: number | null; email: string | null }> {
  const { rows } = await sql<{ login_id: number | null; email: string | null }>`
    select o.login_id, coalesce(o.email, w.email) as email
    from login w left join login o on o.account_id = w.account_id and o.login_id = ${login_id} and o.ram < 2
    where w.account_id = ${db.account_id} and w.ram = 0`.execute(db.sql)
  return rows[0]!
}
