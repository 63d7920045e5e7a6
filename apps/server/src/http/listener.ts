import { randomInt } from 'node:crypto'
import cookie from '@fastify/cookie'
import formbody from '@fastify/formbody'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import websocket from '@fastify/websocket'
import { doorBase, MAX_JSON_LEVELS, type RefusalName, refusals } from '@weft/contract'
import Fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { parse } from 'qs'
import { absenceOf } from '../db/absence.ts'
import { isNestedDeeperThan } from '../kernel/nesting.ts'
import { reference } from '../kernel/ids.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { Refusal } from '../kernel/refusal.ts'
import { logCalls, numberCalls, routeOf } from './access-log.ts'
import { languageOf } from './caller.ts'
import { compressAnswer } from './compress.ts'
import { httpStatus, refusalEnvelope } from './envelope.ts'
import { asksForWebSocket, createHttpServer, guardWebSockets } from './raw-socket.ts'

const BODY_LIMIT = 1024 * 1024
/** Bytes of a control frame, such as the answer to a ping; 0 would be no limit. */
const SMALLEST_FRAME = 125

/** The constraint of a route that is a socket: a call and a socket may share an address. */
export const UPGRADE = 'upgrade'
const WEBSOCKET = 'websocket'
export const SOCKET = { [UPGRADE]: WEBSOCKET }

type Strategy = Parameters<FastifyInstance['addConstraintStrategy']>[0]
const upgradeConstraint: Strategy = {
  name: UPGRADE,
  storage() {
    const handlers = new Map<unknown, NonNullable<ReturnType<ReturnType<Strategy['storage']>['get']>>>()
    return { get: (kind) => handlers.get(kind) ?? null, set: (kind, handler) => void handlers.set(kind, handler) }
  },
  // Undefined constrains nothing: a request for an upgrade at an address without a socket gets to the call of that address.
  deriveConstraint: (request) => (asksForWebSocket(request) ? WEBSOCKET : undefined),
}

/** Returns one of the three listeners, with the envelope for every fault before a handler is reached. */
export async function createListener({
  log,
  trustProxy,
  secure,
  access_log,
  frame_bytes = SMALLEST_FRAME,
}: {
  log: Log
  trustProxy: string | undefined
  secure: boolean
  /** Whether a line is logged for each call. */
  access_log: boolean
  /** The largest frame that its sockets accept. Those of people need none: their pages only listen. */
  frame_bytes?: number
}): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT,
    serverFactory: (handler) => createHttpServer(handler, log),
    trustProxy: trustProxy ?? false,
    genReqId: () => reference(),
    logger: false,
    routerOptions: { maxParamLength: 200 },
    forceCloseConnections: 'idle',
    // Fastify's own answer has no envelope: `drain.ts` decides until when requests are served.
    return503OnClosing: false,
    // An address that cannot even be decoded, before any hook has run.
    frameworkErrors: (_error, request, reply) => {
      const envelope = refusalEnvelope(new Refusal('pathUnknown'), languageOf(request))
      void (reply as FastifyReply).header('x-request-id', request.id).code(404).send(envelope)
    },
  })
  app.addConstraintStrategy(upgradeConstraint)
  numberCalls(app)
  if (access_log) logCalls(app, log, isApi)
  const json = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // A call without input takes `{}` or no body, also from a client that always sends the type JSON.
    if (body === '') return done(null, {})
    // What walks through a value calls itself at each level, and would run out of stack.
    if (isNestedDeeperThan(body as string, MAX_JSON_LEVELS)) return done(new Refusal('bodyTooDeep', { n: MAX_JSON_LEVELS }))
    return json(request, body as string, done)
  })
  await app.register(cookie)
  await app.register(formbody, {
    parser: (text: string) => parse(text, { arrayLimit: 1000, depth: 4, parameterLimit: 5000 }) as Record<string, unknown>,
  })
  await app.register(multipart)
  upgradeSockets(app)
  await app.register(websocket, { options: { maxPayload: frame_bytes, perMessageDeflate: false } })
  guardWebSockets(app.websocketServer)
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // antd writes its styles into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    xFrameOptions: { action: 'deny' },
    strictTransportSecurity: secure,
    crossOriginEmbedderPolicy: false,
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = refusalFor(error, request, log)
    const envelope = refusalEnvelope(refusal, languageOf(request))
    if (refusal.data?.retry_after) void reply.header('retry-after', refusal.data.retry_after)
    // The message is the first problem of an input; data.errors lists all.
    if (refusal.reason === 'invalidInput' && refusal.data?.errors?.[0]) envelope.msg = refusal.data.errors[0].msg
    return reply.code(httpStatus(envelope.code)).send(envelope)
  })
  app.addHook('onSend', compressAnswer)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id)
    if (isApi(request)) void reply.header('cache-control', 'no-store')
    done()
  })
  return app
}

/** The handshake of RFC 6455 §4.2.1. */
const KEY = /^[+/0-9A-Za-z]{22}==$/
const VERSION = 13

/**
 * Refuses an upgrade, after the checks of its address, where the plug-in would upgrade a connection to no purpose or answer with a page of
 * its own: at an address without a socket, with a handshake that is none, and while the listener closes.
 */
function upgradeSockets(app: FastifyInstance): void {
  const sockets = new Set<string | undefined>()
  let closing = false
  app.addHook('preClose', async () => void (closing = true))
  app.addHook('onRoute', ({ wsHandler, url }) => {
    if (wsHandler) sockets.add(url)
  })
  app.addHook('preHandler', async (request, reply) => {
    if (!asksForWebSocket(request.raw) || !request.ws) return
    if (request.is404) throw new Refusal('pathUnknown')
    if (!sockets.has(request.routeOptions.url)) throw new Refusal('methodUnknown')
    if (closing) throw new Refusal('unavailable', { id: request.id }, { retry_after: comeBackAfter() })
    const { 'sec-websocket-key': key = '', 'sec-websocket-version': version } = request.headers
    if (Number(version) === VERSION && KEY.test(key)) return
    void reply.header('sec-websocket-version', VERSION)
    throw new Refusal('invalidInput')
  })
}

const apiBases = [...Object.values(doorBase), '/dev'].map((base) => `${base}/`)
export const isApi = ({ url }: FastifyRequest): boolean => apiBases.some((base) => url.startsWith(base))

/**
 * The route of a built app's files, which takes every address that no other route has. An address that it cannot read (400) or must not
 * serve (403) is none; a refusal of an existing file, such as of a range outside it, stays one.
 */
const FILES = '/*'
const NO_ADDRESS = [400, 403]

const byFastifyCode: Record<string, RefusalName> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'bodyTooLarge',
  FST_REQ_FILE_TOO_LARGE: 'bodyTooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'contentTypeUnknown',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalidInput',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalidInput',
}

/** Returns random seconds after which a caller may try again while the database is away, so that not all return at once. */
const comeBackAfter = (): number => randomInt(2, 6)

function refusalFor(error: FastifyError, request: FastifyRequest, log: Log): Refusal {
  if (error instanceof Refusal) return error
  const known = byFastifyCode[error.code]
  if (known) return new Refusal(known as 'invalidInput')
  if (typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500)
    return new Refusal(request.routeOptions.url === FILES && NO_ADDRESS.includes(error.statusCode) ? 'pathUnknown' : 'invalidInput')
  const facts = { request_id: request.id, method: request.method, route: routeOf(request) }
  const absence = absenceOf(error)
  if (absence) {
    // In one line without the stack: there is one line per call, and the stack does not show the fault.
    log.warn('a request was answered 503 because of the database', { ...facts, database: absence, reason: error.message })
    return new Refusal('unavailable', { id: request.id }, { retry_after: comeBackAfter() })
  }
  log.error('a request failed', { ...facts, code: refusals.ours.code, ...errorFacts(error) })
  return new Refusal('ours', { id: request.id })
}

/** Refuses an address of the API that no endpoint has: 405 if another method exists, else 404. */
export function answerUnknown(app: FastifyInstance, request: FastifyRequest): never {
  const url = request.url.split('?')[0] ?? ''
  const known = ['GET', 'POST'].some((method) => app.hasRoute({ method, url })) || app.hasRoute({ method: 'GET', url, constraints: SOCKET })
  throw new Refusal(known ? 'methodUnknown' : 'pathUnknown')
}

/** Refuses every address that is no endpoint; for a listener without pages. */
export const serveNothingElse = (app: FastifyInstance): void => void app.setNotFoundHandler((request) => answerUnknown(app, request))
