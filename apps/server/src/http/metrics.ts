import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** Measures the time of every answer of a listener, by route and status. */
  watch(app: FastifyInstance, door: string): void
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** Adds a gauge with a value for each name that `read` returns, under this label. */
  gaugeBy(label: string, name: string, help: string, read: () => Promise<Record<string, number>>): void
  /** Adds a gauge with a value for each set of labels that `read` returns now; others have none any more. */
  gaugeOf<L extends string>(
    labels: readonly L[],
    name: string,
    help: string,
    read: () => Iterable<readonly [Record<L, string>, number]>,
  ): void
  /** Adds a gauge that is always 1 and whose labels are facts about the process. */
  info(name: string, help: string, facts: Record<string, string>): void
  /** Adds a number that only grows; `read` returns its value since the start of the process. */
  counter(name: string, help: string, read: () => number): void
  /** Adds such a number for each name that `read` returns, under this label. */
  counterBy(label: string, name: string, help: string, read: () => Iterable<readonly [string, number]>): void
  /** Adds a distribution of durations. @returns what takes one duration, in seconds */
  seconds(name: string, help: string, buckets: number[]): (seconds: number) => void
  /** Serves `/metrics`. */
  serve(app: FastifyInstance): void
}

/** Milliseconds between two measurements of the event loop. */
const LOOP_MS = 20

export function createMetrics(): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const held = new Histogram({
    name: 'weft_event_loop_seconds',
    help: `Seconds by which a timer of ${LOOP_MS} ms came late, because something held the event loop`,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  })
  let due = performance.now() + LOOP_MS
  setInterval(() => {
    const now = performance.now()
    held.observe(Math.max(0, now - due) / 1000)
    due = now + LOOP_MS
  }, LOOP_MS).unref()
  const seconds = new Histogram({
    name: 'weft_http_seconds',
    help: 'Time to answer a request, in seconds',
    labelNames: ['door', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  })
  return {
    watch(app, door) {
      app.addHook('onResponse', async (request, reply) => {
        seconds.observe({ door, route: request.routeOptions.url ?? 'none', status: reply.statusCode }, reply.elapsedTime / 1000)
      })
    },
    gauge(name, help, read) {
      const gauge: Gauge = new Gauge({ name, help, registers: [], collect: async () => gauge.set(await read()) })
      register.registerMetric(gauge)
    },
    gaugeBy(label, name, help, read) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [],
        async collect() {
          for (const [value, number] of Object.entries(await read())) gauge.set({ [label]: value }, number)
        },
      })
      register.registerMetric(gauge)
    },
    gaugeOf(labels, name, help, read) {
      const gauge: Gauge = new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers: [],
        collect() {
          gauge.reset()
          for (const [values, number] of read()) gauge.set(values, number)
        },
      })
      register.registerMetric(gauge)
    },
    info(name, help, facts) {
      new Gauge({ name, help, labelNames: Object.keys(facts), registers: [register] }).set(facts, 1)
    },
    counter(name, help, read) {
      const counter: Counter = new Counter({
        name,
        help,
        registers: [],
        collect() {
          counter.reset()
          counter.inc(read())
        },
      })
      register.registerMetric(counter)
    },
    counterBy(label, name, help, read) {
      const counter: Counter = new Counter({
        name,
        help,
        labelNames: [label],
        registers: [],
        collect() {
          counter.reset()
          for (const [value, number] of read()) counter.inc({ [label]: value }, number)
        },
      })
      register.registerMetric(counter)
    },
    seconds(name, help, buckets) {
      const histogram = new Histogram({ name, help, buckets, registers: [register] })
      return (seconds) => histogram.observe(seconds)
    },
    serve(app) {
      app.get('/metrics', async (_request, reply) => reply.type(register.contentType).send(await register.metrics()))
    },
  }
}
