import type { contract } from '@weft/contract'
import type { Handlers } from '../../http/implement.ts'
import * as members from './member.service.ts'

const notYet = (): never => {
  throw new Error('not built yet')
}

export const routerRoutes: Handlers<typeof contract.router> = {
  list: notYet,
  names: notYet,
  quantity: ({ db }) => members.quantity(db),
  hardware: ({ db, actor, input }) => members.options(db, actor, 1, input),
  software: ({ db, actor, input }) => members.options(db, actor, 2, input),
  member: notYet,
  info: notYet,
  note: notYet,
  update_status: notYet,
  add: notYet,
  phone: notYet,
  password: notYet,
  delete: notYet,
  batch_delete: notYet,
  remove_disable: notYet,
}
