import { type Kysely, sql } from 'kysely'
import type { Device } from '@weft/contract'
import type { SystemDb } from '../db/client.ts'
import type { Database } from '../db/schema.ts'
import { containing } from '../db/search.ts'
import { nicknameOfAccount } from './account.queries.ts'

export interface DeviceQuery {
  page: number
  limit: number
  search: string
  kind?: Device['kind'] | undefined
  state?: Device['state'] | undefined
  account_id?: number | undefined
  /** A credential that was last used before this has lapsed: its device must be activated again. */
  lapse: Date
}

/** Returns devices with their accounts, newest first. The search matches a part of the name, model or MAC, or an account's whole number. */
export async function pageDevices({ sql: db }: SystemDb, { page, limit, search, kind, state, account_id, lapse }: DeviceQuery) {
  const inactive = sql<boolean>`(d.activate_time is null or (d.account_id, d.router_name) in
    (select account_id, router_name from member_credential where coalesce(use_time, create_time) <= ${lapse}))`
  let found = devices(db)
  if (kind) found = found.where('d.kind', '=', kind)
  if (state === 'stock') found = found.where('d.account_id', 'is', null)
  else if (state) found = found.where('d.account_id', 'is not', null).where(state === 'assigned' ? inactive : sql<boolean>`not ${inactive}`)
  if (account_id !== undefined) found = found.where('d.account_id', '=', account_id)
  if (search)
    // A union instead of an `or` over two tables, so that each half uses its index.
    found = found.where(
      'd.router_name',
      'in',
      sql<string>`(select router_name from device
          where router_name || ' ' || router_model || ' ' || coalesce(router_mac, '') ilike ${containing(search)}
        union select router_name from device where account_id = (select account_id from account where account_number = ${search}))`,
    )
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await found
    .select([
      'd.router_name',
      'd.router_model',
      'd.router_mac',
      'd.kind',
      'a.account_number',
      nicknameOfAccount.as('nickname'),
      sql<Device['state']>`case when d.account_id is null then 'stock' when ${inactive} then 'assigned' else 'activated' end`.as('state'),
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
