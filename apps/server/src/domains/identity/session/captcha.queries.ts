import { sql } from 'kysely'
import { moment, type SystemDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'
import { after, unix } from '../../../kernel/clock.ts'

export async function insertCaptcha({ sql: db }: SystemDb, row: NewRow<'captcha'>): Promise<void> {
  await db.insertInto('captcha').values(row).execute()
}

/** Locks a picture, and returns the work that it asks for; undefined where it was used up or has expired. */
export async function lockWork({ sql: db }: SystemDb, uniqid: string, now: Date): Promise<number | undefined> {
  const row = await db.selectFrom('captcha').where('uniqid', '=', uniqid).select(['work', 'expire_time']).forUpdate().executeTakeFirst()
  return row && row.expire_time > unix(now) ? row.work : undefined
}

/** Uses a picture up, whether the answer is right or wrong, and returns what it showed. */
export async function takeCaptcha({ sql: db }: SystemDb, uniqid: string, now: Date): Promise<string | undefined> {
  const row = await db.deleteFrom('captcha').where('uniqid', '=', uniqid).returning(['code', 'expire_time']).executeTakeFirst()
  return row && row.expire_time > unix(now) ? row.code : undefined
}

/** Returns what a picture shows, for development and tests. */
export const readCaptcha = async ({ sql: db }: SystemDb, uniqid: string): Promise<string | undefined> =>
  (await db.selectFrom('captcha').select('code').where('uniqid', '=', uniqid).executeTakeFirst())?.code

/**
 * Adds one to the count of a key, and returns the count and until when it is counted (Unix seconds). Calls at the same time each get a
 * number of their own.
 */
export async function countOne({ sql: db }: SystemDb, count_key: Buffer, seconds: number, now: Date) {
  return db
    .insertInto('captcha_count')
    .values({ count_key, counted: 1, end_time: after(now, seconds) })
    .onConflict((conflict) =>
      conflict.column('count_key').doUpdateSet({
        counted: sql<number>`case when captcha_count.end_time <= ${moment(now)} then 1 else least(captcha_count.counted + 1, 1000000) end`,
        end_time: sql<Date>`case when captcha_count.end_time <= ${moment(now)} then excluded.end_time else captcha_count.end_time end`,
      }),
    )
    .returning(['counted', 'end_time'])
    .executeTakeFirstOrThrow()
}
