import { sql } from 'kysely'
import { publishAll } from '../../../adapters/bus/publish.ts'
import type { SystemDb } from '../../../db/client.ts'
import type { Role } from '../../../kernel/settings.ts'

export interface Own {
  instance_id: string
  roles: readonly Role[]
  version: string
  worker_pools: readonly string[]
}

interface Renewed {
  /** False if others had ended the lease, and set this instance's members offline. */
  stood: boolean
  /** The other instances of each role that serve. */
  others: Record<Role, number>
}

/** Renews the lease of a process. @param fresh an instance that was heard since then serves */
export async function renewLease(
  { sql: db }: SystemDb,
  { instance_id, roles, version, worker_pools }: Own,
  { now, fresh }: { now: Date; fresh: Date },
): Promise<Renewed> {
  const { rows } = await sql<Renewed>`
    with own as (
      insert into instance (instance_id, roles, version, worker_pools, start_time, last_time)
        values (${instance_id}::uuid, ${[...roles]}::text[], ${version}, ${[...worker_pools]}::text[], ${now}, ${now})
      on conflict (instance_id) do update set last_time = excluded.last_time, worker_pools = excluded.worker_pools
      returning xmax::text <> '0' as stood)
    select own.stood, (select json_build_object('api', count(*) filter (where 'api' = any (roles)),
        'gateway', count(*) filter (where 'gateway' = any (roles)), 'jobs', count(*) filter (where 'jobs' = any (roles)))
      from instance where instance_id <> ${instance_id}::uuid and leaving_until is null and last_time >= ${fresh}) as others
    from own`.execute(db)
  return rows[0]!
}

/** Records that an instance is stopping, and until when its members count as on their way to another one. */
export async function markLeaving({ sql: db }: SystemDb, instance_id: string, now: Date, leaving_until: Date): Promise<void> {
  await db.updateTable('instance').set({ last_time: now, leaving_until }).where('instance_id', '=', instance_id).execute()
}

export async function deleteLease({ sql: db }: SystemDb, instance_id: string): Promise<void> {
  await db.deleteFrom('instance').where('instance_id', '=', instance_id).execute()
}

/** An instance whose lease was ended, and when it was last heard. */
export interface EndedInstance {
  instance_id: string
  last_time: number
}

/**
 * Ends the leases of other processes that were last heard before `before`, or whose members have had the time to come back. The jobs that
 * they had locked are free again: the queue itself would keep them locked for four hours.
 */
export async function endLeases(db: SystemDb, instance_id: string, { now, before }: { now: Date; before: Date }): Promise<EndedInstance[]> {
  const { rows } = await sql<EndedInstance & { worker_pools: string[] }>`
    delete from instance where instance_id <> ${instance_id}::uuid
      and case when leaving_until is null then last_time < ${before} else leaving_until < ${now} end
    returning instance_id, last_time, worker_pools`.execute(db.sql)
  const pools = rows.flatMap((row) => row.worker_pools)
  if (pools.length > 0) await sql`select graphile_worker.force_unlock_workers(${pools}::text[])`.execute(db.sql)
  await publishAll(
    db,
    rows.map(({ instance_id: gone }) => ({ type: 'gone', account_id: 'all', instance_id: gone }) as const),
  )
  return rows
}
