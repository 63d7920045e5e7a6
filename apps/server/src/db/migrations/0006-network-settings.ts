import { type Kysely, sql } from 'kysely'
import { tenantTables } from '../row-security.ts'

/** The settings of networks and their members, revisions, POPs with their resources, and work orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  for (const table of TENANT_TABLES) await tenantTables(db, table)
}

const TENANT_TABLES = ['network_fr', 'network_fr_area', 'network_revision', 'network_ticket']

const SCHEMA = /* sql */ `
-- Relay hubs that the operator runs. An agent of the name pop_name runs its documents.
create table pop (
  id bigint generated always as identity primary key,
  name text not null unique,
  pop_name text not null unique,
  region text not null,
  public_ip inet not null,
  port integer not null check (port between 1 and 65535),
  -- Mbit/s
  capacity integer not null check (capacity > 0),
  create_time timestamptz not null default now()
);
-- Customers see where POPs are, and dial them.
grant select on pop to weft_app;
grant select, insert, update, delete on pop to weft_system;

-- What an account bought: access to POP regions. Its expiry is that of the service that came with it.
create table network_fr (
  account_id bigint not null references account on delete cascade,
  network_fr_id bigint generated always as identity unique,
  shortname text not null,
  -- Mbit/s
  bandwidth integer not null,
  service_id bigint,
  -- whether its service ran when that was last looked at: once it turns, members hear of it
  running smallint not null default 1,
  -- what it is attached to; at most one resource a network
  network_number text,
  -- the segments that all its areas share out of, and that of its POPs among themselves
  segment cidr not null,
  other_segment cidr not null,
  create_time timestamptz not null default now(),
  primary key (account_id, network_fr_id),
  unique (account_id, network_number),
  foreign key (account_id, service_id) references service (account_id, id) on delete set null (service_id),
  foreign key (account_id, network_number) references network (account_id, network_number) on delete set null (network_number)
);
create table network_fr_area (
  account_id bigint not null,
  ov_id bigint generated always as identity unique,
  network_fr_id bigint not null,
  pop_id bigint not null references pop,
  -- the POP's region when it was bought
  area text not null,
  router_segment cidr not null,
  software_segment cidr not null,
  primary key (account_id, ov_id),
  unique (account_id, network_fr_id, pop_id),
  foreign key (account_id, network_fr_id) references network_fr on delete cascade
);
create index network_fr_area_pop on network_fr_area (pop_id);

alter table network
  add column dns text[] not null default '{}',
  add column routing_type smallint not null default 1 check (routing_type in (1, 2)),
  add column main_router text,
  add column secondary_router text,
  -- a twin link: {enable, center_router_name, public_ip, public_port, static_port, segment}
  add column center_link jsonb not null default '{"enable":0,"center_router_name":null,"public_ip":null,"public_port":null,"static_port":null,"segment":null}',
  -- a POP resource that waits for the address pool to be looked at (423): {network_fr_id, mode, until}
  add column fr_pending jsonb;
alter table network_member
  add column default_route smallint not null default 0 check (default_route in (0, 1, 2)),
  add column metric smallint,
  add column quagga smallint not null default 0,
  add column software_mode smallint,
  add column ov_main bigint,
  add column ov_backup bigint,
  -- prefix rules in order: [{ip, mask, permission, ge, le}]
  add column prefix jsonb not null default '[]';
alter table network_center
  -- {public_ip, public_port, static_port}
  add column router_port jsonb not null default '{"public_ip":null,"public_port":null,"static_port":null}',
  add column software_port jsonb not null default '{"public_ip":null,"public_port":null,"static_port":null}';

-- Besides points to centers: the twin link, from the center that dials to the one that listens, and members to POPs. Of these,
-- center_router_name is the POP's name, which is no center of the network.
alter table network_link
  add column kind text not null default 'center' check (kind in ('center', 'twin', 'pop')),
  add column ov_id bigint,
  add column center_key text generated always as (case when kind <> 'pop' then center_router_name end) stored,
  add foreign key (account_id, ov_id) references network_fr_area on delete cascade,
  add check ((kind = 'pop') = (ov_id is not null));
do $$
declare name text;
begin
  select conname into strict name from pg_constraint where conrelid = 'network_link'::regclass and confrelid = 'network_center'::regclass;
  execute format('alter table network_link drop constraint %I', name);
end $$;
alter table network_link add foreign key (account_id, network_number, center_key)
  references network_center (account_id, network_number, router_name) on delete cascade;
create index network_link_center_key on network_link (account_id, network_number, center_key);
create index network_link_area on network_link (account_id, ov_id) where ov_id is not null;

-- When what a poll shows last changed, so that it answers only what is new.
alter table network_link add column change_time timestamptz not null default now();
alter table member add column change_time timestamptz not null default now();
create function weft_changed() returns trigger language plpgsql as $$
begin
  new.change_time := clock_timestamp();
  return new;
end $$;
create trigger network_link_changed before update on network_link for each row
  when ((old.vpn_online, old.vpn_online_since, old.enable) is distinct from (new.vpn_online, new.vpn_online_since, new.enable)) execute function weft_changed();
create trigger member_changed before update on member for each row
  when ((old.online, old.online_status, old.status) is distinct from (new.online, new.online_status, new.status)) execute function weft_changed();

-- What each revision changed: a patch that reads both ways.
create table network_revision (
  account_id bigint not null,
  network_number text not null,
  revision bigint not null,
  create_time timestamptz not null default now(),
  -- a login's name; null the operator or the system itself, as by_kind says
  by_name text,
  by_kind text not null check (by_kind in ('login', 'operator', 'system')),
  summary text not null,
  -- [{path, from, to}]
  patch jsonb not null,
  -- the centers that were signed in when it was applied, watched until then: one that loses its control connection undoes the revision
  guarded text[] not null default '{}',
  guard_until timestamptz,
  reverted smallint not null default 0,
  primary key (account_id, network_number, revision),
  foreign key (account_id, network_number) references network on delete cascade
);
create index network_revision_guarded on network_revision (guard_until) where guard_until is not null;

-- Work orders. The network may be gone, its order stays.
create table network_ticket (
  account_id bigint not null references account on delete cascade,
  network_ticket_number text not null unique check (network_ticket_number ~ '^[0-9]{14}$'),
  network_number text not null,
  network_name text not null,
  network_ticket_type integer not null check (network_ticket_type = 1001),
  -- 1 待处理, 2 处理中, 3 已完成, 4 已取消
  network_ticket_status smallint not null default 1 check (network_ticket_status between 1 and 4),
  -- Mbit/s
  bandwidth integer not null,
  -- years
  expired_time integer not null,
  -- the regions asked for, and their members: {region: [router_name]}
  pop text[] not null,
  pop_conf jsonb not null default '{}',
  network_fr_id bigint,
  create_time timestamptz not null default now(),
  accept_time timestamptz, complete_time timestamptz, cancel_time timestamptz,
  primary key (account_id, network_ticket_number),
  foreign key (account_id, network_fr_id) references network_fr on delete set null (network_fr_id)
);
-- at most one open order a network
create unique index network_ticket_open on network_ticket (account_id, network_number) where network_ticket_status in (1, 2);
create index network_ticket_newest on network_ticket (account_id, create_time desc, network_ticket_number);
create index network_ticket_status on network_ticket (network_ticket_status, create_time desc);
`
