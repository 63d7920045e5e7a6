import type { FastifyInstance } from 'fastify'

/** One part of the program that must be up before it is ready. */
export type Parts = Record<string, () => Promise<void> | void>

/** `/healthz` answers once the listener serves; `/readyz` says which part is not up. */
export function serveHealth(app: FastifyInstance, parts: Parts): void {
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const states = await Promise.all(
      Object.entries(parts).map(async ([name, probe]) => {
        try {
          await probe()
          return [name, 'ok'] as const
        } catch {
          return [name, 'down'] as const
        }
      }),
    )
    return reply.code(states.every(([, state]) => state === 'ok') ? 200 : 503).send(Object.fromEntries(states))
  })
}
