import { type Kysely, sql } from 'kysely'
import { closeTable, tenantTables } from '../row-security.ts'

/** Codes, recoveries, letters and text messages, second factors, known devices, suffixes, help, client packages, contacts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  for (const table of TENANT_TABLES) await tenantTables(db, table)
  for (const table of SYSTEM_TABLES) await closeTable(db, table)
  await sql.raw(GRANTS).execute(db)
}

/** Every row belongs to one account; rows of none are the system's. */
const TENANT_TABLES = ['verification_code', 'delivery', 'totp_recovery_code', 'login_device', 'account_sign', 'contact']
const SYSTEM_TABLES = [
  'recovery',
  'totp_challenge',
  'code_quota',
  'contact_link',
  'document',
  'document_file',
  'client_version',
  'stored_file',
  'file_chunk',
  'upload',
]

const SCHEMA = /* sql */ `
-- Until when this session counts as identity-verified.
alter table session add column verified_until timestamptz;
-- Sealed. A secret that was set up counts once a code of it was typed.
alter table login add column totp_secret text, add column totp_time timestamptz, add column totp_last_step bigint not null default 0;
-- A message for one login of the account; null for every one.
alter table message add column login_id bigint,
  add foreign key (account_id, login_id) references login (account_id, login_id) on delete cascade;

-- A code that was sent: the key is a keyed digest of purpose, target and whose it is. Without an account while there is none.
create table verification_code (
  code_key bytea primary key,
  account_id bigint references account on delete cascade,
  code_hash bytea not null,
  tries smallint not null default 0,
  delivery_id uuid,
  expire_time timestamptz not null
);
create index verification_code_expiry on verification_code (expire_time);
create index verification_code_account on verification_code (account_id);
-- Codes sent since the window began: to one target, from one address, for one account, and by the installation. Of a target,
-- the last one's delivery as well.
create table code_quota (
  quota_key bytea primary key,
  window_start timestamptz not null,
  sent integer not null,
  last_time timestamptz not null,
  delivery_id uuid
);
create index code_quota_age on code_quota (last_time);

-- A password recovery that began. Of a name that nobody has, it belongs to no login and leads nowhere.
create table recovery (
  recovery_hash bytea primary key,
  account_id bigint, login_id bigint,
  -- sealed; of a name that is nobody's, its made-up contacts
  decoy text,
  -- a keyed digest of the contact that was proved: worth nothing once that contact is no longer bound
  proved_key bytea,
  expire_time timestamptz not null,
  foreign key (account_id, login_id) references login (account_id, login_id) on delete cascade
);
create index recovery_expiry on recovery (expire_time);
create index recovery_login on recovery (account_id, login_id);

-- Letters and text messages. What they say and to whom is sealed, and forgotten once it was delivered.
create table delivery (
  delivery_id uuid primary key,
  account_id bigint references account on delete cascade,
  channel text not null check (channel in ('mail', 'sms')),
  template text not null,
  language text not null,
  -- sealed {to, params}; null once done
  sealed text,
  masked_target text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed')),
  tries smallint not null default 0,
  -- when it is to be tried; while somebody tries it, when the others take them for dead
  next_time timestamptz not null,
  -- a coded reason that the sender is told, and what the receiver said, for operators
  reason text, answer text,
  expire_time timestamptz,
  create_time timestamptz not null, done_time timestamptz
);
create index delivery_failed on delivery (done_time desc, delivery_id) where state = 'failed';
create index delivery_queued on delivery (next_time) where state = 'queued';
create index delivery_age on delivery (create_time);
create index delivery_account on delivery (account_id);

create table totp_recovery_code (
  account_id bigint not null, login_id bigint not null, code_hash bytea not null,
  primary key (account_id, login_id, code_hash),
  foreign key (account_id, login_id) references login (account_id, login_id) on delete cascade
);
-- The password was right; the second factor is awaited.
create table totp_challenge (
  challenge_hash bytea primary key,
  account_id bigint not null, login_id bigint not null,
  tries smallint not null default 0,
  expire_time timestamptz not null,
  foreign key (account_id, login_id) references login (account_id, login_id) on delete cascade
);
create index totp_challenge_expiry on totp_challenge (expire_time);
create index totp_challenge_login on totp_challenge (account_id, login_id);

-- Browsers that a login has signed in from.
create table login_device (
  account_id bigint not null, login_id bigint not null, device_hash bytea not null,
  create_time timestamptz not null, last_time timestamptz not null,
  primary key (account_id, login_id, device_hash),
  foreign key (account_id, login_id) references login (account_id, login_id) on delete cascade
);

-- Suffixes of software members' logins, present and former: a former one stays reserved.
create table account_sign (
  sign_key text primary key,
  account_id bigint not null references account on delete cascade,
  create_time timestamptz not null default now()
);
create index account_sign_account on account_sign (account_id);
insert into account_sign (sign_key, account_id) select lower(sign), account_id from account;

create table contact (
  account_id bigint not null references account on delete cascade,
  uuid uuid not null,
  name text not null, email text not null,
  email_verify smallint not null default 0,
  create_time timestamptz not null default now(),
  primary key (account_id, uuid)
);
create index contact_newest on contact (account_id, create_time desc, uuid);
-- The link of a letter that proves the address it was sent to, once.
create table contact_link (
  link_hash bytea primary key,
  account_id bigint not null, uuid uuid not null,
  email text not null,
  expire_time timestamptz not null,
  foreign key (account_id, uuid) references contact on delete cascade
);
create index contact_link_expiry on contact_link (expire_time);
create index contact_link_contact on contact_link (account_id, uuid);

-- Bytes that clients download and articles show.
create table stored_file (
  file_id uuid primary key,
  media_type text not null,
  size bigint not null,
  sha256 text not null,
  create_time timestamptz not null default now()
);
create table file_chunk (
  file_id uuid not null references stored_file on delete cascade,
  position integer not null,
  bytes bytea not null,
  primary key (file_id, position)
);
-- Packages are compressed already: nothing is gained by trying again.
alter table file_chunk alter column bytes set storage external;

create table document (
  id bigint generated always as identity primary key,
  parent_id bigint references document,
  title text not null,
  content text not null default '',
  -- the content without its markup, for the search
  plain text not null default '',
  position integer not null default 0,
  -- of an imported one: its path, so that importing again changes it
  source text unique,
  update_time timestamptz not null default now()
);
create index document_order on document (parent_id, position, id);
create index document_search on document using gin ((title || ' ' || plain) gin_trgm_ops);

-- Stored files that an article shows: what nothing refers to is not served.
create table document_file (
  document_id bigint not null references document on delete cascade,
  file_id uuid not null references stored_file,
  file_name text not null,
  primary key (document_id, file_id, file_name)
);
create index document_file_file on document_file (file_id);

create table client_version (
  id bigint generated always as identity primary key,
  system text not null check (system in ('windows', 'macos', 'android', 'ios', 'linux')),
  kind text check (kind in ('graph', 'cli')),
  platform text,
  version text not null,
  file_name text,
  file_id uuid references stored_file,
  store_url text,
  release_time timestamptz not null default now(),
  check ((file_id is null) = (store_url is not null)),
  check ((system = 'linux') = (kind is not null) and (system = 'linux') = (platform is not null)),
  unique nulls not distinct (system, kind, platform, version)
);
create index client_version_newest on client_version (release_time desc, id desc);
create index client_version_file on client_version (file_id);
-- A package on its way in. Its bytes are in file_chunk under the same id.
create table upload (
  upload_id uuid primary key references stored_file (file_id) on delete cascade,
  system text not null, kind text, platform text, version text not null, file_name text not null,
  received bigint not null default 0,
  create_time timestamptz not null,
  unique nulls not distinct (system, kind, platform, version)
);
create index upload_age on upload (create_time);

drop index message_newest;
create index message_newest on message (account_id, create_time desc, message_id desc) include (login_id);
create index message_login on message (account_id, login_id);
-- What a login did to a message. What it neither read nor deleted has no row, so the unread are counted from the indexes alone.
alter table message_state add check (read_time is not null or delete_time is not null);
alter table message_state drop constraint message_state_pkey, add primary key (account_id, login_id, message_id) include (delete_time);

-- Puts work into the queue, in the transaction that made it necessary. The queue's own schema is its owner's.
create function weft_enqueue(task text, payload json, job_key text, max_attempts integer, run_at timestamptz default now()) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform graphile_worker.add_job(task, payload, job_key := job_key, max_attempts := max_attempts, run_at := run_at);
end $$;
revoke all on function weft_enqueue from public;
`

const GRANTS = /* sql */ `
grant execute on function weft_enqueue to weft_app, weft_system;
-- An owner changes their own sign-in names; which are taken, only the unique key tells.
grant select, insert, update, delete on login_name to weft_app;
create policy tenant on login_name to weft_app using (account_id = (select weft_account())) with check (account_id = (select weft_account()));
-- New credentials end what was begun with the former ones.
grant select, delete on recovery, totp_challenge to weft_app;
create policy tenant on recovery to weft_app using (account_id = (select weft_account())) with check (account_id = (select weft_account()));
create policy tenant on totp_challenge to weft_app using (account_id = (select weft_account())) with check (account_id = (select weft_account()));
`
