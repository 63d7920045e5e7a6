import { type Kysely, sql } from 'kysely'

/** The names that deleted members had, and an index that finds members of one name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}

const SCHEMA = /* sql */ `
-- The name that it had last, for logs and the history of networks.
alter table former_member add column note text not null default '';
create or replace function weft_members_gone() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update member_count c set members = c.members - g.members
    from (select account_id, router_type, count(*) as members from gone group by 1, 2) g
    where (c.account_id, c.router_type) = (g.account_id, g.router_type);
  insert into former_member (account_id, router_name, note) select account_id, router_name, note from gone order by 1, 2
    on conflict (account_id, router_name) do update set delete_time = excluded.delete_time, note = excluded.note;
  return null;
end $$;

-- Whether two members of an account have one name.
create index member_note on member (account_id, note) where note <> '';
`
