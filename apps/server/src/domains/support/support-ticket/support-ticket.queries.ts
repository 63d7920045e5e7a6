import {
  type CustomerTicket,
  DESK_FOUND,
  MOST_FOUND,
  type PageOf,
  type QueuedTicket,
  type Ticket,
  TICKET_EXCERPT,
  type TicketFact,
  TICKETS_COUNTED,
  type TicketPriority,
  type TicketStatus,
  type TicketType,
  type WaitingTicket,
} from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'
import { type AccountDb, moment, type SystemDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import type { NewRow, RowChange } from '../../../db/schema.ts'
import { all, any, type Counted, countTo, hasText, isCommon, pageOf, shortNumberIn } from '../../../db/search.ts'
import type { MemberScope } from '../../../kernel/actor.ts'
import { digits } from '../../../kernel/ids.ts'

/** The login whose tickets alone the caller may see; undefined if the caller may see all of the account. */
export type OnlyOf = number | undefined
/** Whose eyes a ticket is read with: a customer's, or an operator's, who sees what customers deleted too. */
export type Reader = OnlyOf | 'desk'
/** What a customer's login may see. */
export interface Sight {
  only: OnlyOf
  login_id: number
  /** The members to which its role is limited; undefined for all. Of others it does not learn that a ticket is about them. */
  scope: MemberScope | undefined
}
/** What operators see of a ticket besides what its customer sees. */
export interface AtDesk {
  account_number: string
  nickname: string
  waiting_since: number | null
  due_time: number | null
  priority: TicketPriority
  assignee: string | null
  delete_time: number | null
}
interface Paging {
  page: number
  limit: number
}

const openedBy = (only: OnlyOf) => only !== undefined && sql`t.login_id = ${only}`

/** Returns the condition that `m` is ticket `t` itself or one merged into it that the reader may see. */
const isPart = (reader: Reader) =>
  all(
    sql`m.account_id = t.account_id`,
    sql`(m.ticket_number = t.ticket_number or m.merged_into = t.ticket_number)`,
    reader !== 'desk' && sql`m.delete_time is null`,
    typeof reader === 'number' && sql`m.login_id = ${reader}`,
  )

/** True if the reader may know the member that ticket `t` is about. */
const sees = (account_id: number, { scope }: Sight) => memberInScope(account_id, scope, sql`t.router_name`)
/** Operators know every member. */
const EVERY = sql<boolean>`true`

/** Selects a ticket's summary, and its last reply by `joinLast`. @param known true if the reader may know its member */
const summary = (known: RawBuilder<boolean>) => sql`t.ticket_number, t.no, t.ticket_title, t.ticket_type, t.ticket_status, t.create_time,
  (t.grade is not null)::int as appraised, t.create_name, t.close_time, t.merged_into, last.last_reply,
  case when t.router_name is not null and ${known} then json_build_object(
    'router_name', t.router_name, 'note', coalesce((select m.note from member m where m.account_id = t.account_id and m.router_name = t.router_name), ''))
  end as subject`
const joinLast = (reader: Reader) => sql`left join lateral (
  select json_build_object('reply_name', r.reply_name, 'reply_time', extract(epoch from r.reply_time)::bigint, 'from', r.side,
    'excerpt', left(regexp_replace(r.dialogue_content, '\\s+', ' ', 'g'), ${sql.lit(TICKET_EXCERPT)})) as last_reply
  from support_ticket m join support_ticket_reply r using (account_id, ticket_number) where ${isPart(reader)}
  order by r.reply_time desc, r.reply_id desc limit 1) last on true`

const joinPeople = sql`join account a on a.account_id = t.account_id join login l on l.account_id = t.account_id and l.ram = 0
  left join operator o on o.operator_id = t.assignee_id`
const joinDesk = sql`${joinLast('desk')} ${joinPeople}`
// A server of the release before notes no due time.
const dueTime = sql`case when t.waiting_since is not null then coalesce(t.due_time, t.waiting_since + interval '1 day') end`
const atDesk = sql`a.account_number, l.nickname, t.waiting_since, ${dueTime} as due_time, t.priority, o.username as assignee, t.delete_time`

/** Returns the columns of a ticket as one login has it. */
const asSeenBy = (login_id: number) => sql`(t.login_id is not distinct from ${login_id})::int as own,
  (t.last_answer_id is not null and t.last_answer_id > coalesce((select s.reply_id from support_ticket_seen s
    where s.account_id = t.account_id and s.login_id = ${login_id} and s.ticket_number = t.ticket_number), 0))::int as fresh,
  case when t.ticket_status = 3 then null when t.waiting_since is null then 'customer' else 'support' end as turn, ${dueTime} as due_time`

/** Returns the condition that the number or the title contains a text. */
const has = (search: string) => hasText(sql`t.words`, search)
const orders = {
  newest: sql`create_time desc, ticket_number`,
  /** The longest wait first, then the newest. */
  queue: sql`waiting_since, create_time desc, ticket_number`,
  deleted: sql`delete_time desc, ticket_number`,
  /** Those that wait for the customer first, then the newest. */
  yours: sql`waiting_since nulls first, create_time desc, ticket_number`,
}

interface Listed {
  /** Rows of `account_id`, `ticket_number`, `no`, `create_time`, `waiting_since` and `delete_time`. */
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
  sql`(select t.account_id, t.ticket_number, t.no, t.create_time, t.waiting_since, t.delete_time from support_ticket t
    where ${all(...conditions)} order by ${order} limit ${sql.lit(most)})`

/** Filters of an account's list of tickets, except the status. */
interface Filters {
  search: string
  type: TicketType | undefined
  /** True for the caller's own tickets alone. */
  mine: boolean
  /** The member that the tickets are about. */
  router_name: string | undefined
}

/** Returns the condition that a ticket has the short number that a search means; false if it means none. */
function numbered(search: string): RawBuilder<unknown> | false {
  const no = shortNumberIn(search)
  return no !== undefined && sql`t.no = ${no}`
}
/** Returns an order in which the ticket with the short number that a search means comes before the others. */
function numberFirst(search: string, order: RawBuilder<unknown>): RawBuilder<unknown> {
  const no = shortNumberIn(search)
  return no === undefined ? order : sql`no is distinct from ${no}, ${order}`
}
/** Returns the condition that the member that a ticket is about, which the reader may know, has a text in its serial number or its name. */
const about = (
  known: RawBuilder<boolean>,
  search: string,
) => sql`t.router_name is not null and (${hasText(sql`lower(t.router_name)`, search)} or exists (
  select from member m where m.account_id = t.account_id and m.router_name = t.router_name and ${hasText(sql`lower(m.note)`, search)})) and ${known}`

/** Returns the conditions of the account's tickets that the caller may see and asks for. */
const wantedOf = (db: AccountDb, sight: Sight, { search, type, mine, router_name }: Filters) => [
  sql`t.account_id = ${db.account_id}`,
  sql`t.delete_time is null`,
  openedBy(sight.only),
  type !== undefined && sql`t.ticket_type = ${type}`,
  mine && sql`t.login_id = ${sight.login_id}`,
  router_name !== undefined && all(sql`t.router_name = ${router_name}`, sees(db.account_id, sight)),
  search !== '' && any(has(search), numbered(search), about(sees(db.account_id, sight), search), saidIn(db, sight.only, search)),
]

/** Returns the condition that the text of a ticket has what is searched for, a reply to it, or a ticket that was merged into it. */
function saidIn(db: AccountDb, only: OnlyOf, search: string): RawBuilder<unknown> {
  const found = sql`(select weft_find_tickets(${search}))`
  return any(
    sql`t.ticket_number in ${found}`,
    only === undefined &&
      sql`t.ticket_number in (select m.merged_into from support_ticket m
        where m.account_id = ${db.account_id} and m.merged_into is not null and m.delete_time is null and m.ticket_number in ${found})`,
  )
}

/** Returns a page of the account's tickets, newest first. The search takes the short number, or a part of the long one, the title or a text. */
export const pageTickets = (
  db: AccountDb,
  sight: Sight,
  { page, limit, status, open, yours, ...filters }: Paging & Filters & { status: TicketStatus | undefined; open: boolean; yours: boolean },
): Promise<PageOf<CustomerTicket>> => {
  // Few tickets of an account are open, so these are put in order by a sort; the others are read in the order of their index.
  const order = open ? orders.yours : orders.newest
  return paged(
    db,
    {
      found: first(
        MOST_FOUND + 1,
        order,
        ...wantedOf(db, sight, filters),
        status !== undefined && sql`t.ticket_status = ${status}`,
        (open || yours) && sql`t.ticket_status in (1, 2)`,
        yours && sql`t.waiting_since is null`,
      ),
      searched: filters.search !== '',
      order: numberFirst(filters.search, order),
      columns: sql`${summary(sees(db.account_id, sight))}, ${asSeenBy(sight.login_id)}`,
      joins: joinLast(sight.only),
    },
    { page, limit },
  )
}

interface TicketCounts {
  pending: number
  handling: number
  closed: number
  yours: number
}
/** Counts the account's tickets of each status, and those that wait for the customer, each up to `TICKETS_COUNTED` and one more. */
export async function countTickets(db: AccountDb, sight: Sight, filters: Filters): Promise<TicketCounts> {
  const wanted = all(...wantedOf(db, sight, filters))
  const of = (status: TicketStatus) =>
    countTo(TICKETS_COUNTED, sql`select from support_ticket t where ${wanted} and t.ticket_status = ${sql.lit(status)}`)
  const yours = countTo(
    TICKETS_COUNTED,
    sql`select from support_ticket t where ${wanted} and t.ticket_status in (1, 2) and t.waiting_since is null`,
  )
  const { rows } = await sql<TicketCounts>`
    select ${of(1)} as pending, ${of(2)} as handling, ${of(3)} as closed, ${yours} as yours`.execute(db.sql)
  return rows[0]!
}

/** A text is common if at least `COMMON` of the newest `SAMPLE` tickets has it. */
const SAMPLE = 300
const COMMON = 0.05
/** If this part of the newest `OWNERS_SAMPLE` tickets is of accounts with the text, accounts are checked singly, not gathered first. */
const OWNERS_SAMPLE = 100
const MOST_OWNERS = 0.5

/**
 * Selects tickets of all accounts that have a text or that short number, or whose account or its owner has the text. A common text is found soon by walking an
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
  const byNumber = numbered(search)
  return sql`with owners as materialized (select ${isCommon(theirs, MOST_OWNERS)} as most
        from ${newest(sql`account_id`, OWNERS_SAMPLE)}),
      customers as materialized (select account_id from weft_find_customers(${search}) account_id),
      sample as materialized (select ${most} or (select ${isCommon(either, COMMON)}
        from ${newest(sql`account_id, words`, SAMPLE)}) as common)
    select * from (${few(either, common)} union ${few(indexed, has(search), rare)} union
        select found.* from customers c, lateral ${few(sql`t.account_id = c.account_id`)} found where ${rare}
        ${byNumber ? sql`union ${few(byNumber)}` : sql``}) either
      order by ${numberFirst(search, order)} limit ${sql.lit(DESK_FOUND + 1)}`
}

interface DeskFilters {
  search: string
  status: TicketStatus | undefined
  waiting: boolean
  priority: TicketPriority | undefined
  /** An operator, or null for the tickets that nobody handles. */
  assignee_id: number | null | undefined
  deleted: boolean
  account_id: number | undefined
}

/** Returns a page of tickets of all accounts, or of one. */
export function pageAllTickets(
  db: SystemDb,
  { search, status, waiting, priority, assignee_id, deleted, account_id, ...paging }: Paging & DeskFilters,
): Promise<PageOf<Ticket & AtDesk>> {
  const order = deleted ? orders.deleted : account_id === undefined ? orders.queue : orders.newest
  const wanted = [
    status !== undefined && sql`t.ticket_status = ${status}`,
    waiting && sql`t.waiting_since is not null`,
    priority !== undefined && sql`t.priority = ${priority}`,
    assignee_id !== undefined && (assignee_id === null ? sql`t.assignee_id is null` : sql`t.assignee_id = ${assignee_id}`),
    deleted && sql`t.delete_time is not null`,
  ]
  const found =
    account_id !== undefined
      ? first(MOST_FOUND + 1, order, sql`t.account_id = ${account_id}`, search !== '' && any(has(search), numbered(search)), ...wanted)
      : search === ''
        ? first(MOST_FOUND + 1, order, deleted ? sql`true` : sql`t.delete_time is null`, ...wanted)
        : searched(search, order, ...wanted)
  return paged(
    db,
    { found, searched: search !== '', order: numberFirst(search, order), columns: sql`${summary(EVERY)}, ${atDesk}`, joins: joinDesk },
    paging,
  )
}

export interface TicketRow extends Ticket {
  ticket_content: string
  grade: number | null
  appraisal: string | null
  evidence: TicketFact[]
}
/** Selects a whole ticket. What was known of its member is shown with the member alone. */
const whole = (known: RawBuilder<boolean>) => sql`${summary(known)}, t.ticket_content, t.grade, t.appraisal,
  case when ${known} then coalesce(t.evidence, '[]') else '[]' end as evidence`

type CustomerTicketRow = TicketRow & Pick<CustomerTicket, 'own' | 'fresh' | 'turn' | 'due_time'> & { last_answer_id: number | null }

/** Returns a ticket of the account as one login has it; undefined if there is none, or if it was deleted. */
export async function findTicket(db: AccountDb, sight: Sight, ticket_number: string): Promise<CustomerTicketRow | undefined> {
  const { rows } = await sql<CustomerTicketRow>`
    select ${whole(sees(db.account_id, sight))}, ${asSeenBy(sight.login_id)}, t.last_answer_id from support_ticket t ${joinLast(sight.only)}
    where t.account_id = ${db.account_id} and t.ticket_number = ${ticket_number} and t.delete_time is null`.execute(db.sql)
  return rows[0]
}

export type DeskTicketRow = TicketRow & AtDesk & { account_id: number; delete_name: string | null }
export async function findAnyTicket(db: SystemDb, ticket_number: string): Promise<DeskTicketRow | undefined> {
  const { rows } = await sql<DeskTicketRow>`select t.account_id, ${whole(EVERY)}, ${atDesk}, t.delete_name
    from support_ticket t ${joinDesk} where t.ticket_number = ${ticket_number}`.execute(db.sql)
  return rows[0]
}

export interface QueuedRow extends Pick<QueuedTicket, 'ticket_number' | 'ticket_title' | 'last_reply'>, Omit<AtDesk, 'delete_time'> {
  account_id: number
  /** The member that its customer chose. */
  router_name: string | null
  /** The beginning of what it says. */
  opening: string
}
/** The characters of a ticket in which the queue looks for the name of a member. */
const OPENING = 500

/**
 * Returns the tickets of all accounts that wait for us, those that are due first, or those that wait for their customers, the longest wait
 * first. Both orders come from an index that has these tickets alone.
 * @param assignee_id the operator whose tickets alone are listed; null for those of nobody
 */
export async function listQueue(
  { sql: db }: SystemDb,
  kind: 'waiting' | 'asked',
  assignee_id: number | null | undefined,
  limit: number,
): Promise<QueuedRow[]> {
  const [condition, order] =
    kind === 'waiting'
      ? [sql`t.waiting_since is not null`, sql`due_time, waiting_since, ticket_number`]
      : [sql`t.ticket_status = 2 and t.waiting_since is null and t.delete_time is null`, sql`last_answer_id, ticket_number`]
  const of = assignee_id !== undefined && (assignee_id === null ? sql`t.assignee_id is null` : sql`t.assignee_id = ${assignee_id}`)
  const { rows } = await sql<QueuedRow>`
    with page as materialized (select account_id, ticket_number, row_number() over (order by ${order}) as place
      from (select * from support_ticket t where ${all(condition, of)} order by ${order} limit ${limit}) t)
    select t.account_id, t.ticket_number, t.router_name, t.ticket_title, left(t.ticket_content, ${sql.lit(OPENING)}) as opening, last.last_reply, a.account_number,
      l.nickname, t.waiting_since, ${dueTime} as due_time, t.priority, o.username as assignee
    from page join support_ticket t using (account_id, ticket_number) ${joinDesk} order by page.place`.execute(db)
  return rows
}

/** Counts the tickets that wait for us: all, those of an operator, and those of nobody. */
export async function countQueue({ sql: db }: SystemDb, operator_id: number): Promise<{ open: number; mine: number; unassigned: number }> {
  const { rows } = await sql<{ open: number; mine: number; unassigned: number }>`
    select count(*) as open, count(*) filter (where assignee_id = ${operator_id}) as mine, count(*) filter (where assignee_id is null) as unassigned
    from support_ticket t where t.waiting_since is not null`.execute(db)
  return rows[0]!
}

/** Counts the replies of an operator since a moment. */
export async function countReplied({ sql: db }: SystemDb, username: string, since: Date): Promise<number> {
  const { replied } = await db
    .selectFrom('support_ticket_reply')
    .where('side', '=', 'support')
    .where('reply_name', '=', username)
    .where('reply_time', '>=', moment(since))
    .select((eb) => eb.fn.countAll<number>().as('replied'))
    .executeTakeFirstOrThrow()
  return replied
}

/** Returns how many tickets of an account are closed, up to `TICKETS_COUNTED` and one more, and the mean of their ratings. */
export async function countClosed({ account_id, sql: db }: AccountDb): Promise<{ closed: number; rating: number | null }> {
  const { rows } = await sql<{ closed: number; rating: number | null }>`
    select count(*) as closed, round(avg(grade), 1)::float as rating from (select grade from support_ticket
      where account_id = ${account_id} and ticket_status = 3 and delete_time is null limit ${sql.lit(TICKETS_COUNTED + 1)}) t`.execute(db)
  return rows[0]!
}

/** Notes that an operator writes an answer to a ticket, and to no other. */
export const noteWriting = ({ account_id, sql: db }: AccountDb, operator_id: number, ticket_number: string, write_time: Date) =>
  db
    .insertInto('support_ticket_writer')
    .values({ operator_id, account_id, ticket_number, write_time })
    .onConflict((conflict) => conflict.column('operator_id').doUpdateSet({ account_id, ticket_number, write_time }))
    .execute()

/** Notes that an operator writes no answer any more. */
export const forgetWriting = ({ sql: db }: AccountDb, operator_id: number) =>
  db.deleteFrom('support_ticket_writer').where('operator_id', '=', operator_id).execute()

/** Returns tickets of all accounts whose customers wait for an answer, those that are due first. */
export async function listDue({ sql: db }: SystemDb, limit: number): Promise<WaitingTicket[]> {
  const { rows } = await sql<WaitingTicket>`
    select t.ticket_number, t.ticket_title, a.account_number, l.nickname, ${dueTime} as due_time, t.priority, o.username as assignee
    from (select * from support_ticket t where t.waiting_since is not null order by due_time, waiting_since, ticket_number limit ${limit}) t
      ${joinPeople} order by t.due_time, t.waiting_since, t.ticket_number`.execute(db)
  return rows
}

interface OpenTicket extends Pick<Ticket, 'ticket_number' | 'ticket_title' | 'create_name' | 'create_time'> {
  account_id: number
  /** The member that its customer chose. */
  router_name: string | null
  ticket_content: string
  due_time: number | null
  assignee: string | null
}
/** Returns the open tickets of these accounts, the longest wait first, at most so many of each. */
export async function listOpen({ sql: db }: SystemDb, account_ids: readonly number[], each: number): Promise<OpenTicket[]> {
  const { rows } = await sql<OpenTicket>`
    select t.account_id, t.ticket_number, t.router_name, t.ticket_title, t.create_name, t.create_time, t.ticket_content, ${dueTime} as due_time, o.username as assignee
    from unnest(${account_ids}::bigint[]) with ordinality c(account_id, place), lateral (select * from support_ticket s
        where s.account_id = c.account_id and s.ticket_status in (1, 2) and s.delete_time is null order by ${orders.queue} limit ${each}) t
      left join operator o on o.operator_id = t.assignee_id
    order by c.place, t.waiting_since, t.create_time desc, t.ticket_number`.execute(db)
  return rows
}

/** Counts tickets of all accounts that wait for an answer, and those that should have had one by now. */
export async function countWaiting({ sql: db }: SystemDb, now: Date): Promise<{ waiting: number; overdue: number }> {
  const { rows } = await sql<{ waiting: number; overdue: number }>`
    select count(*) as waiting, count(*) filter (where ${dueTime} < ${now}) as overdue
    from support_ticket t where t.waiting_since is not null`.execute(db)
  return rows[0]!
}

export interface TicketState {
  ticket_status: TicketStatus
  /** Replies of the ticket and of those merged into it, with what those were opened with. */
  replies: number
  appraised: 0 | 1
  notes: number
  priority: TicketPriority
  assignee: string | null
  deleted: 0 | 1
  /** The names of the others who write an answer. */
  writing: string[]
}
/** Returns what an open page of a ticket compares with what it shows. @param since when an operator wrote, who still counts as writing */
export async function findState(
  { sql: db }: SystemDb,
  ticket_number: string,
  { operator_id, since }: { operator_id: number; since: Date },
): Promise<TicketState | undefined> {
  const { rows } = await sql<TicketState>`
    select t.ticket_status, (t.grade is not null)::int as appraised, t.priority, o.username as assignee, (t.delete_time is not null)::int as deleted,
      (select count(*) from support_ticket m join support_ticket_reply r using (account_id, ticket_number) where ${isPart('desk')}) +
        (select count(*) from support_ticket m where m.account_id = t.account_id and m.merged_into = t.ticket_number) as replies,
      (select count(*) from support_ticket m join support_ticket_note n using (account_id, ticket_number) where ${isPart('desk')}) as notes,
      (select coalesce(json_agg(p.username order by p.username), '[]') from support_ticket_writer w join operator p using (operator_id)
        where (w.account_id, w.ticket_number) = (t.account_id, t.ticket_number) and w.operator_id <> ${operator_id} and w.write_time > ${since}) as writing
    from support_ticket t left join operator o on o.operator_id = t.assignee_id where t.ticket_number = ${ticket_number}`.execute(db)
  return rows[0]
}

/** Returns the account of a ticket; undefined if there is no ticket of that number. */
export const findAccountOfTicket = ({ sql: db }: SystemDb, ticket_number: string) =>
  db.selectFrom('support_ticket').select('account_id').where('ticket_number', '=', ticket_number).executeTakeFirst()

/** Returns when a ticket's member was well again after a break that lasted while the ticket was open: the last 20 times, the earliest first. */
export async function listRecoveries(db: AccountDb, ticket_number: string): Promise<{ time: number; seconds: number }[]> {
  const { rows } = await sql<{ time: number; seconds: number }>`
    select extract(epoch from o.end_time)::bigint as time, extract(epoch from o.end_time - o.start_time)::int as seconds
    from support_ticket t join outage o on o.account_id = t.account_id and o.router_name = t.router_name
      and o.end_time >= t.create_time and o.start_time < coalesce(t.close_time, now())
    where t.account_id = ${db.account_id} and t.ticket_number = ${ticket_number} order by o.end_time desc limit 20`.execute(db.sql)
  return rows.toReversed()
}

/**
 * Gives numbers to tickets from before there were such, the oldest first; returns whether there may be more. Tickets that another server
 * numbers are left to it.
 */
export async function numberSome({ sql: db }: SystemDb, limit: number): Promise<boolean> {
  // The order is that of the index, which has those without a number behind each other.
  const { rows } = await sql`with unnumbered as materialized (select account_id, ticket_number from support_ticket where no is null
      order by no, create_time limit ${limit} for update skip locked)
    update support_ticket t set no = nextval('ticket_no') from unnumbered
    where t.account_id = unnumbered.account_id and t.ticket_number = unnumbered.ticket_number and t.no is null returning 1`.execute(db)
  return rows.length === limit
}

/** Returns which of the numbers are tickets that the caller may see: none that was deleted. */
export async function findVisible(db: AccountDb, only: OnlyOf, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ ticket_number: string }>`select t.ticket_number from support_ticket t
    where ${all(
      sql`t.account_id = ${db.account_id}`,
      sql`t.ticket_number = any(${[...numbers]}::text[])`,
      sql`t.delete_time is null`,
      openedBy(only),
    )}`.execute(db.sql)
  return rows.map(({ ticket_number }) => ticket_number)
}

const one = (db: AccountDb, ticket_number: string) =>
  db.sql.updateTable('support_ticket').where('account_id', '=', db.account_id).where('ticket_number', '=', ticket_number)

export const lockTicket = (db: AccountDb, ticket_number: string) =>
  db.sql
    .selectFrom('support_ticket')
    .select([
      'ticket_number',
      'ticket_title',
      'ticket_status',
      'ticket_type',
      'create_name',
      'grade',
      'login_id',
      'waiting_since',
      'close_time',
      'delete_time',
      'merged_into',
      'priority',
      'priority_by',
      'assignee_id',
      'assigned_by',
      'last_answer_id',
      'no',
    ])
    .where('account_id', '=', db.account_id)
    .where('ticket_number', '=', ticket_number)
    .forUpdate()
    .executeTakeFirst()

/** Counts the account's tickets that are neither closed nor deleted. */
export async function countOpen({ account_id, sql: db }: AccountDb): Promise<number> {
  const { open } = await db
    .selectFrom('support_ticket')
    .where('account_id', '=', account_id)
    .where('ticket_status', '<>', 3)
    .where('delete_time', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('open'))
    .executeTakeFirstOrThrow()
  return open
}

/** Inserts a ticket and returns its numbers, of which the long one is the day in Shanghai and six random digits; undefined if that is taken. */
export async function insertTicket(
  db: AccountDb,
  ticket: {
    login_id: number
    create_name: string
    ticket_title: string
    ticket_content: string
    ticket_type: TicketType
    due_time: Date
    router_name: string | null
    evidence: string | null
  },
): Promise<{ ticket_number: string; no: number | null } | undefined> {
  const made = await db.sql
    .insertInto('support_ticket')
    .values({
      ...ticket,
      account_id: db.account_id,
      ticket_number: sql<string>`to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD') || ${digits(6)}`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['ticket_number', 'no'])
    .executeTakeFirst()
  return made
}

export const writeTicket = (db: AccountDb, ticket_number: string, change: RowChange<'support_ticket'>) =>
  one(db, ticket_number).set(change).execute()

/** Notes that the customer waits from now on, and until when, if they have not waited already. */
export const markWaiting = (db: AccountDb, ticket_number: string, due_time: Date) =>
  one(db, ticket_number).set({ waiting_since: sql<Date>`now()`, due_time }).where('waiting_since', 'is', null).execute()

/** Returns a ticket and those that were merged into it, with what each of these was opened with. */
export async function listParts(db: AccountDb, reader: Reader, ticket_number: string): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`select m.ticket_number, m.ticket_content, m.create_name, m.create_time, m.login_id
    from support_ticket t join support_ticket m on ${isPart(reader)}
    where t.account_id = ${db.account_id} and t.ticket_number = ${ticket_number}`.execute(db.sql)
  return rows
}
export interface PartRow {
  ticket_number: string
  ticket_content: string
  create_name: string
  create_time: number
  login_id: number | null
}

/** Notes up to which answer a login has read a ticket; returns whether it had not read so far before. */
export async function noteSeen(db: AccountDb, login_id: number, ticket_number: string, reply_id: number): Promise<boolean> {
  const { rows } = await sql`
    insert into support_ticket_seen as s (account_id, login_id, ticket_number, reply_id)
    values (${db.account_id}, ${login_id}, ${ticket_number}, ${reply_id})
    on conflict (account_id, login_id, ticket_number) do update set reply_id = excluded.reply_id where excluded.reply_id > s.reply_id
    returning 1`.execute(db.sql)
  return rows.length > 0
}

/** Deletes, for good, tickets that customers deleted before a time. */
export async function deleteForgotten({ sql: db }: SystemDb, before: Date): Promise<void> {
  await db.deleteFrom('support_ticket').where('delete_time', '<', moment(before)).execute()
}

/** Notes that a customer's ticket is there again: they wait from now on, unless support spoke last or the ticket is closed. */
export async function restoreTicket(db: AccountDb, ticket_number: string, due_time: Date): Promise<void> {
  const waits = sql`ticket_status < 3 and coalesce((select side from support_ticket_reply r
    where r.account_id = support_ticket.account_id and r.ticket_number = support_ticket.ticket_number
    order by reply_id desc limit 1), 'customer') = 'customer'`
  await one(db, ticket_number)
    .set({
      delete_time: null,
      delete_name: null,
      waiting_since: sql<Date | null>`case when ${waits} then now() end`,
      due_time: sql<Date | null>`case when ${waits} then ${due_time}::timestamptz end`,
    })
    .execute()
}

/** Makes a ticket, and those that were merged into it before, parts of another one. */
export async function makePart(db: AccountDb, ticket_number: string, into: string): Promise<void> {
  await db.sql
    .updateTable('support_ticket')
    .set({ merged_into: into })
    .where('account_id', '=', db.account_id)
    .where(({ eb, or }) => or([eb('ticket_number', '=', ticket_number), eb('merged_into', '=', ticket_number)]))
    .execute()
}

/** Returns whether a login sees its own tickets alone, because its role designates networks. */
export async function isConfined(db: AccountDb, login_id: number): Promise<boolean> {
  const row = await db.sql
    .selectFrom('login as l')
    .innerJoin('role as r', (join) => join.onRef('r.account_id', '=', 'l.account_id').onRef('r.role_id', '=', 'l.role_id'))
    .select('r.confined')
    .where('l.account_id', '=', db.account_id)
    .where('l.login_id', '=', login_id)
    .executeTakeFirst()
  return row?.confined === 1
}

export const insertNote = (db: AccountDb, note: Omit<NewRow<'support_ticket_note'>, 'account_id'>) =>
  db.sql
    .insertInto('support_ticket_note')
    .values({ account_id: db.account_id, ...note })
    .execute()

/** Returns the notes about a ticket and those merged into it, in the order in which they were written. */
export async function listNotes(
  db: AccountDb,
  ticket_number: string,
): Promise<{ note_id: string; operator_name: string; content: string; create_time: number }[]> {
  const { rows } = await sql<{ note_id: string; operator_name: string; content: string; create_time: number }>`
    select n.note_id::text as note_id, n.operator_name, n.content, n.create_time
    from support_ticket t join support_ticket m on ${isPart('desk')} join support_ticket_note n
      on n.account_id = m.account_id and n.ticket_number = m.ticket_number
    where t.account_id = ${db.account_id} and t.ticket_number = ${ticket_number} order by n.note_id`.execute(db.sql)
  return rows
}

/** Inserts a reply and returns its id. */
export async function insertReply(db: AccountDb, reply: Omit<NewRow<'support_ticket_reply'>, 'account_id'>): Promise<number> {
  const { reply_id } = await db.sql
    .insertInto('support_ticket_reply')
    .values({ account_id: db.account_id, ...reply })
    .returning('reply_id')
    .executeTakeFirstOrThrow()
  return reply_id
}

/** Returns the replies of tickets, in no order. */
export const listReplies = (db: AccountDb, numbers: readonly string[]) =>
  db.sql
    .selectFrom('support_ticket_reply')
    .select(['ticket_number', 'reply_id', 'side', 'reply_name', 'dialogue_content', 'reply_time'])
    .where('account_id', '=', db.account_id)
    .where('ticket_number', '=', sql<string>`any(${[...numbers]}::text[])`)
    .execute()

/** Returns whether support has answered a ticket. */
export async function wasAnswered(db: AccountDb, ticket_number: string): Promise<boolean> {
  const row = await db.sql
    .selectFrom('support_ticket_reply')
    .select('reply_id')
    .where('account_id', '=', db.account_id)
    .where('ticket_number', '=', ticket_number)
    .where('side', '=', 'support')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

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
