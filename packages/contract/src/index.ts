import { accessKeys } from './console/access-key.ts'
import { account, ram } from './console/account.ts'
import { contacts, monitor, webhook } from './console/monitor.ts'
import { network } from './console/network.ts'
import { networkRevisions } from './console/network-revision.ts'
import { networkSettings } from './console/network-setting.ts'
import { popResources, workOrders } from './console/pop.ts'
import { announcements, clients, documents, messages } from './console/publication.ts'
import { operationLog } from './console/operation-log.ts'
import { logs } from './console/log.ts'
import { saas } from './console/saas.ts'
import { supportTickets } from './console/support-ticket.ts'
import { roles, subAccounts } from './console/sub-account.ts'
import { memberFiles } from './console/member-file.ts'
import { memberRecords } from './console/member-record.ts'
import { directory } from './console/directory.ts'
import { router } from './console/router.ts'
import { events, login } from './console/session.ts'
import { liveTraffic, traffic } from './console/traffic.ts'
import { registration, verify } from './console/verify.ts'

/** Every call of the console's listener, by area. */
export const contract = {
  verify,
  login,
  registration,
  account,
  ram,
  subAccounts,
  roles,
  accessKeys,
  operationLog,
  messages,
  announcements,
  documents,
  clients,
  contacts,
  monitor,
  webhook,
  events: { ...events, traffic: liveTraffic },
  network,
  networkSettings,
  networkRevisions,
  popResources,
  workOrders,
  supportTickets,
  router,
  memberFiles,
  memberRecords,
  traffic,
  saas,
  logs,
  directory,
}

export * from './audit.ts'
export * from './delivery.ts'
export * from './diagnosis.ts'
export * from './directory.ts'
export * from './endpoint.ts'
export * from './explain.ts'
export * from './fields.ts'
export * from './labels.ts'
export * from './member.ts'
export * from './phone.ts'
export * from './profile.ts'
export * from './refusals.ts'
export * from './regions.ts'
export * from './services.ts'
export * from './console/account.ts'
export * from './console/directory.ts'
export * from './console/log.ts'
export * from './console/member-file.ts'
export * from './console/member-record.ts'
export * from './console/monitor.ts'
export * from './console/network.ts'
export * from './console/network-revision.ts'
export * from './console/network-setting.ts'
export * from './console/pop.ts'
export * from './console/publication.ts'
export * from './console/sub-account.ts'
export * from './console/support-ticket.ts'
export * from './console/operation-log.ts'
export * from './console/access-key.ts'
export * from './console/router.ts'
export * from './console/saas.ts'
export * from './console/security.ts'
export * from './console/session.ts'
export * from './console/traffic.ts'
export * from './console/verify.ts'
export * from './verification.ts'
export * from './ops/index.ts'
export * from './agent/index.ts'
