import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import { containing } from '../db/search.ts'

/** Returns saved replies by title. The search matches a part of the title or the text. */
export async function pageSavedReplies({ sql: db }: SystemDb, { page, limit, search }: { page: number; limit: number; search: string }) {
  let found = db.selectFrom('saved_reply')
  if (search) found = found.where((eb) => eb.or([eb('title', 'ilike', containing(search)), eb('content', 'ilike', containing(search))]))
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await found
    .select([sql<string>`id::text`.as('id'), 'title', 'content', 'create_time', 'version', 'update_time'])
    .orderBy('title')
    .orderBy('id')
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { rows, count }
}

export async function insertSavedReply({ sql: db }: SystemDb, reply: { title: string; content: string }): Promise<string> {
  const { id } = await db.insertInto('saved_reply').values(reply).returning('id').executeTakeFirstOrThrow()
  return String(id)
}

/** Returns a saved reply and locks it until the transaction ends; undefined if there is none. */
export const lockSavedReply = ({ sql: db }: SystemDb, id: string) =>
  db.selectFrom('saved_reply').select(['title', 'version', 'update_name']).where('id', '=', Number(id)).forUpdate().executeTakeFirst()

export async function writeSavedReply(
  { sql: db }: SystemDb,
  id: string,
  change: { title: string; content: string; update_name: string },
): Promise<void> {
  await db
    .updateTable('saved_reply')
    .set((eb) => ({ ...change, version: eb('version', '+', 1), update_time: sql<Date>`now()` }))
    .where('id', '=', Number(id))
    .execute()
}

/** Deletes a saved reply and returns its title; undefined if there is none. */
export async function deleteSavedReply({ sql: db }: SystemDb, id: string): Promise<string | undefined> {
  const reply = await db.deleteFrom('saved_reply').where('id', '=', Number(id)).returning('title').executeTakeFirst()
  return reply?.title
}
