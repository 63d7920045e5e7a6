import type { ServerResponse } from 'node:http'
import { doorBase, type Endpoint, type InputOf, type Language, type OutputOf, refusals } from '@weft/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { BusEvent, Interest } from '../adapters/bus/events.ts'
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

/** Close code of a socket whose session or rights ended; the code of the envelope is in the reason. */
const ENDED = 4001
/** Most bytes that are buffered for a slow reader; then its socket is cut off. */
const MOST_BUFFERED = 1024 * 1024
/** Sockets of one endpoint that one session may hold open on an instance; a person has fewer windows. */
const MOST_OPEN = 128
/** Too many sockets, or the database cannot be asked whether this one may remain open (RFC 6455 and its registry of close codes). */
const TRY_LATER = 1013
/** The client has sent a message, or pings faster than any: these sockets are only there to listen to. */
const UNASKED = 1008
/** Pings of the client between two checks: one a second. */
const MOST_PINGS = 60
const FAILED = 1011
/** Milliseconds between two pings: nginx and other proxies close a connection on which the server was silent for a minute. */
const PING_EVERY = 25_000
/** Milliseconds between two checks of an open socket's session without an event: sessions also end by time. */
const JUDGE_EVERY = 60_000

/** One open socket of a signed-in login. */
export interface OpenSocket<E extends Endpoint> {
  /** The login, with the rights that it has now. */
  readonly actor: Actor
  readonly input: InputOf<E>
  /** Sends one message; a field that the output schema does not name never leaves the server. */
  send(message: OutputOf<E>): void
  onClose(listener: () => void): void
  /** @param code of the close frame; 1000 for a normal end */
  close(code?: number): void
  readonly language: Language
}

export interface SocketDoor extends Door {
  identifySocket(token: string, caller: Caller): Promise<Actor>
  /** Checks the session of an open socket again. */
  identifySession(session_id: string, address: string): Promise<Actor>
  subscribe(listener: (event: BusEvent) => void, interest: Interest): () => void
  /** Calls the listener when the bus is back after a gap, in which events may have been missed. */
  onReturn(listener: () => void): () => void
}

/**
 * Mounts a WebSocket endpoint: the same checks in the same order as for a call, and again whenever the caller's session or rights
 * change, so that a socket is closed once the session or the rights that opened it end.
 */
export function implementSocket<E extends Endpoint & { method: Endpoint['method'] }>(
  app: FastifyInstance,
  door: SocketDoor,
  endpoint: E,
  handler: (socket: OpenSocket<E>) => void,
): void {
  const collect = identifierCollector(endpoint.input)
  /** Number of open sockets by session. */
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
        // After an expired access token, which may be refreshed, or a missing right the session still exists.
        if (code > refusals.accessExpired.code) socket.send(JSON.stringify({ type: 'session', code }))
        socket.close(ENDED, String(code))
      }
      let judgements = 0
      const judgeAgain = async () => {
        judgements++
        const nth = judgements
        try {
          const now = await door.identifySession(actor.session_id, caller.address)
          await enter(now, input)
          // One that began later has read what is newer.
          if (nth === judgements) present = now
        } catch (error) {
          if (error instanceof Refusal) end(error)
          else socket.close(absenceOf(error) ? TRY_LATER : FAILED)
        }
      }
      closers.add(
        door.subscribe(
          (event) => {
            const mine =
              event.type === 'session' &&
              (event.session_id ?? actor.session_id) === actor.session_id &&
              (event.login_id ?? actor.login_id) === actor.login_id
            if (mine || event.type === 'rights') void judgeAgain()
          },
          { types: ['session', 'rights'], account_id: actor.account_id },
        ),
      )
      closers.add(door.onReturn(() => void judgeAgain()))
      // Browsers answer a ping by themselves; one that did not answer the last ping is gone without a close frame.
      let answered = true
      let pings = 0
      socket.on('pong', () => (answered = true))
      socket.on('message', () => socket.close(UNASKED))
      socket.on('ping', () => {
        pings++
        if (pings > MOST_PINGS) socket.terminate()
      })
      const pinging = setInterval(() => {
        if (!answered) return socket.terminate()
        answered = false
        socket.ping()
      }, PING_EVERY)
      const judging = setInterval(() => {
        pings = 0
        void judgeAgain()
      }, JUDGE_EVERY)
      closers.add(() => {
        clearInterval(pinging)
        clearInterval(judging)
      })
      // The session or its rights may have ended between the checks and the first event that could be received.
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
        close: (code = 1000) => socket.close(code),
        language: caller.language,
      })
    },
  })
}
