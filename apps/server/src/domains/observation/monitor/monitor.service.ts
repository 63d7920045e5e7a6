/**
 * Room observation/monitor: alerts: what is watched, incidents, maintenance windows, and when somebody is told.
 * Tables: alert, alert_watch, incident, incident_alert, incident_branch, maintenance, monitor, monitor_router, service_alert.
 * Called by: jobs, member.
 * Always: a change is marked as alerted in the transaction that queues its message: none is lost, none sent twice.
 */
import {
  alertEventDefaults,
  alertEvents,
  type contract,
  type InputOf,
  MAINTENANCE_MAX,
  type MonitorConfig,
  type OutputOf,
} from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { type Clock, fromUnix, unix } from '../../../kernel/clock.ts'
import { maskEmail } from '../../../kernel/mask.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { holdAccount } from '../../foundation/limits/limits.service.ts'
import { maintenanceCreated, maintenanceDeleted, monitorClosed, monitorEdited, monitorEnabled } from './monitor.audit.ts'
import * as queries from './monitor.queries.ts'

type Call = typeof contract.monitor
type In<K extends keyof Call> = InputOf<Call[K]>

/** Returns the settings; the defaults for an account that never turned monitoring on. */
export async function config(db: AccountDb, { members }: Pick<Actor, 'members'>): Promise<MonitorConfig> {
  const { enable, email, webhook, contacts, contacts_verified, ...flags } = await queries.findConfig(db)
  return {
    enable: enable ?? 0,
    watch_new: flags.watch_new ?? 1,
    portal_confirm: flags.portal_confirm ?? 1,
    email_confirm: flags.email_confirm ?? 0,
    webhook_confirm: webhook ? (flags.webhook_confirm ?? 0) : 0,
    ...(Object.fromEntries(alertEvents.map((event) => [event, flags[event] ?? alertEventDefaults[event]])) as typeof alertEventDefaults),
    router: await queries.watchedRouters(db, members),
    email_bound: email === null ? 0 : 1,
    email: email === null ? null : maskEmail(email),
    contacts,
    contacts_verified,
  }
}

export const routers = (db: AccountDb, { members }: Pick<Actor, 'members'>): Promise<OutputOf<Call['routers']>> =>
  queries.hardwareMembers(db, members)

/**
 * Turns monitoring on, with the settings that it had before; changes nothing if it is on. An account that turns it on for the first time
 * watches all its hardware.
 */
export async function enable(db: AccountDb, actor: Actor): Promise<void> {
  if (await queries.insertMonitor(db)) await queries.watchAll(db)
  else {
    const before = await queries.lockMonitor(db)
    if (before?.enable === 1) return
    await queries.updateMonitor(db, { enable: 1 })
  }
  await audit(db, actor, monitorEnabled())
}

/**
 * Saves the settings as a whole.
 * @throws monitorOff, monitorEmailNotBound, monitorWebhookNotSet, monitorHardwareOnly
 */
export async function setting(db: AccountDb, actor: Actor, { router, ...flags }: In<'setting'>, clock: Clock): Promise<void> {
  const before = await queries.lockMonitor(db)
  if (before?.enable !== 1) throw new Refusal('monitorOff')
  const { email, webhook } = await queries.findConfig(db)
  if (flags.email_confirm === 1 && email === null) throw new Refusal('monitorEmailNotBound')
  if (flags.webhook_confirm === 1 && !webhook) throw new Refusal('monitorWebhookNotSet')
  const software = await queries.firstSoftware(db, router)
  if (software !== undefined) throw new Refusal('monitorHardwareOnly', { name: software })
  await queries.updateMonitor(db, { ...flags, update_time: clock.now() })
  const moved = await queries.writeRouters(db, router, actor.members)
  const { enable: _, ...former } = before
  await audit(db, actor, monitorEdited(former, flags, moved))
}

/** Turns monitoring off; the settings stay for the next time. @throws monitorOff */
export async function close(db: AccountDb, actor: Actor): Promise<void> {
  const before = await queries.lockMonitor(db)
  if (before?.enable !== 1) throw new Refusal('monitorOff')
  await queries.updateMonitor(db, { enable: 0 })
  await queries.forgetWatched(db)
  await audit(db, actor, monitorClosed())
}

/** Turns the webhook channel off when the webhook is deleted; for a new webhook it must be turned on again. */
export const forgetWebhook = (db: AccountDb): Promise<void> => queries.updateMonitor(db, { webhook_confirm: 0 })

export const listMaintenance = (
  db: AccountDb,
  { members }: Pick<Actor, 'members'>,
  input: In<'maintenance_lists'>,
): Promise<OutputOf<Call['maintenance_lists']>> => queries.pageMaintenance(db, members, input)

/** @throws maintenancePast, maintenanceLimit, maintenanceOfAll if it is of all members and the caller sees only some */
export async function createMaintenance(
  db: AccountDb,
  actor: Actor,
  { name, router, ...times }: In<'maintenance_create'>,
  clock: Clock,
): Promise<OutputOf<Call['maintenance_create']>> {
  const now = unix(clock.now())
  const start_time = times.start_time ?? now
  // The schema requires one of both.
  const end_time = times.end_time ?? start_time + times.duration!
  if (end_time <= now) throw new Refusal('maintenancePast')
  if (actor.members !== undefined && router.length === 0) throw new Refusal('maintenanceOfAll')
  await holdAccount(db)
  if ((await queries.countMaintenance(db)) >= MAINTENANCE_MAX) throw new Refusal('maintenanceLimit', { max: MAINTENANCE_MAX })
  const id = await queries.insertMaintenance(db, { name, start_time: fromUnix(start_time), end_time: fromUnix(end_time), router })
  await audit(db, actor, maintenanceCreated({ name, start_time, end_time, router }))
  return { id }
}

/** @throws maintenanceNotFound, maintenanceOfOthers if it is of members that the caller may not see, too */
export async function deleteMaintenance(db: AccountDb, actor: Actor, { id }: In<'maintenance_delete'>): Promise<void> {
  if (actor.members !== undefined && !(await queries.isOwnWindow(db, actor.members, id))) throw new Refusal('maintenanceOfOthers')
  const gone = await queries.deleteMaintenance(db, id)
  if (!gone) throw new Refusal('maintenanceNotFound')
  await audit(db, actor, maintenanceDeleted(gone.name))
}

/** Returns those of these maintenance windows that the account has, for the check of a request. */
export const resolveMaintenance = async (db: AccountDb, ids: string[], { members }: Pick<Actor, 'members'>): Promise<ReadonlySet<string>> =>
  new Set(await queries.knownMaintenance(db, members, ids))
