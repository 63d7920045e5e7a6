import { sql } from 'kysely'
import { type AccountDb, moment, type SystemDb } from '../../../db/client.ts'
import type { NewRow } from '../../../db/schema.ts'
import type { SealedText } from '../../../kernel/secrets.ts'

type Own = AccountDb | SystemDb
/** The key of a login: its account and its id. */
export interface LoginKey {
  account_id: number
  login_id: number
}

/** Returns the second factor of a login, and locks it until the transaction ends. */
export const lockFactor = ({ sql: db }: Own, { account_id, login_id }: LoginKey) =>
  db
    .selectFrom('login')
    .where('account_id', '=', account_id)
    .where('login_id', '=', login_id)
    .select(['totp_secret', 'totp_time', 'totp_last_step'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
export type FactorRow = Awaited<ReturnType<typeof lockFactor>>

export async function writeFactor(
  { sql: db }: Own,
  { account_id, login_id }: LoginKey,
  factor: { totp_secret?: SealedText | null; totp_time?: Date | null; totp_last_step: number },
): Promise<void> {
  await db.updateTable('login').set(factor).where('account_id', '=', account_id).where('login_id', '=', login_id).execute()
}

/** Replaces the recovery codes of a login. */
export async function writeRecoveryCodes({ sql: db }: Own, { account_id, login_id }: LoginKey, hashes: readonly Buffer[]): Promise<void> {
  await db.deleteFrom('totp_recovery_code').where('account_id', '=', account_id).where('login_id', '=', login_id).execute()
  if (hashes.length === 0) return
  await db
    .insertInto('totp_recovery_code')
    .values(hashes.map((code_hash) => ({ account_id, login_id, code_hash })))
    .execute()
}

/** Uses a recovery code up, and returns how many are left; undefined where it is not valid. */
export async function takeRecoveryCode(
  { sql: db }: Own,
  { account_id, login_id }: LoginKey,
  code_hash: Buffer,
): Promise<number | undefined> {
  const used = await db
    .deleteFrom('totp_recovery_code')
    .where('account_id', '=', account_id)
    .where('login_id', '=', login_id)
    .where('code_hash', '=', code_hash)
    .returning('login_id')
    .executeTakeFirst()
  if (!used) return undefined
  const { left } = await db
    .selectFrom('totp_recovery_code')
    .where('account_id', '=', account_id)
    .where('login_id', '=', login_id)
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow()
  return left
}

export async function insertChallenge({ sql: db }: SystemDb, row: NewRow<'totp_challenge'>): Promise<void> {
  await db.insertInto('totp_challenge').values(row).execute()
}

/** Counts a try before the code is checked, so that parallel guesses all count. Undefined where the challenge or its tries have run out. */
export const countChallengeTry = ({ sql: db }: SystemDb, challenge_hash: Buffer, now: Date, most: number) =>
  db
    .updateTable('totp_challenge as c')
    .set({ tries: sql<number>`c.tries + 1` })
    .where('c.challenge_hash', '=', challenge_hash)
    .where('c.expire_time', '>', moment(now))
    .where('c.tries', '<', most)
    .returning(['c.account_id', 'c.login_id'])
    .executeTakeFirst()

/** Ends a challenge; returns false where another call was faster. */
export async function deleteChallenge({ sql: db }: SystemDb, challenge_hash: Buffer): Promise<boolean> {
  const ended = await db
    .deleteFrom('totp_challenge')
    .where('challenge_hash', '=', challenge_hash)
    .returning('challenge_hash')
    .executeTakeFirst()
  return ended !== undefined
}

/** Ends the challenges of a login that began with a former password or factor. */
export async function deleteChallengesOf({ sql: db }: Own, { account_id, login_id }: LoginKey): Promise<void> {
  await db.deleteFrom('totp_challenge').where('account_id', '=', account_id).where('login_id', '=', login_id).execute()
}

export async function deleteExpiredChallenges({ sql: db }: SystemDb, now: Date): Promise<void> {
  await db.deleteFrom('totp_challenge').where('expire_time', '<', moment(now)).execute()
}
