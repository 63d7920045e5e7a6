import { sql } from 'kysely'
import { publishAll } from '../adapters/bus/publish.ts'
import type { SystemDb } from '../db/client.ts'

interface Turn {
  account_id: number
  router_name: string
  instance_id: string
  networks: readonly string[]
  seconds: number
}

/** Takes the turns of these networks for a center, except those that another center has. @returns the networks whose turn it has now */
export async function takeTurns(
  { sql: db }: SystemDb,
  { account_id, router_name, instance_id, networks, seconds }: Turn,
): Promise<string[]> {
  const { rows } = await sql<{ network_number: string }>`
    insert into center_turn (account_id, network_number, router_name, instance_id, until)
    select ${account_id}::bigint, network_number, ${router_name}, ${instance_id}::uuid, now() + make_interval(secs => ${seconds})
      from unnest(${[...networks]}::text[]) as n(network_number) order by network_number
    on conflict (account_id, network_number) do update
      set router_name = excluded.router_name, instance_id = excluded.instance_id, until = excluded.until
      where center_turn.until < now() or center_turn.router_name = excluded.router_name
    returning network_number`.execute(db)
  return rows.map((row) => row.network_number)
}

/** Ends all turns of these centers, and tells every server of the accounts in which a turn ended. */
export async function endTurns(db: SystemDb, centers: readonly { account_id: number; router_name: string }[]): Promise<void> {
  const { rows } = await sql<{ account_id: number }>`
    delete from center_turn where (account_id, router_name) in
      (select * from unnest(${centers.map((one) => one.account_id)}::bigint[], ${centers.map((one) => one.router_name)}::text[]))
    returning account_id`.execute(db.sql)
  const accounts = new Set(rows.map((row) => row.account_id))
  await publishAll(
    db,
    [...accounts].map((account_id) => ({ type: 'turn', account_id }) as const),
  )
}

/** Deletes the turns that ended by themselves. */
export async function deleteOverTurns({ sql: db }: SystemDb): Promise<void> {
  await sql`delete from center_turn where until < now()`.execute(db)
}
