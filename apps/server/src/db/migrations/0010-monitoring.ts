import { type Kysely, sql } from 'kysely'
import { closeTable, tenantTables } from '../row-security.ts'

/** Alerts: what an account watches, whom it tells, and what it was told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  for (const table of TENANT_TABLES) await tenantTables(db, table)
  for (const table of SYSTEM_TABLES) await closeTable(db, table)
  await sql.raw(WATCHING).execute(db)
}

const TENANT_TABLES = ['monitor', 'monitor_router', 'maintenance', 'webhook', 'alert', 'alert_watch']
const SYSTEM_TABLES = ['service_alert']

const SCHEMA = /* sql */ `
-- What an account wants to be told, and how. A row stays when monitoring is turned off, so that turning it on again finds it.
create table monitor (
  account_id bigint primary key references account on delete cascade,
  enable smallint not null default 1,
  portal_confirm smallint not null default 1, email_confirm smallint not null default 0, webhook_confirm smallint not null default 0,
  router_online smallint not null default 0, router_offline smallint not null default 1,
  service_expired smallint not null default 1, pop_connect smallint not null default 1,
  -- when the account was told something last
  tell_time timestamptz,
  create_time timestamptz not null default now(), update_time timestamptz not null default now()
);
create table monitor_router (
  account_id bigint not null, router_name text not null,
  primary key (account_id, router_name),
  foreign key (account_id, router_name) references member on delete cascade
);

-- Of a watched member, its control connection ('') or one of its links to POPs: as it was told last, and as it was seen since. A row
-- stands here only while the two differ, or while the account has yet to hear the good end of something bad. No key leads to other
-- tables: whoever changes a member would wait for whoever holds its account.
create table alert_watch (
  account_id bigint not null, router_name text not null, link text not null default '',
  told smallint not null, seen smallint not null,
  -- from when on the difference lasts
  since timestamptz not null,
  -- not looked at before this: a maintenance window, or a center that it is behind, is waited for
  hold timestamptz,
  -- told as down with the center that it is behind, and not by itself
  behind smallint not null default 0,
  primary key (account_id, router_name, link)
);
create index alert_watch_due on alert_watch (since) where seen <> told;
create index alert_watch_behind on alert_watch (account_id) where behind = 1;

-- Ends of services that were told, by how many days before.
create table service_alert (
  account_id bigint not null references account on delete cascade,
  service_id bigint not null, expired_time timestamptz not null, days smallint not null,
  primary key (account_id, service_id, expired_time, days)
);
create index service_ends on service (expired_time) where revoke_time is null;

create table maintenance (
  account_id bigint not null references account on delete cascade,
  id bigint generated always as identity,
  name text not null,
  start_time timestamptz not null, end_time timestamptz not null check (end_time > start_time),
  -- the members that it is about; none is all of them
  router text[] not null,
  create_time timestamptz not null default now(),
  primary key (account_id, id)
);
create index maintenance_newest on maintenance (account_id, start_time desc, id desc);

create table webhook (
  account_id bigint primary key references account on delete cascade,
  type text not null check (type in ('dingtalk', 'feishu', 'wecom', 'other')),
  -- sealed, both: the address of a group's robot is its key
  sealed_url text not null, sealed_secret text,
  update_time timestamptz not null default now()
);

-- What an account was told at once.
create table alert (
  account_id bigint not null references account on delete cascade,
  alert_id uuid not null,
  title text not null,
  content jsonb not null,
  create_time timestamptz not null,
  primary key (account_id, alert_id)
);
create index alert_age on alert (create_time);

alter table delivery drop constraint delivery_channel_check;
alter table delivery add constraint delivery_channel_check check (channel in ('mail', 'sms', 'portal', 'webhook'));
alter table delivery add column alert_id uuid, add foreign key (account_id, alert_id) references alert on delete cascade;
create index delivery_alert on delivery (account_id, create_time desc, delivery_id) where alert_id is not null;

-- Letters of alerts go to an address once.
create unique index contact_email on contact (account_id, lower(email));
`

const WATCHING = /* sql */ `
create function weft_watch(account bigint, router text, link text, former smallint, present smallint) returns void
  language sql security definer set search_path = public, pg_temp as $$
  insert into alert_watch (account_id, router_name, link, told, seen, since)
    select account, router, weft_watch.link, former, present, now()
    from monitor m join monitor_router r on r.account_id = m.account_id and r.router_name = router
    where m.account_id = account and m.enable = 1
  on conflict (account_id, router_name, link) do update set seen = excluded.seen, since = excluded.since
$$;

create function weft_member_presence() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform weft_watch(new.account_id, new.router_name, '', old.online_status, new.online_status);
  return null;
end $$;
create trigger member_presence after update of online_status on member for each row
  when (new.router_type = 1 and old.online_status is distinct from new.online_status) execute function weft_member_presence();

create function weft_pop_link() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform weft_watch(new.account_id, new.router_name, new.network_number || '/' || new.ov_id, old.vpn_online, new.vpn_online);
  return null;
end $$;
create trigger pop_link after update of vpn_online on network_link for each row
  when (new.kind = 'pop' and old.vpn_online is distinct from new.vpn_online) execute function weft_pop_link();

-- Members and services tell; who may change them is decided where they are changed.
revoke all on function weft_watch from public;
`
