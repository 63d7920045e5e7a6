import { type Kysely, sql } from 'kysely'
import { closeTable, tenantTables } from '../row-security.ts'

/** Accounts, sessions, networks, members, devices, services, audit: what the first areas of the product stand on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  for (const table of TENANT_TABLES) await tenantTables(db, table)
  for (const table of SYSTEM_TABLES) await closeTable(db, table)
  await sql.raw(AUDIT).execute(db)
}

/** Every row belongs to one account. */
const TENANT_TABLES = [
  'account',
  'login',
  'role',
  'role_network',
  'session',
  'session_token',
  'service',
  'device',
  'member',
  'network',
  'network_member',
  'network_center',
  'network_link',
  'message',
  'message_state',
  'idempotency',
  'connect_log',
  'tunnel_session',
  'software_login_log',
  'traffic_minute',
]
/** Seen by the sign-in, the operators, the gateway and the jobs only. */
const SYSTEM_TABLES = [
  'login_name',
  'captcha',
  'sign_in_failure',
  'rate_window',
  'operator',
  'operator_session',
  'operator_idempotency',
  'socket_ticket',
  'member_credential',
  'gateway_instance',
  'job_mark',
]

const SCHEMA = /* sql */ `
create extension if not exists pg_trgm;

create table account (
  account_id bigint generated always as identity primary key,
  account_number text not null unique check (account_number ~ '^[0-9]{8}$'),
  sign text not null,
  status smallint not null default 1,
  -- network_status of every network of the account: 0 while fewer members are bought than are networked
  network_usable smallint not null default 1,
  create_time timestamptz not null default now()
);

-- A person's way in: the owner (ram 0) or a sub-account (ram 1) with one role.
create table login (
  login_id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  ram smallint not null,
  username text not null,
  nickname text not null,
  password_hash text not null,
  birthday text, industry text, occupation text,
  area_code text, phone text, email text, default_channel text,
  role_id bigint,
  status smallint not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  login_time timestamptz, login_address text, previous_login_time timestamptz, previous_login_address text,
  unique (account_id, login_id)
);
create unique index login_one_owner on login (account_id) where ram = 0;
create index login_owner_search on login using gin ((username || ' ' || nickname || ' ' || coalesce(phone, '')) gin_trgm_ops) where ram = 0;
create unique index login_sub_name on login (account_id, lower(username)) where ram = 1;
-- Case-folded sign-in names, unique over usernames, phones and e-mails of all owners (docs/design/security.md §3).
create table login_name (
  name_key text primary key, account_id bigint not null, login_id bigint not null,
  foreign key (account_id, login_id) references login (account_id, login_id) on delete cascade
);
create index login_name_login on login_name (account_id, login_id);

create table role (
  role_id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  name text not null, note text not null default '',
  member_create smallint not null default 0, member_edit smallint not null default 0, member_delete smallint not null default 0,
  network_create smallint not null default 0, network_edit smallint not null default 0, network_delete smallint not null default 0,
  monitor_create smallint not null default 0, monitor_edit smallint not null default 0, monitor_delete smallint not null default 0,
  -- 1 once networks were designated: the deletion of the last of them must not open all the others
  confined smallint not null default 0,
  create_time timestamptz not null default now(), update_time timestamptz not null default now(),
  unique (account_id, role_id)
);
alter table login add foreign key (account_id, role_id) references role (account_id, role_id);
create index login_role on login (account_id, role_id);

create table session (
  session_id uuid primary key,
  account_id bigint not null,
  login_id bigint not null,
  kind text not null check (kind in ('password', 'link')),
  cookie_hash bytea,
  create_time timestamptz not null, last_time timestamptz not null, expire_time timestamptz not null,
  revoke_time timestamptz, revoke_reason text,
  address text not null, user_agent text not null,
  unique (account_id, session_id),
  foreign key (account_id, login_id) references login (account_id, login_id) on delete cascade
);
create index session_login on session (account_id, login_id) where revoke_time is null;
create index session_expiry on session (expire_time);
create table session_token (
  token_hash bytea primary key,
  account_id bigint not null,
  session_id uuid not null,
  issue_time timestamptz not null,
  rotate_time timestamptz,
  foreign key (account_id, session_id) references session (account_id, session_id) on delete cascade
);
create index session_token_session on session_token (account_id, session_id);
create table socket_ticket (ticket_hash bytea primary key, session_id uuid not null references session on delete cascade, expire_time timestamptz not null);

create table captcha (uniqid text primary key, code text not null, expire_time timestamptz not null);
create index captcha_expiry on captcha (expire_time);
create table sign_in_failure (failure_key bytea primary key, failures smallint not null, last_time timestamptz not null);
create table rate_window (rate_key text primary key, window_start timestamptz not null, calls integer not null);
create index rate_window_start on rate_window (window_start);

create table service (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  service_code text not null,
  quantity integer not null check (quantity > 0),
  start_time timestamptz not null, expired_time timestamptz,
  revoke_time timestamptz,
  create_time timestamptz not null default now(),
  unique (account_id, id),
  check (expired_time > start_time)
);
create index service_account on service (account_id, service_code) where revoke_time is null;
create index service_expiry on service (expired_time) where revoke_time is null;
create index service_start on service (start_time) where revoke_time is null;

-- Hardware of the operator; in stock while no account holds it.
create table device (
  router_name text primary key,
  account_id bigint references account,
  kind text not null check (kind in ('router', 'saas')),
  router_model text not null, router_mac text,
  bandwidth integer, expire_date timestamptz,
  activation_hash bytea, activate_time timestamptz,
  csr text,
  -- of a SaaS device: the service that its assignment wrote, which ends with it
  service_id bigint,
  create_time timestamptz not null default now(),
  foreign key (account_id, service_id) references service (account_id, id)
);
create index device_account on device (account_id);
create index device_newest on device (create_time desc, router_name);

create table member (
  account_id bigint not null references account on delete cascade,
  router_name text not null unique,
  router_type smallint not null check (router_type in (1, 2)),
  note text not null default '',
  area_code text, phone text,
  password_hash text,
  status smallint not null default 1,
  online_status smallint not null default 0,
  online smallint not null default 0,
  os text, version text, router_model text, router_mac text, router_ipv4 text,
  sys_brand text, sys_model text, sys_version text,
  interfaces jsonb not null default '[]',
  -- The instance and session that hold its control connection.
  gateway_id uuid, connection_id uuid, connect_time timestamptz, report_time timestamptz,
  -- Changes when nothing of what ran on the device before can still run.
  boot_id text,
  -- The configuration that it should run and the one that it said it runs.
  config_revision bigint not null default 0,
  applied_revision bigint not null default 0,
  applied_hash text,
  config_error text,
  event_seq bigint not null default 0,
  create_time timestamptz not null default now(),
  primary key (account_id, router_name)
);
create index member_newest on member (account_id, router_type, create_time desc, router_name);
create index member_search on member using gin ((router_name || ' ' || note || ' ' || coalesce(phone, '')) gin_trgm_ops);
create unique index member_phone on member (account_id, area_code, phone) where phone is not null;
create index member_gateway on member (gateway_id) where gateway_id is not null;
create table member_credential (
  credential_hash bytea primary key,
  account_id bigint not null, router_name text not null,
  create_time timestamptz not null default now(),
  foreign key (account_id, router_name) references member (account_id, router_name) on delete cascade
);
create index member_credential_member on member_credential (account_id, router_name);

create table network (
  account_id bigint not null references account on delete cascade,
  network_number text not null unique check (network_number ~ '^[0-9]{10}$'),
  network_name text not null,
  mode smallint not null default 1,
  ncp_ciphers text not null default 'default',
  revision bigint not null default 1,
  create_time timestamptz not null default now(),
  update_time timestamptz not null default now(),
  primary key (account_id, network_number)
);
create unique index network_name on network (account_id, lower(network_name));
create index network_newest on network (account_id, create_time desc, network_number);
alter table member add unique (account_id, router_name, router_type);
create table network_member (
  account_id bigint not null,
  network_number text not null,
  router_name text not null,
  router_type smallint not null,
  member_type text not null check (member_type in ('center', 'point')),
  create_time timestamptz not null default now(),
  primary key (account_id, network_number, router_name),
  foreign key (account_id, network_number) references network on delete cascade,
  foreign key (account_id, router_name, router_type) references member (account_id, router_name, router_type) on delete cascade,
  -- a software member is never a center
  check (router_type = 1 or member_type = 'point')
);
create index network_member_router on network_member (account_id, router_name);
create table role_network (
  account_id bigint not null, role_id bigint not null, network_number text not null,
  primary key (account_id, role_id, network_number),
  foreign key (account_id, role_id) references role (account_id, role_id) on delete cascade,
  foreign key (account_id, network_number) references network on delete cascade
);
create index role_network_network on role_network (account_id, network_number);
-- The two services of a center and their interconnect segments.
create table network_center (
  account_id bigint not null, network_number text not null, router_name text not null,
  router_segment cidr not null, software_segment cidr not null,
  primary key (account_id, network_number, router_name),
  foreign key (account_id, network_number, router_name) references network_member on delete cascade
);
-- A tunnel that a point should have to a center, and how it stands.
create table network_link (
  account_id bigint not null, network_number text not null, center_router_name text not null, router_name text not null,
  enable smallint not null default 1,
  vpn_ip inet not null,
  vpn_online smallint not null default 0,
  vpn_online_since timestamptz,
  primary key (account_id, network_number, center_router_name, router_name),
  unique (account_id, network_number, center_router_name, vpn_ip),
  foreign key (account_id, network_number, center_router_name) references network_center (account_id, network_number, router_name) on delete cascade,
  foreign key (account_id, network_number, router_name) references network_member on delete cascade
);
create index network_link_point on network_link (account_id, router_name);
create index network_link_center on network_link (account_id, center_router_name);

create table announcement (
  id bigint generated always as identity primary key,
  title text not null, tag text not null default '', link text, content text not null default '',
  release_time timestamptz not null
);
create index announcement_newest on announcement (release_time desc, id desc);
create table message (
  message_id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  title text not null, type text not null, content text not null,
  create_time timestamptz not null default now(),
  unique (account_id, message_id)
);
create index message_newest on message (account_id, create_time desc, message_id desc);
-- Read and deleted are kept per login.
create table message_state (
  account_id bigint not null, login_id bigint not null, message_id bigint not null,
  read_time timestamptz, delete_time timestamptz,
  primary key (account_id, login_id, message_id),
  foreign key (account_id, login_id) references login (account_id, login_id) on delete cascade,
  foreign key (account_id, message_id) references message (account_id, message_id) on delete cascade
);

create table idempotency (
  account_id bigint not null references account on delete cascade,
  login_id bigint not null,
  idempotency_key text not null,
  path text not null, body_hash bytea not null,
  answer jsonb,
  create_time timestamptz not null default now(),
  primary key (account_id, login_id, idempotency_key)
);
create index idempotency_age on idempotency (create_time);

create table operator (
  operator_id bigint generated always as identity primary key,
  username text not null, password_hash text not null, role text not null,
  status smallint not null default 1, create_time timestamptz not null default now()
);
create unique index operator_name on operator (lower(username));
create table operator_session (
  token_hash bytea primary key, operator_id bigint not null references operator on delete cascade,
  create_time timestamptz not null, expire_time timestamptz not null, address text not null
);
create index operator_session_expiry on operator_session (expire_time);
create table operator_idempotency (
  operator_id bigint not null references operator on delete cascade,
  idempotency_key text not null,
  path text not null, body_hash bytea not null,
  answer jsonb,
  create_time timestamptz not null default now(),
  primary key (operator_id, idempotency_key)
);
create index operator_idempotency_age on operator_idempotency (create_time);

-- Up to when a periodic job has looked.
create table job_mark (job text primary key, last_time timestamptz not null);

create table gateway_instance (gateway_id uuid primary key, start_time timestamptz not null default now(), last_time timestamptz not null default now());

create table connect_log (
  account_id bigint not null, router_name text not null,
  remote_ip text not null, remote_port integer not null, version text, online smallint not null,
  create_time timestamptz not null
) partition by range (create_time);
create index connect_log_newest on connect_log (account_id, create_time desc);
create index connect_log_member on connect_log (account_id, router_name, create_time desc);
-- One row per tunnel session; the row of a session that ended has its end and bytes.
create table tunnel_session (
  account_id bigint not null, network_number text not null, router_name text not null, link_router_name text not null,
  orig text, vpn_ip text,
  start_time timestamptz not null, end_time timestamptz,
  input bigint not null default 0, out bigint not null default 0,
  primary key (account_id, router_name, link_router_name, network_number, start_time)
) partition by range (start_time);
create index tunnel_session_newest on tunnel_session (account_id, start_time desc);
create index tunnel_session_open on tunnel_session (account_id, router_name) where end_time is null;
create table software_login_log (
  account_id bigint not null, router_name text not null, ip text not null,
  os text, version text, sys_brand text, sys_model text, sys_version text,
  create_time timestamptz not null
) partition by range (create_time);
create index software_login_newest on software_login_log (account_id, create_time desc);
create index software_login_member on software_login_log (account_id, router_name, create_time desc);
create table traffic_minute (
  account_id bigint not null, router_name text not null, interface text not null, time timestamptz not null,
  down bigint not null, upload bigint not null,
  primary key (account_id, router_name, interface, time)
) partition by range (time);

-- The account that the present transaction serves; null outside one.
create function weft_account() returns bigint language sql stable parallel safe
  as $$ select nullif(current_setting('weft.account_id', true), '')::bigint $$;

-- Makes the partitions of one table from day a to day b, each of so many days, aligned so that repeated calls agree.
create function weft_partitions(parent text, a date, b date, days integer) returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare d date := date '2020-01-01' + ((a - date '2020-01-01') / days) * days; name text;
begin
  perform pg_advisory_xact_lock(hashtext('weft_partitions'));
  while d <= b loop
    name := parent || '_' || to_char(d, 'YYYYMMDD');
    if to_regclass(name) is null then
      execute format('create table %I partition of %I for values from (%L) to (%L)', name, parent, d, d + days);
    end if;
    d := d + days;
  end loop;
end $$;
revoke all on function weft_partitions from public;
grant execute on function weft_partitions to weft_system;
select weft_partitions(t, current_date - 8, current_date + 15, 7) from unnest(array['connect_log', 'tunnel_session', 'software_login_log']) t;
select weft_partitions('traffic_minute', current_date - 8, current_date + 15, 1);

grant usage on schema public to weft_app, weft_system;
grant select on announcement to weft_app;
grant select, insert, update, delete on announcement to weft_system;
`

const AUDIT = /* sql */ `
-- Insert-only and hash-chained, one chain per account; account 0 is the operator's own (docs/design/security.md §6).
create table audit (
  account_id bigint not null,
  seq bigint not null,
  create_time timestamptz not null,
  actor_kind text not null check (actor_kind in ('owner', 'sub_account', 'operator', 'system')),
  actor_id bigint, actor_name text not null, address text,
  area text not null, action text not null, message text not null,
  detail jsonb not null,
  prev_hash bytea not null, hash bytea not null,
  primary key (account_id, seq, create_time)
) partition by range (create_time);
create index audit_newest on audit (account_id, create_time desc);
create index audit_actor on audit (account_id, actor_id, create_time desc);
create table audit_head (account_id bigint primary key, seq bigint not null, hash bytea not null);
select weft_partitions('audit', current_date - 8, current_date + 15, 7);

-- The only way to write the chain. Locks the account's head, so that the chain has no fork.
create function audit_append(
  p_account_id bigint, p_actor_kind text, p_actor_id bigint, p_actor_name text, p_address text,
  p_area text, p_action text, p_message text, p_detail jsonb
) returns bigint language plpgsql security definer set search_path = public, pg_temp as $$
declare head audit_head; entry bytea; at timestamptz := clock_timestamp();
begin
  if current_setting('role', true) <> 'weft_system' and p_account_id is distinct from weft_account() then
    raise exception 'an audit row belongs to the account that the transaction serves';
  end if;
  insert into audit_head values (p_account_id, 0, sha256('weft')) on conflict do nothing;
  select * into head from audit_head where account_id = p_account_id for update;
  entry := sha256(head.hash || convert_to(jsonb_build_array(p_account_id, head.seq + 1, extract(epoch from at), p_actor_kind, p_actor_id, p_actor_name,
    p_address, p_area, p_action, p_message, p_detail)::text, 'UTF8'));
  insert into audit values (p_account_id, head.seq + 1, at, p_actor_kind, p_actor_id, p_actor_name, p_address, p_area, p_action, p_message, p_detail, head.hash, entry);
  update audit_head set seq = head.seq + 1, hash = entry where account_id = p_account_id;
  return head.seq + 1;
end $$;
alter table audit enable row level security;
alter table audit force row level security;
alter table audit_head enable row level security;
alter table audit_head force row level security;
create policy tenant on audit for select to weft_app using (account_id = (select weft_account()));
create policy system on audit for select to weft_system using (true);
create policy system on audit_head for select to weft_system using (true);
do $$ begin
  execute format('create policy keeper on audit to %I using (true) with check (true)', current_user);
  execute format('create policy keeper on audit_head to %I using (true) with check (true)', current_user);
end $$;
grant select on audit to weft_app, weft_system;
grant select on audit_head to weft_system;
revoke all on function audit_append from public;
grant execute on function audit_append to weft_app, weft_system;
grant execute on function weft_account to weft_app, weft_system;
`
