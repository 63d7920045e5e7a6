import { type Kysely, sql } from 'kysely'

/** Members are noted by statement where many rows come or go, and whoever notes one says so to the program. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(NOTICING).execute(db)
}

export const serves = '0047-former-names'

const NOTICING = /* sql */ `
-- Says once in a transaction that it has touched members, so that a transaction that has touched none need not be asked. The code is known to
-- the program (db/client.ts). INFO reaches it whatever client_min_messages is.
create function weft_touched_told() returns trigger language plpgsql as $$
begin
  if current_setting('weft.touched', true) is distinct from 'told' then
    perform set_config('weft.touched', 'told', true);
    raise info using message = 'members are touched', errcode = 'WT001';
  end if;
  return null;
end $$;
create trigger state_touched_told after insert on state_touched for each statement execute function weft_touched_told();

-- As before, without a second function.
create or replace function weft_link_touched() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into state_touched (xact, account_id, router_name) values (weft_transaction(), new.account_id, new.router_name) on conflict do nothing;
  return null;
end $$;
create or replace function weft_member_touched() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into state_touched (xact, account_id, router_name) values (weft_transaction(), new.account_id, new.router_name) on conflict do nothing;
  -- Whether a center is away is a fact of those who dial it.
  if (old.online_status = 0 and old.online = 0) <> (new.online_status = 0 and new.online = 0) then
    insert into state_touched (xact, account_id, router_name)
      select distinct weft_transaction(), l.account_id, l.router_name from network_link l
      where l.account_id = new.account_id and l.center_router_name = new.router_name and l.kind <> 'pop'
      on conflict do nothing;
  end if;
  return null;
end $$;

-- Rows that come or go are noted together: there may be thousands in one statement. An update is noted row by row, because a trigger of
-- statements runs for changes of any column.
create function weft_rows_touched() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into state_touched (xact, account_id, router_name) select distinct weft_transaction(), account_id, router_name from changed
    on conflict do nothing;
  return null;
end $$;
create or replace trigger member_touched_new after insert on member referencing new table as changed
  for each statement execute function weft_rows_touched();
create or replace trigger network_link_touched_new after insert on network_link referencing new table as changed
  for each statement execute function weft_rows_touched();
create trigger network_link_touched_gone after delete on network_link referencing old table as changed
  for each statement execute function weft_rows_touched();
create or replace trigger network_member_touched_new after insert on network_member referencing new table as changed
  for each statement execute function weft_rows_touched();
create trigger network_member_touched_gone after delete on network_member referencing old table as changed
  for each statement execute function weft_rows_touched();
drop function weft_touch(bigint, text);
`
