import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { WebSocket, WebSocketServer } from 'ws'
import { errorFacts, type Log } from '../kernel/log.ts'

/** What a slow or silent peer is given. All in milliseconds. */
const LIMITS = {
  /** For the headers of a request, from the start of the connection or the first byte. */
  headersTimeout: 15_000,
  /** For a whole request. */
  requestTimeout: 30_000,
  /** Between two requests. */
  keepAliveTimeout: 72_000,
  /** How often these limits are checked. */
  connectionsCheckingInterval: 5_000,
  /** Of quiet before the kernel asks whether the other end is still there. */
  keepAliveInitialDelay: 30_000,
}
const WEBSOCKET = 'websocket'

/** Returns whether a request asks for a WebSocket. Every other upgrade is ignored and the request answered as it is (RFC 9110 §7.8). */
export const asksForWebSocket = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === WEBSOCKET

/** Ends nothing: a connection that breaks reports 'close' as well, and everything that depends on it waits for that. */
function ignoreError(): void {}

/**
 * Returns an HTTP server whose connections cannot end the process, in whatever state they break: each has an error listener of
 * ours from its first moment to its last. Node and ws add and remove theirs at every change of state.
 */
export function createHttpServer(handler: RequestListener, log: Log, limits = LIMITS): Server {
  const server: Server = createServer(
    {
      ...limits,
      keepAlive: true,
      // Without a listener, while the server closes, Node would cut the connection instead of answering.
      shouldUpgradeCallback: (request) => asksForWebSocket(request) && server.listenerCount('upgrade') > 0,
    },
    handler,
  )
  server.on('connection', guardConnection)
  // After it listens, only accepting a connection can fail, for example for want of file descriptors.
  server.on('error', (error) => {
    if (server.listening) log.error('a connection could not be accepted', errorFacts(error))
  })
  return server
}

/**
 * Node remembers an address once it was read, so a request whose connection broke meanwhile is still counted and written down
 * under it. Where there is none the connection broke before it was accepted.
 */
function guardConnection(socket: Socket): void {
  socket.on('error', ignoreError)
  if (socket.remoteAddress === undefined) socket.destroy()
}

/** Gives every WebSocket of a server an error listener. A frame that breaks the protocol closes its connection by itself. */
export function guardWebSockets(server: WebSocketServer): void {
  server.on('connection', (socket) => socket.on('error', ignoreError))
}

/**
 * Lets a WebSocket forget the request that it began with: an open connection would keep the request, its headers and its answer in memory. The plug-in's
 * error listener is removed, ours stays; the answer, which will never be sent, is taken from the raw socket.
 */
export function forgetRequest(socket: WebSocket, response: ServerResponse): void {
  for (const listener of socket.listeners('error')) if (listener !== ignoreError) socket.off('error', listener as () => void)
  if (response.socket) response.detachSocket(response.socket)
}
