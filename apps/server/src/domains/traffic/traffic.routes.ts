import type { contract } from '@weft/contract'
import type { Handlers } from '../../http/implement.ts'

const notYet = (): never => {
  throw new Error('not built yet')
}

export const trafficRoutes: Handlers<typeof contract.traffic> = {
  history: notYet,
}
