import { sql } from 'kysely'
import { moment, type SystemDb } from '../../../db/client.ts'
import type { Role } from '../../../kernel/settings.ts'

export interface Own {
  instance_id: string
  roles: readonly Role[]
  version: string
}

/** Renews the lease of a process. @returns whether it was still valid; if not, others have ended it, and its members are offline */
export async function renewLease({ sql: db }: SystemDb, { instance_id, roles, version }: Own, now: Date): Promise<boolean> {
  const { rows } = await sql<{ stood: boolean }>`
    insert into instance (instance_id, roles, version, start_time, last_time)
      values (${instance_id}::uuid, ${[...roles]}::text[], ${version}, ${now}, ${now})
    on conflict (instance_id) do update set last_time = excluded.last_time
    returning xmax::text <> '0' as stood`.execute(db)
  return rows[0]?.stood === true
}

export async function deleteLease({ sql: db }: SystemDb, instance_id: string): Promise<void> {
  await db.deleteFrom('instance').where('instance_id', '=', instance_id).execute()
}

/** An instance whose lease was ended, and when it was last heard. */
export interface EndedInstance {
  instance_id: string
  last_time: number
}

/** Ends the leases of other processes that were last heard before `before`. */
export async function endLeases({ sql: db }: SystemDb, instance_id: string, before: Date): Promise<EndedInstance[]> {
  return db
    .deleteFrom('instance')
    .where('instance_id', '<>', instance_id)
    .where('last_time', '<', moment(before))
    .returning(['instance_id', 'last_time'])
    .execute()
}
