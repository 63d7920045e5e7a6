import { type AuditAction, type AuditArea, MOST_FOUND, type OperationRecord, type PageOf } from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'
import type { AccountDb, ReadingDb, SystemDb } from '../../../db/client.ts'
import { memberInScope } from '../../../db/member-scope.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { all, any, countTo, hasText } from '../../../db/search.ts'
import { MOST_DETAILED, type StoredOperation } from './operation-log.rules.ts'

export interface AuditRow {
  account_id: number
  actor_kind: OperationRecord['actor_kind']
  actor_id: number | null
  actor_name: string
  address: string | null
  area: string
  action: string
  message: string
  detail: Record<string, unknown>
}

/** Appends rows to the chains of their accounts, in the given order, with `audit_append` of the first migration. */
export async function appendAudit(db: AccountDb | SystemDb, ...rows: readonly AuditRow[]): Promise<void> {
  await sql`select audit_append(account_id, actor_kind, actor_id, actor_name, address, area, action, message, detail)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry (account_id bigint, actor_kind text, actor_id bigint, actor_name text,
      address text, area text, action text, message text, detail jsonb)`.execute(db.sql)
}

/**
 * Returns the numbers of the account's rows whose hash does not follow from the row before, and of the last row where the chain does not
 * end at its head: none, unless someone changed the table by hand.
 */
export async function brokenAuditRows(db: SystemDb, account_id: number): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    select seq from (
      select seq, hash, prev_hash, lag(hash) over chain as before, lag(seq) over chain as seq_before, lead(seq) over chain as seq_after,
        sha256(prev_hash || convert_to(jsonb_build_array(account_id, seq, extract(epoch from create_time), actor_kind, actor_id, actor_name,
          address, area, action, message, detail)::text, 'UTF8')) as expected
      from audit where account_id = ${account_id} window chain as (order by seq)
    ) row where hash <> expected or before <> prev_hash or seq_before <> seq - 1
      or seq_after is null and hash is distinct from (select head.hash from audit_head head where head.account_id = ${account_id})
    order by seq`.execute(db.sql)
  return rows.map((row) => row.seq)
}

export interface LogRange {
  /** The first moment of the range, and in `until` the one after the last. */
  from: Date | undefined
  until: Date | undefined
  /** Only what this login did, or all operators, or the system; what everybody did where it is undefined. */
  person: number | 'operator' | 'system' | undefined
  /** Only this part of the account, and only this action; all where they are undefined. */
  area: AuditArea | undefined
  action: AuditAction | undefined
  /** Only these actions, and all but these. */
  among?: readonly AuditAction[] | undefined
  apart?: readonly AuditAction[] | undefined
  /** Whether what operators only looked at is included. */
  views: boolean
  /** Only what was about this member, network, order or ticket; all where it is undefined. */
  object: string | undefined
  /** A part of the sentence, of who did it, or of the address; '' for all. */
  search: string
  /** The caller, if it is limited to some members: it reads what it did itself, what is about these members alone, and what is about none. */
  reader?: Pick<Actor, 'login_id' | 'members'> | undefined
}

/** The areas whose entries name no member, neither in their sentence nor in their values. Those of another area stay hidden until it is here. */
const OF_NO_MEMBER = ['account', 'session', 'role', 'publication'] satisfies AuditArea[]
/** The members that the values of an entry name; of entries of former versions some name none. */
const named = sql`(select jsonb_path_query(detail, '$.**.router_name') as value union all select jsonb_path_query(detail, '$.**.moved_from')) found,
  lateral (select found.value #>> '{}' where jsonb_typeof(found.value) = 'string'
    union all select item from jsonb_array_elements_text(case when jsonb_typeof(found.value) = 'array' then found.value else '[]' end) item) n(name)`
/** Returns the condition that a limited caller may read an entry; an entry about a member names it, so one that names none is about more. */
const readBy = (account_id: number, { login_id, members }: Pick<Actor, 'login_id' | 'members'>) =>
  any(
    sql`area = any(${OF_NO_MEMBER}::text[])`,
    sql`(actor_id = ${login_id} and actor_kind not in ('operator', 'system'))`,
    sql`(area = 'member' and coalesce((detail->>'count')::int, 1) <= ${MOST_DETAILED}
      and exists (select from ${named}) and not exists (select from ${named} where not ${memberInScope(account_id, members, sql`n.name`)}))`,
  )

const doneBy = (person: number | 'operator' | 'system') =>
  typeof person === 'number' ? sql`actor_id = ${person} and actor_kind not in ('operator', 'system')` : sql`actor_kind = ${person}`
/** The values of an entry name what it was about by its number; the sentence alone names a member that was deleted since. */
const about = (object: string) =>
  any(
    sql`jsonb_path_exists(detail, '$.** ? (@ == $object)', jsonb_build_object('object', ${object}::text))`,
    hasText(sql`lower(message)`, object),
  )

const inRange = (account_id: number, { from, until, person, area, action, among, apart, views, object, search, reader }: LogRange) =>
  all(
    sql`account_id = ${account_id}`,
    reader?.members !== undefined && readBy(account_id, reader),
    person !== undefined && doneBy(person),
    action !== undefined && sql`action = ${action}`,
    !views && action !== 'view' && sql`action <> 'view'`,
    object !== undefined && about(object),
    from !== undefined && sql`create_time >= ${from}`,
    until !== undefined && sql`create_time < ${until}`,
    area !== undefined && sql`area = ${area}`,
    among !== undefined && sql`action = any(${among}::text[])`,
    apart !== undefined && sql`action <> all(${apart}::text[])`,
    search !== '' &&
      any(hasText(sql`lower(message)`, search), hasText(sql`lower(actor_name)`, search), hasText(sql`coalesce(address, '')`, search)),
  )

const columns = sql`area as mode, action, message, create_time, actor_name as actor, actor_kind, address, detail`
const newest = sql`order by create_time desc, seq desc`

/** Returns a page of the account's operations, newest first, and their number, counted up to `MOST_FOUND` and one more. */
export async function pageOperations(
  { account_id, sql: db }: AccountDb,
  range: LogRange,
  { page, limit }: { page: number; limit: number },
): Promise<PageOf<StoredOperation>> {
  const where = inRange(account_id, range)
  const { rows } =
    await sql<StoredOperation>`select ${columns} from audit where ${where} ${newest} limit ${limit} offset ${(page - 1) * limit}`.execute(
      db,
    )
  // A text that few operations have is looked for in all of them, once.
  if (page === 1 && rows.length < limit) return { rows, count: rows.length }
  return { rows, count: await countWhere(db, where) }
}

async function countWhere(db: AccountDb['sql'], where: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${countTo(MOST_FOUND, sql`select from audit where ${where}`)} as count`.execute(db)
  return rows[0]!.count
}

/** Counts the account's operations of a range, up to `MOST_FOUND` and one more. */
export const countOperations = ({ account_id, sql: db }: AccountDb, range: LogRange): Promise<number> =>
  countWhere(db, inRange(account_id, range))

/** Returns the operations older than the one numbered `last`, newest first; the newest ones where `last` is undefined. */
export async function operationsAfter(
  { account_id, sql: db }: ReadingDb,
  range: LogRange,
  last: number | undefined,
  limit: number,
): Promise<(StoredOperation & { seq: number })[]> {
  const after: RawBuilder<unknown> = last === undefined ? sql`` : sql`and seq < ${last}`
  const { rows } = await sql<StoredOperation & { seq: number }>`
    select seq, ${columns} from audit where ${inRange(account_id, range)} ${after} order by seq desc limit ${limit}`.execute(db)
  return rows
}

/** Returns the logins of an account: its owner, then sub-accounts and access keys by name. */
export async function loginsOf({ account_id, sql: db }: AccountDb) {
  return db
    .selectFrom('login')
    .where('account_id', '=', account_id)
    .select(['login_id', 'username', 'ram'])
    .orderBy('ram')
    .orderBy('username')
    .execute()
}
