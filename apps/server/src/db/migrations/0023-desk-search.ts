import { type Kysely, sql } from 'kysely'
import { closeTable } from '../row-security.ts'

/** Operators' searches through all customers and tickets, and what messages they sent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SEARCH).execute(db)
  await closeTable(db, 'sent_message')
}

const SEARCH = /* sql */ `
-- What operators look for an account by: its number and its owner's names and phone.
alter table account add column words text not null default '';
create function weft_owner_words(account_number text, username text, nickname text, phone text) returns text language sql immutable parallel safe
  as $$ select lower(account_number || ' ' || username || ' ' || nickname || ' ' || coalesce(phone, '')) $$;
update account a set words = weft_owner_words(a.account_number, l.username, l.nickname, l.phone)
  from login l where l.account_id = a.account_id and l.ram = 0;
create function weft_owner_told() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update account set words = weft_owner_words(account_number, new.username, new.nickname, new.phone) where account_id = new.account_id;
  return null;
end $$;
create trigger owner_told after insert or update of username, nickname, phone on login
  for each row when (new.ram = 0) execute function weft_owner_told();
revoke all on function weft_owner_told from public;

-- One and two characters too, as those of members: many Chinese names have but two, and an index of trigrams knows none of them.
create index account_grams on account using gin (weft_grams('', words));
create index support_ticket_grams on support_ticket using gin (weft_grams('', words));
drop index login_owner_search, support_ticket_words;

create function weft_find_customers(search text) returns setof bigint language sql stable as $$
  select account_id from account
  where weft_grams('', words) @> (select weft_gram_query('', lower(search))) and strpos(words, (select lower(search))) > 0
$$;
revoke all on function weft_find_customers from public;
grant execute on function weft_find_customers to weft_system;

create table sent_message (
  id bigint generated always as identity primary key,
  -- null to all accounts
  account_id bigint references account on delete cascade,
  title text not null,
  type text not null,
  -- as it was sent, sanitised
  content text not null,
  -- how many accounts it went to
  sent integer not null,
  operator_name text not null,
  create_time timestamptz not null default now()
);
create index sent_message_account on sent_message (account_id);
`
