import { type Kysely, sql } from 'kysely'
import { closeTable } from '../row-security.ts'

/** Where a member is, and its tags, by which lists of members are filtered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await closeTable(db, 'member_tag')
  await sql.raw(KEEPING).execute(db)
}

const SCHEMA = /* sql */ `
-- Whether the province has the city is the program's to judge; '' is none.
alter table member add column province text not null default '', add column city text not null default '',
  add column tags text[] not null default '{}' check (cardinality(tags) <= 10), add check (province <> '' or city = '');
create index member_province on member (account_id, province, create_time desc, router_name) where province <> '';

-- The tags of members, one a row, in small letters and as they were written.
create table member_tag (
  account_id bigint not null,
  folded text not null,
  router_name text not null,
  tag text not null,
  primary key (account_id, folded, router_name),
  foreign key (account_id, router_name) references member (account_id, router_name) on delete cascade
);
create index member_tag_member on member_tag (account_id, router_name);
`

const KEEPING = /* sql */ `
grant select on member_tag to weft_app;
create policy tenant on member_tag for select to weft_app using (account_id = (select weft_account()));

create function weft_member_tagged() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from member_tag where (account_id, router_name) = (new.account_id, new.router_name);
  insert into member_tag (account_id, folded, router_name, tag)
    select new.account_id, lower(tag), new.router_name, tag from unnest(new.tags) tag;
  return null;
end $$;
create trigger member_tagged after update of tags on member for each row when (old.tags is distinct from new.tags)
  execute function weft_member_tagged();
create trigger member_tagged_new after insert on member for each row when (cardinality(new.tags) > 0)
  execute function weft_member_tagged();
revoke all on function weft_member_tagged from public;
`
