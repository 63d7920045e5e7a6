import type { SystemDb } from '../../db/client.ts'
import type { NewRow } from '../../db/schema.ts'
import { unix } from '../../kernel/clock.ts'

export async function insertCaptcha({ sql: db }: SystemDb, row: NewRow<'captcha'>): Promise<void> {
  await db.insertInto('captcha').values(row).execute()
}

/** Uses a picture up, right or wrong, and answers what it showed. */
export async function takeCaptcha({ sql: db }: SystemDb, uniqid: string, now: Date): Promise<string | undefined> {
  const row = await db.deleteFrom('captcha').where('uniqid', '=', uniqid).returning(['code', 'expire_time']).executeTakeFirst()
  return row && row.expire_time > unix(now) ? row.code : undefined
}

/** What a picture shows, for development and tests. */
export const readCaptcha = async ({ sql: db }: SystemDb, uniqid: string): Promise<string | undefined> =>
  (await db.selectFrom('captcha').select('code').where('uniqid', '=', uniqid).executeTakeFirst())?.code
