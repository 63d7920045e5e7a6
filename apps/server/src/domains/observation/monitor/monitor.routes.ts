import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { listDeliveries } from './alert.service.ts'
import * as monitor from './monitor.service.ts'

export const monitorRoutes = (clock: Clock): Handlers<typeof contract.monitor> => ({
  config: ({ db }) => monitor.config(db),
  routers: ({ db }) => monitor.routers(db),
  enable: ({ db, actor }) => monitor.enable(db, actor),
  setting: ({ db, actor, input }) => monitor.setting(db, actor, input, clock),
  close: ({ db, actor }) => monitor.close(db, actor),
  deliveries: ({ db, input, caller }) => listDeliveries(db, input, caller.language),
  maintenance_lists: ({ db, input }) => monitor.listMaintenance(db, input),
  maintenance_create: ({ db, actor, input }) => monitor.createMaintenance(db, actor, input, clock),
  maintenance_delete: ({ db, actor, input }) => monitor.deleteMaintenance(db, actor, input),
})
