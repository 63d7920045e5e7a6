import { type Kysely, sql } from 'kysely'
import { closeTable } from '../row-security.ts'

/** Creates the one row that the first start writes and that the secret must open at each later start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await closeTable(db, 'installation')
}

const SCHEMA = /* sql */ `
create table installation (
  one boolean primary key default true check (one),
  -- The keys of digests, sealed. They stay when the secret changes, so that what is found by a digest is still found.
  sealed_digest_keys text not null
);
`
