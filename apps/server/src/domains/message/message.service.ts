import { tell } from '../../adapters/bus/bus.queries.ts'
import type { AccountDb } from '../../db/client.ts'
import { countUnread, insertMessage, type NewMessage } from './message.queries.ts'

/** Puts a message into the account's message centre, for every login of it. */
export async function sendMessage(db: AccountDb, message: NewMessage): Promise<void> {
  await insertMessage(db, message)
  await tell(db, { type: 'message', account_id: db.account_id })
}

/** How many messages a login has neither read nor deleted. */
export const unreadMessages = (db: AccountDb, login_id: number): Promise<number> => countUnread(db, login_id)
