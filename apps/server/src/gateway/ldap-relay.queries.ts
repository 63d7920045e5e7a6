import type { AccountDb, SystemDb } from '../db/client.ts'
import { moment } from '../db/client.ts'

/** Finds a hardware member of the account with its connection and the instance that holds it. */
export const findRouter = ({ account_id, sql: db }: AccountDb, router_name: string) =>
  db
    .selectFrom('member')
    .select(['online_status', 'gateway_id', 'connection_id'])
    .where('account_id', '=', account_id)
    .where('router_name', '=', router_name)
    .where('router_type', '=', 1)
    .executeTakeFirst()

/** Stores a part of an exchange for another instance. */
export async function putPart({ account_id, sql: db }: AccountDb, exchange_id: string, part: number, body: string): Promise<void> {
  await db.insertInto('directory_exchange').values({ account_id, exchange_id, part, body }).execute()
}

/** Takes a part of an exchange and deletes it; undefined if it was already taken. */
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

/** Deletes the parts that were never taken. */
export async function deleteLeftParts({ sql: db }: SystemDb, before: Date): Promise<void> {
  await db.deleteFrom('directory_exchange').where('create_time', '<', moment(before)).execute()
}
