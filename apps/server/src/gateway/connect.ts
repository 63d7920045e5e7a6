import { randomUUID } from 'node:crypto'
import websocket from '@fastify/websocket'
import { AGENT_CONNECT_PATH, closeCodes, comeBackIn, MAX_FRAME_BYTES } from '@weft/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import type { SystemDb } from '../db/client.ts'
import { Refusal } from '../kernel/refusal.ts'
import { digest } from '../kernel/secrets.ts'
import { findByCredential } from './activation.queries.ts'
import type { Admission } from './admission.ts'
import { monotonicSeconds, type Peer } from './peers.ts'
import { MESSAGE_BUDGET } from './session.ts'

const BEARER = /^Bearer ([\w-]{43})$/

interface Listener {
  meet(peer: Peer): void
  receive(peer: Peer, frame: string, binary: boolean): void
  closed(peer: Peer): void
}

/** Whoever holds a credential, or the seconds after which to try again. */
type Admitted = { account_id: number; router_name: string; bearer_login: boolean | null; credential_hash: Buffer } | { retry_after: number }

/**
 * Mounts the agents' WebSocket. The credential is judged before the upgrade, so that a stranger costs no socket, and after
 * the admission, so that a crowd of strangers costs the database no more than the rate.
 */
export async function mountConnect(app: FastifyInstance, db: SystemDb, admission: Admission, listener: Listener): Promise<void> {
  const admitted = new WeakMap<FastifyRequest, Admitted>()
  if (!app.hasDecorator('websocketServer'))
    await app.register(websocket, { options: { maxPayload: MAX_FRAME_BYTES, perMessageDeflate: false } })

  app.route({
    method: 'GET',
    url: AGENT_CONNECT_PATH,
    preValidation: async (request) => {
      const retry_after = admission.admit(performance.now())
      if (retry_after !== undefined) return void admitted.set(request, { retry_after })
      const credential = BEARER.exec(request.headers.authorization ?? '')?.[1]
      const credential_hash = digest(credential ?? '')
      const member = credential === undefined ? undefined : await findByCredential(db, credential_hash)
      if (!member) throw new Refusal('credentialUnknown')
      admitted.set(request, { ...member, credential_hash })
    },
    handler: () => {
      throw new Refusal('methodUnknown')
    },
    wsHandler: (socket, request) => {
      const who = admitted.get(request)
      // The plug-in's own listener would keep the whole request alive as long as the connection.
      socket.removeAllListeners('error')
      request.raw.socket.removeAllListeners('error')
      // A frame that breaks the protocol closes the connection by itself, with the code that fits.
      socket.on('error', () => {})
      if (who === undefined || 'retry_after' in who) return socket.close(closeCodes.slow_down, comeBackIn(who?.retry_after ?? 1))
      accept(socket, request, who, listener)
    },
  })
}

function accept(socket: WebSocket, request: FastifyRequest, who: Exclude<Admitted, { retry_after: number }>, listener: Listener): void {
  const now = monotonicSeconds()
  const peer: Peer = {
    socket,
    ...who,
    connection_id: randomUUID(),
    remote_ip: request.ip,
    remote_port: request.socket.remotePort ?? 0,
    version: null,
    capabilities: 1,
    interfaces: new Set(),
    shift: undefined,
    watched_until: 0,
    sampled_at: 0,
    state: 'new',
    heard: now,
    reported: now,
    budget: MESSAGE_BUDGET,
    running: null,
    pending: null,
    offered: null,
    standing: undefined,
    trust: undefined,
    reporting: false,
  }
  socket.on('message', (data, binary) => listener.receive(peer, textOf(data), binary))
  socket.on('close', () => listener.closed(peer))
  listener.meet(peer)
}

const textOf = (data: Buffer | ArrayBuffer | Buffer[]): string => (Buffer.isBuffer(data) ? data.toString('utf8') : '')
