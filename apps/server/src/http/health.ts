import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/client.ts'

/** Checks by part of the program: each returns `ok`, or in one word why the part is not ready; a check that throws means `down`. */
export type HealthChecks = Record<string, () => Promise<string> | string>

/** True once this server is being stopped; a balancer then sends no new callers. The code that stops the server sets it. */
export interface Drain {
  draining: boolean
}

/** Returns the check of a database: `readonly` if it answers but takes no writes, as a standby or with a full disk. */
export const databaseCheck =
  (db: Pick<Db, 'ping' | 'writable'>): HealthChecks[string] =>
  async () => {
    await db.ping()
    return (await db.writable()) ? 'ok' : 'readonly'
  }

/**
 * Serves `/healthz`, which answers 200 and the version as long as the listener serves, and `/readyz`, which answers 200 if the server and every
 * given part are `ok`, else 503; either way `/readyz` names each part with its state.
 */
export function serveHealth(
  app: FastifyInstance,
  { version, checks, drain = { draining: false } }: { version: string; checks: HealthChecks; drain?: Drain },
): void {
  const all: HealthChecks = { server: () => (drain.draining ? 'draining' : 'ok'), ...checks }
  app.get('/healthz', () => ({ status: 'ok', version }))
  app.get('/readyz', async (_request, reply) => {
    const states = await Promise.all(Object.entries(all).map(async ([name, ask]) => [name, await stateOf(ask)] as const))
    return reply
      .code(states.every(([, state]) => state === 'ok') ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(Object.fromEntries(states))
  })
}

/** Returns for each part 1 if it is `ok`, else 0. */
export async function upOf(checks: HealthChecks): Promise<Record<string, number>> {
  const states = Object.entries(checks).map(async ([name, ask]) => [name, Number((await stateOf(ask)) === 'ok')] as const)
  return Object.fromEntries(await Promise.all(states))
}

async function stateOf(ask: HealthChecks[string]): Promise<string> {
  try {
    return await ask()
  } catch {
    return 'down'
  }
}
