import { type Kysely, sql } from 'kysely'

/** Sub-accounts, roles and the keys of scripts, as their owner sees them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(ACCESS_CONTROL).execute(db)
}

const ACCESS_CONTROL = /* sql */ `
-- An access key is a login of its own (ram 2) with a role and one session, which ends with the key.
alter table session drop constraint session_kind_check;
alter table session add constraint session_kind_check check (kind in ('password', 'link', 'key'));
alter table audit drop constraint audit_actor_kind_check;
alter table audit add constraint audit_actor_kind_check check (actor_kind in ('owner', 'sub_account', 'access_key', 'operator', 'system'));
create index login_newest on login (account_id, ram, create_time desc, login_id desc);
create index role_newest on role (account_id, create_time desc, role_id desc);
`
