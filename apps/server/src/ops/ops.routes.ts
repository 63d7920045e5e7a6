import type { opsContract } from '@weft/contract'
import { grantService, renew, renewAll, revoke } from '../domains/foundation/sale/sale.service.ts'
import type { TicketDeskService } from '../domains/support/support-ticket/ticket-desk.service.ts'
import type { SheetReader } from '../adapters/spreadsheet/sheet-reader.ts'
import { beforehandOfOperator, type Handlers } from '../http/implement.ts'
import type { Clock } from '../kernel/clock.ts'
import type { OpsAccountService } from './account.service.ts'
import { type DeskDependencies, health, listAudit } from './desk.service.ts'
import { assignDevice, lendBandwidth, listDevices, registerDevice, releaseDevice } from './device.service.ts'
import { deviceForm, deviceTemplate, registerFromSheet } from './device-sheet.service.ts'
import type { LookedAt } from './look.service.ts'
import { searchDesk } from './search.service.ts'
import { catalogue, expiringServices } from './service.service.ts'
import { accountTrouble, start, troubleState } from './trouble.service.ts'

type Contract = typeof opsContract

export const opsDeskRoutes = (
  infrastructure: DeskDependencies,
  tickets: TicketDeskService,
  lookedAt: LookedAt,
): Handlers<Contract['desk']> => ({
  start: lookedAt('start', ({ db, caller }) => start(tickets, db, infrastructure.clock.now(), caller.language)),
  state: ({ db, input }) => troubleState(db, input, infrastructure.clock.now()),
  search: lookedAt('search', ({ db, operator, input }) => searchDesk(tickets, db, operator, input, infrastructure.clock)),
  audit: lookedAt('audit', ({ db, operator, input }) => listAudit(db, operator, input)),
  health: ({ db }) => health(db, infrastructure),
})

export const opsAccountRoutes = (
  accounts: OpsAccountService,
  tickets: TicketDeskService,
  clock: Clock,
  lookedAt: LookedAt,
): Handlers<Contract['accounts']> => ({
  list: lookedAt('accounts', ({ db, input }) => accounts.list(db, input)),
  export: ({ db, operator, input }) => accounts.export(db, operator, input),
  info: ({ db, operator, input, caller }) => accounts.info(db, operator, input, caller.language),
  trouble: ({ db, operator, input }) => accountTrouble(tickets, db, operator, input, clock.now()),
  networks: ({ db, operator, input }) => accounts.networks(db, operator, input),
  pops: ({ db, operator, input }) => accounts.pops(db, operator, input),
  disable: ({ db, operator, input }) => accounts.disable(db, operator, input),
  enable: ({ db, operator, input }) => accounts.enable(db, operator, input),
  login_link: ({ db, operator, input }) => accounts.loginLink(db, operator, input),
  reset_totp: ({ db, operator, input }) => accounts.resetTotp(db, operator, input),
})

export const opsServiceRoutes = (clock: Clock, lookedAt: LookedAt): Handlers<Contract['services']> => ({
  catalogue: ({ caller }) => catalogue(caller.language),
  expiring: lookedAt('expiring', ({ db, input, caller }) => expiringServices(db, input, clock.now(), caller.language)),
  grant: ({ db, operator, input }) => grantService(db, operator, input),
  renew: ({ db, operator, input }) => renew(db, operator, input),
  renew_all: ({ db, operator, input }) => renewAll(db, operator, input),
  revoke: ({ db, operator, input }) => revoke(db, operator, input),
})

export const opsDeviceRoutes = (clock: Clock, sheets: SheetReader, lookedAt: LookedAt): Handlers<Contract['devices']> => ({
  list: lookedAt('devices', ({ db, operator, input }) => listDevices(db, operator, input, clock)),
  register: ({ db, operator, input }) => registerDevice(db, operator, input),
  template: deviceTemplate,
  // The file is read before the transaction: that may take seconds, and holds no connection.
  batch: beforehandOfOperator(
    ({ operator, upload }) => sheets.read(-operator.operator_id, upload!.bytes, deviceForm),
    registerFromSheet(clock),
  ),
  assign: ({ db, operator, input }) => assignDevice(db, operator, input, clock.now()),
  release: ({ db, operator, input }) => releaseDevice(db, operator, input),
  temp_bandwidth: ({ db, operator, input }) => lendBandwidth(db, operator, input),
})
