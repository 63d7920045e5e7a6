import type { PatchEntry } from '@weft/member-config'
import { sql } from 'kysely'
import type { AccountDb, SystemDb } from '../../../db/client.ts'

export interface RevisionRow {
  revision: number
  create_time: number
  by_name: string | null
  by_kind: 'login' | 'operator' | 'system'
  summary: string
  reverted: 0 | 1
  patch: PatchEntry[]
}

/** Newest first, and how many there are. */
export async function pageRevisions(
  db: AccountDb,
  network_number: string,
  { page, limit }: { page: number; limit: number },
): Promise<{ count: number; rows: RevisionRow[] }> {
  const own = db.sql.selectFrom('network_revision').where('account_id', '=', db.account_id).where('network_number', '=', network_number)
  const { count } = await own.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await own
    .select(['revision', 'create_time', 'by_name', 'by_kind', 'summary', 'reverted', 'patch'])
    .orderBy('revision', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { count, rows }
}

/** The patches that led from a revision to the newest, in their order. */
export async function patchesSince(db: AccountDb, network_number: string, revision: number): Promise<PatchEntry[][]> {
  const rows = await db.sql
    .selectFrom('network_revision')
    .select('patch')
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .where('revision', '>', revision)
    .orderBy('revision')
    .execute()
  return rows.map((row) => row.patch)
}

export async function revisionExists(db: AccountDb, network_number: string, revision: number): Promise<boolean> {
  const row = await db.sql
    .selectFrom('network_revision')
    .select('revision')
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row !== undefined
}

export async function markReverted(db: AccountDb, network_number: string, revision: number): Promise<void> {
  await db.sql
    .updateTable('network_revision')
    .set({ reverted: 1, guard_until: null })
    .where('account_id', '=', db.account_id)
    .where('network_number', '=', network_number)
    .where('revision', '=', revision)
    .execute()
}

/** A revision that cost a center its connection. */
export interface Lost {
  account_id: number
  network_number: string
  revision: number
  /** The center's name. */
  router_name: string
  /** Whether it is tried no more. */
  last: boolean
}

/** For so long after it was made a revision is tried to be undone, once a minute. */
const TRIED_SECONDS = 3600

/**
 * Looks at the revisions that are watched, ends the watch of those that came through or were followed by another, and answers those
 * to be undone: a center went back to its former configuration by itself, or is away without having confirmed the new one by the
 * time that it had. Of one that could not be undone for an hour the watch ends too.
 */
export async function judgeGuarded({ sql: db }: SystemDb): Promise<Lost[]> {
  const { rows } = await sql<Lost>`
    select distinct on (r.account_id, r.network_number) r.account_id, r.network_number, r.revision, m.router_name,
      r.create_time < now() - make_interval(secs => ${TRIED_SECONDS}) as last
    from network_revision r join network n using (account_id, network_number) join member m on m.account_id = r.account_id and m.router_name = any(r.guarded)
    where r.guard_until is not null and n.revision = r.revision and m.applied_revision < m.config_revision
      and (m.config_error like 'rolled_back%' or (r.guard_until <= now() and m.online_status = 0))
    order by r.account_id, r.network_number, m.router_name`.execute(db)
  const kept = rows.filter(({ last }) => !last)
  await sql`
    update network_revision r set guard_until = null
    where r.guard_until is not null and (r.guard_until <= now() or exists (select from network n
      where (n.account_id, n.network_number) = (r.account_id, r.network_number) and n.revision <> r.revision))
      and (r.account_id, r.network_number, r.revision) not in
        (select * from unnest(${kept.map((l) => l.account_id)}::bigint[], ${kept.map((l) => l.network_number)}::text[], ${kept.map((l) => l.revision)}::bigint[]))`.execute(
    db,
  )
  return rows
}
