import type { contract } from '@weft/contract'
import type { Handlers } from '../../http/implement.ts'

const notYet = (): never => {
  throw new Error('not built yet')
}

export const memberRecordRoutes: Handlers<typeof contract.memberRecords> = {
  connect: notYet,
  dial: notYet,
  login: notYet,
  diagnosis: notYet,
}
