import type { AccountDb } from '../../db/client.ts'

export interface NewMessage {
  title: string
  type: string
  /** HTML, sanitised by whoever lets others write it. */
  content: string
}

export async function insertMessage({ account_id, sql: db }: AccountDb, message: NewMessage): Promise<void> {
  await db
    .insertInto('message')
    .values({ account_id, ...message })
    .execute()
}

/** Messages that a login has neither read nor deleted. */
export async function countUnread({ account_id, sql: db }: AccountDb, login_id: number): Promise<number> {
  const { unread } = await db
    .selectFrom('message as m')
    .leftJoin('message_state as s', (join) =>
      join.onRef('s.account_id', '=', 'm.account_id').onRef('s.message_id', '=', 'm.message_id').on('s.login_id', '=', login_id),
    )
    .where('m.account_id', '=', account_id)
    .where('s.read_time', 'is', null)
    .where('s.delete_time', 'is', null)
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return unread
}
