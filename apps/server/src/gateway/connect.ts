import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { AGENT_CONNECT_PATH } from '@weft/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { forgetRequest } from '../http/raw-socket.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Admission } from './admission.ts'
import type { CredentialService } from './credential.service.ts'
import type { Holder } from '../domains/member/device/credential.service.ts'
import { monotonicSeconds, type Peer } from './peers.ts'
import { MESSAGE_BUDGET } from './session.ts'

const BEARER = /^Bearer ([\w-]{43})$/

interface Listener {
  meet(peer: Peer): void
  receive(peer: Peer, frame: string, binary: boolean): void
  closed(peer: Peer): void
}

/** The member that a credential belongs to, and the HTTP response that the upgrade makes unnecessary. */
interface Admitted extends Pick<Holder, 'account_id' | 'router_name' | 'bearer_login' | 'enrolment'> {
  response: ServerResponse
}

/**
 * Mounts the agents' WebSocket. A connection is refused over HTTP, before the upgrade, so that a stranger costs no socket: with 429 and
 * `Retry-After` if too many come at once, with 401 without a valid credential. The rate is checked first, so that a crowd of strangers
 * costs the database no more than the rate.
 */
export async function mountConnect(
  app: FastifyInstance,
  deviceCredentials: Pick<CredentialService, 'admit'>,
  admission: Admission,
  listener: Listener,
): Promise<void> {
  const admitted = new WeakMap<FastifyRequest, Admitted>()

  app.route({
    method: 'GET',
    url: AGENT_CONNECT_PATH,
    preValidation: async (request, reply) => {
      const retry_after = admission.admit(performance.now())
      if (retry_after !== undefined) throw new Refusal('tooManyTries', { seconds: retry_after }, { retry_after })
      const { account_id, router_name, bearer_login, enrolment } = await deviceCredentials.admit(
        BEARER.exec(request.headers.authorization ?? '')?.[1],
      )
      admitted.set(request, { account_id, router_name, bearer_login, enrolment, response: reply.raw })
    },
    handler: () => {
      throw new Refusal('methodUnknown')
    },
    wsHandler: (socket, request) => {
      const { response, ...member } = admitted.get(request)!
      forgetRequest(socket, response)
      accept(socket, request, member, listener)
    },
  })
}

function accept(socket: WebSocket, request: FastifyRequest, member: Omit<Admitted, 'response'>, listener: Listener): void {
  const now = monotonicSeconds()
  const peer: Peer = {
    socket,
    ...member,
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
    answered: now,
    reported: now,
    budget: MESSAGE_BUDGET,
    running: null,
    pending: null,
    failure: null,
    runs_as: undefined,
    offered: null,
    standing: undefined,
    trust: undefined,
    reporting: false,
    renewal_asked: undefined,
  }
  socket.on('message', (data, binary) => listener.receive(peer, textOf(data), binary))
  socket.on('close', () => listener.closed(peer))
  listener.meet(peer)
}

const textOf = (data: Buffer | ArrayBuffer | Buffer[]): string => (Buffer.isBuffer(data) ? data.toString('utf8') : '')
