import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FileAnswer } from '@weft/contract'
import type { FastifyInstance } from 'fastify'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Log, silentLog } from '../kernel/log.ts'
import { Refusal } from '../kernel/refusal.ts'
import { attachment, sendFile } from './file-answer.ts'
import { createListener } from './listener.ts'
import { eventually } from '../../test/eventually.ts'

let app: FastifyInstance | undefined
afterEach(async () => {
  app?.server.closeAllConnections()
  await app?.close()
})

const error = vi.fn<Log['error']>()

/** Starts a listener whose one address answers a file, and returns that address. */
async function answering(file: () => FileAnswer, stalled_ms?: number): Promise<string> {
  error.mockReset()
  const log = { ...silentLog, error }
  app = await createListener({ log, trustProxy: undefined, secure: false, access_log: false })
  app.get('/api/v1/a-file', async (request, reply) => sendFile({ request, reply, log, stalled_ms }, 'text/plain', file()))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/v1/a-file`
}

const bytes = (text: string) => new TextEncoder().encode(text)
async function* made(...pieces: (string | Error)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Error) throw piece
    yield bytes(piece)
  }
}

describe('the name that a file is saved under', () => {
  it.each([
    ['weft.xlsx', `attachment; filename="weft.xlsx"; filename*=UTF-8''weft.xlsx`],
    ['成员.xlsx', `attachment; filename="__.xlsx"; filename*=UTF-8''%E6%88%90%E5%91%98.xlsx`],
    [`a"b\\c%d'(e)*\r\nx: y`, `attachment; filename="a_b_c_d'(e)*__x: y"; filename*=UTF-8''a%22b%5Cc%25d%27%28e%29%2A%0D%0Ax%3A%20y`],
    ['\ud800.xlsx', `attachment; filename="_.xlsx"; filename*=UTF-8''%EF%BF%BD.xlsx`],
  ])('is put into the header in any script and cannot break out of it: %j', (name, header) => expect(attachment(name)).toBe(header))
})

describe('a file that is answered instead of an envelope', () => {
  it.each([
    ['at once', () => bytes('whole')],
    ['as it is made', () => made('wh', 'ole')],
  ])('is sent %s, to be saved, never cached, and never of a guessed type', async (_, body) => {
    const answer = await fetch(await answering(() => ({ file_name: '成员.txt', body: body() })))
    expect(await answer.text()).toBe('whole')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': attachment('成员.txt'),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  it('that fails before its first byte is answered with the envelope of a refusal, or of a server error', async () => {
    const refused = await fetch(await answering(() => ({ file_name: 'a', body: made(new Refusal('exportEmpty')) })))
    expect([refused.status, await refused.json()]).toMatchObject([422, { code: 422, msg: '导出数据为空' }])
    expect(refused.headers.get('content-disposition')).toBeNull()
    await app!.close()
    const failed = await fetch(await answering(() => ({ file_name: 'a', body: made(new Error('the cause')) })))
    expect([failed.status, await failed.json()]).toMatchObject([500, { code: 500 }])
  })

  it('that fails while it is sent ends the connection, so that half of it never looks whole, and is logged without its name', async () => {
    const answer = await fetch(await answering(() => ({ file_name: '张三.txt', body: made('half', new Error('the cause')) })))
    expect(answer.status).toBe(200)
    await expect(answer.text()).rejects.toThrow('terminated')
    expect(error).toHaveBeenCalledExactlyOnceWith(
      'a file broke off',
      expect.objectContaining({ path: '/api/v1/a-file', reason: 'the cause' }),
    )
    expect(JSON.stringify(error.mock.calls)).not.toContain('张三')
  })

  it('is not made for a HEAD request', async () => {
    const begun = vi.fn<() => void>()
    async function* costly() {
      begun()
      yield bytes('whole')
    }
    const url = await answering(() => ({ file_name: 'a', body: costly() }))
    const answer = await fetch(url, { method: 'HEAD' })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain'])
    expect(begun).not.toHaveBeenCalled()
  })

  it('is not begun for a reader that left before its first bytes, which is no failure', async () => {
    const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let stopped = false
    async function* slow(): AsyncGenerator<Uint8Array> {
      try {
        asked.resolve()
        await left.promise
        yield bytes('x')
      } finally {
        stopped = true
      }
    }
    const address = await answering(() => ({ file_name: 'a.txt', body: slow() }))
    const call = get(address).on('error', () => {})
    await asked.promise
    call.destroy()
    const connections = () => new Promise<number>((done) => app!.server.getConnections((_, count) => done(count)))
    await eventually(async () => expect(await connections()).toBe(0))
    left.resolve()
    await eventually(() => expect(stopped).toBe(true))
    await app!.close()
    expect(error).not.toHaveBeenCalled()
  })

  it('is ended for a reader that takes nothing any more, and its generator is stopped', async () => {
    const ended = vi.fn<() => void>()
    async function* endless() {
      try {
        for (;;) {
          yield Buffer.alloc(1024 * 1024)
          await sleep(1)
        }
      } finally {
        ended()
      }
    }
    const url = await answering(() => ({ file_name: 'a', body: endless() }), 300)
    const answer = await new Promise<IncomingMessage>((resolve) => get(url, resolve))
    answer.on('error', () => {})
    answer.pause()
    await eventually(() => expect(ended).toHaveBeenCalled())
    expect(error).not.toHaveBeenCalled()
  })
})
