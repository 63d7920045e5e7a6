import { tell } from '../../adapters/bus/bus.queries.ts'
import type { AccountDb } from '../../db/client.ts'
import { countUnread, insertMessage, type NewMessage } from './message.queries.ts'

export type MessageService = ReturnType<typeof createMessageService>

export const createMessageService = () => ({
  /** Puts a message into the account's message centre, for every login of it. */
  async send(db: AccountDb, message: NewMessage): Promise<void> {
    await insertMessage(db, message)
    await tell(db, { type: 'message', account_id: db.account_id })
  },
  unread: (db: AccountDb, login_id: number): Promise<number> => countUnread(db, login_id),
})
