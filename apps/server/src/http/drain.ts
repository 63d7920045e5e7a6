import { randomInt } from 'node:crypto'
import { SERVICE_RESTART } from '@weft/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'
import type { Drain } from './health.ts'

/** Milliseconds that refused requests get to reach their callers before their connections are cut. */
const LAST_WORDS_MS = 500

/** The answer of a server that ends. The time to come back is drawn, so that callers do not all return at once. */
const stopping = (id: string) => new Refusal('unavailable', { id }, { retry_after: randomInt(2, 6) })

/**
 * Prepares a listener to be closed while it is in use: while `drain` says so, each answer ends its connection, so that callers
 * connect anew and a balancer leads them elsewhere.
 * @returns closes the listener: nobody connects any more, WebSockets are told to connect anew, and what is under way is answered. After the seconds given, what is still
 * under way is refused with 503 and a time to come back, and what then stays connected is cut. Resolves once every connection has ended
 */
export function closesInOrder(app: FastifyInstance, drain: Drain): (seconds: number) => Promise<void> {
  const underWay = new Set<FastifyReply>()
  let late = false
  app.addHook('onRequest', async (request, reply) => {
    if (late) throw stopping(request.id)
    // A WebSocket is no request that will be answered, and would be kept here as long as it is open.
    if (!request.ws) underWay.add(reply)
  })
  app.addHook('onSend', async (_request, reply) => {
    if (drain.draining) void reply.header('connection', 'close')
  })
  app.addHook('onResponse', async (_request, reply) => void underWay.delete(reply))

  function refuse(): void {
    late = true
    for (const reply of underWay) if (!reply.sent) void reply.send(stopping(reply.request.id))
  }
  function cut(): void {
    app.server.closeAllConnections()
    for (const socket of app.websocketServer.clients) socket.terminate()
  }

  return async (seconds) => {
    for (const socket of app.websocketServer.clients) socket.close(SERVICE_RESTART)
    const timers = [setTimeout(refuse, seconds * 1000), setTimeout(cut, seconds * 1000 + LAST_WORDS_MS)]
    try {
      await app.close()
    } finally {
      for (const timer of timers) clearTimeout(timer)
    }
  }
}
