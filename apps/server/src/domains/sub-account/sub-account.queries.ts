import type { AccountDb } from '../../db/client.ts'
import type { NewRow } from '../../db/schema.ts'

export async function insertRole({ account_id, sql: db }: AccountDb, role: Omit<NewRow<'role'>, 'account_id'>): Promise<number> {
  const row = await db
    .insertInto('role')
    .values({ ...role, account_id })
    .returning('role_id')
    .executeTakeFirstOrThrow()
  return row.role_id
}

export async function insertRoleNetworks({ account_id, sql: db }: AccountDb, role_id: number, networks: readonly string[]): Promise<void> {
  await db
    .insertInto('role_network')
    .values(networks.map((network_number) => ({ account_id, role_id, network_number })))
    .execute()
}

/** Locked, so that it is not deleted before the sub-account that uses it is written. */
export const holdRole = ({ account_id, sql: db }: AccountDb, role_id: number) =>
  db
    .selectFrom('role')
    .select(['role_id', 'name'])
    .where('account_id', '=', account_id)
    .where('role_id', '=', role_id)
    .forKeyShare()
    .executeTakeFirst()

export async function countSubAccounts({ account_id, sql: db }: AccountDb): Promise<number> {
  const { count } = await db
    .selectFrom('login')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', account_id)
    .where('ram', '=', 1)
    .executeTakeFirstOrThrow()
  return count
}

/** The new login's id; undefined where the account has a sub-account of that name. */
export const insertSubAccount = ({ account_id, sql: db }: AccountDb, login: Omit<NewRow<'login'>, 'account_id' | 'ram'>) =>
  db
    .insertInto('login')
    .values({ ...login, account_id, ram: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .returning('login_id')
    .executeTakeFirst()
