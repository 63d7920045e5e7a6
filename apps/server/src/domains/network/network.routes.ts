import type { contract } from '@weft/contract'
import type { Handlers } from '../../http/implement.ts'
import * as networks from './network.service.ts'

export const networkRoutes: Handlers<typeof contract.network> = {
  config: ({ db }) => networks.config(db),
  list: ({ db, actor, input }) => networks.list(db, actor, input),
  select: ({ db, actor }) => networks.select(db, actor),
  info: ({ db, input }) => networks.info(db, input),
  status: ({ db, input }) => networks.status(db, input),
  member: ({ db, input }) => networks.member(db, input),
  create: ({ db, actor, input }) => networks.create(db, actor, input),
  edit: ({ db, actor, input, expected }) => networks.edit(db, actor, input, expected),
  delete: ({ db, actor, input, expected }) => networks.remove(db, actor, input, expected),
  rename: ({ db, actor, input, expected }) => networks.rename(db, actor, input, expected),
  add_member: ({ db, actor, input, expected }) => networks.addMember(db, actor, input, expected),
  remove_member: ({ db, actor, input, expected }) => networks.removeMember(db, actor, input, expected),
}
