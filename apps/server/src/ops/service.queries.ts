import type { Kysely } from 'kysely'
import { moment, type SystemDb } from '../db/client.ts'
import type { Database } from '../db/schema.ts'
import { nicknameOfAccount } from './account.queries.ts'

const standing = (db: Kysely<Database>) =>
  db.selectFrom('service as s').innerJoin('account as a', 'a.account_id', 's.account_id').where('s.revoke_time', 'is', null)

const columns = [
  's.id',
  'a.account_number',
  nicknameOfAccount.$notNull().as('nickname'),
  's.service_code',
  's.quantity',
  's.start_time',
  's.expired_time',
] as const

/** Returns services of all accounts that end between two moments, the next to end first. */
export async function pageServicesEnding(
  { sql: db }: SystemDb,
  { from, until, page, limit }: { from: Date; until: Date; page: number; limit: number },
) {
  const ending = standing(db).where('s.expired_time', '>', moment(from)).where('s.expired_time', '<=', moment(until))
  const { count } = await ending.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await ending
    .select(columns)
    .orderBy('s.expired_time')
    .orderBy('s.id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

/** Returns everything that an account holds, or held until it expired, newest first; revoked services are left out. */
export const listServices = ({ sql: db }: SystemDb, account_id: number) =>
  standing(db).where('s.account_id', '=', account_id).select(columns).orderBy('s.id', 'desc').execute()

/** Returns whether a service is not revoked; the caller has locked the account. */
export async function serviceStands({ sql: db }: SystemDb, id: number): Promise<boolean> {
  return (await standing(db).where('s.id', '=', id).select('s.id').executeTakeFirst()) !== undefined
}
