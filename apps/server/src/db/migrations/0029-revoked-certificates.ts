import { type Kysely, sql } from 'kysely'

/** Certificates of keys that a device has no more are kept, so that whoever dials or is dialled with them is refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}

const SCHEMA = /* sql */ `
-- All that were signed for a place and have not ended: those that answer another request than the device's present one are revoked.
alter table network_certificate drop constraint network_certificate_pkey;
alter table network_certificate add primary key (account_id, network_number, router_name, certificate);
`
