import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { WebSocket, WebSocketServer } from 'ws'
import { errorFacts, type Log } from '../kernel/log.ts'

/** Time limits for a slow or silent peer, in milliseconds. */
const LIMITS = {
  /** For the headers of a request, from the start of the connection or the first byte. */
  headersTimeout: 15_000,
  /** For a whole request. */
  requestTimeout: 30_000,
  /** Between two requests. */
  keepAliveTimeout: 72_000,
  /** Between two checks of these limits. */
  connectionsCheckingInterval: 5_000,
  /** Silence before the kernel checks whether the other end is still there. */
  keepAliveInitialDelay: 30_000,
}
const WEBSOCKET = 'websocket'

/** Returns whether a request asks for a WebSocket. Any other upgrade is ignored and answered as a plain request (RFC 9110 §7.8). */
export const asksForWebSocket = ({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean =>
  method === 'GET' && headers.upgrade?.toLowerCase() === WEBSOCKET

/** Ignores an error: a connection that breaks also emits 'close', and everything that depends on it waits for that. */
function ignoreError(): void {}

/**
 * Returns an HTTP server whose connections cannot end the process, in whatever state they break: each has an error listener of
 * ours as long as it exists. Node and ws add and remove theirs at every change of state.
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
  // Once the server listens, only accepting a connection can fail, for example for lack of file descriptors.
  server.on('error', (error) => {
    if (server.listening) log.error('a connection could not be accepted', errorFacts(error))
  })
  return server
}

/**
 * Gives a connection an error listener, and reads its address. Node remembers an address once it was read, so a request whose connection
 * broke meanwhile is still counted and logged under it. Without an address the connection broke before it was accepted.
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
 * Releases the request that a WebSocket began with: an open connection would keep the request, its headers and its answer in memory.
 * The plug-in's error listener is removed, ours remains; the answer, which is never sent, is detached from the raw socket.
 */
export function forgetRequest(socket: WebSocket, response: ServerResponse): void {
  for (const listener of socket.listeners('error')) if (listener !== ignoreError) socket.off('error', listener as () => void)
  if (response.socket) response.detachSocket(response.socket)
}
