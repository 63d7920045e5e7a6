import { DAY_SECONDS } from '@weft/contract'
import { markSettled } from '../domains/network/change/store.service.ts'
import { deleteUnreferred } from '../adapters/files/files.ts'
import type { Db } from '../db/client.ts'
import type { SignService } from '../domains/identity/account/sign.service.ts'
import type { AuthorityService } from '../domains/foundation/authority/authority.service.ts'
import type { BudgetService } from '../domains/foundation/budget/budget.service.ts'
import { forgetUploads } from '../domains/support/client-download/upload.service.ts'
import type { ConnectionService } from '../domains/member/directory/connection.service.ts'
import { SYNC_DIRECTORY, type SyncTask } from '../domains/member/directory/directory.service.ts'
import type { Resealing } from '../domains/foundation/installation/secret.service.ts'
import type { SyncService } from '../domains/member/directory/sync.service.ts'
import type { AlertService } from '../domains/observation/monitor/alert.service.ts'
import type { OutageRecorder } from '../domains/network/outage/record.service.ts'
import type { ProfileLinkService } from '../domains/member/vpn-profile/profile-link.service.ts'
import type { ContactService } from '../domains/observation/contact/contact.service.ts'
import { DELIVER, type DeliveryService } from '../domains/foundation/delivery/delivery.service.ts'
import { HASH_PASSWORDS, type SealedPasswordService } from '../domains/member/member/sealed-password.service.ts'
import { numberOrders } from '../domains/network/work-order/work-order.service.ts'
import { deleteForgotten, numberTickets } from '../domains/support/support-ticket/support-ticket.service.ts'
import type { TicketFileService } from '../domains/support/support-ticket/ticket-file.service.ts'
import { releaseDue } from '../domains/support/announcement/announcement.service.ts'
import { lapseServices } from '../domains/foundation/sale/sale.service.ts'
import type { SecondFactorService } from '../domains/identity/session/second-factor.service.ts'
import type { SessionService } from '../domains/identity/session/session.service.ts'
import type { SignInService } from '../domains/identity/session/sign-in.service.ts'
import type { CodeService } from '../domains/identity/verification/code.service.ts'
import { rollUpQuality } from '../domains/observation/quality/roll-up.service.ts'
import { rollUp } from '../domains/observation/traffic/roll-up.service.ts'
import type { RecoveryService } from '../domains/identity/verification/recovery.service.ts'
import type { OperatorService } from '../ops/operator.service.ts'
import { deleteIdempotencyKeys } from '../http/idempotency.queries.ts'
import { deleteRateWindows } from '../http/rate.queries.ts'
import { after, type Clock } from '../kernel/clock.ts'
import { forgetOperations } from '../domains/network/change/operation.service.ts'
import { undoLost } from '../domains/network/revision/revision.service.ts'
import { judgeMoved } from '../domains/network/state/state.service.ts'
import type { Settings } from '../kernel/settings.ts'
import type { Schedule, Tasks } from './jobs.ts'
import { dropPartitions, forgetFormerMembers, makePartitions } from './partitions.queries.ts'

/** Returns the scheduled jobs. */
export const schedulesOf = ({
  db,
  clock,
  settings,
  authorities,
  budgets,
  sessions,
  signs,
  signIns,
  secondFactors,
  operators,
  deliveries,
  codes,
  recoveries,
  contacts,
  profileLinks,
  alerts,
  outageRecorder,
  connections,
  syncs,
  ticketFiles,
  resealing,
}: {
  db: Db
  clock: Clock
  settings: Settings
  authorities: AuthorityService
  budgets: BudgetService
  sessions: SessionService
  signs: SignService
  signIns: SignInService
  secondFactors: SecondFactorService
  operators: OperatorService
  deliveries: DeliveryService
  codes: CodeService
  recoveries: RecoveryService
  contacts: ContactService
  profileLinks: ProfileLinkService
  alerts: AlertService
  outageRecorder: OutageRecorder
  connections: ConnectionService
  syncs: SyncService
  ticketFiles: TicketFileService
  resealing: Resealing
}): Schedule[] => [
  { name: 'lapse_services', match: '* * * * *', work: async () => void (await lapseServices(db)) },
  { name: 'release_announcements', match: '* * * * *', work: () => releaseDue(db) },
  { name: 'sync_directories', match: '* * * * *', work: () => syncs.enqueueDue(db.systemNow) },
  { name: 'alert_services', match: '* * * * *', work: () => alerts.announceServices() },
  { name: 'deliver_overdue', match: '* * * * *', work: () => deliveries.requeueOverdue() },
  {
    name: 'forget_expired',
    match: '*/10 * * * *',
    async work() {
      await budgets.deleteOver()
      await sessions.deleteExpired()
      await secondFactors.deleteExpired()
      await operators.deleteExpired()
      await deliveries.forget()
      await codes.deleteExpired()
      await recoveries.deleteExpired()
      await contacts.deleteExpired()
      await profileLinks.deleteExpired()
      await signs.forgetFormer()
      await alerts.forget()
      await outageRecorder.forget()
      await connections.forgetAuthorities(db.systemNow)
      await forgetUploads(db.systemNow, clock.now())
      await ticketFiles.deleteLeft()
      await deleteForgotten(db, clock)
      await deleteUnreferred(db.systemNow, after(clock.now(), -DAY_SECONDS))
      await deleteRateWindows(db.systemNow, after(clock.now(), -DAY_SECONDS))
      await forgetOperations(db.systemNow, clock.now())
      await deleteIdempotencyKeys(db.systemNow, after(clock.now(), -DAY_SECONDS))
      // A partition holds rows a little longer than they must be kept.
      await forgetFormerMembers(db.systemNow, after(clock.now(), -2 * settings.WEFT_LOG_DAYS * DAY_SECONDS))
    },
  },
  // Looks at every browser that anybody signed in from: no index of their last use, which each sign-in would have to write.
  { name: 'forget_devices', match: '41 19 * * *', work: () => signIns.forgetDevices() },
  { name: 'make_partitions', match: '17 * * * *', work: () => makePartitions(db.systemNow) },
  {
    name: 'drop_partitions',
    match: '23 * * * *',
    async work() {
      await dropPartitions(db.systemNow, settings, clock.now())
      await judgeMoved(db)
    },
  },
  { name: 'settle_members', match: '* * * * *', work: () => markSettled(db.systemNow) },
  { name: 'undo_lost_revisions', match: '* * * * *', work: () => undoLost(db) },
  { name: 'renew_authorities', match: '*/10 * * * *', work: () => authorities.renewDue(db) },
  { name: 'reseal', match: '*/10 * * * *', work: () => resealing.work() },
  // Tickets and orders from before there were short numbers get theirs.
  {
    name: 'number_tickets',
    match: '*/10 * * * *',
    async work() {
      await numberTickets(db)
      await numberOrders(db)
    },
  },
  // Two minutes after each five: by then their last minute has arrived.
  { name: 'roll_up_traffic', match: '2,7,12,17,22,27,32,37,42,47,52,57 * * * *', work: () => rollUp(db) },
  // A minute after the last quarter of an hour may be summed.
  { name: 'roll_up_quality', match: '6,21,36,51 * * * *', work: () => rollUpQuality(db) },
]

/** Returns the handlers of queued jobs. */
export const tasksOf = ({
  deliveries,
  sealedPasswords,
  syncs,
}: {
  deliveries: DeliveryService
  sealedPasswords: SealedPasswordService
  syncs: SyncService
}): Tasks => ({
  [HASH_PASSWORDS]: (_, stopping) => sealedPasswords.hashAll(stopping),
  [SYNC_DIRECTORY]: (payload) => syncs.run(payload as SyncTask),
  [DELIVER]: (payload, stopping) => deliveries.work((payload as { delivery_id: string }).delivery_id, stopping),
})
