import { type Kysely, sql } from 'kysely'
import { closeTable, tenantTables } from '../row-security.ts'

/** Support tickets with what is said in them, their pictures, and what operators answer again and again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  for (const table of ['support_ticket', 'support_ticket_reply', 'support_ticket_file']) await tenantTables(db, table)
  await closeTable(db, 'saved_reply')
}

const SCHEMA = /* sql */ `
create table support_ticket (
  account_id bigint not null references account on delete cascade,
  ticket_number text not null unique check (ticket_number ~ '^[0-9]{14}$'),
  -- who opened it; null once that login is gone, whose name stays
  login_id bigint,
  create_name text not null,
  ticket_title text not null,
  ticket_content text not null,
  -- 1 平台服务, 2 智能组网, 3 智能设备, 4 账号问题, 6 其他
  ticket_type smallint not null check (ticket_type in (1, 2, 3, 4, 6)),
  -- 1 待处理, 2 处理中, 3 已关闭
  ticket_status smallint not null default 1 check (ticket_status between 1 and 3),
  create_time timestamptz not null default now(),
  -- since when the customer waits for an answer; null once it was answered or closed
  waiting_since timestamptz default now(),
  grade smallint check (grade between 1 and 5),
  appraisal text,
  -- what searches look into
  words text not null generated always as (lower(ticket_number || ' ' || ticket_title)) stored,
  primary key (account_id, ticket_number),
  foreign key (account_id, login_id) references login (account_id, login_id) on delete set null (login_id),
  check ((grade is null) = (appraisal is null)),
  check (grade is null or ticket_status = 3),
  check (waiting_since is null or ticket_status < 3)
);
create index support_ticket_newest on support_ticket (account_id, create_time desc, ticket_number);
create index support_ticket_login on support_ticket (account_id, login_id);
-- Operators' lists walk these in their order, and need not look at the tickets; what is rare is found by its words.
create index support_ticket_all on support_ticket (create_time desc, ticket_number) include (account_id, waiting_since, words);
create index support_ticket_status on support_ticket (ticket_status, create_time desc, ticket_number) include (account_id, waiting_since, words);
create index support_ticket_waiting on support_ticket (waiting_since, ticket_number) include (account_id, create_time, ticket_status, words)
  where waiting_since is not null;

create index support_ticket_words on support_ticket using gin (words gin_trgm_ops);

create table support_ticket_reply (
  account_id bigint not null,
  ticket_number text not null,
  reply_id bigint generated always as identity,
  side text not null check (side in ('customer', 'support')),
  -- as who wrote it was called then
  reply_name text not null,
  dialogue_content text not null,
  reply_time timestamptz not null default now(),
  primary key (account_id, ticket_number, reply_id),
  foreign key (account_id, ticket_number) references support_ticket on delete cascade
);

-- A picture of a ticket: shown with the ticket itself where it has no reply, and nowhere before it has a ticket.
create table support_ticket_file (
  account_id bigint not null references account on delete cascade,
  file_id uuid not null unique references stored_file,
  -- who sent it in; null once that login is gone
  login_id bigint,
  operator_id bigint references operator,
  ticket_number text,
  reply_id bigint,
  position smallint not null default 0,
  create_time timestamptz not null default now(),
  primary key (account_id, file_id),
  foreign key (account_id, login_id) references login (account_id, login_id) on delete set null (login_id),
  foreign key (account_id, ticket_number) references support_ticket on delete cascade,
  foreign key (account_id, ticket_number, reply_id) references support_ticket_reply on delete cascade,
  check (reply_id is null or ticket_number is not null)
);
create index support_ticket_file_shown on support_ticket_file (account_id, ticket_number, reply_id, position);
create index support_ticket_file_login on support_ticket_file (account_id, login_id, create_time);
create index support_ticket_file_left on support_ticket_file (create_time) where ticket_number is null;

create table saved_reply (
  id bigint generated always as identity primary key,
  title text not null,
  content text not null,
  create_time timestamptz not null default now()
);
`
