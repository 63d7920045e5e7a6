import type { contract } from '@weft/contract'
import { type Handlers, lagging } from '../../../http/implement.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { readHistory, readLinks, readNetworks } from './traffic.service.ts'

export const trafficRoutes = (clock: Clock): Handlers<typeof contract.traffic> => ({
  history: lagging(({ db, input }) => readHistory(db, input, clock.now())),
  networks: lagging(({ db, actor, input }) => readNetworks(db, actor, input.network_number, clock.now())),
  links: ({ db, input }) => readLinks(db, input, clock.now()),
})
