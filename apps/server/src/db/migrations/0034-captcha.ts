import { type Kysely, sql } from 'kysely'
import { closeTable } from '../row-security.ts'

/** What a picture costs in work, and how many were drawn and tried of late. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await closeTable(db, 'captcha_count')
}

const SCHEMA = /* sql */ `
-- Hashes that its proof of work must have cost; 0: it needs none.
alter table captcha add column work integer not null default 0;

-- Counts until a time, then anew. The key is a digest: neither addresses nor names are kept.
create table captcha_count (count_key bytea primary key, counted int not null, end_time timestamptz not null);
create index captcha_count_end on captcha_count (end_time);
`
