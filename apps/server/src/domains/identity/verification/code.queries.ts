import { DAY_SECONDS } from '@weft/contract'
import { sql } from 'kysely'
import { type AccountDb, moment, type SystemDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'
import { after } from '../../../kernel/clock.ts'
import type { Counted, Quota } from './code.rules.ts'

/**
 * Counts one more code where the quota has room, and returns whether it had. Calls at the same time never exceed the quota: each waits for
 * the row lock of the one before.
 */
export async function countCode({ sql: db }: SystemDb, quota_key: Buffer, quota: Quota, now: Date): Promise<boolean> {
  const { limit, start, pause } = quota
  const over = moment(quota.over)
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('code_quota')
    .values({ quota_key, window_start: start, sent: 1, last_time: now })
    .onConflict((conflict) =>
      conflict
        .column('quota_key')
        .doUpdateSet({
          window_start: sql<Date>`case when code_quota.window_start <= ${over} then excluded.window_start else code_quota.window_start end`,
          sent: sql<number>`case when code_quota.window_start <= ${over} then 1 else code_quota.sent + 1 end`,
          last_time: now,
        })
        .where(sql<boolean>`(code_quota.window_start <= ${over} or code_quota.sent < ${limit})`)
        // There is no pause after a code that could not be delivered.
        .where(
          sql<boolean>`(${pause}::int = 0 or code_quota.last_time <= ${moment(after(now, -pause))} or exists (
            select from delivery where delivery.delivery_id = code_quota.delivery_id and delivery.state = 'failed'))`,
        ),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const findQuota = ({ sql: db }: SystemDb, quota_key: Buffer): Promise<Counted> =>
  db.selectFrom('code_quota').where('quota_key', '=', quota_key).select(['window_start', 'sent', 'last_time']).executeTakeFirstOrThrow()

/** Records the last delivery to a target. */
export async function noteDelivery({ sql: db }: SystemDb, quota_key: Buffer, delivery_id: string): Promise<void> {
  await db.updateTable('code_quota').set({ delivery_id }).where('quota_key', '=', quota_key).execute()
}

/** Stores a code, which replaces the older one and has all its tries. */
export async function putCode({ sql: db }: SystemDb, row: NewRow<'verification_code'>): Promise<void> {
  const { code_key: _, ...rest } = row
  await db
    .insertInto('verification_code')
    .values(row)
    .onConflict((conflict) => conflict.column('code_key').doUpdateSet({ ...rest, tries: 0 }))
    .execute()
}

/**
 * Compares a code, and counts a wrong one in the same statement, so that parallel guesses share the tries. Undefined where there is none
 * that could still be right.
 */
export const tryCode = ({ sql: db }: SystemDb, code_key: Buffer, code_hash: Buffer, now: Date, most: number) =>
  db
    .updateTable('verification_code')
    .set({ tries: sql<number>`tries + (code_hash <> ${code_hash})::int` })
    .where('code_key', '=', code_key)
    .where('expire_time', '>', moment(now))
    .where('tries', '<', most)
    .returning(['tries', 'delivery_id', sql<boolean>`code_hash = ${code_hash}`.as('right')])
    .executeTakeFirst()

/** Returns a code that has not expired, also when its tries are used up. */
export const findCode = ({ sql: db }: SystemDb, code_key: Buffer, now: Date) =>
  db
    .selectFrom('verification_code')
    .where('code_key', '=', code_key)
    .where('expire_time', '>', moment(now))
    .select(['tries', 'delivery_id'])
    .executeTakeFirst()

/** Uses a code up; returns false where another call was faster. */
export async function deleteCode({ sql: db }: AccountDb | SystemDb, code_key: Buffer, code_hash: Buffer): Promise<boolean> {
  const used = await db
    .deleteFrom('verification_code')
    .where('code_key', '=', code_key)
    .where('code_hash', '=', code_hash)
    .returning('code_key')
    .executeTakeFirst()
  return used !== undefined
}

/** Deletes expired codes, and quotas that were not used for two days. */
export async function deleteExpiredCodes({ sql: db }: SystemDb, now: Date): Promise<void> {
  await db.deleteFrom('verification_code').where('expire_time', '<', moment(now)).execute()
  await db
    .deleteFrom('code_quota')
    .where('last_time', '<', moment(after(now, -2 * DAY_SECONDS)))
    .execute()
}
