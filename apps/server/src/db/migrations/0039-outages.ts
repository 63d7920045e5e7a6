import { type Kysely, sql } from 'kysely'
import { tenantTables } from '../row-security.ts'

/** The history of what was wrong with members. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await tenantTables(db, 'outage')
}

const SCHEMA = /* sql */ `
-- From when on the outages of a member are known: its first connection, or this migration. Null if it never connected.
alter table member add column watched_since timestamptz;
create index member_watched on member (account_id, watched_since);
update member set watched_since = now() where connect_time is not null;

-- A time in which a member needed attention. A change of its state, or a control connection that comes or goes, begins another one.
create table outage (
  account_id bigint not null,
  outage_id bigint generated always as identity,
  router_name text not null,
  state text not null check (state in ('down', 'failed', 'degraded')),
  cause text not null,
  -- the lost center that caused it
  behind text,
  start_time timestamptz not null,
  -- null while it lasts
  end_time timestamptz check (end_time >= start_time),
  primary key (account_id, outage_id),
  foreign key (account_id, router_name) references member on delete cascade
);
-- At most one at a time, so that two processes never write the same one.
create unique index outage_open on outage (account_id, router_name) where end_time is null;
create index outage_member on outage (account_id, router_name, start_time desc);
create index outage_recent on outage (account_id, end_time);
create index outage_age on outage (end_time);

-- What changed lately in any account.
create index member_change_time on member (change_time);
create index network_link_change_time on network_link (change_time);
`
