import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Channel } from '@weft/contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Settings } from '../kernel/settings.ts'
import { answerUnknown, isApi } from './listener.ts'

/**
 * Serves `/site.json`: what a page must know of the installation.
 * @param channels by which codes can be sent
 */
export function serveSite(app: FastifyInstance, { settings, channels }: { settings: Settings; channels: readonly Channel[] }): void {
  app.get('/site.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send({
      product: settings.WEFT_PRODUCT,
      company: settings.WEFT_COMPANY,
      icp: settings.WEFT_ICP,
      police: settings.WEFT_POLICE,
      phone: settings.WEFT_PHONE,
      logo_url: settings.WEFT_LOGO_URL,
      channels,
    }),
  )
}

/** Serves a built app with its own addresses. @param root its folder, which may be empty */
export async function serveBuilt(app: FastifyInstance, root: string): Promise<void> {
  const built = existsSync(join(root, 'index.html'))
  if (built) {
    app.addHook('onRoute', (route) => {
      if (route.url === '/*') route.errorHandler = answerStrange
    })
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      index: false,
      wildcard: true,
      cacheControl: false,
      setHeaders: (reply, path) =>
        void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
    })
  }
  const start = (reply: FastifyReply) => reply.header('cache-control', 'no-cache').sendFile('index.html')
  // Without `index`, the plug-in refuses a folder to clients that take no compressed file.
  if (built) app.get('/', (_request, reply) => start(reply))
  app.setNotFoundHandler((request, reply) => {
    if (isApi(request) || (request.method !== 'GET' && request.method !== 'HEAD')) return answerUnknown(app, request)
    // Every other address belongs to the app's own router; an unknown file is answered 404.
    if (!built || /\.\w{2,5}$/.test(request.url.split('?')[0] ?? '')) return reply.code(404).type('text/plain').send('404')
    return start(reply)
  })
}

/** Answers 404 at an address that the plug-in of files refuses, such as one with `//` or a zero byte. */
function answerStrange(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  if (error.statusCode !== 400 && error.statusCode !== 403) throw error
  reply.callNotFound()
}

/** Serves the API document at `<base>/openapi.json`, and a page to read it. It is made at the first request, since few servers get one. */
export async function serveApiDocument(
  app: FastifyInstance,
  make: () => Record<string, unknown>,
  base: string,
  page: string,
): Promise<void> {
  const document: Record<string, unknown> = {}
  const made = () => (document['openapi'] === undefined ? Object.assign(document, make()) : document)
  app.get(`${base}/openapi.json`, made)
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: page,
    uiConfig: { url: `${base}/openapi.json`, layout: 'BaseLayout', docExpansion: 'list', tryItOutEnabled: true, validatorUrl: null },
    uiHooks: {
      onRequest: (_request, _reply, done) => {
        made()
        done()
      },
    },
  })
}
