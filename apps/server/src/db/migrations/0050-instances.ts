import { type Kysely, sql } from 'kysely'
import { SYSTEM_ROLE } from '../row-security.ts'

/** Every process of the installation with its roles, in the place of the gateways alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(SCHEMA).execute(db)
}

export const serves = '0047-former-names'

const SCHEMA = /* sql */ `
alter table gateway_instance rename to instance;
alter table instance rename column gateway_id to instance_id;
alter table instance
  add column roles text[] not null default '{gateway}',
  add column version text not null default '',
  -- Until when the members of a process that is stopping count as on their way to another one; null while it serves.
  add column leaving_until timestamptz,
  -- The ids under which the job queue may have locked jobs for this process.
  add column worker_pools text[] not null default '{}';

-- A program of the release before renews its lease here and ends those that ran out, while servers are replaced one after another. It
-- asks for xmax to learn whether its row was there already.
create view gateway_instance with (security_invoker = true) as
  select instance_id as gateway_id, start_time, last_time, xmax from instance where 'gateway' = any (roles);
grant select, insert, update, delete on gateway_instance to ${SYSTEM_ROLE};
`
