import type { Infrastructure, Services } from './app.ts'
import { createResealing } from './domains/foundation/installation/secret.service.ts'
import { createLease, LEASE_EVERY_SECONDS } from './gateway/lease.service.ts'
import type { HealthChecks } from './http/health.ts'
import type { Metrics } from './http/metrics.ts'
import { startJobs } from './jobs/jobs.ts'
import { startRounds } from './jobs/rounds.ts'
import { schedulesOf, tasksOf } from './jobs/schedules.ts'
import type { Role, Settings } from './kernel/settings.ts'
import { sampleHealth } from './ops/desk.service.ts'

/** What a process has before its roles start. */
export interface Base {
  url: string
  infrastructure: Infrastructure
  services: Services
  metrics: Metrics
}

/** What a role runs beside its listeners. */
interface Running {
  /** What `/readyz` of the metrics asks it. */
  health?: HealthChecks
  /** Sends away who is connected to it, while its listeners still serve. */
  drain?(): Promise<void>
  /** Ends it, once its listeners are closed. */
  stop?(): Promise<void>
}

interface Part {
  listeners: readonly ListenerName[]
  start(base: Base): Promise<Running> | Running
}

/** What each role is, in the order in which they start; they end in the opposite one. */
export const ROLE_TABLE: Record<Role, Part> = {
  jobs: { listeners: [], start: startWork },
  gateway: { listeners: ['agent'], start: holdMembers },
  api: { listeners: ['console', 'ops'], start: () => ({}) },
}

/** Where each listener is bound, and what its own `/readyz` asks of what this process has. */
export const LISTENERS = {
  console: { host: 'WEFT_HOST', port: 'WEFT_HTTP_PORT', asks: ['database'] },
  ops: { host: 'WEFT_HOST', port: 'WEFT_OPS_PORT', asks: ['database'] },
  // Agents keep their connections while the database is away: a balancer that took this listener out would cut them.
  agent: { host: 'WEFT_HOST', port: 'WEFT_AGENT_PORT', asks: [] },
  // In every process.
  metrics: { host: 'WEFT_METRICS_HOST', port: 'WEFT_METRICS_PORT', asks: ['database', 'jobs', 'bus'] },
} as const satisfies Record<string, { host: keyof Settings; port: keyof Settings; asks: readonly string[] }>
export type ListenerName = keyof typeof LISTENERS

/** Milliseconds between two looks at what is to be told. */
const ALERT_MS = 500
/** Milliseconds between two samples of how the installation fares. */
const SAMPLE_MS = 60_000

/** Works off the queue and what is due, tells alerts, and samples how the installation fares. */
async function startWork({ url, infrastructure, services }: Base): Promise<Running> {
  const { db, clock, log, settings } = infrastructure
  const schedules = schedulesOf({ ...services, db, clock, settings, resealing: createResealing({ ...infrastructure, ...services }) })
  const jobs = await startJobs(url, schedules, tasksOf(services), log)
  const rounds = [
    startRounds('alerting', ALERT_MS, () => services.alerts.announceDue(), log),
    startRounds('sampling health', SAMPLE_MS, () => sampleHealth(infrastructure), log),
  ]
  if (!settings.WEFT_ROLES.includes('gateway')) rounds.push(startSweeping(infrastructure))
  return {
    health: {
      jobs: () => {
        jobs.probe()
        return 'ok'
      },
    },
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()))
      await jobs.stop()
    },
  }
}

/** Sets members of dead gateways offline, as each gateway does: where the only one is gone, nobody else would. */
function startSweeping({ db, clock, log }: Infrastructure) {
  const lease = createLease({ db, clock, log, gateway_id: undefined })
  const sweep = async () => {
    await lease.renew()
    await lease.sweep()
  }
  return startRounds('sweeping', LEASE_EVERY_SECONDS * 1000, sweep, log)
}

/** Holds the connections of members, which its listener takes. */
function holdMembers({ services: { gateway }, metrics }: Base): Running {
  metrics.gauge('weft_agents', 'Members connected to this instance', () => gateway.connections())
  metrics.gauge('weft_traffic_dropped', 'Minutes and samples of traffic that were not kept, since the start', () =>
    gateway.droppedTraffic(),
  )
  return { drain: () => gateway.drain(), stop: () => gateway.stop() }
}
