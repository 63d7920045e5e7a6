import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Channel } from '@weft/contract'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../kernel/settings.ts'
import { answerUnknown, isApi } from './listener.ts'

/**
 * The built console with its own addresses, and what it must know of the installation.
 * @param channels those that codes can be sent by
 */
export async function serveConsole(app: FastifyInstance, settings: Settings, channels: readonly Channel[], root: string): Promise<void> {
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
  const built = existsSync(join(root, 'index.html'))
  if (built)
    await app.register(fastifyStatic, {
      root,
      preCompressed: true,
      index: false,
      wildcard: true,
      cacheControl: false,
      setHeaders: (reply, path) =>
        void reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
    })
  app.setNotFoundHandler((request, reply) => {
    if (isApi(request) || (request.method !== 'GET' && request.method !== 'HEAD')) return answerUnknown(app, request)
    // Every other address belongs to the console's own router; a file that is not there stays missing.
    if (!built || /\.\w{2,5}$/.test(request.url.split('?')[0] ?? '')) return reply.code(404).type('text/plain').send('404')
    return reply.header('cache-control', 'no-cache').sendFile('index.html')
  })
}

/** The API document at `<base>/openapi.json`, and a page to read it. */
export async function serveApiDocument(app: FastifyInstance, document: Record<string, unknown>, base: string, page: string): Promise<void> {
  app.get(`${base}/openapi.json`, () => document)
  await app.register(swagger, { mode: 'static', specification: { document: document as never } })
  await app.register(swaggerUi, {
    routePrefix: page,
    uiConfig: { url: `${base}/openapi.json`, layout: 'BaseLayout', docExpansion: 'list', tryItOutEnabled: true, validatorUrl: null },
  })
}
