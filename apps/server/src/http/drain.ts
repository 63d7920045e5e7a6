import { randomInt } from 'node:crypto'
import { SERVICE_RESTART } from '@weft/contract'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Refusal } from '../kernel/refusal.ts'
import type { Drain } from './health.ts'

/** Milliseconds that refused requests get to reach their callers before their connections are cut. */
const LAST_WORDS_MS = 500

/** Returns the refusal of a server that stops. The time to try again is random, so that callers do not all return at once. */
const stopping = (id: string) => new Refusal('unavailable', { id }, { retry_after: randomInt(2, 6) })

/**
 * Prepares a listener to be closed while it is in use: while `drain.draining` is set, each answer ends its connection, so that callers
 * connect again and a balancer sends them to another server.
 * @returns a function that closes the listener: no new connection is accepted, WebSockets are closed with the code for a restart, and
 * open requests are answered. After the seconds given, open requests are refused with 503 and a time to try again, and the remaining
 * connections are cut. It resolves once every connection has ended
 */
export function closesInOrder(app: FastifyInstance, drain: Drain): (seconds: number) => Promise<void> {
  const underWay = new Set<FastifyReply>()
  let late = false
  app.addHook('onRequest', async (request, reply) => {
    if (late) throw stopping(request.id)
    // A WebSocket is never answered, and would be kept here as long as it is open.
    if (request.ws) return
    underWay.add(reply)
    // Unlike `onResponse`, this comes also if the caller left before an answer.
    reply.raw.once('close', () => underWay.delete(reply))
  })
  app.addHook('onSend', async (_request, reply) => {
    if (drain.draining) void reply.header('connection', 'close')
  })

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
