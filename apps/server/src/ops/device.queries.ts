import { type Kysely, sql } from 'kysely'
import type { Device } from '@weft/contract'
import { containing, type SystemDb } from '../db/client.ts'
import type { Database, NewRow, RowChange } from '../db/schema.ts'

export interface DeviceQuery {
  page: number
  limit: number
  search: string
  kind?: Device['kind'] | undefined
}

/** Devices with their accounts, newest first. The search takes a part of the name, model or MAC, or an account's whole number. */
export async function pageDevices({ sql: db }: SystemDb, { page, limit, search, kind }: DeviceQuery) {
  let found = devices(db)
  if (kind) found = found.where('d.kind', '=', kind)
  if (search)
    found = found.where((eb) =>
      eb.or([
        eb('d.router_name', 'ilike', containing(search)),
        eb('d.router_model', 'ilike', containing(search)),
        eb('d.router_mac', 'ilike', containing(search)),
        eb('a.account_number', '=', search),
      ]),
    )
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await found
    .select([
      'd.router_name',
      'd.router_model',
      'd.router_mac',
      'd.kind',
      'a.account_number',
      sql<
        Device['state']
      >`case when d.account_id is null then 'stock' when d.activate_time is null then 'assigned' else 'activated' end`.as('state'),
      'd.bandwidth',
      'd.expire_date',
      'd.create_time',
    ])
    .orderBy('d.create_time', 'desc')
    .orderBy('d.router_name')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

const devices = (db: Kysely<Database>) => db.selectFrom('device as d').leftJoin('account as a', 'a.account_id', 'd.account_id')

/** Whether it was new. */
export async function insertDevice({ sql: db }: SystemDb, row: NewRow<'device'>): Promise<boolean> {
  const inserted = await db
    .insertInto('device')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('router_name')
    .executeTakeFirst()
  return inserted !== undefined
}

const device = (db: Kysely<Database>, router_name: string) =>
  db
    .selectFrom('device')
    .select(['router_name', 'account_id', 'kind', 'router_model', 'router_mac', 'expire_date', 'service_id', 'temp_bandwidth'])
    .where('router_name', '=', router_name)

export const findDevice = ({ sql: db }: SystemDb, router_name: string) => device(db, router_name).executeTakeFirst()

export const lockDevice = ({ sql: db }: SystemDb, router_name: string) => device(db, router_name).forUpdate().executeTakeFirst()

export async function writeDevice({ sql: db }: SystemDb, router_name: string, change: RowChange<'device'>): Promise<void> {
  await db.updateTable('device').set(change).where('router_name', '=', router_name).execute()
}
