import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import type { MemberName } from '../domains/network/state/state.service.ts'
import { rowsOf } from '../db/rows-of.ts'

export interface ConfigReport extends MemberName {
  revision: number
  hash: string
  /** null if the device runs this configuration. Otherwise why it does not; it then runs its former one. */
  error: string | null
}

/**
 * Writes what devices report of their configuration, and returns the members of which that changed anything: a report that repeats the one
 * before is no answer. A revision older than the applied or newer than the wanted one is left out.
 */
export async function updateApplied({ sql: db }: SystemDb, reports: readonly ConfigReport[]): Promise<MemberName[]> {
  const { rows } = await sql<MemberName>`
    update member m set applied_revision = r.applied_revision, applied_hash = r.applied_hash, config_error = r.config_error,
      settle_time = clock_timestamp()
    from (
      select m.account_id, m.router_name,
        case when r.error is null then r.revision else m.applied_revision end as applied_revision,
        case when r.error is null then r.hash else m.applied_hash end as applied_hash,
        -- What it runs again or still says nothing about a newer configuration that it refused.
        case when r.error is null and r.revision < m.config_revision then m.config_error else r.error end as config_error
      from ${rowsOf('r', reports, { account_id: 'bigint', router_name: 'text', revision: 'bigint', hash: 'text', error: 'text' })}
      join member m using (account_id, router_name)
      where r.revision between m.applied_revision and m.config_revision and (r.error is null or r.revision = m.config_revision)) r
    where (m.account_id, m.router_name) = (r.account_id, r.router_name)
      and (m.applied_revision, m.applied_hash, m.config_error) is distinct from (r.applied_revision, r.applied_hash, r.config_error)
    returning m.account_id, m.router_name`.execute(db)
  return rows
}

/** Returns the members of an account, or of all, that are connected to this instance and do not run the configuration they should. */
export async function behind(
  { sql: db }: SystemDb,
  gateway_id: string,
  account_id: number | undefined,
): Promise<{ router_name: string; config_revision: number }[]> {
  let rows = db
    .selectFrom('member')
    .select(['router_name', 'config_revision'])
    .where('gateway_id', '=', gateway_id)
    .whereRef('config_revision', '>', 'applied_revision')
  if (account_id !== undefined) rows = rows.where('account_id', '=', account_id)
  return rows.orderBy('router_name').execute()
}
