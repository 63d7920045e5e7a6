import { sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../db/client.ts'

export interface AuditRow {
  account_id: number
  actor_kind: 'owner' | 'sub_account' | 'operator' | 'system'
  actor_id: number | null
  actor_name: string
  address: string | null
  area: string
  action: string
  message: string
  detail: Record<string, unknown>
}

/** Appends to the account's chain; `audit_append` in the first migration. */
export async function appendAudit(db: AccountDb | SystemDb, row: AuditRow): Promise<void> {
  await sql`select audit_append(${row.account_id}::bigint, ${row.actor_kind}, ${row.actor_id}::bigint, ${row.actor_name}, ${row.address},
    ${row.area}, ${row.action}, ${row.message}, ${JSON.stringify(row.detail)}::jsonb)`.execute(db.sql)
}

/**
 * The account's rows whose hash does not follow from the row before, and the last row where the chain does not end at its head:
 * none, unless someone changed the table by hand.
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
