import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { release } from '@weft/release'
import type { FastifyInstance } from 'fastify'
import type { Bus } from './adapters/bus/bus.ts'
import { natsTargetOf, openNatsBus } from './adapters/bus/nats-bus.ts'
import { demandOwnEvents } from './adapters/bus/own-events.ts'
import { openPostgresBus } from './adapters/bus/postgres-bus.ts'
import { createServices, type Infrastructure, listenersOf, type Services } from './app.ts'
import { connect, type Db } from './db/client.ts'
import { awaitStates, judgeLeft, judgeTouched } from './domains/network/state/state.service.ts'
import { demandAddress } from './db/address.ts'
import { adviceOnDatabase, type DatabaseUrls, demandDatabase, demandSameDatabase, explainConnection } from './db/connection.ts'
import { type KeptDatabase, keepEmbedded } from './db/embedded/keeper.ts'
import { migrate } from './db/migrate.ts'
import { awaitMigrations, schemaOf } from './db/migration-plan.ts'
import { countDeliveries } from './domains/foundation/delivery/dead-letter.service.ts'
import type { Instance } from './domains/foundation/instance/instance.service.ts'
import { unlockInstallation } from './domains/foundation/installation/secret.service.ts'
import { serveDevelopment } from './http/development.ts'
import { databaseCheck, type Drain, type HealthChecks, serveHealth, upOf } from './http/health.ts'
import { closesInOrder } from './http/drain.ts'
import { createListener } from './http/listener.ts'
import { startRounds } from './jobs/rounds.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { rootOf } from './home.ts'
import { systemClock } from './kernel/clock.ts'
import { installationSecrets, lastBackup } from './kernel/installation.ts'
import type { Log } from './kernel/log.ts'
import { openInstallation, type Role, SettingError, type Settings } from './kernel/settings.ts'
import { LISTENERS, type ListenerName, ROLE_TABLE } from './roles.ts'

/** The id of this process among those of its installation: in its lease and in each line of its log. */
export const INSTANCE_ID = randomUUID()

export interface Running {
  infrastructure: Infrastructure
  /** The address of each listener that this process has, by name. */
  addresses: { [name in ListenerName]?: string }
  /** Stops everything in order: reports that it drains, closes the listeners after the requests under way, then ends jobs and database. */
  stop(limits?: StopLimits): Promise<void>
  /** Resolves with the reason once the embedded database has ended and cannot be started again; never where there is none. */
  databaseLost: Promise<string>
}

export interface StopLimits {
  /** Seconds that the server still serves everything. */
  drain_seconds: number
  /** Seconds that requests under way then get to finish. */
  close_seconds: number
}
/** Limits after a fault of the program: it does not wait until balancers notice the drain. */
export const AFTER_FAULT: StopLimits = { drain_seconds: 0, close_seconds: 3 }
const CLOSE_SECONDS = 5
/** Milliseconds between two looks for members that were touched and not judged. */
const JUDGE_MS = 1_000
const POOL_WAIT_BUCKETS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5]
/** Seconds that a stop may take after the drain, requests under way included. */
const STOP_SECONDS = 10

/** Connects to the database that the settings name, and returns its addresses. @throws UnusableDatabase if it cannot be used */
export async function demandSettings({
  DATABASE_URL,
  WEFT_DATABASE_OWNER_URL,
  WEFT_READ_DATABASE_URL,
}: Settings): Promise<DatabaseUrls | undefined> {
  if (DATABASE_URL === undefined) return undefined
  // The standby itself may be away.
  if (WEFT_READ_DATABASE_URL !== undefined) demandAddress(WEFT_READ_DATABASE_URL, 'WEFT_READ_DATABASE_URL')
  await demandDatabase(DATABASE_URL)
  if (WEFT_DATABASE_OWNER_URL === undefined) return { url: DATABASE_URL, owner_url: DATABASE_URL }
  const urls = { url: DATABASE_URL, owner_url: WEFT_DATABASE_OWNER_URL }
  await demandDatabase(urls.owner_url, 'WEFT_DATABASE_OWNER_URL')
  await demandSameDatabase(urls)
  return urls
}

/** Seconds that a start waits for a PostgreSQL that answers, but is starting or has no connection left. */
const BUSY_SECONDS = 600
const BUSY_PAUSE_MS = 1000
/** cannot_connect_now, too_many_connections */
const BUSY = new Set<unknown>(['57P03', '53300'])

/** Repeats what needs the database while PostgreSQL answers that it is starting or has no connection left. */
async function whileBusy<T>(work: () => Promise<T>, log: Log): Promise<T> {
  for (let seconds = 0; ; seconds++) {
    try {
      return await work()
    } catch (error) {
      const { message, cause } = error as Error
      if (!BUSY.has((cause as { code?: unknown } | undefined)?.code) || seconds >= BUSY_SECONDS) throw error
      if (seconds % 30 === 0) log.warn('the start waits for the database', { reason: message })
      await sleep(BUSY_PAUSE_MS)
    }
  }
}

/**
 * Returns the addresses of the database of the settings: an existing server, or the embedded one, kept running until it is stopped.
 * @throws UnusableDatabase, EmbeddedError
 */
export async function openDatabase(settings: Settings, log: Log): Promise<DatabaseUrls & { embedded: KeptDatabase | undefined }> {
  const named = await whileBusy(() => demandSettings(settings), log)
  if (named) return { ...named, embedded: undefined }
  const dir = join(settings.WEFT_DATA_DIR, 'postgres')
  const embedded = await keepEmbedded({ dir, log: (line) => /FATAL(?!: *terminating connection)|PANIC/.test(line) && log.error(line) }, log)
  return { url: embedded.url, owner_url: embedded.owner_url, embedded }
}

/**
 * Starts the parts of this process's roles and serves.
 * @param started is called with one line for each part that is up
 * @throws SettingError, EmbeddedError, UnusableDatabase or MigrationError; what had started is stopped again
 */
export async function startServer(settings: Settings, log: Log, started: (part: string) => void): Promise<Running> {
  const undo: ((limits: StopLimits) => Promise<unknown>)[] = []
  const stop = async (limits: StopLimits) => {
    for (const step of undo.splice(0).toReversed()) await step(limits)
  }
  try {
    const { url, owner_url, embedded } = await openDatabase(settings, log)
    if (embedded) undo.push(() => embedded.stop())
    started(embedded ? 'PostgreSQL 18, embedded' : 'PostgreSQL of DATABASE_URL')
    if (settings.WEFT_MIGRATE === 'check') await awaitMigrations(url, log)
    else {
      const applied = await migrate(owner_url, { log })
      if (applied.length > 0) started(`migrations: ${applied.join(', ')}`)
    }

    const target = natsTargetOf(settings)
    const nats = target && (await openNatsBus(target, log))
    if (nats) undo.push(() => nats.close())
    if (nats) started('events over NATS')
    // Only people read what may be some seconds old.
    const read_url = settings.WEFT_ROLES.includes('api') ? settings.WEFT_READ_DATABASE_URL : undefined
    const metrics = createMetrics()
    const waited = metrics.seconds('weft_pool_wait_seconds', 'Time until a caller got a connection to the database', POOL_WAIT_BUCKETS)
    const db = connect(url, { log, announcer: nats, waited, read_url, beforeCommit: judgeTouched })
    undo.push(() => db.close())
    await firstConnections(db, url)
    const bus = nats ?? (await openPostgresBus(url, log))
    if (bus !== nats) undo.push(() => bus.close())
    await demandOwnEvents(bus, db, { over: nats ? 'nats' : 'postgres' })
    const infrastructure = {
      settings,
      db,
      bus,
      keys: await unlockInstallation(db, installationSecrets(settings)),
      clock: systemClock,
      log,
      console_root: rootOf('console'),
      desk_root: rootOf('ops'),
      version: release(),
      instance_id: INSTANCE_ID,
    } satisfies Infrastructure
    // After an upgrade: before anybody reads how members are. Then what servers of an earlier version write is judged, whatever roles this one has.
    await awaitStates(db, log)
    const judging = startRounds('judging members', JUDGE_MS, async () => void (await judgeLeft(db)), log)
    undo.push(() => judging.stop())
    const services = createServices(infrastructure)
    undo.push(async () => services.deliveries.close())
    await services.instance.keep(bus)
    undo.push(() => services.instance.end())
    for (const advice of await adviceOnDatabase(url)) log.warn(advice)
    warnOf(settings, services, log)
    measure(metrics, { ...infrastructure, instance: services.instance, schema: await schemaOf(url) })
    if (read_url !== undefined) measureReplica(metrics, db)
    measureBackup(metrics, settings)

    const health: HealthChecks = { database: databaseCheck(db), bus: () => (bus.up ? 'ok' : 'down') }
    const drains: (() => Promise<void>)[] = []
    const parts = Object.entries(ROLE_TABLE).filter(([role]) => settings.WEFT_ROLES.includes(role as Role))
    for (const [role, part] of parts) {
      const running = await part.start({ url, infrastructure, services, metrics })
      Object.assign(health, running.health)
      if (running.drain) drains.push(running.drain)
      if (running.stop) undo.push(running.stop)
      started(role)
    }
    metrics.gaugeBy('part', 'weft_ready', 'Whether a part of this process is ready: 1 or 0', () => upOf(health))
    const makers = { ...listenersOf(infrastructure, services), metrics: () => createMetricsListener(infrastructure, services, metrics) }
    const apps: [ListenerName, FastifyInstance][] = []
    const wanted = new Set<ListenerName>([...parts.flatMap(([, { listeners }]) => listeners), 'metrics'])
    for (const name of (Object.keys(LISTENERS) as ListenerName[]).filter((one) => wanted.has(one))) apps.push([name, await makers[name]()])

    const drain: Drain = { draining: false }
    const closers: ((seconds: number) => Promise<void>)[] = []
    undo.push(({ close_seconds }) => Promise.all(closers.map((close) => close(close_seconds))))
    const addresses: Running['addresses'] = {}
    for (const [name, app] of apps) {
      const asked = Object.entries(health).filter(([part]) => (LISTENERS[name].asks as readonly string[]).includes(part))
      serveHealth(app, { version: release(), checks: Object.fromEntries(asked), drain })
      metrics.watch(app, name)
    }
    for (const [name, app] of apps) {
      const close = closesInOrder(app, drain)
      addresses[name] = await bind(app, LISTENERS[name], settings)
      closers.push(close)
    }
    undo.push(({ drain_seconds }) => {
      drain.draining = true
      return Promise.all([...drains.map((sendAway) => sendAway()), sleep(drain_seconds * 1000)])
    })
    return {
      infrastructure,
      addresses,
      stop: (limits = { drain_seconds: settings.WEFT_DRAIN_SECONDS, close_seconds: CLOSE_SECONDS }) =>
        withinSeconds(limits.drain_seconds + STOP_SECONDS, stop(limits)),
      databaseLost: embedded?.lost ?? new Promise(() => {}),
    }
  } catch (error) {
    await stop(AFTER_FAULT).catch(() => {})
    throw error
  }
}

/** Opens one connection as each of the two roles. @throws UnusableDatabase if one cannot be opened */
export async function firstConnections(db: Db, url: string): Promise<void> {
  // Waits for both: a pool cannot be closed while one of its connections is still being opened.
  const opened = await Promise.allSettled([db.system(async () => {}), db.account(0, 'write', async () => {})])
  const failed = opened.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  if (failed) throw explainConnection(failed.reason, url)
}

/** Logs a warning for each setting that keeps the installation from working as its owner may expect. */
function warnOf(settings: Settings, { deliveries }: Services, log: Log): void {
  const open = openInstallation(settings)
  if (open) log.warn(open)
  if (!deliveries.can('email') && !deliveries.can('phone'))
    log.warn('neither WEFT_SMTP_URL nor WEFT_SMS is set: nobody can be sent a code, so nobody can register or recover a password')
}

/** Adds the metrics that every process has, whatever its roles. */
function measure(
  metrics: Metrics,
  { db, bus, settings, version, instance, schema }: Infrastructure & { bus: Bus; instance: Pick<Instance, 'leaseAge'>; schema: string },
): void {
  metrics.gauge('weft_database_connections', 'Connections to the database in use', () => db.load().used)
  metrics.gauge('weft_database_waiting', 'Callers that wait for a connection', () => db.load().waiting)
  for (const state of ['queued', 'failed'] as const)
    metrics.gauge(`weft_deliveries_${state}`, `Letters and text messages that are ${state}, of all instances`, () =>
      countDeliveries(db.systemNow, state).catch(() => Number.NaN),
    )
  metrics.info('weft_info', 'The version and the roles of this process, and the newest migration of the database when it started', {
    version,
    roles: settings.WEFT_ROLES.join(' '),
    schema,
  })
  metrics.gauge('weft_lease_seconds', 'Seconds since this instance last renewed its lease; after 20 it counts as dead', () =>
    instance.leaseAge(),
  )
  metrics.gauge('weft_bus_up', 'Whether this instance is connected to the bus and receives the others’ events: 1 or 0', () =>
    Number(bus.up),
  )
  metrics.counter('weft_bus_foreign_total', 'Notifications that were no event of ours and were dropped', () => bus.foreign)
  metrics.counterBy('type', 'weft_bus_events_total', 'Events that this instance received', () => bus.received)
  metrics.counter('weft_bus_lost_total', 'Events of this instance that were given up before they were sent', () => db.lostEvents())
}

/** Adds the metric of the last backup, whose time is in the data directory. */
function measureBackup(metrics: Metrics, settings: Settings): void {
  metrics.gauge(
    'weft_last_backup_timestamp_seconds',
    'When weft backup last succeeded with the data directory of this process, as Unix time',
    () => (lastBackup(settings)?.time.getTime() ?? Number.NaN) / 1000,
  )
}

/** Adds the metrics of the replica, and of where reads go that may be some seconds old. */
function measureReplica(metrics: Metrics, db: Db): void {
  metrics.gauge('weft_replica_used', 'Whether reads that may be some seconds old go to the replica: 1 or 0', () => Number(db.lag().used))
  metrics.gauge(
    'weft_replica_lag_seconds',
    'Seconds by which the replica was behind at most when it was measured last',
    () => db.lag().seconds ?? Number.NaN,
  )
  for (const where of ['replica', 'primary'] as const)
    metrics.counter(
      `weft_reads_on_${where}_total`,
      `Reads that may be some seconds old and ran on the ${where}`,
      () => db.lag().reads[where],
    )
}

/** Creates the listener of the metrics. It also serves the outbox if this process fills it and has no console. */
async function createMetricsListener(
  { settings, log }: Infrastructure,
  { captchas, outbox }: Services,
  metrics: Metrics,
): Promise<FastifyInstance> {
  const app = await createListener({ log, trustProxy: undefined, secure: false, access_log: settings.WEFT_ACCESS_LOG })
  metrics.serve(app)
  const { WEFT_ROLES: roles } = settings
  if (outbox && roles.includes('jobs') && !roles.includes('api')) serveDevelopment(app, { captchas, outbox, settings })
  return app
}

async function bind(
  app: FastifyInstance,
  { host: setting, port: portSetting }: (typeof LISTENERS)[ListenerName],
  settings: Settings,
): Promise<string> {
  const [host, port] = [settings[setting], settings[portSetting]]
  try {
    return (await app.listen({ host, port })).replace('127.0.0.1', 'localhost')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new SettingError(`port ${port} on ${host} is taken; the WEFT_*_PORT settings choose others`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new SettingError(`${setting} is wrong: this machine has no address ${host}`)
    if (code === 'EACCES') throw new SettingError(`this user may not listen on port ${port}`)
    throw error
  }
}

const withinSeconds = <T>(seconds: number, work: Promise<T>): Promise<T | void> =>
  Promise.race([work, new Promise<void>((done) => setTimeout(done, seconds * 1000).unref())])
