import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import type { MemberName } from '../domains/network/state/state.service.ts'
import type { LinkKey } from './events.rules.ts'
import type { Range } from './telemetry.rules.ts'
import { rowsOf } from '../db/rows-of.ts'

/** The interfaces that a connected device reports now. */
export interface InterfaceList {
  account_id: number
  router_name: string
  connection_id: string
  interfaces: string
}

/** @returns the members whose list changed; not those that a newer connection holds */
export async function saveInterfaces({ sql: db }: SystemDb, rows: readonly InterfaceList[]): Promise<MemberName[]> {
  const { rows: saved } = await sql<MemberName>`
    with a as (select * from ${rowsOf('a', rows, { account_id: 'bigint', router_name: 'text', connection_id: 'uuid', interfaces: 'text' })}),
    locked as (select m.account_id, m.router_name, a.interfaces from member m join a using (account_id, router_name, connection_id)
      order by m.account_id, m.router_name for no key update of m)
    update member m set interfaces = l.interfaces::jsonb from locked l
    where (m.account_id, m.router_name) = (l.account_id, l.router_name) and m.interfaces is distinct from l.interfaces::jsonb
    returning m.account_id, m.router_name`.execute(db)
  return saved
}

/**
 * Returns the first second and the end of the last day for which a table of minutes has partitions, in Unix seconds; 0 and 0 if it has
 * none.
 */
export async function rangeOf({ sql: db }: SystemDb, table: 'traffic_minute' | 'quality_minute'): Promise<Range> {
  const { rows } = await sql<{ from: number | null; to: number | null }>`
    select extract(epoch from min(day))::bigint as "from", extract(epoch from max(day) + 1)::bigint as "to"
    from (select (to_date(right(c.relname, 8), 'YYYYMMDD')) as day from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = ${table}::regclass) days`.execute(db)
  return { from: rows[0]?.from ?? 0, to: rows[0]?.to ?? 0 }
}

const keyOf = (link: LinkKey): string => `${link.account_id} ${link.network_number} ${link.center_router_name} ${link.router_name}`

/** Returns what tells whether a link, which is among these, exists. */
export async function linksAmong({ sql: db }: SystemDb, links: readonly LinkKey[]): Promise<(link: LinkKey) => boolean> {
  const asked = [...new Map(links.map((link) => [keyOf(link), link])).values()]
  const key = { account_id: 'bigint', network_number: 'text', center_router_name: 'text', router_name: 'text' } as const
  const { rows } = await sql<LinkKey>`
    select account_id, network_number, center_router_name, router_name from network_link
    join ${rowsOf('a', asked, key)}
      using (account_id, network_number, center_router_name, router_name)`.execute(db)
  const found = new Set(rows.map(keyOf))
  return (link) => found.has(keyOf(link))
}
