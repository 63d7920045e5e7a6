import { sql } from 'kysely'
import type { SystemDb } from '../../../db/client.ts'
import { SEALED_COLUMNS, type SealedPlace } from '../../../db/sealed-columns.ts'
import type { SealedText } from '../../../kernel/secrets.ts'

export async function findDigestKeys({ sql: db }: SystemDb): Promise<SealedText | undefined> {
  const row = await db.selectFrom('installation').select('sealed_digest_keys').executeTakeFirst()
  return row?.sealed_digest_keys
}

/** Stores the keys, unless another instance stored its own first. */
export async function keepDigestKeys({ sql: db }: SystemDb, sealed_digest_keys: SealedText): Promise<void> {
  await db
    .insertInto('installation')
    .values({ sealed_digest_keys })
    .onConflict((clash) => clash.doNothing())
    .execute()
}

/** Returns whether there is a login, and so perhaps digests of it. */
export async function hasLogins({ sql: db }: SystemDb): Promise<boolean> {
  const row = await db.selectNoFrom((eb) => eb.exists(eb.selectFrom('login').select('login_id')).as('any')).executeTakeFirstOrThrow()
  return Boolean(row.any)
}

/** Counts the sealed texts under each key, by the key's id. Reads all of them. */
export async function countByKey({ sql: db }: SystemDb): Promise<Map<string, number>> {
  const each = SEALED_COLUMNS.map(
    ({ table, column }) =>
      sql`select split_part(${sql.ref(column)}, '.', 1) as id from ${sql.table(table)} where ${sql.ref(column)} is not null`,
  )
  const { rows } = await sql<{
    id: string
    count: number
  }>`select id, count(*) as count from (${sql.join(each, sql` union all `)}) sealed group by id`.execute(db)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

interface Found {
  place: string
  sealed: SealedText
}

/** Finds some texts of a column that are sealed under these keys, and locks their rows. Skips rows that other transactions have locked. */
export async function lockSealed(
  { sql: db }: SystemDb,
  { table, column }: SealedPlace,
  keys: readonly string[],
  { limit, except }: { limit: number; except: readonly string[] },
): Promise<Found[]> {
  const { rows } = await sql<Found>`select ctid::text as place, ${sql.ref(column)} as sealed from ${sql.table(table)}
    where split_part(${sql.ref(column)}, '.', 1) = any(${keys}) and ${sql.ref(column)} <> all(${except}) limit ${limit} for update skip locked`.execute(
    db,
  )
  return rows
}

/** Writes texts that were sealed again into the rows that `lockSealed` locked. */
export async function writeSealed(
  { sql: db }: SystemDb,
  { table, column }: SealedPlace,
  anew: readonly (Found & { next: SealedText })[],
): Promise<void> {
  await sql`update ${sql.table(table)} t set ${sql.ref(column)} = v.next
    from unnest(${anew.map(({ place }) => place)}::tid[], ${anew.map(({ sealed }) => sealed)}::text[], ${anew.map(({ next }) => next)}::text[]) v(place, former, next)
    where t.ctid = v.place and t.${sql.ref(column)} = v.former`.execute(db)
}
