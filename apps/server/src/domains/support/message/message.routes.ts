import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import { deleteMessages, listMessages, markRead, messageTypes, openMessage } from './message.service.ts'

export const messageRoutes: Handlers<typeof contract.messages> = {
  list: ({ db, actor, input }) => listMessages(db, actor, input),
  types: ({ db, actor }) => messageTypes(db, actor),
  info: ({ db, actor, input }) => openMessage(db, actor, input),
  update: ({ db, actor, input }) => markRead(db, actor, input),
  delete: ({ db, actor, input }) => deleteMessages(db, actor, input),
}
