import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { readHistory, readNetworks } from './traffic.service.ts'

export const trafficRoutes = (clock: Clock): Handlers<typeof contract.traffic> => ({
  history: ({ db, input }) => readHistory(db, input, clock.now()),
  networks: ({ db, actor, input }) => readNetworks(db, actor, input.network_number, clock.now()),
})
