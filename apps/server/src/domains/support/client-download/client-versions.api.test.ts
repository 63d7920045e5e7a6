import { randomBytes } from 'node:crypto'
import { type ClientVersions, contract, opsContract, UPLOAD_PART_BYTES, UPLOAD_SECONDS } from '@weft/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { forgetUploads } from './upload.service.ts'
import { anOperator, type OperatorPerson } from '../../../../test/ops-people.ts'
import { aPackage, factsOf, sendPart } from '../../../../test/publications.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
let network: OperatorPerson
beforeAll(async () => {
  world = await createWorld()
  network = await anOperator(world, 'network')
})
afterAll(() => world.close())
beforeEach(async () => {
  for (const table of ['client_version', 'stored_file'] as const) await world.db.systemNow.sql.deleteFrom(table).execute()
})

const { clientVersions } = opsContract
const shown = async () => (await world.call(undefined, contract.clients.versions, {})).data as ClientVersions
const begin = async (bytes: Buffer, more: Record<string, unknown> = {}) =>
  (await world.call(network, clientVersions.upload, factsOf(bytes, more))).data as {
    upload_id: string
    received: number
    part_bytes: number
  }
const stored = async () =>
  (
    await sql<{ files: number; chunks: number; uploads: number }>`select (select count(*) from stored_file) as files,
      (select count(*) from file_chunk) as chunks, (select count(*) from upload) as uploads`.execute(world.db.systemNow.sql)
  ).rows[0]!
/** Bytes of a package that is larger than a chunk and no multiple of one. */
const SIZE = 1_400_000
const download = async (url: string) => (await world.apps.console.inject({ url })).rawPayload

describe('the list of downloads', () => {
  it('is empty at first', async () => {
    expect(await shown()).toEqual({ windows: null, android: null, macos: null, ios: null, linux: { graph: [], cli: [] } })
  })

  it('shows the newest version by number, not by spelling, with the others behind it', async () => {
    for (const version of ['2.9.0', '2.10.0', '2.10.0-beta.2', '2.10.0-beta.11', '10.0'])
      await world.call(network, clientVersions.store, { system: 'ios', version, store_url: 'https://apps.example/weft' })
    const { ios } = await shown()
    expect([ios!.version, ...ios!.history.map(({ version }) => version)]).toEqual([
      '10.0',
      '2.10.0',
      '2.10.0-beta.11',
      '2.10.0-beta.2',
      '2.9.0',
    ])
  })

  it('shows the newest version for each platform of Linux, the default one first', async () => {
    for (const [platform, version] of [
      ['arch', '3.0'],
      ['centos', '1.9'],
      ['centos', '1.10'],
    ])
      await aPackage(world, network, randomBytes(10), {
        system: 'linux',
        kind: 'cli',
        platform,
        version,
        file_name: `weft-${version}.tar.gz`,
      })
    const { linux } = await shown()
    expect(linux.graph).toEqual([])
    expect(linux.cli.map(({ platform, version, history }) => [platform, version, history.length])).toEqual([
      ['centos', '1.10', 1],
      ['arch', '3.0', 0],
    ])
  })
})

describe('an upload', () => {
  it('becomes one file with its checksum, published with the last part and not before', async () => {
    const bytes = randomBytes(SIZE)
    const { upload_id, received, part_bytes } = await begin(bytes)
    expect({ received, part_bytes }).toEqual({ received: 0, part_bytes: UPLOAD_PART_BYTES })
    let offset = 0
    for (const size of [700_001, 3, 600_000]) {
      const part = bytes.subarray(offset, offset + size)
      expect((await sendPart(world, network, { upload_id, offset }, part)).data).toEqual({ received: offset + size, id: null })
      offset += size
    }
    expect((await shown()).windows).toBeNull()
    const last = await sendPart(world, network, { upload_id, offset }, bytes.subarray(offset))
    expect(last).toMatchObject({ code: 200, data: { received: SIZE, id: expect.stringMatching(/^\d+$/) } })
    const { windows } = await shown()
    expect(windows).toMatchObject({ version: '1.0.0', size: SIZE, sha256: factsOf(bytes).sha256, history: [] })
    expect((await download(windows!.url)).equals(bytes)).toBe(true)
    expect(await stored()).toMatchObject({ files: 1, chunks: 3, uploads: 0 })
    const [row] = (await world.call(network, clientVersions.list, {})).data as { file_name: string; size: number }[]
    expect(row).toMatchObject({ file_name: 'weft-1.0.0.exe', size: SIZE, store_url: null })
  })

  it('continues where it stopped, for the same bytes alone', async () => {
    const bytes = randomBytes(1000)
    const first = await begin(bytes)
    await sendPart(world, network, { upload_id: first.upload_id, offset: 0 }, bytes.subarray(0, 400))
    expect(await begin(bytes, { file_name: 'other.exe' })).toMatchObject({ upload_id: first.upload_id, received: 400 })
    const other = await begin(randomBytes(1000))
    expect(other).toMatchObject({ received: 0 })
    expect(other.upload_id).not.toBe(first.upload_id)
    expect((await sendPart(world, network, { upload_id: first.upload_id, offset: 400 }, bytes.subarray(400))).code).toBe(204)
    expect(await stored()).toEqual({ files: 1, chunks: 0, uploads: 1 })
  })

  it('answers where to continue when a part does not follow, and keeps what it has', async () => {
    const bytes = randomBytes(1000)
    const { upload_id } = await begin(bytes)
    await sendPart(world, network, { upload_id, offset: 0 }, bytes.subarray(0, 400))
    for (const offset of [0, 399, 401, 1000])
      expect(await sendPart(world, network, { upload_id, offset }, bytes.subarray(offset, offset + 5))).toMatchObject({
        code: 409,
        msg: '上传位置不一致，请从第 400 字节继续',
        data: { received: 400 },
      })
    expect((await sendPart(world, network, { upload_id, offset: 400 }, Buffer.concat([bytes.subarray(400), Buffer.from('x')]))).code).toBe(
      413,
    )
    expect((await sendPart(world, network, { upload_id, offset: 400 }, Buffer.alloc(0))).code).toBe(422)
    expect((await sendPart(world, network, { upload_id, offset: 400 }, bytes.subarray(400))).code).toBe(200)
  })

  it('takes a part once, however often it is sent at the same time', async () => {
    const bytes = randomBytes(2000)
    const { upload_id } = await begin(bytes)
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => sendPart(world, network, { upload_id, offset: 0 }, bytes.subarray(0, 900))),
    )
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409, 409, 409])
    await sendPart(world, network, { upload_id, offset: 900 }, bytes.subarray(900))
    expect((await download((await shown()).windows!.url)).equals(bytes)).toBe(true)
  })

  it('is begun once when several calls begin it together', async () => {
    const bytes = randomBytes(100)
    const begun = await Promise.all(Array.from({ length: 6 }, () => begin(bytes)))
    expect(new Set(begun.map(({ upload_id }) => upload_id)).size).toBe(1)
    expect(await stored()).toMatchObject({ files: 1, uploads: 1 })
  })

  it('starts over when its bytes do not match the checksum, and nothing is published', async () => {
    const bytes = randomBytes(1000)
    const { upload_id } = await begin(bytes)
    await sendPart(world, network, { upload_id, offset: 0 }, bytes.subarray(0, 500))
    const wrong = await sendPart(world, network, { upload_id, offset: 500 }, randomBytes(500))
    expect(wrong).toMatchObject({ code: 422, msg: '文件校验失败，请重新上传' })
    expect((await shown()).windows).toBeNull()
    expect(await begin(bytes)).toMatchObject({ upload_id, received: 0 })
    expect((await sendPart(world, network, { upload_id, offset: 0 }, bytes)).data).toMatchObject({ received: 1000 })
    expect((await download((await shown()).windows!.url)).equals(bytes)).toBe(true)
  })

  it('is deleted after a day, with its bytes', async () => {
    const bytes = randomBytes(1000)
    const { upload_id } = await begin(bytes)
    await sendPart(world, network, { upload_id, offset: 0 }, bytes.subarray(0, 400))
    await forgetUploads(world.db.systemNow, world.infrastructure.clock.now())
    expect(await stored()).toMatchObject({ uploads: 1 })
    await forgetUploads(world.db.systemNow, new Date(Date.now() + (UPLOAD_SECONDS + 60) * 1000))
    expect(await stored()).toEqual({ files: 0, chunks: 0, uploads: 0 })
    expect((await sendPart(world, network, { upload_id, offset: 400 }, bytes.subarray(400))).code).toBe(204)
  })
})

describe('a new version', () => {
  it('is refused if it is published already', async () => {
    await aPackage(world, network, randomBytes(10))
    expect(await world.call(network, clientVersions.upload, factsOf(randomBytes(10)))).toMatchObject({ code: 422, msg: '该版本已存在' })
    const inStore = { system: 'macos', version: '1.0', store_url: 'https://apps.example/weft' }
    expect((await world.call(network, clientVersions.store, inStore)).code).toBe(200)
    expect((await world.call(network, clientVersions.store, inStore)).code).toBe(422)
  })

  it.each([
    ['a path for a name', { file_name: '../../etc/passwd' }],
    ['a hidden name', { file_name: '.bashrc' }],
    ['a name with a quote', { file_name: 'a".exe' }],
    ['a name of two lines', { file_name: 'a.exe\r\nSet-Cookie: x' }],
    ['a checksum in capitals', { sha256: 'A'.repeat(64) }],
    ['no bytes', { size: 0 }],
    ['more than is taken', { size: 1024 ** 3 + 1 }],
    ['a version that is words', { version: 'latest' }],
    ['a kind for Windows', { kind: 'cli' }],
    ['no kind for Linux', { system: 'linux' }],
    ['a system of a store', { system: 'ios' }],
  ])('is refused with %s', async (_what, more) => {
    expect((await world.call(network, clientVersions.upload, factsOf(randomBytes(10), more))).code).toBe(422)
    expect(await stored()).toEqual({ files: 0, chunks: 0, uploads: 0 })
  })

  it.each(['http://apps.example/weft', 'javascript:alert(1)', 'https:'])('is refused with the store’s address %s', async (store_url) => {
    expect((await world.call(network, clientVersions.store, { system: 'ios', version: '1.0', store_url })).code).toBe(422)
  })
})

it('a deleted version is gone with its file', async () => {
  const id = await aPackage(world, network, randomBytes(SIZE))
  const { url } = (await shown()).windows!
  expect((await world.call(network, clientVersions.delete, { id })).code).toBe(200)
  expect((await world.apps.console.inject({ url })).statusCode).toBe(404)
  expect(await stored()).toEqual({ files: 0, chunks: 0, uploads: 0 })
  expect((await world.call(network, clientVersions.delete, { id })).code).toBe(204)
})

it('the operators’ log notes who began, published and deleted a version', async () => {
  const id = await aPackage(world, network, randomBytes(10), { system: 'linux', kind: 'cli', platform: 'debian', file_name: 'weft.deb' })
  await world.call(network, clientVersions.delete, { id })
  const { rows } = await sql<{ message: string; actor_name: string }>`select message, actor_name from audit
    where account_id = 0 and area = 'publication' order by seq desc limit 3`.execute(world.db.systemNow.sql)
  expect(rows.map(({ message }) => message)).toEqual([
    '删除 Linux 客户端 命令行版 debian 1.0.0',
    '发布 Linux 客户端 命令行版 debian 1.0.0',
    '开始上传 Linux 客户端 命令行版 debian 1.0.0',
  ])
  expect(new Set(rows.map(({ actor_name }) => actor_name))).toEqual(new Set([network.username]))
})
