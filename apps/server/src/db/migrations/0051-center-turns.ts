import { type Kysely, sql } from 'kysely'
import { closeTable } from '../row-security.ts'

/** Which center of a network may be interrupted now: the other waits, whichever servers hold them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table center_turn (
      account_id bigint not null references account on delete cascade,
      network_number text not null,
      router_name text not null,
      instance_id uuid not null,
      -- A server that dies gives no turn back: it ends by itself.
      until timestamptz not null,
      primary key (account_id, network_number)
    )`.execute(db)
  await closeTable(db, 'center_turn')
}

export const serves = '0047-former-names'
