import { type Kysely, sql } from 'kysely'

/** Rights to every area of an account, and names of roles that are unique in it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
-- Every role could view these, and may still. A role that an older Weft writes meanwhile has them too.
alter table role
  add column member_view smallint not null default 1, add column network_view smallint not null default 1,
  add column monitor_view smallint not null default 1, add column log_view smallint not null default 1,
  add column service_view smallint not null default 1, add column saas_view smallint not null default 1,
  add column directory_view smallint not null default 1, add column download_view smallint not null default 1,
  add column ticket_create smallint not null default 1,
  -- What a confined role must not get from an older Weft is 0 unless it is written.
  add column ticket_view smallint not null default 0, add column ticket_edit smallint not null default 0,
  add column ticket_delete smallint not null default 0, add column directory_edit smallint not null default 0,
  add column operation_log_view smallint not null default 0;
-- A role confined to networks saw its own tickets alone.
update role set ticket_view = 1 - confined, ticket_edit = 1 - confined, directory_edit = member_edit;

-- Of roles with one name the first keeps it; the others get the next free number.
do $$
declare
  twin record;
  number integer;
  renamed text;
begin
  for twin in select account_id, role_id, name from (
      select *, row_number() over (partition by account_id, lower(name) order by create_time, role_id) as place from role) named
      where place > 1 order by account_id, create_time, role_id loop
    number := 2;
    loop
      renamed := left(twin.name, 20) || ' ' || number;
      exit when not exists (select from role where account_id = twin.account_id and lower(name) = lower(renamed));
      number := number + 1;
    end loop;
    update role set name = renamed where role_id = twin.role_id;
  end loop;
end $$;
create unique index role_name on role (account_id, lower(name));
`
