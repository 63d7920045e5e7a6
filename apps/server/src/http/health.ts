import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/client.ts'

/** One part of the program: answers `ok`, or in one word why it is not ready; one that throws is `down`. */
export type HealthChecks = Record<string, () => Promise<string> | string>

/** Whether this server is about to end; a balancer then sends nobody new. Whoever stops the server sets it. */
export interface Drain {
  draining: boolean
}

/** `readonly` where the database answers and takes no writes: a standby, or a full disk. */
export const databaseCheck =
  (db: Pick<Db, 'ping' | 'writable'>): HealthChecks[string] =>
  async () => {
    await db.ping()
    return (await db.writable()) ? 'ok' : 'readonly'
  }

/**
 * Serves `/healthz`, which answers 200 as long as the listener serves, and `/readyz`, which answers 200 where the server and every
 * part given are `ok`, else 503; either way it names each part with its state.
 */
export function serveHealth(app: FastifyInstance, checks: HealthChecks, drain: Drain = { draining: false }): void {
  const all: HealthChecks = { server: () => (drain.draining ? 'draining' : 'ok'), ...checks }
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const states = await Promise.all(Object.entries(all).map(async ([name, ask]) => [name, await stateOf(ask)] as const))
    return reply
      .code(states.every(([, state]) => state === 'ok') ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(Object.fromEntries(states))
  })
}

async function stateOf(ask: HealthChecks[string]): Promise<string> {
  try {
    return await ask()
  } catch {
    return 'down'
  }
}
