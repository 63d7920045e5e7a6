import type { contract } from '@weft/contract'
import type { Handlers } from '../../../http/implement.ts'
import { listDeliveries } from './alert.service.ts'
import * as incidents from './incident.service.ts'
import * as monitor from './monitor.service.ts'

export const monitorRoutes = ({ clock, ...others }: incidents.IncidentExportDependencies): Handlers<typeof contract.monitor> => ({
  config: ({ db, actor }) => monitor.config(db, actor),
  routers: ({ db, actor }) => monitor.routers(db, actor),
  enable: ({ db, actor }) => monitor.enable(db, actor),
  setting: ({ db, actor, input }) => monitor.setting(db, actor, input, clock),
  close: ({ db, actor }) => monitor.close(db, actor),
  deliveries: ({ db, actor, input, caller }) => listDeliveries(db, actor, input, caller.language),
  incidents: ({ db, actor, input }) => incidents.listIncidents(db, actor, input, clock.now()),
  incident_summary: ({ db, actor }) => incidents.summary(db, actor, clock.now()),
  incident_acknowledge: ({ db, actor, input }) => incidents.acknowledge(db, actor, input, clock.now()),
  incident_acknowledge_all: ({ db, actor, input }) => incidents.acknowledgeAll(db, actor, input, clock.now()),
  incident_branches: ({ db, actor, input }) => incidents.listBranches(db, actor, input, clock.now()),
  incident_export: (call) => incidents.exportIncidents({ clock, ...others }, call),
  maintenance_lists: ({ db, actor, input }) => monitor.listMaintenance(db, actor, input),
  maintenance_create: ({ db, actor, input }) => monitor.createMaintenance(db, actor, input, clock),
  maintenance_delete: ({ db, actor, input }) => monitor.deleteMaintenance(db, actor, input),
})
