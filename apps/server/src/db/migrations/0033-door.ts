import { type Kysely, sql } from 'kysely'

/** A message names the network that it is about, so that a login which may not see the network does not read of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}

const SCHEMA = /* sql */ `
-- No foreign key: of a network that is gone the message stays, for those who may see every network.
alter table message add column network_number text;
update message set network_number = substring(content from '组网 (\\d{10})。</p>$') where title = '组网工单已完成';
`
