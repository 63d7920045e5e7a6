import { randomBytes } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ClientVersions, contract, opsContract, UPLOAD_PART_BYTES } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CHUNK_BYTES, deleteUnreferred, storeFile } from '../../../adapters/files/files.ts'
import { namesTag, spanOf } from '../../../http/range.ts'
import { fileAddress } from '../../../kernel/file-address.ts'
import { anOperator, type OperatorPerson } from '../../../../test/ops-people.ts'
import { aPackage, factsOf, sendPart } from '../../../../test/publications.ts'
import { createWorld, type World } from '../../../../test/world.ts'

const { clientVersions } = opsContract
const bytes = randomBytes(CHUNK_BYTES * 2 + 777)
let world: World
let network: OperatorPerson
let url: string
beforeAll(async () => {
  world = await createWorld()
  network = await anOperator(world, 'network')
  await aPackage(world, network, bytes)
  url = ((await world.call(undefined, contract.clients.versions, {})).data as ClientVersions).windows!.url
})
afterAll(() => world.close())

const ask = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET', at = url) =>
  world.apps.console.inject({ method, url: at, headers })

describe('a package', () => {
  it('is sent whole, to be saved under its name and kept for ever', async () => {
    const answer = await ask()
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-length': String(bytes.length),
      'content-disposition': 'attachment; filename="weft-1.0.0.exe"',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: `"${factsOf(bytes).sha256}"`,
    })
  })

  it('answers HEAD with its size and without its bytes', async () => {
    const answer = await ask({ range: 'bytes=0-9' }, 'HEAD')
    expect([answer.statusCode, answer.headers['content-length'], answer.rawPayload.length]).toEqual([200, String(bytes.length), 0])
  })

  it.each([
    ['bytes=0-0', 0, 1],
    ['bytes=10-19', 10, 20],
    [`bytes=${CHUNK_BYTES - 2}-${CHUNK_BYTES + 1}`, CHUNK_BYTES - 2, CHUNK_BYTES + 2],
    [`bytes=${CHUNK_BYTES}-`, CHUNK_BYTES, bytes.length],
    ['bytes=-100', bytes.length - 100, bytes.length],
    ['bytes=-99999999', 0, bytes.length],
    [`bytes=5-${bytes.length + 50}`, 5, bytes.length],
  ])('answers %s with that part', async (range, start, end) => {
    const answer = await ask({ range })
    expect(answer.statusCode).toBe(206)
    expect(answer.headers['content-range']).toBe(`bytes ${start}-${end - 1}/${bytes.length}`)
    expect(answer.headers['content-length']).toBe(String(end - start))
    expect(answer.rawPayload.equals(bytes.subarray(start, end))).toBe(true)
  })

  it.each([`bytes=${bytes.length}-`, 'bytes=99999999-', 'bytes=-0'])('refuses %s, and answers with its length', async (range) => {
    const answer = await ask({ range })
    expect([answer.statusCode, answer.headers['content-range'], answer.payload]).toEqual([416, `bytes */${bytes.length}`, ''])
  })

  it.each(['bytes=0-1,5-6', 'bytes=9-2', 'bytes=-', 'lines=1-2', 'bytes=a-b', `bytes=${'9'.repeat(40)}-`])(
    'is sent whole for %s, which is not understood',
    async (range) => expect([(await ask({ range })).statusCode, (await ask({ range })).rawPayload.length]).toEqual([200, bytes.length]),
  )

  it('is not sent to a client that has it, and is sent whole to a client that has another one', async () => {
    const tag = `"${factsOf(bytes).sha256}"`
    for (const held of [tag, `W/${tag}`, `"x", ${tag}`, '*']) expect((await ask({ 'if-none-match': held })).statusCode).toBe(304)
    expect((await ask({ 'if-none-match': '"x"' })).statusCode).toBe(200)
    expect((await ask({ 'if-range': tag, range: 'bytes=0-9' })).statusCode).toBe(206)
    expect((await ask({ 'if-range': '"x"', range: 'bytes=0-9' })).statusCode).toBe(200)
  })

  it('is read no further than the client takes it, and ends when it is deleted meanwhile', async () => {
    const large = randomBytes(CHUNK_BYTES * 40)
    const { upload_id } = (await world.call(network, clientVersions.upload, factsOf(large, { version: '9.0' }))).data as {
      upload_id: string
    }
    let answer: Awaited<ReturnType<typeof sendPart>> | undefined
    for (let offset = 0; offset < large.length; offset += UPLOAD_PART_BYTES)
      answer = await sendPart(world, network, { upload_id, offset }, large.subarray(offset, offset + UPLOAD_PART_BYTES))
    expect(answer).toMatchObject({ code: 200 })
    const { id } = answer!.data as { id: string }
    await world.apps.console.listen({ host: '127.0.0.1', port: 0 })
    const { port } = world.apps.console.server.address() as AddressInfo
    const response = await new Promise<IncomingMessage>((done, fail) =>
      get({ port, path: fileAddress(upload_id, 'weft-1.0.0.exe') }, done).on('error', fail),
    )
    expect(response.headers['content-length']).toBe(String(large.length))
    // The client does not read: the server fills what the connection holds, and waits. If it read on, the rest would still come.
    await new Promise((wake) => setTimeout(wake, 500))
    await world.call(network, clientVersions.delete, { id })
    let received = 0
    const ended = await new Promise<string>((done) => {
      response.on('data', (part: Buffer) => void (received += part.length))
      response.on('end', () => done('whole'))
      response.on('error', ({ code }: NodeJS.ErrnoException) => done(code ?? ''))
    })
    expect(ended).toBe('ECONNRESET')
    expect(received).toBeLessThan(large.length)
  })
})

describe('a stored file', () => {
  it('is not served if nothing refers to it, or under another name', async () => {
    const file_id = await world.asSystem((db) => storeFile(db, { media_type: 'image/png', bytes: Buffer.from('x') }))
    const id = url.split('/')[3]!
    for (const at of [
      fileAddress(file_id, 'x.png'),
      fileAddress(id, 'evil.exe'),
      fileAddress(id, 'weft-1.0.0.exe%00.png'),
      fileAddress(id, '..%2f..%2fsite.json'),
      fileAddress('00000000-0000-4000-8000-000000000000', 'weft-1.0.0.exe'),
      fileAddress("' or 1=1 --", 'a'),
      fileAddress(id.toUpperCase(), 'weft-1.0.0.exe'),
    ])
      expect([at, (await ask({}, 'GET', at)).statusCode]).toEqual([at, 404])
  })

  it('is not served while its upload is under way', async () => {
    const begun = await world.call(network, clientVersions.upload, factsOf(bytes, { system: 'android', file_name: 'weft.apk' }))
    const { upload_id } = begun.data as { upload_id: string }
    expect((await ask({}, 'GET', fileAddress(upload_id, 'weft.apk'))).statusCode).toBe(404)
  })

  it('is deleted after a while if nothing refers to it, and kept otherwise', async () => {
    const file_id = await world.asSystem((db) => storeFile(db, { media_type: 'image/png', bytes: Buffer.from('x') }))
    const left = async () => (await world.db.systemNow.sql.selectFrom('stored_file').select('file_id').execute()).map((row) => row.file_id)
    await deleteUnreferred(world.db.systemNow, new Date(Date.now() - 60_000))
    expect(await left()).toContain(file_id)
    await deleteUnreferred(world.db.systemNow, new Date(Date.now() + 60_000))
    expect(await left()).not.toContain(file_id)
    expect((await ask()).statusCode).toBe(200)
  })
})

describe('reading the headers of a download', () => {
  it('never leads outside the file', () => {
    const numbers = Array.from({ length: 12 }, (_, i) => i)
    const headers = numbers.flatMap((a) => [`bytes=${a}-`, `bytes=-${a}`, ...numbers.map((b) => `bytes=${a}-${b}`)])
    const outside = [0, 1, 10].flatMap((size) =>
      headers.filter((header) => {
        const span = spanOf(header, size)
        return span !== undefined && span !== 'unsatisfiable' && !(span.start >= 0 && span.start < span.end && span.end <= size)
      }),
    )
    expect(outside).toEqual([])
  })

  it('finds a tag in a list of tags', () => {
    expect([namesTag(undefined, '"a"'), namesTag('"b" , W/"a"', '"a"'), namesTag('"ab"', '"a"')]).toEqual([false, true, false])
  })
})
