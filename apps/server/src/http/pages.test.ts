import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { doorBase } from '@weft/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../kernel/log.ts'
import { createListener } from './listener.ts'
import { serveBuilt } from './pages.ts'

const PAGE = '<!doctype html><title>Built</title>'
let root: string
let app: FastifyInstance
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'weft-built-'))
  mkdirSync(join(root, 'assets'))
  writeFileSync(join(root, 'index.html'), PAGE)
  writeFileSync(join(root, 'assets/a.js'), 'export {}')
  app = await createListener({ log: silentLog, trustProxy: undefined, secure: false, access_log: false })
  for (const base of [doorBase.console, doorBase.ops]) app.post(`${base}/one/change`, () => ({}))
  await serveBuilt(app, root)
})
afterAll(async () => {
  await app.close()
  rmSync(root, { recursive: true })
})

/** What stands in no address that is served: a doubled slash, a zero byte, a dot, a way out of the folder, and half a character. */
const STRANGE = ['one//change', 'one/no%00such', 'one/./such', '..%2f..%2fpackage.json', 'one/%zz', '.env']

describe.each([doorBase.console, doorBase.ops])('beside a built app, the API at %s', (base) => {
  it.each(['GET', 'HEAD'] as const)('answers what it does not have to %s as an API', async (method) => {
    for (const path of ['no/such', ...STRANGE]) {
      const { statusCode, payload, headers } = await app.inject({ method, url: `${base}/${path}` })
      expect([path, statusCode, headers['content-type']]).toEqual([path, 404, 'application/json; charset=utf-8'])
      const envelope = { code: 404, msg: '请求的地址不存在', data: null }
      expect(payload).toBe(method === 'GET' ? JSON.stringify(envelope) : '')
    }
    expect((await app.inject({ method, url: `${base}/one/change` })).statusCode).toBe(405)
  })
})

describe('a built app', () => {
  it('is served with its files', async () => {
    for (const url of ['/', '/networks/1', '/networks?page=2']) expect((await app.inject(url)).payload).toBe(PAGE)
    const file = await app.inject('/assets/a.js')
    expect([file.payload, file.headers['cache-control']]).toEqual(['export {}', 'public, max-age=31536000, immutable'])
  })

  it.each(['GET', 'HEAD'] as const)('has no page and no fault of the caller at a strange address asked by %s', async (method) => {
    for (const path of STRANGE.filter((path) => !path.endsWith('%zz'))) {
      const { statusCode, payload } = await app.inject({ method, url: `/${path}` })
      expect([path, [200, 404].includes(statusCode)]).toEqual([path, true])
      expect(payload).not.toContain('root:')
    }
    expect((await app.inject({ method, url: '/assets/none.js' })).statusCode).toBe(404)
  })

  it.each([
    ['a range outside it', { range: 'bytes=1000-' }],
    ['a condition that it does not fulfil', { 'if-match': '"another"' }],
  ])('does not say that a file is missing when it refuses %s', async (_, headers) => {
    const { statusCode } = await app.inject({ url: '/index.html', headers })
    expect(statusCode).toBeGreaterThan(404)
    expect(statusCode).toBeLessThan(500)
  })
})
