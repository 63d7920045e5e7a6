import { type Kysely, sql } from 'kysely'
import { closeTable, tenantTables } from '../row-security.ts'

/** Dialogues of work orders, drafts and ends of announcements, who read what operators sent, and indexes for the filters of accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await tenantTables(db, 'network_ticket_entry')
  await tenantTables(db, 'announcement_read')
  await closeTable(db, 'sent_message_copy')
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
alter table network_ticket
  -- Whether the customer was asked something, and has answered. The release before knows only the status: it goes on without the answer.
  add column dialogue text check (dialogue in ('asked', 'answered')),
  -- An operator rejected it: its status is 4, as the release before would show an order that ended.
  add column reject_time timestamptz;
alter table network_ticket add column state text not null generated always as (
  case network_ticket_status
    when 3 then 'completed'
    when 4 then case when reject_time is null then 'cancelled' else 'rejected' end
    else coalesce(dialogue, case network_ticket_status when 1 then 'pending' else 'running' end)
  end) stored;
create index network_ticket_state on network_ticket (state, create_time desc);

create table network_ticket_entry (
  account_id bigint not null,
  network_ticket_number text not null,
  id bigint generated always as identity,
  kind text not null check (kind in ('question', 'answer', 'resumption', 'rejection', 'resubmission')),
  -- an operator, or the customer's login
  author text not null,
  content text not null,
  create_time timestamptz not null default now(),
  primary key (account_id, network_ticket_number, id),
  foreign key (account_id, network_ticket_number) references network_ticket on delete cascade
);

alter table announcement
  add column draft smallint not null default 0,
  -- When a draft is meant to be released. Its release_time is the last moment of the calendar: the release before shows it to no customer.
  add column planned_time timestamptz,
  -- From when customers do not see it any more; null if they see it for ever.
  add column end_time timestamptz,
  -- Raised by every change, so that a change of an outdated text is refused.
  add column version integer not null default 1,
  add column operator_name text not null default '',
  add column update_time timestamptz not null default now(),
  -- Whether the release, and the end, were noted in the log and told to open pages.
  add column released smallint not null default 0,
  add column ended smallint not null default 0;
update announcement set released = 1 where release_time <= now();
create index announcement_due on announcement (release_time) where released = 0 and draft = 0;
create index announcement_ending on announcement (end_time) where ended = 0 and end_time is not null;
create table announcement_read (
  account_id bigint not null,
  login_id bigint not null,
  announcement_id bigint not null references announcement on delete cascade,
  read_time timestamptz not null default now(),
  primary key (account_id, login_id, announcement_id),
  foreign key (account_id, login_id) references login (account_id, login_id) on delete cascade
);
create index announcement_readers on announcement_read (announcement_id, account_id);

-- Which message of which account is a copy of what an operator sent. What was sent is only deleted with its account, as this row is.
create table sent_message_copy (
  sent_id bigint not null,
  account_id bigint not null,
  message_id bigint not null,
  primary key (sent_id, account_id),
  foreign key (account_id, message_id) references message (account_id, message_id) on delete cascade
);
create index sent_message_copy_message on sent_message_copy (account_id, message_id);

create index account_created on account (create_time);
create index account_disabled on account (account_id) where status = 0;
create index login_unverified on login (account_id) where ram = 0 and phone is null and email is null;
`
