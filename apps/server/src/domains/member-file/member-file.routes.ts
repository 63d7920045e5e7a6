import type { contract } from '@weft/contract'
import type { Handlers } from '../../http/implement.ts'

const notYet = (): never => {
  throw new Error('not built yet')
}

export const memberFileRoutes: Handlers<typeof contract.memberFiles> = {
  batch: notYet,
  batch_delete: notYet,
  template: notYet,
  deleteTemplate: notYet,
  export: notYet,
  profile: notYet,
}
