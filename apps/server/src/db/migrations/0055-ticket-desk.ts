import { type Kysely, sql } from 'kysely'
import { closeTable, tenantTables } from '../row-security.ts'

/** Who handles a ticket, how urgent it is and when it is due; what customers have seen, closed and deleted; notes among operators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await tenantTables(db, 'support_ticket_seen')
  await closeTable(db, 'support_ticket_note')
  await sql.raw(SEARCH).execute(db)
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
alter table support_ticket
  -- null while it is open, and of tickets that were closed before this column
  add column close_time timestamptz,
  -- A customer deleted it: it is hidden from the account and kept for the operators.
  add column delete_time timestamptz,
  -- as who deleted it was called then
  add column delete_name text,
  -- the ticket that took its dialogue over
  add column merged_into text,
  -- 1 低, 2 普通, 3 高, 4 紧急
  add column priority smallint not null default 2 check (priority between 1 and 4),
  -- the operators who last changed the priority and the assignee
  add column priority_by text,
  add column assignee_id bigint references operator,
  add column assigned_by text,
  -- until when the customer who waits should have an answer
  add column due_time timestamptz,
  -- support's latest answer; null of answers before this column, which nobody is told of any more
  add column last_answer_id bigint,
  add foreign key (account_id, merged_into) references support_ticket (account_id, ticket_number) on delete set null (merged_into);
update support_ticket set due_time = waiting_since + interval '1 day' where waiting_since is not null;

-- Up to which answer a login has read a ticket.
create table support_ticket_seen (
  account_id bigint not null references account on delete cascade,
  login_id bigint not null,
  ticket_number text not null,
  reply_id bigint not null,
  primary key (account_id, login_id, ticket_number),
  foreign key (account_id, login_id) references login (account_id, login_id) on delete cascade,
  foreign key (account_id, ticket_number) references support_ticket on delete cascade
);
create index support_ticket_seen_ticket on support_ticket_seen (account_id, ticket_number);

-- What operators write for each other. The role that serves customers has no right to this table.
create table support_ticket_note (
  account_id bigint not null references account on delete cascade,
  ticket_number text not null,
  note_id bigint generated always as identity,
  operator_name text not null,
  content text not null,
  create_time timestamptz not null default now(),
  primary key (account_id, ticket_number, note_id),
  foreign key (account_id, ticket_number) references support_ticket on delete cascade
);

alter table saved_reply
  add column version integer not null default 1,
  add column update_time timestamptz,
  add column update_name text;

-- The ticket that a message is about; null of other messages.
alter table message add column ticket_number text;
`

const SEARCH = /* sql */ `
-- As weft_find_members does: of the account that the transaction serves alone, and along the index, which row-level security hides.
create function weft_find_tickets(search text) returns setof text
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.ticket_number from support_ticket t
  where t.account_id + 0 = (select weft_account())
    and weft_grams(t.account_id || '/', lower(t.ticket_content)) @> (select weft_gram_query(weft_account() || '/', lower(search)))
    and strpos(lower(t.ticket_content), (select lower(search))) > 0
  union
  select r.ticket_number from support_ticket_reply r
  where r.account_id + 0 = (select weft_account())
    and weft_grams(r.account_id || '/', lower(r.dialogue_content)) @> (select weft_gram_query(weft_account() || '/', lower(search)))
    and strpos(lower(r.dialogue_content), (select lower(search))) > 0
$$;
revoke all on function weft_find_tickets from public;
grant execute on function weft_find_tickets to weft_app, weft_system;
`
