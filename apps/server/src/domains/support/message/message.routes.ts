import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import { deleteMessages, listMessages, markRead, openMessage } from './message.service.ts'

export const messageRoutes: Handlers<typeof contract.messages> = {
  list: ({ db, actor, input }) => listMessages(db, actor, input),
  info: ({ db, actor, input }) => openMessage(db, actor, input),
  update: ({ db, actor, input }) => markRead(db, actor, input),
  delete: ({ db, actor, input }) => deleteMessages(db, actor, input),
}
