import { sql } from 'kysely'
import type { SystemDb } from '../db/client.ts'
import { containing } from '../db/search.ts'

/** Returns saved replies by title. The search matches a part of the title or the text. */
export async function pageSavedReplies({ sql: db }: SystemDb, { page, limit, search }: { page: number; limit: number; search: string }) {
  let found = db.selectFrom('saved_reply')
  if (search) found = found.where((eb) => eb.or([eb('title', 'ilike', containing(search)), eb('content', 'ilike', containing(search))]))
  const { count } = await found.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const rows = await found
    .select([sql<string>`id::text`.as('id'), 'title', 'content', 'create_time'])
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

/** Deletes a saved reply and returns its title; undefined if there is none. */
export async function deleteSavedReply({ sql: db }: SystemDb, id: string): Promise<string | undefined> {
  const reply = await db.deleteFrom('saved_reply').where('id', '=', Number(id)).returning('title').executeTakeFirst()
  return reply?.title
}
