import { type Kysely, sql } from 'kysely'
import { closeTable } from '../row-security.ts'

/** What calls use up is counted in one table, and a suffix that an account gave up can become free again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
  await closeTable(db, 'budget_spent')
}

const SCHEMA = /* sql */ `
-- The key is a keyed digest of the budget and of whom it is counted for. The row is worthless after its end.
create table budget_spent (
  budget_key bytea primary key,
  spent bigint not null,
  end_time timestamptz not null
);
create index budget_spent_end on budget_spent (end_time);

-- Since when a suffix is a former one; null while the account has it.
alter table account_sign add column former_time timestamptz;
update account_sign s set former_time = now() from account a
  where a.account_id = s.account_id and s.sign_key <> lower(a.sign) and s.sign_key <> a.account_number;
create index account_sign_former on account_sign (former_time) where former_time is not null;
`
