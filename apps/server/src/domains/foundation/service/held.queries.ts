import { type contract, EXPIRING_DAYS, type InputOf } from '@weft/contract'
import { sql } from 'kysely'
import type { AccountDb } from '../../../db/client.ts'

const ends = sql<number | null>`least(expired_time, revoke_time)`
const hasEnded = sql<boolean>`coalesce(${ends} <= now(), false)`

/**
 * Returns a page of the services that an account holds or held, filtered: those that end soonest first, those that have ended last. A
 * revoked one ended then.
 */
export async function pageHeld(
  { account_id, sql: db }: AccountDb,
  { page, limit, service_code, state }: InputOf<typeof contract.account.service>,
) {
  const held = db
    .selectFrom('service')
    .where('account_id', '=', account_id)
    .$if(service_code !== undefined, (query) => query.where('service_code', '=', service_code!))
    .$if(state === 'ended', (query) => query.where(hasEnded))
    .$if(state === 'running' || state === 'ending', (query) => query.where((eb) => eb.not(hasEnded)))
    .$if(state === 'ending', (query) => query.where(sql<boolean>`${ends} <= now() + make_interval(days => ${EXPIRING_DAYS})`))
  const { count } = await held.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await held
    .select(['id', 'service_code', 'quantity', 'start_time'])
    .select(ends.as('expired_time'))
    .orderBy(hasEnded)
    .orderBy(ends)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

/** Returns the services that run now, added up by their codes: those that end soonest first. */
export const totalHeld = ({ account_id, sql: db }: AccountDb) =>
  db
    .selectFrom('service')
    .where('account_id', '=', account_id)
    .where((eb) => eb.not(hasEnded))
    .where(sql<boolean>`start_time <= now()`)
    .groupBy('service_code')
    .select(['service_code', sql<number>`count(*)`.as('count'), sql<number>`sum(quantity)`.as('quantity')])
    .select(sql<number | null>`min(${ends})`.as('next_end'))
    .orderBy(sql`min(${ends})`)
    .orderBy('service_code')
    .execute()
