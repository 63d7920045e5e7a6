import { type Kysely, sql } from 'kysely'
import { tenantTables } from '../row-security.ts'

/** Members to which a role is limited, and the role as which an owner looks at the account. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await tenantTables(db, 'role_tag')
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
alter table role
  -- 1 if the role sees the members of its designated networks alone
  add column by_network smallint not null default 0,
  -- 1 once tags were given: then the role sees only members that carry one of role_tag
  add column by_tag smallint not null default 0;
-- A tag as members are compared by it, in small letters, and as it was written.
create table role_tag (
  account_id bigint not null, role_id bigint not null, folded text not null, tag text not null,
  primary key (account_id, role_id, folded),
  foreign key (account_id, role_id) references role (account_id, role_id) on delete cascade
);
-- The role as which the session looks, and until when. It is no reference: a session whose role was deleted sees nothing.
alter table session add column view_role_id bigint, add column view_until timestamptz;
`
