import type { FastifyInstance, FastifyRequest } from 'fastify'
import { inCall, type Log } from '../kernel/log.ts'
import { begin } from '../kernel/under-way.ts'
import { asksForWebSocket } from './raw-socket.ts'

/** The numbers of the accounts from which calls came, as soon as they are known. */
const accounts = new WeakMap<FastifyRequest, string>()

/** Notes from which account a call comes, for its line of the log. */
export const noteAccount = (request: FastifyRequest, account_number: string): void => void accounts.set(request, account_number)

/** Returns the pattern of a call's address: the address itself may hold what a caller typed. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'none'

/** Adds the number of its call to each line that is logged while a call is served, and names the call among those under way. */
export function numberCalls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    const end = begin(`${request.method} ${routeOf(request)}`)
    // An upgraded connection outlives its call, and its answer never closes.
    if (asksForWebSocket(request.raw)) end()
    else reply.raw.once('close', end)
    inCall(request.id, done)
  })
  // The body arrives outside the context of its call.
  app.addHook('preValidation', (request, _reply, done) => inCall(request.id, done))
}

/**
 * Logs a line for each answered call that `isLogged`: the pattern of its address, its status, its time in milliseconds and the caller's
 * account number. The line holds nothing that a caller sent: no address with its query, no header and no body.
 */
export function logCalls(app: FastifyInstance, log: Log, isLogged: (request: FastifyRequest) => boolean): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (isLogged(request))
      log.info('a call was answered', {
        request_id: request.id,
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        account: accounts.get(request),
      })
    done()
  })
}
