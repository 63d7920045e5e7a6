import { type AuditArea, MOST_FOUND, type OperationRecord, type PageOf } from '@weft/contract'
import { type RawBuilder, sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import { all, any, countTo, hasText } from '../../../db/search.ts'

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
  /** Only this sub-account's operations; all operations where it is undefined. */
  login_id: number | undefined
  /** The first moment of the range, and in `until` the one after the last. */
  from: Date | undefined
  until: Date | undefined
  /** Only this part of the account; all where it is undefined. */
  area: AuditArea | undefined
  /** A part of the sentence, of who did it, or of the address; '' for all. */
  search: string
}

const inRange = (account_id: number, { login_id, from, until, area, search }: LogRange) =>
  all(
    sql`account_id = ${account_id}`,
    login_id !== undefined && sql`actor_id = ${login_id} and actor_kind = 'sub_account'`,
    from !== undefined && sql`create_time >= ${from}`,
    until !== undefined && sql`create_time < ${until}`,
    area !== undefined && sql`area = ${area}`,
    search !== '' &&
      any(hasText(sql`lower(message)`, search), hasText(sql`lower(actor_name)`, search), hasText(sql`coalesce(address, '')`, search)),
  )

const columns = sql`area as mode, action, message, create_time, actor_name as actor, actor_kind, address`
const newest = sql`order by create_time desc, seq desc`

/** Returns a page of the account's operations, newest first, and their number, counted up to `MOST_FOUND` and one more. */
export async function pageOperations(
  { account_id, sql: db }: AccountDb,
  range: LogRange,
  { page, limit }: { page: number; limit: number },
): Promise<PageOf<OperationRecord>> {
  const where = inRange(account_id, range)
  const { rows } =
    await sql<OperationRecord>`select ${columns} from audit where ${where} ${newest} limit ${limit} offset ${(page - 1) * limit}`.execute(
      db,
    )
  // A text that few operations have is looked for in all of them, once.
  if (page === 1 && rows.length < limit) return { rows, count: rows.length }
  const counted = await sql<{ count: number }>`select ${countTo(MOST_FOUND, sql`select from audit where ${where}`)} as count`.execute(db)
  return { rows, count: counted.rows[0]!.count }
}

/** Returns the operations older than the one numbered `last`, newest first; the newest ones where `last` is undefined. */
export async function operationsAfter(
  { account_id, sql: db }: AccountDb,
  range: LogRange,
  last: number | undefined,
  limit: number,
): Promise<(OperationRecord & { seq: number })[]> {
  const after: RawBuilder<unknown> = last === undefined ? sql`` : sql`and seq < ${last}`
  const { rows } = await sql<OperationRecord & { seq: number }>`
    select seq, ${columns} from audit where ${inRange(account_id, range)} ${after} order by seq desc limit ${limit}`.execute(db)
  return rows
}
