import { type AccountDb, moment, type SystemDb } from '../../../db/client.ts'

/**
 * Claims a suffix for the account. Returns `new` where no account had it, `own` where this account has it or had it, and undefined where
 * another account does. Only the unique key sees suffixes of other accounts.
 */
export async function claimSign({ account_id, sql: db }: AccountDb, sign_key: string): Promise<'new' | 'own' | undefined> {
  const claimed = await db
    .insertInto('account_sign')
    .values({ sign_key, account_id })
    .onConflict((conflict) => conflict.doNothing())
    .returning('sign_key')
    .executeTakeFirst()
  if (claimed) return 'new'
  const own = await db
    .updateTable('account_sign')
    .set({ former_time: null })
    .where('account_id', '=', account_id)
    .where('sign_key', '=', sign_key)
    .returning('sign_key')
    .executeTakeFirst()
  return own && 'own'
}

export const lockSign = ({ account_id, sql: db }: AccountDb) =>
  db
    .selectFrom('account')
    .where('account_id', '=', account_id)
    .select(['sign', 'account_number'])
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()

export async function writeSign({ account_id, sql: db }: AccountDb, sign: string): Promise<void> {
  await db.updateTable('account').set({ sign }).where('account_id', '=', account_id).execute()
}

/** Marks a suffix as a former one. */
export async function leaveSign({ account_id, sql: db }: AccountDb, sign_key: string, now: Date): Promise<void> {
  await db
    .updateTable('account_sign')
    .set({ former_time: now })
    .where('account_id', '=', account_id)
    .where('sign_key', '=', sign_key)
    .execute()
}

/** Deletes suffixes that were given up before then and that no member's name has any more, so that they are free. */
export async function deleteFormerSigns({ sql: db }: SystemDb, before: Date): Promise<void> {
  await db
    .deleteFrom('account_sign as s')
    .where('s.former_time', '<', moment(before))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('member as m')
            .whereRef('m.account_id', '=', 's.account_id')
            .where('m.router_type', '=', 2)
            .where((eb) =>
              eb(
                eb.fn<string>('lower', [eb.fn<string>('split_part', ['m.router_name', eb.val('@'), eb.lit(2)])]),
                '=',
                eb.ref('s.sign_key'),
              ),
            )
            .select('m.router_name'),
        ),
      ),
    )
    .execute()
}
