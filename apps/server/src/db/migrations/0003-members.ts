import { type Kysely, sql } from 'kysely'
import { closeTable, tenantTables } from '../row-security.ts'

/** The search over members, names that differ by case alone, and whether a directory manages the software members. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  for (const table of TENANT_TABLES) await tenantTables(db, table)
  for (const table of KEPT_TABLES) await closeTable(db, table)
  await sql.raw(GRANTS).execute(db)
  await sql.raw(KEEPING).execute(db)
}

const TENANT_TABLES = ['directory']
/** The database keeps them in step with the members by itself; the application only reads them. */
const KEPT_TABLES = ['member_text', 'member_count']

const SCHEMA = /* sql */ `
-- Names that differ by case alone would be taken for one another, by people and by clients.
do $$
declare twice bigint := (select count(*) from (select from member group by lower(router_name) having count(*) > 1) alike);
begin
  if twice > 0 then
    raise exception using errcode = 'WEFT1', message = format('%s names of members differ by case alone, which is no longer allowed: '
      'with the former Weft, delete all but one of each (select array_agg(router_name) from member group by lower(router_name) having count(*) > 1)', twice);
  end if;
end $$;
create unique index member_folded on member (lower(router_name));

-- Of a member that was added with many others: its password, sealed, until there was time to hash it.
alter table member add column password_sealed text;
create index member_sealed on member (account_id, router_name) where password_sealed is not null;

-- The directory that an account's software members come from; an account without a row has none.
create table directory (
  account_id bigint primary key references account on delete cascade,
  sync_mode smallint not null check (sync_mode in (1, 2)),
  create_time timestamptz not null default now()
);

-- Beside each member what the lists search and sort by. Presence changes a member all the time and these words hardly ever, so
-- their indexes stay small and whole: a page far down comes from the index alone.
create table member_text (
  account_id bigint not null,
  router_name text not null,
  router_type smallint not null,
  create_time timestamptz not null,
  -- name, note and phone in lower case, a line each: what is searched for has no line breaks, so nothing is found across two
  words text not null,
  primary key (account_id, router_name),
  foreign key (account_id, router_name, router_type) references member (account_id, router_name, router_type) on delete cascade
);
create index member_text_newest on member_text (account_id, router_type, create_time desc, router_name);

-- How many members of each kind an account has: counting a hundred thousand takes longer than a page of them.
create table member_count (
  account_id bigint not null references account on delete cascade,
  router_type smallint not null,
  members bigint not null,
  primary key (account_id, router_type)
);

-- One, two and three characters in a row, as hashes: many Chinese names have but two, and three digits of a phone narrow it down ten
-- times better than two. Those of each account apart, so that nobody pays for what others have. A hash that two share is told
-- apart by looking at the words.
create function weft_grams(scope text, words text) returns integer[] language sql immutable strict parallel safe as $$
  select array_agg(distinct hashtext(scope || substr(line, at, size)))
  from string_to_table(words, E'\\n') line, generate_series(1, length(line)) at, generate_series(1, least(3, length(line) - at + 1)) size
$$;
-- Those that a text must have which holds what is searched for.
create function weft_gram_query(scope text, search text) returns integer[] language sql immutable strict parallel safe as $$
  select array_agg(distinct hashtext(scope || substr(search, at, least(3, length(search)))))
  from generate_series(1, greatest(1, length(search) - 2)) at
$$;
create index member_text_grams on member_text using gin (weft_grams(account_id || '/' || router_type || '/', words));
drop index member_search;
`

const GRANTS = /* sql */ `
grant select on member_text, member_count to weft_app;
create policy tenant on member_text for select to weft_app using (account_id = (select weft_account()));
create policy tenant on member_count for select to weft_app using (account_id = (select weft_account()));
-- A new password ends what was signed in with the former one.
grant select, delete on member_credential to weft_app;
create policy tenant on member_credential to weft_app using (account_id = (select weft_account())) with check (account_id = (select weft_account()));
`

const KEEPING = /* sql */ `
create function weft_words(router_name text, note text, phone text) returns text language sql immutable parallel safe
  as $$ select lower(router_name || E'\\n' || note || E'\\n' || coalesce(phone, '')) $$;
insert into member_text (account_id, router_name, router_type, create_time, words)
  select account_id, router_name, router_type, create_time, weft_words(router_name, note, phone) from member;
insert into member_count (account_id, router_type, members) select account_id, router_type, count(*) from member group by 1, 2;

create function weft_members_added() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into member_text (account_id, router_name, router_type, create_time, words)
    select account_id, router_name, router_type, create_time, weft_words(router_name, note, phone) from added;
  insert into member_count as c (account_id, router_type, members)
    select account_id, router_type, count(*) from added group by 1, 2 order by 1, 2
    on conflict (account_id, router_type) do update set members = c.members + excluded.members;
  return null;
end $$;
create trigger members_added after insert on member referencing new table as added
  for each statement execute function weft_members_added();

create function weft_members_gone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update member_count c set members = c.members - g.members
    from (select account_id, router_type, count(*) as members from gone group by 1, 2) g
    where (c.account_id, c.router_type) = (g.account_id, g.router_type);
  return null;
end $$;
create trigger members_gone after delete on member referencing old table as gone
  for each statement execute function weft_members_gone();

create function weft_member_told() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update member_text t set words = weft_words(new.router_name, new.note, new.phone), create_time = new.create_time
    where t.account_id = new.account_id and t.router_name = new.router_name;
  return null;
end $$;
create trigger member_told after update of note, phone, create_time on member for each row
  when ((old.note, old.phone, old.create_time) is distinct from (new.note, new.phone, new.create_time))
  execute function weft_member_told();

-- The members of one kind whose name, note or phone holds a text, of the account that the transaction serves and never of another:
-- of none where it serves none. The application itself could not use the index, because row-level security comes before its
-- conditions. The sum with 0 keeps the planner from reading all of an account besides.
create function weft_find_members(kind smallint, search text) returns table (router_name text, create_time timestamptz)
  language sql stable security definer set search_path = public, pg_temp as $$
  select t.router_name, t.create_time from member_text t
  where t.account_id + 0 = (select weft_account()) and t.router_type = kind
    and weft_grams(t.account_id || '/' || t.router_type || '/', t.words)
      @> (select weft_gram_query(weft_account() || '/' || kind || '/', lower(search)))
    and strpos(t.words, (select lower(search))) > 0
$$;

-- Gives a router of the account back to the operator's stock, where no code opens it until the operator gives it another.
create function weft_return_device(name text) returns void language sql security definer set search_path = public, pg_temp as $$
  update device set account_id = null, activation_hash = null, activate_time = null, csr = null
  where router_name = name and account_id = weft_account() and kind = 'router'
$$;

revoke all on function weft_find_members, weft_return_device, weft_members_added, weft_members_gone, weft_member_told from public;
grant execute on function weft_find_members, weft_return_device to weft_app, weft_system;
`
