import type { contract } from '@weft/contract'
import { type Handlers, lagging } from '../../../http/implement.ts'
import { connections, exported, type LogExportDependencies, page } from './log.service.ts'

export const logRoutes = (infrastructure: LogExportDependencies): Handlers<typeof contract.logs> => ({
  software_login: lagging((call) => page(infrastructure, call, 'software_login')),
  connect: lagging((call) => connections(infrastructure, call)),
  online: lagging((call) => page(infrastructure, call, call.input.mode === 'pop' ? 'pop_online' : 'online')),
  export: lagging((call) => exported(infrastructure, call)),
})
