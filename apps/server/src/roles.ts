import type { Infrastructure, Services } from './app.ts'
import { endingAuthorities } from './domains/foundation/authority/authority.service.ts'
import { createResealing } from './domains/foundation/installation/secret.service.ts'
import { judgeAddresses } from './domains/network/change/trial.service.ts'
import { createStateSample } from './domains/network/state/state.service.ts'
import { createSweep, LOOK_EVERY_SECONDS, SWEEP_EVERY_SECONDS } from './gateway/sweep.service.ts'
import type { HealthChecks } from './http/health.ts'
import type { Metrics } from './http/metrics.ts'
import { measureQueue } from './jobs/queue.queries.ts'
import { startJobs } from './jobs/jobs.ts'
import { startRounds } from './jobs/rounds.ts'
import { schedulesOf, tasksOf } from './jobs/schedules.ts'
import type { Role, Settings } from './kernel/settings.ts'
import { sampleHealth } from './ops/desk.service.ts'

/** The parts that a process has before its roles start. */
export interface Base {
  url: string
  infrastructure: Infrastructure
  services: Services
  metrics: Metrics
}

/** What a role runs in addition to its listeners. */
interface Running {
  /** Checks that `/readyz` of the metrics listener includes. */
  health?: HealthChecks
  /** Sends connected clients away, while the listeners still serve. */
  drain?(): Promise<void>
  /** Ends the role once its listeners are closed. */
  stop?(): Promise<void>
}

interface Part {
  listeners: readonly ListenerName[]
  start(base: Base): Promise<Running> | Running
}

/** The listeners and the start function of each role. Roles start in this order and end in the reverse order. */
export const ROLE_TABLE: Record<Role, Part> = {
  jobs: { listeners: [], start: startWork },
  gateway: { listeners: ['agent'], start: holdMembers },
  api: { listeners: ['console', 'ops'], start: () => ({}) },
}

/** The settings that bind each listener, and the health checks that its own `/readyz` includes if the process has them. */
export const LISTENERS = {
  console: { host: 'WEFT_HOST', port: 'WEFT_HTTP_PORT', asks: ['database'] },
  ops: { host: 'WEFT_HOST', port: 'WEFT_OPS_PORT', asks: ['database'] },
  // Agents keep their connections while the database is away: a balancer that took this listener out would cut them.
  agent: { host: 'WEFT_HOST', port: 'WEFT_AGENT_PORT', asks: [] },
  // In every process.
  metrics: { host: 'WEFT_METRICS_HOST', port: 'WEFT_METRICS_PORT', asks: ['database', 'jobs', 'bus'] },
} as const satisfies Record<string, { host: keyof Settings; port: keyof Settings; asks: readonly string[] }>
export type ListenerName = keyof typeof LISTENERS

/** Milliseconds between two searches for alerts that are due. */
const ALERT_MS = 500
/** Milliseconds between two looks for members that fail or recover. */
const OUTAGE_MS = 5_000
/** Milliseconds between two comparisons of stored states with the facts. */
const COMPARE_MS = 60_000
/** Milliseconds between two looks whether tunnels use changed addresses. */
const TRIAL_MS = 2_000
/** Milliseconds between two samples of the installation's health. */
const SAMPLE_MS = 60_000

/** Starts the job queue and its schedules, announces alerts that are due, and samples the installation's health. */
async function startWork({ url, infrastructure, services, metrics }: Base): Promise<Running> {
  const { db, clock, log, settings } = infrastructure
  const schedules = schedulesOf({ ...services, db, clock, settings, resealing: createResealing({ ...infrastructure, ...services }) })
  const states = createStateSample({ db, log })
  const jobs = await startJobs(url, schedules, tasksOf(services), log, services.instance.works)
  const rounds = [
    startRounds('alerting', ALERT_MS, () => services.alerts.announceDue(), log),
    startRounds('following incidents', OUTAGE_MS, () => services.alerts.followIncidents(), log),
    startRounds('recording outages', OUTAGE_MS, () => services.outageRecorder.round(), log),
    startRounds('comparing states', COMPARE_MS, () => states.compare(), log),
    startRounds('judging addresses', TRIAL_MS, () => judgeAddresses(db), log),
    startRounds('sampling health', SAMPLE_MS, () => sampleHealth(infrastructure), log),
  ]
  if (!settings.WEFT_ROLES.includes('gateway')) rounds.push(...startSweeping(infrastructure, services))
  const queue = (what: 'seconds' | 'failed') => () =>
    measureQueue(db.systemNow).then(
      (all) => all[what],
      () => Number.NaN,
    )
  metrics.gauge('weft_jobs_waiting_seconds', 'Seconds that the oldest job that is due has waited', queue('seconds'))
  metrics.counter('weft_state_drift', 'Members that were stored otherwise than they are, since the start', () => states.drifted())
  metrics.gauge('weft_jobs_failed', 'Jobs that failed for good', queue('failed'))
  metrics.gauge(
    'weft_authorities_ending',
    'Networks with a certificate of their authority that members may trust and that ends within a year, has ended, or was not looked at yet',
    () =>
      endingAuthorities(db.systemNow, clock.now()).then(
        (networks) => networks.length,
        () => Number.NaN,
      ),
  )
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

/** Sets the members of dead gateways offline. Each gateway does so too, but the only one may be dead. */
function startSweeping(infrastructure: Infrastructure, { instance }: Services) {
  const { look, sweep } = createSweep({ ...infrastructure, instance })
  return [
    startRounds('looking for dead instances', LOOK_EVERY_SECONDS * 1000, look, infrastructure.log),
    startRounds('sweeping', SWEEP_EVERY_SECONDS * 1000, sweep, infrastructure.log),
  ]
}

/** Adds the gateway's metrics, and returns how to drain and stop the gateway, which holds the members' connections. */
function holdMembers({ services: { gateway }, metrics }: Base): Running {
  metrics.gauge('weft_agents', 'Members connected to this instance', () => gateway.connections())
  metrics.gauge('weft_config_behind', 'Members connected to this instance that do not yet run the configuration that they should', () =>
    gateway.configsBehind(),
  )
  metrics.counter('weft_admission_refused_total', 'Connections of members that were turned away because too many came at once', () =>
    gateway.refusedConnections(),
  )
  metrics.counter('weft_replaced_total', 'Connections of members that ended because their device had a newer one', () =>
    gateway.replacedConnections(),
  )
  metrics.gauge(
    'weft_traffic_dropped',
    'Minutes and samples of traffic, and minutes of the quality of links, that were not kept, since the start',
    () => gateway.droppedTraffic(),
  )
  metrics.gaugeOf(['queue'], 'weft_queue_fullest', 'Entries that wait in a queue of the gateway, of the member that has the most', () =>
    [...gateway.queues()].map(([queue, { fullest }]) => [{ queue }, fullest()] as const),
  )
  metrics.gaugeOf(['queue'], 'weft_queue_waiting', 'Entries that wait in a queue of the gateway', () =>
    [...gateway.queues()].map(([queue, { waiting }]) => [{ queue }, waiting()] as const),
  )
  metrics.counterBy('queue', 'weft_queue_dropped_total', 'Entries that a queue of the gateway has given up', () =>
    [...gateway.queues()].map(([queue, { dropped }]) => [queue, dropped()] as const),
  )
  metrics.counterBy('limit', 'weft_member_limits_total', 'How often members have met each of their limits', () => gateway.limitsMet())
  return { drain: () => gateway.drain(), stop: () => gateway.stop() }
}
