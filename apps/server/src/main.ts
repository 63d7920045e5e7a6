import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { listen } from './adapters/bus/bus.ts'
import { demandOwnEvents } from './adapters/bus/own-events.ts'
import { createApps, createServices, type Ground } from './app.ts'
import { connect, type Db } from './db/client.ts'
import { adviceOnDatabase, type DatabaseUrls, demandDatabase, demandSameDatabase, explainConnection } from './db/connection.ts'
import { type KeptDatabase, keepEmbedded } from './db/embedded/keeper.ts'
import { migrate } from './db/migrate.ts'
import { countDeliveries } from './domains/delivery/dead-letter.service.ts'
import { createResealing, unlockInstallation } from './domains/installation/secret.service.ts'
import { databasePart, type Drain, type Parts, serveHealth } from './http/health.ts'
import { closesInOrder } from './http/drain.ts'
import { createListener } from './http/listener.ts'
import { createMetrics } from './http/metrics.ts'
import { startJobs } from './jobs/jobs.ts'
import { startRounds } from './jobs/rounds.ts'
import { schedulesOf, tasksOf } from './jobs/schedules.ts'
import { systemClock } from './kernel/clock.ts'
import { installationSecrets } from './kernel/installation.ts'
import type { Log } from './kernel/log.ts'
import { openInstallation, SettingError, type Settings } from './kernel/settings.ts'
import { sampleHealth } from './ops/desk.service.ts'

/** The folder of the checkout; this file is apps/server/src/main.ts in it. */
export const HOME = resolve(import.meta.dirname, '../../..')
/** The folder of a built app. */
export const rootOf = (app: 'console' | 'ops'): string => join(HOME, 'apps', app, 'dist')
export const VERSION = '0.1.0'

export interface Running {
  ground: Ground
  /** The address of each listener, by name. */
  addresses: Record<'console' | 'ops' | 'agent' | 'metrics', string>
  /** Ends everything in order: says that it drains, closes the listeners once what is under way has been answered, then jobs and the database. */
  stop(limits?: StopLimits): Promise<void>
  /** Resolves with the reason when the embedded database ended and cannot be started again; never without one. */
  databaseLost: Promise<string>
}

export interface StopLimits {
  /** Seconds that it still serves everybody. */
  drain_seconds: number
  /** Seconds that requests under way then have to be answered. */
  close_seconds: number
}
/** Nobody waits for a balancer when the program itself is at fault. */
export const AFTER_FAULT: StopLimits = { drain_seconds: 0, close_seconds: 3 }
const CLOSE_SECONDS = 5
/** Seconds within which a stop must be done after the drain, requests under way included. */
const STOP_SECONDS = 10

/** Milliseconds between two looks at what is to be told. */
const ALERT_MS = 500
/** Milliseconds between two samples of how the installation fares. */
const SAMPLE_MS = 60_000

/** Tries the database that the settings name. @throws UnusableDatabase where it cannot be used */
export async function demandSettings({ DATABASE_URL, WEFT_DATABASE_OWNER_URL }: Settings): Promise<DatabaseUrls | undefined> {
  if (DATABASE_URL === undefined) return undefined
  await demandDatabase(DATABASE_URL)
  if (WEFT_DATABASE_OWNER_URL === undefined) return { url: DATABASE_URL, owner_url: DATABASE_URL }
  const urls = { url: DATABASE_URL, owner_url: WEFT_DATABASE_OWNER_URL }
  await demandDatabase(urls.owner_url, 'WEFT_DATABASE_OWNER_URL')
  await demandSameDatabase(urls)
  return urls
}

/**
 * The database of the settings: an existing server, or the embedded one, kept running until it is stopped.
 * @throws UnusableDatabase, EmbeddedError
 */
export async function openDatabase(settings: Settings, log: Log): Promise<DatabaseUrls & { embedded: KeptDatabase | undefined }> {
  const named = await demandSettings(settings)
  if (named) return { ...named, embedded: undefined }
  const dir = join(settings.WEFT_DATA_DIR, 'postgres')
  const embedded = await keepEmbedded({ dir, log: (line) => /FATAL(?!: *terminating connection)|PANIC/.test(line) && log.error(line) }, log)
  return { url: embedded.url, owner_url: embedded.owner_url, embedded }
}

/**
 * Starts every part and serves.
 * @param started hears one line for each part that is up
 * @throws SettingError, EmbeddedError, UnusableDatabase or a sentence of the migration; what had started is stopped again
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
    const applied = await migrate(owner_url)
    if (applied.length > 0) started(`migrations: ${applied.join(', ')}`)

    const db = connect(url, { log })
    undo.push(() => db.close())
    await firstConnections(db, url)
    const bus = await listen(url, log)
    undo.push(() => bus.close())
    await demandOwnEvents(bus, db)
    const ground: Ground = {
      settings,
      db,
      bus,
      keys: await unlockInstallation(db, installationSecrets(settings)),
      clock: systemClock,
      log,
      console_root: rootOf('console'),
      desk_root: rootOf('ops'),
      version: VERSION,
    }
    const services = createServices(ground)
    const { gateway, deliveries } = services
    undo.push(async () => deliveries.close())
    for (const advice of await adviceOnDatabase(url)) log.warn(advice)
    const open = openInstallation(settings)
    if (open) log.warn(open)
    if (!deliveries.can('email') && !deliveries.can('phone'))
      log.warn('neither WEFT_SMTP_URL nor WEFT_SMS is set: nobody can be sent a code, so nobody can register or recover a password')
    const jobs = await startJobs(
      url,
      schedulesOf({ ...services, db, clock: ground.clock, settings, resealing: createResealing({ ...ground, ...services }) }),
      tasksOf(services),
      log,
    )
    undo.push(() => jobs.stop())
    const alerting = startRounds('alerting', ALERT_MS, () => services.alerts.announceDue(), log)
    undo.push(() => alerting.stop())
    const sampling = startRounds('sampling health', SAMPLE_MS, () => sampleHealth(ground), log)
    undo.push(() => sampling.stop())
    started('jobs')
    undo.push(() => gateway.stop())
    const apps = {
      ...(await createApps(ground, services)),
      metrics: await createListener({ log, trustProxy: undefined, secure: false }),
    }
    const metrics = createMetrics()
    metrics.gauge('weft_database_connections', 'Connections to the database in use', () => db.load().used)
    metrics.gauge('weft_database_waiting', 'Callers that wait for a connection', () => db.load().waiting)
    metrics.gauge('weft_agents', 'Members connected to this instance', () => gateway.connections())
    metrics.gauge('weft_traffic_dropped', 'Minutes and samples of traffic that were not kept, since the start', () =>
      gateway.droppedTraffic(),
    )
    for (const state of ['queued', 'failed'] as const)
      metrics.gauge(`weft_deliveries_${state}`, `Letters and text messages that are ${state}, of all instances`, () =>
        countDeliveries(db.systemNow, state).catch(() => Number.NaN),
      )
    metrics.gauge('weft_bus_up', 'Whether this instance hears what the others say: 1 or 0', () => Number(bus.up))
    metrics.counter('weft_bus_foreign_total', 'Notifications that were no event of ours and were dropped', () => bus.foreign)
    metrics.serve(apps.metrics)
    const drain: Drain = { draining: false }
    const database = databasePart(db)
    // Agents keep their connections while the database is away: a balancer that took this listener out would cut them.
    const parts: Record<keyof typeof apps, Parts> = {
      console: { database },
      ops: { database },
      agent: {},
      metrics: {
        database,
        jobs: () => {
          jobs.probe()
          return 'ok'
        },
        bus: () => (bus.up ? 'ok' : 'down'),
      },
    }
    const closers: ((seconds: number) => Promise<void>)[] = []
    undo.push(({ close_seconds }) => Promise.all(closers.map((close) => close(close_seconds))))
    for (const [name, app] of Object.entries(apps) as [keyof typeof apps, FastifyInstance][]) {
      serveHealth(app, parts[name], drain)
      metrics.watch(app, name)
    }
    const ports = {
      console: settings.WEFT_HTTP_PORT,
      ops: settings.WEFT_OPS_PORT,
      agent: settings.WEFT_AGENT_PORT,
      metrics: settings.WEFT_METRICS_PORT,
    }
    const addresses = {} as Running['addresses']
    for (const [name, app] of Object.entries(apps) as [keyof typeof apps, FastifyInstance][]) {
      const close = closesInOrder(app, drain)
      addresses[name] = await bind(app, name === 'metrics' ? 'WEFT_METRICS_HOST' : 'WEFT_HOST', settings, ports[name])
      closers.push(close)
    }
    undo.push(({ drain_seconds }) => {
      drain.draining = true
      return Promise.all([gateway.drain(), sleep(drain_seconds * 1000)])
    })
    return {
      ground,
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

/** Opens one connection as each of the two roles. @throws UnusableDatabase where one cannot be had */
export async function firstConnections(db: Db, url: string): Promise<void> {
  // Both to their end: a pool cannot be closed while a connection of it is still being opened.
  const opened = await Promise.allSettled([db.system(async () => {}), db.account(0, 'write', async () => {})])
  const failed = opened.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined
  if (failed) throw explainConnection(failed.reason, url)
}

async function bind(app: FastifyInstance, setting: 'WEFT_HOST' | 'WEFT_METRICS_HOST', settings: Settings, port: number): Promise<string> {
  const host = settings[setting]
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
