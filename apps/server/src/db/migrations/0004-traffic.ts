import { type Kysely, sql } from 'kysely'
import { closeTable, tenantTables } from '../row-security.ts'

/** Traffic by hour and day, and the end of what is kept long enough. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  for (const table of TENANT_TABLES) await tenantTables(db, table)
  for (const table of SYSTEM_TABLES) await closeTable(db, table)
}

const TENANT_TABLES = ['traffic_hour', 'traffic_day']
const SYSTEM_TABLES = ['traffic_late', 'traffic_rolled']

const SCHEMA = /* sql */ `
-- Minutes come in the order of time: the roll-up of one hour reads its part of the day alone.
create index traffic_minute_time on traffic_minute using brin (time) with (pages_per_range = 32, autosummarize = on);

-- Bytes, and the rate of the busiest minute in bit/s. A day is a day in Shanghai.
create table traffic_hour (
  account_id bigint not null, router_name text not null, interface text not null, time timestamptz not null,
  down bigint not null, upload bigint not null, peak_down bigint not null, peak_upload bigint not null,
  primary key (account_id, router_name, interface, time)
) partition by range (time);
create index traffic_hour_time on traffic_hour using brin (time) with (pages_per_range = 32, autosummarize = on);
create table traffic_day (
  account_id bigint not null, router_name text not null, interface text not null, time timestamptz not null,
  down bigint not null, upload bigint not null, peak_down bigint not null, peak_upload bigint not null,
  primary key (account_id, router_name, interface, time)
) partition by range (time);
select weft_partitions('traffic_hour', current_date - 40, current_date + 15, 30), weft_partitions('traffic_day', current_date - 40, current_date + 15, 366);

-- Hours of members whose minutes came after the hour was, or may have been, rolled up. Without a key: whoever writes minutes waits
-- for nobody who rolls up.
create table traffic_late (account_id bigint not null, router_name text not null, hour timestamptz not null);
-- Hours before this are rolled up, and whole days. Whoever rolls up holds the one row.
create table traffic_rolled (one boolean primary key default true check (one), until timestamptz not null);
insert into traffic_rolled (until)
  select coalesce(date_bin('1 hour', min(time), 'epoch'), date_bin('1 hour', now(), 'epoch')) from traffic_minute;

-- Drops the oldest partition of a table whose rows are all older, and says its name; null where there is none. A session counts as
-- old as its end, and one that is open as new.
create function weft_drop_partition(parent text, before timestamptz) returns text language plpgsql security definer
  set search_path = public, pg_temp set lock_timeout = '3s' as $$
declare part record; logs constant text[] := array['audit', 'connect_log', 'tunnel_session', 'software_login_log']; alive boolean;
begin
  if parent <> all (logs || array['traffic_minute', 'traffic_hour', 'traffic_day']) then raise exception '% is kept', parent; end if;
  if parent = any (logs) and before > now() - interval '179 days' then raise exception 'logs are kept for 180 days'; end if;
  for part in
    select c.oid::regclass::text as name, substring(pg_get_expr(c.relpartbound, c.oid) from $re$TO \\('([^']+)'\\)$re$)::timestamptz as until
    from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = parent::regclass order by 2
  loop
    exit when part.until is null or part.until > before;
    if parent = 'tunnel_session' then
      execute format('select exists (select from %s where end_time is null or end_time >= %L)', part.name, before) into alive;
      continue when alive;
    end if;
    execute format('drop table %s', part.name);
    return part.name;
  end loop;
  return null;
end $$;
revoke all on function weft_drop_partition from public;
grant execute on function weft_drop_partition to weft_system;

-- As before, but for the time, which is now taken once the chain is held: entries of one account are in the order of time, so
-- what is left of a chain whose oldest partition was dropped still follows from its first entry.
create or replace function audit_append(
  p_account_id bigint, p_actor_kind text, p_actor_id bigint, p_actor_name text, p_address text,
  p_area text, p_action text, p_message text, p_detail jsonb
) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare head audit_head; entry bytea; at timestamptz;
begin
  if current_setting('role', true) <> 'weft_system' and p_account_id is distinct from weft_account() then
    raise exception 'an audit row belongs to the account that the transaction serves';
  end if;
  insert into audit_head values (p_account_id, 0, sha256('weft')) on conflict do nothing;
  select * into head from audit_head where account_id = p_account_id for update;
  at := clock_timestamp();
  entry := sha256(head.hash || convert_to(jsonb_build_array(p_account_id, head.seq + 1, extract(epoch from at), p_actor_kind, p_actor_id, p_actor_name,
    p_address, p_area, p_action, p_message, p_detail)::text, 'UTF8'));
  insert into audit values (p_account_id, head.seq + 1, at, p_actor_kind, p_actor_id, p_actor_name, p_address, p_area, p_action, p_message, p_detail, head.hash, entry);
  update audit_head set seq = head.seq + 1, hash = entry where account_id = p_account_id;
  return head.seq + 1;
end $$;
`
