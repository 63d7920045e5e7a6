import { sql } from 'kysely'
import { publishAll } from '../adapters/bus/publish.ts'
import type { SystemDb } from '../db/client.ts'
import type { MemberName } from '../domains/network/state/state.service.ts'
import { rowsOf } from '../db/rows-of.ts'

/**
 * Locks members in the one order in which every writer of several takes them, after networks and links. The statements that
 * follow may then update them in any order.
 * @returns the last event kept of each
 */
export async function lockMembers({ sql: db }: SystemDb, members: readonly MemberName[]): Promise<(MemberName & { event_seq: number })[]> {
  const { rows } = await sql<MemberName & { event_seq: number }>`
    select m.account_id, m.router_name, m.event_seq from member m
    where (m.account_id, m.router_name) in
      (select * from unnest(${members.map((m) => m.account_id)}::bigint[], ${members.map((m) => m.router_name)}::text[]))
    order by m.account_id, m.router_name for no key update of m`.execute(db)
  return rows
}

/** Notifies the consoles that members of these networks run another revision now, or failed to. */
export async function publishRevisions(db: SystemDb, members: readonly MemberName[]): Promise<void> {
  const { rows } = await sql<{ account_id: number; network_number: string }>`
    select distinct account_id, network_number from network_member join
      ${rowsOf('a', members, { account_id: 'bigint', router_name: 'text' })}
      using (account_id, router_name)
    order by account_id, network_number`.execute(db.sql)
  await publishAll(
    db,
    rows.map((row) => ({ type: 'revision', ...row })),
  )
}
