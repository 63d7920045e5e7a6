import { type Kysely, sql } from 'kysely'
import { closeTable, tenantTables } from '../row-security.ts'

/** The quality of links by the minute, the quarter of an hour and the hour. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  for (const table of ['quality_minute', 'quality_quarter', 'quality_hour', 'quality_usual']) await tenantTables(db, table)
  for (const table of ['quality_late', 'quality_rolled']) await closeTable(db, table)
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
-- Packets and milliseconds. Of a longer time, counts are sums, the least and the largest are those of its minutes, and the rest means.
create table quality_minute (
  account_id bigint not null, network_number text not null, router_name text not null, center_router_name text not null, time timestamptz not null,
  sent integer not null, reflected integer not null, received integer not null,
  rtt_min real, rtt_p50 real, rtt_p95 real, rtt_max real, jitter_out real, jitter_back real,
  longest_gap integer not null, reordered integer not null,
  primary key (account_id, network_number, router_name, center_router_name, time)
) partition by range (time);
create table quality_quarter (like quality_minute, primary key (account_id, network_number, router_name, center_router_name, time))
  partition by range (time);
create table quality_hour (like quality_minute, primary key (account_id, network_number, router_name, center_router_name, time))
  partition by range (time);
-- The usual time there and back of a link: the median of its hours of seven days.
create table quality_usual (
  account_id bigint not null, network_number text not null, router_name text not null, center_router_name text not null, rtt real not null,
  primary key (account_id, network_number, router_name, center_router_name),
  foreign key (account_id, network_number) references network on delete cascade,
  foreign key (account_id, router_name) references member on delete cascade
);
create index quality_usual_member on quality_usual (account_id, router_name);
-- The roll-up of a quarter reads its part of the day alone, that of an hour its part of the week, and what is usual is worked out for an hour alone.
create index quality_minute_time on quality_minute using brin (time) with (pages_per_range = 32, autosummarize = on);
create index quality_quarter_time on quality_quarter using brin (time) with (pages_per_range = 32, autosummarize = on);
create index quality_hour_time on quality_hour using brin (time) with (pages_per_range = 32, autosummarize = on);
select weft_partitions('quality_minute', current_date - 1, current_date + 15, 1),
  weft_partitions('quality_quarter', current_date - 7, current_date + 15, 7), weft_partitions('quality_hour', current_date - 40, current_date + 15, 30);

-- Quarters of members whose minutes came after the quarter was, or may have been, rolled up. Without a key, as traffic_late.
create table quality_late (account_id bigint not null, network_number text not null, router_name text not null, quarter timestamptz not null);
-- Quarters before this are rolled up, and whole hours. Whoever rolls up holds the one row.
create table quality_rolled (one boolean primary key default true check (one), until timestamptz not null);
insert into quality_rolled (until) values (date_bin('15 minutes', now(), 'epoch'));

-- As before, and for the quality of links.
create or replace function weft_drop_partition(parent text, before timestamptz) returns text language plpgsql security definer
  set search_path = public, pg_temp set lock_timeout = '3s' as $$
declare part record; logs constant text[] := array['audit', 'connect_log', 'tunnel_session', 'software_login_log']; alive boolean;
begin
  if parent <> all (logs || array['traffic_minute', 'traffic_hour', 'traffic_day', 'quality_minute', 'quality_quarter', 'quality_hour']) then
    raise exception '% is kept', parent;
  end if;
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
`
