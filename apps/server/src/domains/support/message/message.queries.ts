import type { Message, PageOf } from '@weft/contract'
import { type Kysely, sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { Database } from '../../../db/schema.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import { containing } from '../../../db/search.ts'
import type { Actor } from '../../../kernel/actor.ts'

export interface NewMessage {
  title: string
  type: string
  /** The members that an alert is about. */
  router_names?: string[]
  /** HTML; `sendMessage` and `sendCopies` sanitise it. */
  content: string
  /** The ticket that it is about: of these a reader has one unread message at most. */
  ticket_number?: string
}

/** Readers of a message: every login of the account, or the given one; of a message about a network, only those that may see it. */
export interface Addressee {
  login_id?: number
  network_number?: string
}
/** A reader: a login, and the networks and members to which its role is limited; undefined means all. */
export type Reader = Pick<Actor, 'login_id' | 'designated' | 'members'>

export async function insertMessage({ account_id, sql: db }: AccountDb, message: NewMessage & Addressee): Promise<void> {
  await db
    .insertInto('message')
    .values({ account_id, ...message })
    .execute()
}

/** Returns the owner's login. */
export const findOwner = async ({ account_id, sql: db }: AccountDb): Promise<number> =>
  (await db.selectFrom('login').where('account_id', '=', account_id).where('ram', '=', 0).select('login_id').executeTakeFirstOrThrow())
    .login_id

/** Rewrites the message about a ticket that its reader has not opened yet; returns whether there was one. */
export async function rewriteUnread(
  { account_id, sql: db }: AccountDb,
  { title, type, content, ticket_number, login_id }: NewMessage & Required<Pick<Addressee, 'login_id'>>,
): Promise<boolean> {
  const { rows } = await sql`update message m set title = ${title}, type = ${type}, content = ${content}, create_time = now()
    where m.account_id = ${account_id} and m.ticket_number = ${ticket_number} and m.login_id = ${login_id} and not exists
      (select from message_state s where s.account_id = ${account_id} and s.login_id = ${login_id} and s.message_id = m.message_id)
    returning 1`.execute(db)
  return rows.length > 0
}

/** Deletes the messages about a ticket: those for every login alone, or for whomever they are. Returns how many. */
export async function deleteAboutTicket(
  { account_id, sql: db }: AccountDb,
  ticket_number: string,
  whose: 'everyone' | 'all',
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('message')
    .where('account_id', '=', account_id)
    .where('ticket_number', '=', ticket_number)
    .$if(whose === 'everyone', (found) => found.where('login_id', 'is', null))
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Marks the messages about tickets as read that a login has neither read nor deleted; returns how many. */
export const insertTicketRead = (db: AccountDb, reader: Reader, numbers: readonly string[]): Promise<number> =>
  counted(
    db,
    sql`insert into message_state (account_id, login_id, message_id, read_time)
      select ${db.account_id}::bigint, ${reader.login_id}::bigint, m.message_id, now() from message m
      where ${forReader(db, reader, undefined)} and m.ticket_number = any(${[...numbers]}::text[])
        and not exists (select from message_state s where s.account_id = ${db.account_id} and s.login_id = ${reader.login_id} and s.message_id = m.message_id)
      on conflict do nothing`,
  )

/** Inserts one message for each account, or for one, as copies of what an operator sent; returns how many. */
export async function insertCopies(
  { sql: db }: SystemDb,
  { title, type, content }: NewMessage,
  { sent_id, account_id }: { sent_id: number; account_id: number | null },
): Promise<number> {
  const { rows } = await sql<{ sent: number }>`with sent as (
      insert into message (account_id, title, type, content)
        select account_id, ${title}, ${type}, ${content} from account where ${account_id === null ? sql`true` : sql`account_id = ${account_id}`}
        returning account_id, message_id),
      copied as (insert into sent_message_copy (sent_id, account_id, message_id) select ${sent_id}::bigint, account_id, message_id from sent)
    select count(*) as sent from sent`.execute(db)
  return rows[0]!.sent
}

/** Counts the logins that have read a copy of what an operator sent, and their accounts; null if it has no copies. */
export async function countReaders(
  { sql: db }: SystemDb,
  sent_id: number,
): Promise<{ readers: number | null; reader_accounts: number | null }> {
  const { rows } = await sql<{ readers: number | null; reader_accounts: number | null }>`
    select case when count(*) > 0 then count(s.login_id) end as readers, case when count(*) > 0 then count(distinct s.account_id) end as reader_accounts
    from sent_message_copy c join login l on l.account_id = c.account_id
      left join message_state s on (s.account_id, s.login_id, s.message_id) = (c.account_id, l.login_id, c.message_id) and s.read_time is not null
    where c.sent_id = ${sent_id}`.execute(db)
  return rows[0]!
}

/**
 * Returns the condition that a message is about no network or one that the reader may see, and about no member that the reader may not see;
 * undefined if the reader sees all. Of alerts before messages named their members nobody knows whom they are about.
 */
const ofSeen = (account_id: number, { designated, members }: Reader) => {
  const conditions = [
    designated && sql<boolean>`(m.network_number is null or m.network_number = any(${[...designated]}::text[]))`,
    members &&
      sql<boolean>`(m.network_number is not null or case when m.router_names is null then m.type <> ${ALERT}
        else not exists (select from unnest(m.router_names) r where not ${memberInScope(account_id, members, sql`r`)}) end)`,
  ].flatMap((one) => one ?? [])
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : undefined
}
/** The type of messages that are alerts. */
const ALERT = '监控告警'

/** Selects the account's messages for this login, with their state: without a row of `message_state` one is neither read nor deleted. */
const visible = (db: Kysely<Database>, account_id: number, reader: Reader) => {
  const { login_id } = reader
  const seen = ofSeen(account_id, reader)
  const found = db
    .selectFrom('message as m')
    .leftJoin('message_state as s', (join) =>
      join
        .onRef('s.account_id', '=', 'm.account_id')
        .onRef('s.message_id', '=', 'm.message_id')
        .on('s.login_id', '=', login_id)
        // Repeated as a value, so that only this account's rows are read.
        .on('s.account_id', '=', account_id),
    )
    .where('m.account_id', '=', account_id)
    .where((eb) => eb.or([eb('m.login_id', 'is', null), eb('m.login_id', '=', login_id)]))
    .where('s.delete_time', 'is', null)
  return seen ? found.where(seen) : found
}

/** Counts the messages that a login has neither read nor deleted. For a reader without limits both tables are read from their indexes alone. */
export async function countUnread({ account_id, sql: db }: AccountDb, reader: Reader): Promise<number> {
  const { login_id } = reader
  const seen = ofSeen(account_id, reader)
  const { unread } = await db
    .selectFrom('message as m')
    .where('m.account_id', '=', account_id)
    .where((eb) => eb.or([eb('m.login_id', 'is', null), eb('m.login_id', '=', login_id)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('message_state as s')
            .where('s.account_id', '=', account_id)
            .where('s.login_id', '=', login_id)
            .whereRef('s.message_id', '=', 'm.message_id')
            .select('s.message_id'),
        ),
      ),
    )
    .$if(seen !== undefined, (found) => found.where(seen!))
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return unread
}

export interface MessageQuery {
  page: number
  limit: number
  /** 1 read, 0 unread; undefined for all. */
  status?: 0 | 1 | undefined
  /** Only this type; all where it is undefined. */
  type?: string | undefined
  /** A part of the title; empty for all. */
  search: string
}

const columns = () =>
  [
    sql<string>`m.message_id::text`.as('message_id'),
    sql<0 | 1>`(s.message_id is not null)::int`.as('status'),
    'm.title',
    'm.type',
    'm.create_time',
  ] as const

/** Returns a page of the messages that a login has not deleted, newest first. */
export async function pageMessages(
  { account_id, sql: db }: AccountDb,
  reader: Reader,
  { page, limit, status, type, search }: MessageQuery,
): Promise<PageOf<Message>> {
  let found = visible(db, account_id, reader)
  if (status !== undefined) found = found.where('s.message_id', status === 1 ? 'is not' : 'is', null)
  if (type !== undefined) found = found.where('m.type', '=', type)
  if (search !== '') found = found.where('m.title', 'ilike', containing(search))
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await found
    .select(columns())
    .orderBy('m.create_time', 'desc')
    .orderBy('m.message_id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

/** Returns the types of the messages that a login has not deleted, those first of which there are most. */
export async function typesOf({ account_id, sql: db }: AccountDb, reader: Reader): Promise<string[]> {
  const rows = await visible(db, account_id, reader)
    .select('m.type')
    .groupBy('m.type')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('m.type')
    .execute()
  return rows.map(({ type }) => type)
}

export const findMessage = ({ account_id, sql: db }: AccountDb, reader: Reader, message_id: string) =>
  visible(db, account_id, reader)
    .where('m.message_id', '=', Number(message_id))
    .select([...columns(), 'm.content'])
    .executeTakeFirst()

/** Returns which of these messages the login can see. */
export async function findVisible({ account_id, sql: db }: AccountDb, reader: Reader, message_ids: readonly string[]): Promise<string[]> {
  const rows = await visible(db, account_id, reader)
    .where('m.message_id', '=', sql<number>`any(${message_ids}::bigint[])`)
    .select(sql<string>`m.message_id::text`.as('message_id'))
    .execute()
  return rows.map(({ message_id }) => message_id)
}

/** Chosen messages, or undefined for all that the login can see. */
type Chosen = readonly string[] | undefined

/** Marks messages as read that are neither read nor deleted, in one statement; returns how many. */
export const insertRead = (db: AccountDb, reader: Reader, chosen: Chosen): Promise<number> =>
  counted(
    db,
    sql`insert into message_state (account_id, login_id, message_id, read_time)
      select ${db.account_id}::bigint, ${reader.login_id}::bigint, m.message_id, now() from message m where ${forReader(db, reader, chosen)}
        and not exists (select from message_state s where s.account_id = ${db.account_id} and s.login_id = ${reader.login_id} and s.message_id = m.message_id)
      on conflict do nothing`,
  )

/** Deletes messages for this login that it has not deleted yet, in one statement; returns how many. */
export const insertDeleted = (db: AccountDb, reader: Reader, chosen: Chosen): Promise<number> =>
  counted(
    db,
    sql`insert into message_state as s (account_id, login_id, message_id, delete_time)
      select ${db.account_id}::bigint, ${reader.login_id}::bigint, m.message_id, now() from message m where ${forReader(db, reader, chosen)}
      on conflict (account_id, login_id, message_id) do update set delete_time = excluded.delete_time where s.delete_time is null`,
  )

const forReader = ({ account_id }: AccountDb, reader: Reader, chosen: Chosen) =>
  sql`m.account_id = ${account_id} and (m.login_id is null or m.login_id = ${reader.login_id})
    and ${ofSeen(account_id, reader) ?? sql`true`}
    ${chosen ? sql`and m.message_id = any(${chosen}::bigint[])` : sql``}`

async function counted({ sql: db }: AccountDb, statement: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{
    changed: number
  }>`with changed as (${statement} returning 1) select count(*) as changed from changed`.execute(db)
  return rows[0]!.changed
}
