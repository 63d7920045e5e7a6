import type { AccountDb, SystemDb } from '../db/client.ts'
import { moment } from '../db/client.ts'

/** A hardware member of the account, and whether some instance holds its connection. */
export const findRouter = ({ account_id, sql: db }: AccountDb, router_name: string) =>
  db
    .selectFrom('member')
    .select('online_status')
    .where('account_id', '=', account_id)
    .where('router_name', '=', router_name)
    .where('router_type', '=', 1)
    .executeTakeFirst()

/** Lays a part of an exchange down for another instance. */
export async function putPart({ account_id, sql: db }: AccountDb, exchange_id: string, part: number, body: string): Promise<void> {
  await db.insertInto('directory_exchange').values({ account_id, exchange_id, part, body }).execute()
}

/** Takes a part of an exchange, which is gone with that; undefined where somebody else took it. */
export async function takePart({ account_id, sql: db }: AccountDb, exchange_id: string, part: number): Promise<string | undefined> {
  const row = await db
    .deleteFrom('directory_exchange')
    .where('account_id', '=', account_id)
    .where('exchange_id', '=', exchange_id)
    .where('part', '=', part)
    .returning('body')
    .executeTakeFirst()
  return row?.body
}

/** Forgets what nobody took. */
export async function deleteLeftParts({ sql: db }: SystemDb, before: Date): Promise<void> {
  await db.deleteFrom('directory_exchange').where('create_time', '<', moment(before)).execute()
}
