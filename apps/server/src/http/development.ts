import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Outbox } from '../adapters/outbox/outbox.ts'
import { isLoopback } from '../kernel/address.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Settings } from '../kernel/settings.ts'
import { outboxPage, type ProductAddress } from './outbox-page.ts'

interface DevelopmentDependencies {
  captchas: { read(uniqid: string): Promise<string | undefined> }
  /** Undefined if another process sends the messages: the outbox is in its memory. */
  outbox: Outbox | undefined
  settings: Settings
}

const SHOWN = 100

/** Headers that a proxy adds, or a tunnel to this machine. */
const FORWARDED = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-.*)$/
/** The names under which a browser of this machine reaches it. A page of another site may give its own name the address of this machine. */
const LOCAL_HOST = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i

/** Returns whether a request was made on this machine, and not passed on by a proxy on it. */
const isOwn = ({ socket, ip, headers }: FastifyRequest): boolean =>
  isLoopback(socket.remoteAddress) &&
  isLoopback(ip) &&
  LOCAL_HOST.test(headers.host ?? '') &&
  !Object.keys(headers).some((name) => FORWARDED.test(name))

/** Serves, outside production only, the texts of captcha pictures and the outbox. Others get 404 unless `WEFT_DEV_OPEN` is set. */
export function serveDevelopment(listener: FastifyInstance, dependencies: DevelopmentDependencies): void {
  void listener.register((app, _options, done) => {
    app.addHook('onRequest', (request, _reply, next) => {
      next(isOwn(request) || dependencies.settings.WEFT_DEV_OPEN ? undefined : new Refusal('pathUnknown'))
    })
    serveOutbox(app, dependencies)
    done()
  })
}

function serveOutbox(app: FastifyInstance, { captchas, outbox, settings }: DevelopmentDependencies): void {
  app.get<{ Params: { uniqid: string } }>('/dev/captcha/:uniqid', async (request) => ({
    data: { code: (await captchas.read(request.params.uniqid)) ?? null },
  }))
  // If another process has the outbox this path is unknown: an empty list would mean that nothing was sent.
  if (outbox) app.get<{ Querystring: { to?: string } }>('/dev/outbox', async (request) => ({ data: outbox.list(request.query.to) }))
  app.get('/dev', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .send(outboxPage(outbox?.list().slice(0, SHOWN), addressesOf(settings))),
  )
}

function addressesOf({ WEFT_PUBLIC_URL: console, WEFT_OPS_PORT, WEFT_METRICS_PORT }: Settings): ProductAddress[] {
  const at = (port: number, path: string) => Object.assign(new URL(path, console), { port: String(port) }).href
  return [
    { name: '控制台', url: `${console}/` },
    { name: '控制台 API', url: `${console}/api/docs` },
    { name: '运营 API', url: at(WEFT_OPS_PORT, '/ops/docs') },
    { name: '指标', url: at(WEFT_METRICS_PORT, '/metrics') },
  ]
}
