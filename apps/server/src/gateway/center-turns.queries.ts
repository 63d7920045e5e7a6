import { sql } from 'kysely'
import { publishAll } from '../adapters/bus/publish.ts'
import type { SystemDb } from '../db/client.ts'

interface Turn {
  account_id: number
  router_name: string
  instance_id: string
  networks: readonly string[]
  seconds: number
  ends_by_itself: boolean
}

/** Seconds that a network rests after a turn before one for a certificate: a member's tunnels may have needed all of it to restart. */
const REST_SECONDS = 15

/** Takes the turns of these networks for a member, except those that another member has. @returns the networks whose turn it has now */
export async function takeTurns(
  { sql: db }: SystemDb,
  { account_id, router_name, instance_id, networks, seconds, ends_by_itself }: Turn,
): Promise<string[]> {
  const { rows } = await sql<{ network_number: string }>`
    insert into center_turn (account_id, network_number, router_name, instance_id, until, ends_by_itself)
    select ${account_id}::bigint, network_number, ${router_name}, ${instance_id}::uuid, now() + make_interval(secs => ${seconds}),
        ${ends_by_itself}::boolean
      from unnest(${[...networks]}::text[]) as n(network_number) order by network_number
    on conflict (account_id, network_number) do update
      set router_name = excluded.router_name, instance_id = excluded.instance_id, until = excluded.until,
        ends_by_itself = excluded.ends_by_itself or (center_turn.ends_by_itself and center_turn.until >= now())
      where center_turn.until < now() - make_interval(secs => case when excluded.ends_by_itself then ${REST_SECONDS}::int else 0 end)
        or center_turn.router_name = excluded.router_name
    returning network_number`.execute(db)
  return rows.map((row) => row.network_number)
}

/** Ends all turns of these members but those that end by themselves, and tells every server of the accounts in which a turn ended. */
export async function endTurns(db: SystemDb, members: readonly { account_id: number; router_name: string }[]): Promise<void> {
  const { rows } = await sql<{ account_id: number }>`
    delete from center_turn where not ends_by_itself and (account_id, router_name) in
      (select * from unnest(${members.map((one) => one.account_id)}::bigint[], ${members.map((one) => one.router_name)}::text[]))
    returning account_id`.execute(db.sql)
  const accounts = new Set(rows.map((row) => row.account_id))
  await publishAll(
    db,
    [...accounts].map((account_id) => ({ type: 'turn', account_id }) as const),
  )
}

/** Deletes the turns that ended by themselves and are not needed any more. */
export async function deleteOverTurns({ sql: db }: SystemDb): Promise<void> {
  await sql`delete from center_turn where until < now() - make_interval(secs => ${REST_SECONDS})`.execute(db)
}
