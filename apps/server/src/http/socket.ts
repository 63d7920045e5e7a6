import type { ServerResponse } from 'node:http'
import { doorBase, type Endpoint, type InputOf, type Language, type OutputOf, refusals } from '@weft/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BusEvent } from '../adapters/bus/events.ts'
import { absenceOf } from '../db/absence.ts'
import type { Actor } from '../kernel/actor.ts'
import type { Caller } from '../kernel/caller.ts'
import { Refusal } from '../kernel/refusal.ts'
import { callerOf } from './caller.ts'
import { refusalEnvelope } from './envelope.ts'
import { identifierCollector } from './identifiers.ts'
import { admit, checkInput, type Door, resolve } from './implement.ts'
import { SOCKET } from './listener.ts'
import { forgetRequest } from './raw-socket.ts'

/** Closed because its session or its rights ended; the code of the envelope is in the reason. */
const ENDED = 4001
/** A reader that is this far behind is cut off rather than buffered for, in bytes. */
const MOST_BUFFERED = 1024 * 1024
/** Sockets of one endpoint that one session may hold open on an instance; a person has fewer windows. */
const MOST_OPEN = 128
/** Too many sockets, or the database cannot say whether this one may stay (RFC 6455 and its registry of close codes). */
const TRY_LATER = 1013
const FAILED = 1011
/** How often an open socket's session is judged without an event, in milliseconds: sessions also end by the clock. */
const JUDGE_EVERY = 60_000

/** One open socket of somebody signed in. */
export interface OpenSocket<E extends Endpoint> {
  /** With the rights that it has now. */
  readonly actor: Actor
  readonly input: InputOf<E>
  /** Sends one message; what the output schema does not name never leaves the server. */
  send(message: OutputOf<E>): void
  onClose(listener: () => void): void
  /** What the client says; nobody listens to it unless asked to. */
  onMessage(listener: () => void): void
  /** @param code of the close frame; 1000 where the conversation is simply over */
  close(code?: number): void
  readonly language: Language
}

export interface SocketDoor extends Door {
  identifySocket(token: string, caller: Caller): Promise<Actor>
  /** Judges the session of an open socket anew. */
  identifySession(session_id: string, address: string): Promise<Actor>
  hear(listener: (event: BusEvent) => void): () => void
  /** Events may have been missed until now. */
  onReturn(listener: () => void): () => void
}

/**
 * Mounts a WebSocket endpoint: the same checks in the same order as a call, then again whenever the caller's session or
 * rights change, so that a socket never outlives what it was opened with.
 */
export function implementSocket<E extends Endpoint & { method: Endpoint['method'] }>(
  app: FastifyInstance,
  door: SocketDoor,
  endpoint: E,
  handler: (socket: OpenSocket<E>) => void,
): void {
  const collect = identifierCollector(endpoint.input)
  /** How many stand, by session. */
  const open = new Map<string, number>()
  const admitted = new WeakMap<FastifyRequest, { actor: Actor; input: InputOf<E>; caller: Caller; response: ServerResponse }>()

  async function enter(actor: Actor, input: InputOf<E>): Promise<void> {
    admit(endpoint, actor)
    if (!collect) return
    const named = new Map()
    collect(input, named)
    await door.db.account(actor.account_id, 'read', (db) => resolve(door, actor, db, named))
  }

  app.route({
    method: 'GET',
    url: `${doorBase[endpoint.door]}/${endpoint.path}`,
    constraints: SOCKET,
    exposeHeadRoute: false,
    preValidation: async (request, reply) => {
      const caller = callerOf(request, undefined)
      const input = checkInput(endpoint, request.query, caller)
      const actor = await door.identifySocket((input as { token: string }).token, caller)
      await door.count(endpoint.rate, `login ${actor.login_id}`, actor.account_id)
      await enter(actor, input)
      admitted.set(request, { actor, input, caller, response: reply.raw })
    },
    handler: () => {
      throw new Refusal('methodUnknown')
    },
    wsHandler: (socket, request) => {
      const { actor, input, caller, response } = admitted.get(request)!
      forgetRequest(socket, response)
      let present = actor
      const standing = open.get(actor.session_id) ?? 0
      if (standing >= MOST_OPEN) return socket.close(TRY_LATER)
      open.set(actor.session_id, standing + 1)
      const closers = new Set<() => void>()
      closers.add(() => {
        const left = (open.get(actor.session_id) ?? 1) - 1
        if (left > 0) open.set(actor.session_id, left)
        else open.delete(actor.session_id)
      })
      const end = (refusal: Refusal) => {
        const { code } = refusalEnvelope(refusal, caller.language)
        // An access token that ran out may be refreshed, and a forbidden thing leaves the session as it is.
        if (code > refusals.accessExpired.code) socket.send(JSON.stringify({ type: 'session', code }))
        socket.close(ENDED, String(code))
      }
      const judgeAgain = async () => {
        try {
          const now = await door.identifySession(actor.session_id, caller.address)
          await enter(now, input)
          present = now
        } catch (error) {
          if (error instanceof Refusal) end(error)
          else socket.close(absenceOf(error) ? TRY_LATER : FAILED)
        }
      }
      closers.add(
        door.hear((event) => {
          if (event.account_id !== actor.account_id) return
          const mine =
            event.type === 'session' &&
            (event.session_id ?? actor.session_id) === actor.session_id &&
            (event.login_id ?? actor.login_id) === actor.login_id
          if (mine || event.type === 'rights') void judgeAgain()
        }),
      )
      closers.add(door.onReturn(() => void judgeAgain()))
      // Browsers answer a ping by themselves; one that did not answer the last is gone without having said so.
      let answered = true
      socket.on('pong', () => (answered = true))
      const timer = setInterval(() => {
        if (!answered) return socket.terminate()
        answered = false
        socket.ping()
        void judgeAgain()
      }, JUDGE_EVERY)
      closers.add(() => clearInterval(timer))
      // What ended between the checks and the first event that could be heard.
      void judgeAgain()
      socket.on('close', () => {
        for (const closer of closers) closer()
      })
      handler({
        get actor() {
          return present
        },
        input,
        send(message) {
          if (socket.bufferedAmount > MOST_BUFFERED) return socket.terminate()
          socket.send(JSON.stringify(endpoint.output.parse(message)))
        },
        onClose: (listener) => void closers.add(listener),
        onMessage: (listener) => void socket.on('message', listener),
        close: (code = 1000) => socket.close(code),
        language: caller.language,
      })
    },
  })
}
