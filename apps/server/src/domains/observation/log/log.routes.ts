import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import { exported, type LogExportGround, page } from './log.service.ts'

export const logRoutes = (ground: LogExportGround): Handlers<typeof contract.logs> => ({
  software_login: (call) => page(ground, call, 'software_login'),
  connect: (call) => page(ground, call, 'connect'),
  online: (call) => page(ground, call, call.input.mode === 'pop' ? 'pop_online' : 'online'),
  export: (call) => exported(ground, call),
})
