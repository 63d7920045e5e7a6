import type { RevisionState } from '@weft/contract'
import { sql } from 'kysely'
import { isKeyTaken, type SystemDb } from '../db/client.ts'
import type { NewRow, RowChange } from '../db/schema.ts'
import { containing } from '../db/search.ts'

/**
 * Returns POPs, newest first. The search matches a part of a name or region. A POP whose credential was not used since `lapse` must be
 * activated again, like one that was never activated.
 */
export async function pagePops(
  { sql: db }: SystemDb,
  { page, limit, search, lapse }: { page: number; limit: number; search: string; lapse: Date },
) {
  let found = db.selectFrom('pop')
  if (search)
    found = found.where((eb) =>
      eb.or([
        eb('pop.name', 'ilike', containing(search)),
        eb('pop.pop_name', 'ilike', containing(search)),
        eb('region', 'ilike', containing(search)),
      ]),
    )
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await found
    .leftJoin('pop_agent as a', 'a.pop_name', 'pop.pop_name')
    .select([
      sql<string>`id::text`.as('id'),
      'name',
      'pop.pop_name',
      'region',
      sql<string>`host(public_ip)`.as('public_ip'),
      'port',
      'capacity',
      'create_time',
      sql<0 | 1>`coalesce(a.online_status, 0)`.as('online_status'),
      sql<number | null>`case when not exists (select from pop_credential c where c.pop_name = pop.pop_name
        and coalesce(c.use_time, c.create_time) <= ${lapse}) then a.activate_time end`.as('activate_time'),
      'a.version',
      'a.config_error',
      sql<RevisionState>`case when a.config_error is not null then 'failed' when a.applied_revision < a.config_revision then 'pending'
        else 'applied' end`.as('revision_state'),
    ])
    .orderBy('create_time', 'desc')
    .orderBy('pop.id', 'desc')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

/** Inserts a POP and returns its id; undefined if its name is taken. */
export async function insertPop({ sql: db }: SystemDb, pop: NewRow<'pop'>): Promise<number | undefined> {
  const made = await db
    .insertInto('pop')
    .values(pop)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made?.id
}

export const lockPop = ({ sql: db }: SystemDb, id: string) =>
  db
    .selectFrom('pop')
    .select(['id', 'name', 'pop_name', 'region', sql<string>`host(public_ip)`.as('public_ip'), 'port', 'capacity'])
    .where('id', '=', Number(id))
    .forUpdate()
    .executeTakeFirst()

/** Writes a change of a POP. Returns false if its name is taken; the transaction can write nothing more then. */
export async function writePop({ sql: db }: SystemDb, id: number, change: RowChange<'pop'>): Promise<boolean> {
  try {
    await db.updateTable('pop').set(change).where('id', '=', id).execute()
    return true
  } catch (error) {
    if (!isKeyTaken(error)) throw error
    return false
  }
}

/** Returns the networks whose members dial a POP, by account in the order of locks. */
export async function networksAt({ sql: db }: SystemDb, pop_id: number): Promise<{ account_id: number; networks: string[] }[]> {
  const rows = await db
    .selectFrom('network_fr_area as a')
    .innerJoin('network_fr as f', (join) =>
      join.onRef('f.account_id', '=', 'a.account_id').onRef('f.network_fr_id', '=', 'a.network_fr_id'),
    )
    .select(['f.account_id', sql<string[]>`array_agg(f.network_number order by f.network_number)`.as('networks')])
    .where('a.pop_id', '=', pop_id)
    .where('f.network_number', 'is not', null)
    .groupBy('f.account_id')
    .orderBy('f.account_id')
    .execute()
  return rows
}
