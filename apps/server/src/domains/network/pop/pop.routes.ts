import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import * as resources from './pop.service.ts'

export const popRoutes: Handlers<typeof contract.popResources> = {
  list: ({ db, actor, input }) => resources.list(db, actor, input),
  config: ({ db, actor, input }) => resources.config(db, actor, input),
  areas: ({ db, actor, input }) => resources.areas(db, actor, input),
}
