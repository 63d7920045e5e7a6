import { type Kysely, sql } from 'kysely'
import { tenantTables } from '../row-security.ts'

/** The branches that a center takes with it, and indexes for the filters of incidents and of the operation log. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await tenantTables(db, 'incident_branch')
  await sql.raw(KNOWN).execute(db)
  await sql.raw(SEARCH).execute(db)
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
-- The branches that were lost with the center that an incident is about. No key leads to members: an incident outlives them.
create table incident_branch (
  account_id bigint not null,
  incident_id bigint not null,
  router_name text not null,
  lost_time timestamptz not null,
  -- when it was well again, whether before its center or after; null until then
  back_time timestamptz check (back_time >= lost_time),
  primary key (account_id, incident_id, router_name),
  foreign key (account_id, incident_id) references incident on delete cascade
);
create index incident_branch_member on incident_branch (account_id, router_name);
create index incident_branch_away on incident_branch (account_id, incident_id) where back_time is null;
create index audit_area on audit (account_id, area, create_time desc, seq desc);
create index outage_behind on outage (account_id, behind) where end_time is null and behind is not null;
`

const KNOWN = /* sql */ `
-- Of the incidents so far, what the outages of branches say.
insert into incident_branch (account_id, incident_id, router_name, lost_time, back_time)
  select i.account_id, i.incident_id, o.router_name, min(o.start_time), case when bool_and(o.end_time is not null) then max(o.end_time) end
  from incident i join outage o on (o.account_id, o.behind) = (i.account_id, i.router_name) and o.state = 'down' and o.cause = 'center_down'
    and o.start_time >= i.open_time and coalesce(o.start_time < i.close_time, true)
  where i.kind = 'router_offline' group by i.account_id, i.incident_id, o.router_name;
`

const SEARCH = /* sql */ `
create index incident_grams on incident using gin (weft_grams(account_id || '/', lower(subject))) where subject <> '';
create index former_member_grams on former_member using gin (weft_grams(account_id || '/', lower(router_name || E'\\n' || note)));

-- As weft_find_members does: of the account that the transaction serves alone, and along the index, which row-level security hides.
create function weft_find_incidents(search text) returns setof incident
  language sql stable security definer set search_path = public, pg_temp as $$
  select i.* from incident i
  where i.account_id + 0 = (select weft_account()) and i.subject <> ''
    and weft_grams(i.account_id || '/', lower(i.subject)) @> (select weft_gram_query(weft_account() || '/', lower(search)))
    and strpos(lower(i.subject), (select lower(search))) > 0
$$;
create function weft_find_former(search text) returns table (router_name text)
  language sql stable security definer set search_path = public, pg_temp as $$
  select f.router_name from former_member f
  where f.account_id + 0 = (select weft_account())
    and weft_grams(f.account_id || '/', lower(f.router_name || E'\\n' || f.note))
      @> (select weft_gram_query(weft_account() || '/', lower(search)))
    and strpos(lower(f.router_name || E'\\n' || f.note), (select lower(search))) > 0
$$;
revoke all on function weft_find_incidents, weft_find_former from public;
grant execute on function weft_find_incidents, weft_find_former to weft_app, weft_system;
`
