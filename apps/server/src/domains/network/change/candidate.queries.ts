import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'
import { publicAddress } from '../configuration/intent.queries.ts'
import type { Candidate } from '../rules/network.rules.ts'

export async function findCandidates(db: AccountDb, names: readonly string[]): Promise<Map<string, Candidate>> {
  if (names.length === 0) return new Map()
  const rows = await db.sql
    .selectFrom('member')
    .select(['router_name', 'router_type', 'status', 'note', 'router_ipv4'])
    .where('account_id', '=', db.account_id)
    .where(sql<boolean>`router_name = any(${[...names]})`)
    .execute()
  return new Map(rows.map(({ router_ipv4, ...row }) => [row.router_name, { ...row, address: publicAddress(router_ipv4) }]))
}
