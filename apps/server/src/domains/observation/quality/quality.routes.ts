import type { contract } from '@weft/contract'
import { type Handlers, lagging } from '../../../http/implement.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { readQualities, readQuality } from './quality.service.ts'

export const qualityRoutes = (clock: Clock): Handlers<typeof contract.quality> => ({
  links: lagging(({ db, actor, input }) => readQualities(db, actor, input, clock.now())),
  link: lagging(({ db, input }) => readQuality(db, input, clock.now())),
})
