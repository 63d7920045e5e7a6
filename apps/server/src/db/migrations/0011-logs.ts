import { type Kysely, sql } from 'kysely'
import { closeTable } from '../row-security.ts'

/** The logs of a whole account, searched by name and address, and SaaS devices that connect. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await closeTable(db, 'former_member')
  await sql.raw(KEEPING).execute(db)
}

const SCHEMA = /* sql */ `
-- By address, and of sessions by their kind and network: each newest first, so that a page of many years is read along the index.
create index connect_log_address on connect_log (account_id, remote_ip, create_time desc);
create index software_login_address on software_login_log (account_id, ip, create_time desc);
create index tunnel_session_mode on tunnel_session (account_id, mode, start_time desc);
drop index tunnel_session_newest;
create index tunnel_session_network on tunnel_session (account_id, network_number, start_time desc) include (mode);
create index tunnel_session_inner on tunnel_session (account_id, vpn_ip, start_time desc);
-- Address and port: those of one address follow each other.
create index tunnel_session_outer on tunnel_session (account_id, orig collate "C", start_time desc);

-- Names of members that were deleted while the logs may still hold what they did.
create table former_member (
  account_id bigint not null,
  router_name text not null,
  delete_time timestamptz not null default now(),
  primary key (account_id, router_name)
);

-- A SaaS device connects as members do and is none: no list, network or search of members holds one.
alter table member drop constraint member_router_type_check, add constraint member_router_type_check check (router_type in (1, 2, 3));
alter table device add column temp_bandwidth integer, add column temp_start_date timestamptz, add column temp_expire_date timestamptz,
  add check (temp_expire_date > temp_start_date);
insert into member (account_id, router_name, router_type, router_model, router_mac)
  select account_id, router_name, 3, router_model, router_mac from device where kind = 'saas' and account_id is not null;
-- Of a SaaS device's session to a POP, which belongs to no network, network_number is ''.
alter table tunnel_session drop constraint tunnel_session_mode_check, add constraint tunnel_session_mode_check check (mode in ('p2p', 'pop', 'saas'));
`

const KEEPING = /* sql */ `
grant select on former_member to weft_app;
create policy tenant on former_member for select to weft_app using (account_id = (select weft_account()));

-- As before, and the names are kept.
create or replace function weft_members_gone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update member_count c set members = c.members - g.members
    from (select account_id, router_type, count(*) as members from gone group by 1, 2) g
    where (c.account_id, c.router_type) = (g.account_id, g.router_type);
  insert into former_member (account_id, router_name) select account_id, router_name from gone order by 1, 2
    on conflict (account_id, router_name) do update set delete_time = excluded.delete_time;
  return null;
end $$;
`
