import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { silentLog } from '../kernel/log.ts'
import { createListener } from './listener.ts'
import { serveBuilt } from './pages.ts'

const root = mkdtempSync(join(tmpdir(), 'weft-built-'))
let app: FastifyInstance
beforeAll(async () => {
  writeFileSync(join(root, 'index.html'), '<p>the app</p>')
  app = await createListener({ log: silentLog, trustProxy: undefined, secure: false, access_log: false })
  await serveBuilt(app, root)
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

describe('an app that is served with its files', () => {
  it.each(['/api/v1/no%00such', '/api/v1/network//info', '/api/v1//', '/api/v1/..%2f..%2fetc/passwd', '/no%00such'])(
    'answers 404 at %s, which is no address',
    async (url) => {
      const { statusCode, headers, json } = await app.inject({ url, headers: { 'accept-language': 'en' } })
      expect([statusCode, headers['content-type'], json()]).toEqual([
        404,
        'application/json; charset=utf-8',
        { code: 404, msg: 'No such path', data: null },
      ])
    },
  )

  it.each([
    ['a range outside it', { range: 'bytes=1000-' }],
    ['a condition that it does not fulfil', { 'if-match': '"another"' }],
  ])('does not say that a file is missing when it refuses %s', async (_, headers) => {
    const { statusCode } = await app.inject({ url: '/index.html', headers })
    expect(statusCode).toBeGreaterThan(404)
    expect(statusCode).toBeLessThan(500)
  })

  it('answers with the app at an address of the app', async () => {
    expect((await app.inject({ url: '/network/lists' })).body).toBe('<p>the app</p>')
  })
})
