import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { AGENT_CONNECT_PATH } from '@weft/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebSocket } from 'ws'
import { forgetRequest } from '../http/raw-socket.ts'
import { countedAddress } from '../kernel/address.ts'
import { Refusal } from '../kernel/refusal.ts'
import { digest } from '../kernel/secrets.ts'
import { begin } from '../kernel/under-way.ts'
import type { Door } from './admission.ts'
import type { CredentialService } from './credential.service.ts'
import type { Holder } from '../domains/member/device/credential.service.ts'
import type { DeviceBudgets } from './device-budgets.ts'
import { monotonicSeconds, type Peer } from './peers.ts'
import type { SeenCredentials } from './seen-credentials.ts'
import { MESSAGE_BUDGET } from './session.ts'

const BEARER = /^Bearer ([\w-]{43})$/

/** Seconds after which a device that connects too often may try again. */
const ANOTHER_SECONDS = 60

/** What a caller has to pass. */
interface Gates {
  door: Door
  seen: SeenCredentials
  budgets: Pick<DeviceBudgets, 'awayFor' | 'takeWhole'>
}

interface Listener {
  meet(peer: Peer): void
  receive(peer: Peer, frame: Buffer, binary: boolean): void
  /** Called when a frame came that is no message. */
  touched(peer: Peer): void
  closed(peer: Peer): void
}

/** The member that a credential belongs to, and the HTTP response that the upgrade makes unnecessary. */
interface Admitted extends Pick<Holder, 'account_id' | 'router_name' | 'bearer_login' | 'enrolment'> {
  response: ServerResponse
}

/**
 * Mounts the agents' WebSocket. A connection is refused over HTTP, before the upgrade, so that a stranger costs no socket: with 401 without
 * a valid credential, with 429 and `Retry-After` if too many come at once, or if the device has used up too much. A request without
 * anything that may be a credential takes nothing from the rate. The rate is checked before the credential, so that a crowd of strangers
 * costs the database no more than the rate.
 */
export async function mountConnect(
  app: FastifyInstance,
  deviceCredentials: Pick<CredentialService, 'admit'>,
  { door, seen, budgets }: Gates,
  listener: Listener,
): Promise<void> {
  const admitted = new WeakMap<FastifyRequest, Admitted>()

  /** Returns the device that a credential belongs to, and remembers whether it is known. */
  async function identify(credential: string, credential_hash: Buffer, address: string): Promise<Holder> {
    try {
      const holder = await deviceCredentials.admit(credential)
      seen.add(credential_hash, holder.router_name)
      return holder
    } catch (error) {
      if (error instanceof Refusal) {
        seen.remove(credential_hash)
        door.wasUnknown(address, performance.now())
      }
      throw error
    }
  }

  /** Counts a connection of a device, and refuses one too many. */
  function takeConnection(router_name: string): void {
    refuseFor(budgets.awayFor(router_name))
    if (!budgets.takeWhole(router_name, 'connections', 1)) refuseFor(ANOTHER_SECONDS)
  }

  app.route({
    method: 'GET',
    url: AGENT_CONNECT_PATH,
    preValidation: async (request, reply) => {
      const credential = BEARER.exec(request.headers.authorization ?? '')?.[1]
      if (credential === undefined) throw new Refusal('credentialUnknown')
      const credential_hash = digest(credential)
      const address = countedAddress(request.ip)
      const before = seen.deviceOf(credential_hash)
      // A device that connects too often takes nothing from the rate either, once it is known.
      if (before !== undefined) takeConnection(before)
      refuseFor(door.admit({ address, seen: before !== undefined }, performance.now()))
      const { account_id, router_name, bearer_login, enrolment } = await identify(credential, credential_hash, address)
      if (before === undefined) takeConnection(router_name)
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

function refuseFor(retry_after: number | undefined): void {
  if (retry_after !== undefined) throw new Refusal('tooManyTries', { seconds: retry_after }, { retry_after })
}

function accept(socket: WebSocket, request: FastifyRequest, member: Omit<Admitted, 'response'>, listener: Listener): void {
  const now = monotonicSeconds()
  const raw = request.socket
  const peer: Peer = {
    socket,
    ...member,
    connection_id: randomUUID(),
    remote_ip: request.ip,
    remote_port: raw.remotePort ?? 0,
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
    received: () => raw.bytesRead,
    counted: raw.bytesRead,
    beat_bytes: 0,
    exceeded: null,
    running: null,
    pending: null,
    failure: null,
    runs_as: undefined,
    offered: null,
    restart_hashes: undefined,
    trust: undefined,
    renewal: undefined,
    reporting: false,
    renewal_asked: undefined,
  }
  socket.on('message', (data, binary) => {
    const end = begin(`message of ${peer.router_name}`)
    listener.receive(peer, data as Buffer, binary)
    end()
  })
  socket.on('ping', () => listener.touched(peer))
  socket.on('pong', () => listener.touched(peer))
  socket.on('close', () => listener.closed(peer))
  listener.meet(peer)
}
