import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import { connections, exported, type LogExportDependencies, page } from './log.service.ts'

export const logRoutes = (infrastructure: LogExportDependencies): Handlers<typeof contract.logs> => ({
  software_login: (call) => page(infrastructure, call, 'software_login'),
  connect: (call) => connections(infrastructure, call),
  online: (call) => page(infrastructure, call, call.input.mode === 'pop' ? 'pop_online' : 'online'),
  export: (call) => exported(infrastructure, call),
})
