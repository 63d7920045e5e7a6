import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import * as orders from './work-order.service.ts'

export const workOrderRoutes: Handlers<typeof contract.workOrders> = {
  list: ({ db, actor, input }) => orders.list(db, actor, input),
  view: ({ db, actor, input }) => orders.view(db, actor, input),
  config: ({ db, actor, input }) => orders.config(db, actor, input),
  create: ({ db, actor, input }) => orders.create(db, actor, input),
  cancel: ({ db, actor, input }) => orders.cancel(db, actor, input),
  delete: ({ db, actor, input }) => orders.remove(db, actor, input),
  answer: ({ db, actor, input }) => orders.answer(db, actor, input),
  resubmit: ({ db, actor, input }) => orders.resubmit(db, actor, input),
  remove_member: ({ db, actor, input }) => orders.removeMember(db, actor, input),
}
