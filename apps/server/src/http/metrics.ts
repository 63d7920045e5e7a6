import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  /** Measures the time of every answer of a listener, by route and status. */
  watch(app: FastifyInstance, door: string): void
  gauge(name: string, help: string, read: () => number | Promise<number>): void
  /** Adds a number that only grows; `read` returns its value since the start of the process. */
  counter(name: string, help: string, read: () => number): void
  /** Serves `/metrics`. */
  serve(app: FastifyInstance): void
}

export function createMetrics(): Metrics {
  const register = new Registry()
  collectDefaultMetrics({ register })
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
    serve(app) {
      app.get('/metrics', async (_request, reply) => reply.type(register.contentType).send(await register.metrics()))
    },
  }
}
