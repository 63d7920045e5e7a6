import { type Kysely, sql } from 'kysely'
import { tenantTables } from '../row-security.ts'

/** How each member is, stored: over all its networks, and in each of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  for (const table of ['member_state', 'membership_state', 'state_touched']) await tenantTables(db, table)
  await sql.raw(NOTICING).execute(db)
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
-- How a member is (docs/decisions/114). It is written with the facts that it follows from, and by nobody but network/state.
create table member_state (
  account_id bigint not null,
  router_name text not null,
  router_type smallint not null,
  -- How the member is called, in small letters, for the order of lists; and what they filter by, from the member.
  name text not null,
  online smallint not null,
  online_status smallint not null,
  -- The place of its state, and of its state and cause, among all: the worst first.
  rank smallint not null,
  severity smallint not null,
  state text not null,
  cause text,
  since timestamptz,
  -- The same apart from its networks, for those who may see none of them.
  apart_severity smallint not null,
  apart_state text not null,
  apart_cause text,
  apart_since timestamptz,
  -- Its tunnels: how many are up, how many should be and are not, and whether these all lead to centers that are away.
  up integer not null default 0,
  lost integer not null default 0,
  behind boolean not null default false,
  up_time timestamptz,
  lost_time timestamptz,
  primary key (account_id, router_name),
  foreign key (account_id, router_name) references member on delete cascade
-- A page far down is read from the index alone only where nothing has changed since the last vacuum.
) with (autovacuum_vacuum_scale_factor = 0.02);
-- The order of lists: of both kinds, and of one. A page far down, and the members with a flag, come from the index alone.
create index member_state_worst on member_state (account_id, rank, name, router_name) include (router_type, online, online_status);
create index member_state_worst_of_type on member_state (account_id, router_type, rank, name, router_name) include (online, online_status);

-- The same of a member in one network. It refers to the state of the member, and not to its membership: whoever holds the former may write it.
create table membership_state (
  account_id bigint not null,
  network_number text not null,
  router_name text not null,
  router_type smallint not null,
  severity smallint not null,
  state text not null,
  cause text,
  since timestamptz,
  up integer not null,
  lost integer not null,
  behind boolean not null,
  up_time timestamptz,
  lost_time timestamptz,
  primary key (account_id, router_name, network_number),
  foreign key (account_id, router_name) references member_state on delete cascade
);
create index membership_state_network on membership_state (account_id, network_number, state);

-- Members whose facts a transaction changed: it judges them before it commits. What another program left is judged by the jobs.
create table state_touched (
  -- The number of the transaction.
  xact bigint not null,
  account_id bigint not null,
  router_name text not null,
  primary key (xact, account_id, router_name)
);
`

const NOTICING = /* sql */ `
create function weft_transaction() returns bigint language sql stable as $$ select pg_current_xact_id()::text::bigint $$;

create function weft_touch(account bigint, router text) returns void language sql security definer set search_path = public, pg_temp as $$
  insert into state_touched (xact, account_id, router_name) values (weft_transaction(), account, router) on conflict do nothing
$$;
revoke all on function weft_touch from public;

create function weft_member_touched() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform weft_touch(new.account_id, new.router_name);
  -- Whether a center is away is a fact of those who dial it.
  if tg_op = 'UPDATE' and (old.online_status = 0 and old.online = 0) <> (new.online_status = 0 and new.online = 0) then
    insert into state_touched (xact, account_id, router_name)
      select distinct weft_transaction(), l.account_id, l.router_name from network_link l
      where l.account_id = new.account_id and l.center_router_name = new.router_name and l.kind <> 'pop'
      on conflict do nothing;
  end if;
  return null;
end $$;
create trigger member_touched_new after insert on member for each row execute function weft_member_touched();
create trigger member_touched after update of note, status, online_status, online, connect_time, report_time, config_error on member for each row
  when ((old.note, old.status, old.online_status, old.online, old.connect_time, old.config_error is null)
      is distinct from (new.note, new.status, new.online_status, new.online, new.connect_time, new.config_error is null)
    or (new.online_status = 0 and old.report_time is distinct from new.report_time))
  execute function weft_member_touched();

create function weft_link_touched() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'DELETE' then perform weft_touch(old.account_id, old.router_name);
  else perform weft_touch(new.account_id, new.router_name); end if;
  return null;
end $$;
create trigger network_link_touched_new after insert or delete on network_link for each row execute function weft_link_touched();
create trigger network_link_touched after update of enable, vpn_online, vpn_online_since, vpn_offline_since on network_link for each row
  when ((old.enable, old.vpn_online, old.vpn_online_since, old.vpn_offline_since)
    is distinct from (new.enable, new.vpn_online, new.vpn_online_since, new.vpn_offline_since))
  execute function weft_link_touched();
create trigger network_member_touched_new after insert or delete on network_member for each row execute function weft_link_touched();
create trigger network_member_touched after update of software_mode on network_member for each row
  when (old.software_mode is distinct from new.software_mode) execute function weft_link_touched();

create function weft_network_touched() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into state_touched (xact, account_id, router_name)
    select distinct weft_transaction(), l.account_id, l.router_name from network_link l
    where l.account_id = new.account_id and l.network_number in (old.network_number, new.network_number)
    on conflict do nothing;
  return null;
end $$;
create trigger network_touched after update of mode on network for each row
  when (old.mode is distinct from new.mode) execute function weft_network_touched();
create trigger network_fr_touched after update of running, network_number on network_fr for each row
  when ((old.running, old.network_number) is distinct from (new.running, new.network_number)) execute function weft_network_touched();

create function weft_account_touched() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into state_touched (xact, account_id, router_name) select weft_transaction(), account_id, router_name from member
    where account_id = new.account_id and router_type < 3 on conflict do nothing;
  return null;
end $$;
create trigger account_touched after update of network_usable on account for each row
  when (old.network_usable is distinct from new.network_usable) execute function weft_account_touched();

-- The members that are there are judged when this program starts.
insert into state_touched (xact, account_id, router_name) select 0, account_id, router_name from member where router_type < 3;
`
