import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import type { AccessKeyService } from './access-key.service.ts'

export const accessKeyRoutes = (keys: AccessKeyService): Handlers<typeof contract.accessKeys> => ({
  lists: ({ db, input }) => keys.lists(db, input),
  create: ({ db, actor, input }) => keys.create(db, actor, input),
  delete: ({ db, actor, input }) => keys.remove(db, actor, input),
})
