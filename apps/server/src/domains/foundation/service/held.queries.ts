import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'

/** Returns a page of the services that the account holds or held: those that end soonest first, those that have ended last. A revoked one ended then. */
export async function pageHeld({ account_id, sql: db }: AccountDb, { page, limit }: { page: number; limit: number }) {
  const held = db.selectFrom('service').where('account_id', '=', account_id)
  const { count } = await held.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await held
    .select(['id', 'service_code', 'quantity', 'start_time'])
    .select(sql<number | null>`least(expired_time, revoke_time)`.as('expired_time'))
    .orderBy(sql`coalesce(least(expired_time, revoke_time) <= now(), false)`)
    .orderBy(sql`least(expired_time, revoke_time)`)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}
