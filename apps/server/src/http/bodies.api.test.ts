import { endpointsOf, Flag, NetworkNumber, RouterName } from '@weft/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { requireDeclared } from './declared.ts'
import { beforehand, type Door, type Handlers, implement } from './implement.ts'
import { createListener } from './listener.ts'
import { silentLog } from '../kernel/log.ts'
import { Refusal } from '../kernel/refusal.ts'
import { createWorld, type World } from '../../test/world.ts'

const { get, post } = endpointsOf('console')
const prefix = z.strictObject({
  ip: z.string(),
  mask: z.coerce.number().int().min(0).max(32),
  permission: z.enum(['permit', 'deny']).optional(),
})
const FOREIGN = '9999999999'
const group = {
  rules: post('trial/rules', {
    access: 'any',
    summary: 'a list of records, as JSON or as a form',
    body: { kind: 'form' },
    input: z.strictObject({ network_number: NetworkNumber, prefix: z.array(prefix).max(1500).default([]), enable: Flag.optional() }),
    output: z.unknown(),
  }),
  file: post('trial/file', {
    access: 'member.edit',
    summary: 'one file',
    body: { kind: 'multipart', field: 'image', max_bytes: 1000, types: ['image/png'] },
    input: z.strictObject({ check: z.enum(['1']).optional(), router_name: RouterName.optional() }),
    output: z.unknown(),
  }),
  several: post('trial/several', {
    access: 'any',
    summary: 'things in every form that an input may have',
    input: z.strictObject({
      list: z.array(RouterName).default([]),
      map: z.record(RouterName, z.strictObject({ network_number: NetworkNumber })).optional(),
      either: z.union([RouterName, z.strictObject({ inner: RouterName.nullable() })]).optional(),
    }),
    output: z.unknown(),
  }),
  ahead: post('trial/ahead', {
    access: 'any',
    summary: 'a call that works ahead of its transaction',
    input: z.strictObject({ network_number: NetworkNumber.optional(), router_name: RouterName.optional() }),
    output: z.unknown(),
  }),
  output: get('trial/output', { access: 'public', summary: 'what leaves', output: z.object({ shown: z.number() }) }),
}

let world: World
let app: FastifyInstance
const members = new Set(['known', 'other'])
let handled = 0
/** The steps of a call of `ahead`, in order. */
let steps: string[] = []
beforeAll(async () => {
  world = await createWorld()
  app = await createListener({ log: silentLog, trustProxy: undefined, secure: false, access_log: false })
  const actor = { account_id: 1, session_id: 's', ram: 0, permissions: new Set(), designated: undefined } as never
  const door = {
    db: {
      account: (_id: number, mode: string, work: (db: object) => unknown) => {
        steps.push(mode)
        return work({ account_id: 1 })
      },
    },
    count: async () => undefined,
    identify: async ({ token }: { token?: string }) => {
      if (token !== 'somebody') throw new Refusal('tokenUnknown')
      return actor
    },
    resolvers: {
      network: {
        resolve: async (_db: unknown, names: string[]) => new Set(names.filter((name) => name !== FOREIGN)),
        missing: 'networkNotFound',
      },
      member: {
        resolve: async (_db: unknown, names: string[]) => new Set(names.filter((name) => members.has(name))),
        missing: 'memberNotFound',
      },
    },
  } as unknown as Door
  const handlers = {
    rules: ({ input }) => input,
    file: ({ upload, input }) => ({ ...input, file_name: upload?.file_name, media_type: upload?.media_type, size: upload?.bytes.length }),
    several: () => void handled++,
    ahead: beforehand(
      async () => {
        steps.push('before')
        members.delete('leaving')
      },
      async () => void steps.push('handler'),
    ),
    output: () => ({ shown: 1, password_hash: 'kept' }),
  } satisfies Handlers<typeof group>
  implement(app, door, group, handlers)
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await world.close()
})

const somebody = { authorization: 'Bearer somebody' }
async function form(payload: string) {
  const headers = { ...somebody, 'content-type': 'application/x-www-form-urlencoded' }
  const response = await app.inject({ method: 'POST', url: '/api/v1/trial/rules', headers, payload })
  return { status: response.statusCode, ...response.json() }
}
interface Part {
  field?: string
  /** A part without a name is a text. */
  name?: string | undefined
  type?: string
  size?: number
}
async function upload(
  parts: Part[],
  { url = '/api/v1/trial/file', headers = {} }: { url?: string; headers?: Record<string, string> } = {},
) {
  const boundary = 'xXx'
  const payload = [
    ...parts.map(({ field = 'image', type = 'image/png', size = 10, ...part }) => {
      const { name } = { name: 'a.png', ...part }
      const file = name === undefined ? '' : `; filename="${name}"`
      return `--${boundary}\r\nContent-Disposition: form-data; name="${field}"${file}\r\nContent-Type: ${type}\r\n\r\n${'x'.repeat(size)}\r\n`
    }),
    `--${boundary}--\r\n`,
  ].join('')
  const type = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const response = await app.inject({ method: 'POST', url, payload, headers: { ...somebody, ...type, ...headers } })
  return { status: response.statusCode, ...response.json() }
}

describe('a form', () => {
  it('carries lists of records as `prefix[0][ip]=`, and means the same as JSON', async () => {
    const reply = await form(
      'network_number=1234567890&prefix[0][ip]=10.0.0.0&prefix[0][mask]=8&prefix[1][ip]=10.1.0.0&prefix[1][mask]=16&prefix[1][permission]=deny',
    )
    const data = {
      network_number: '1234567890',
      prefix: [
        { ip: '10.0.0.0', mask: 8 },
        { ip: '10.1.0.0', mask: 16, permission: 'deny' },
      ],
    }
    expect(reply).toEqual({ status: 200, code: 200, msg: '操作成功', data })
    const json = await app.inject({ method: 'POST', url: '/api/v1/trial/rules', headers: somebody, payload: data })
    expect(json.json()).toEqual({ code: 200, msg: '操作成功', data })
  })

  it('carries a list of a thousand records completely', async () => {
    const records = Array.from({ length: 1000 }, (_, i) => `prefix[${i}][ip]=10.0.0.${i}&prefix[${i}][mask]=32`).join('&')
    const { data } = await form(`network_number=1234567890&${records}`)
    expect(data.prefix).toHaveLength(1000)
    expect(data.prefix[999]).toEqual({ ip: '10.0.0.999', mask: 32 })
  })

  it.each([
    ['an unknown field', 'network_number=1234567890&more=1'],
    ['an unknown field of a record', 'network_number=1234567890&prefix[0][ip]=1&prefix[0][mask]=1&prefix[0][more]=1'],
    ['a record for a text', 'network_number[a]=1'],
    ['a repeated field', 'network_number=1234567890&network_number=1234567890'],
    ['a prototype', 'network_number=1234567890&prefix[0][__proto__][ip]=1&prefix[0][mask]=1'],
    ['records deeper than any call has', `network_number=1234567890&prefix${'[0]'.repeat(50)}=1`],
    [
      'more fields than any call takes',
      `network_number=1234567890&${Array.from({ length: 6000 }, (_, i) => `prefix[${i}][ip]=1&prefix[${i}][mask]=1`).join('&')}`,
    ],
  ])('with %s is refused', async (_, payload) => {
    expect(await form(payload)).toMatchObject({ status: 422, code: 422 })
    expect(({} as { ip?: string }).ip).toBeUndefined()
  })
})

describe('a file', () => {
  it('reaches its handler together with the query', async () => {
    const answer = await upload([{ name: '图.png' }], { url: '/api/v1/trial/file?check=1' })
    expect(answer).toMatchObject({ code: 200, data: { check: '1', file_name: '图.png', media_type: 'image/png', size: 10 } })
  })

  it.each<[string, Part[], number]>([
    ['over its size', [{ size: 1001 }], 413],
    ['of exactly its size', [{ size: 1000 }], 200],
    ['of another type', [{ type: 'image/svg+xml' }], 415],
    ['in another field', [{ field: 'file' }], 422],
    ['that is not there', [], 422],
    ['that is the first of two', [{}, {}], 422],
    ['with another kind behind it', [{}, { type: 'text/html' }], 422],
  ])('%s is accepted or refused as declared', async (_, parts, code) => {
    expect(await upload(parts)).toMatchObject({ code, status: code })
  })

  it.each<[string, Part[], object]>([
    ['that is not there', [], { field: 'image', msg: '请选择文件' }],
    ['that was not chosen', [{ name: '', size: 0, type: 'application/octet-stream' }], { field: 'image', msg: '请选择文件' }],
    ['of a text', [{ name: undefined, type: 'text/plain' }], { field: 'image', msg: '请选择文件' }],
    ['in another field', [{ field: 'file' }], { field: 'file', msg: '不支持的字段：file' }],
  ])('%s is refused with the name of its field', async (_, parts, error) => {
    expect(await upload(parts)).toMatchObject({ code: 422, msg: (error as { msg: string }).msg, data: { errors: [error] } })
  })

  it('reaches its handler with a name without a path', async () => {
    expect(await upload([{ name: '../../etc/passwd' }])).toMatchObject({ code: 200, data: { file_name: 'passwd' } })
  })

  it('must be sent as multipart: JSON is refused with 415', async () => {
    const response = await app.inject({ method: 'POST', url: '/api/v1/trial/file', headers: somebody, payload: {} })
    expect(response.json()).toMatchObject({ code: 415 })
  })

  it('is not read for a caller who is not signed in', async () => {
    expect(await upload([{ size: 1001 }], { headers: { authorization: 'Bearer nobody' } })).toMatchObject({ code: 2001 })
  })

  it('is refused if the query names a member that is not the account’s', async () => {
    expect(await upload([{}], { url: '/api/v1/trial/file?router_name=unknown' })).toMatchObject({ status: 200, code: 204 })
    expect(await upload([{}], { url: '/api/v1/trial/file?router_name=known' })).toMatchObject({ code: 200 })
  })
})

describe('an unknown identifier in an input', () => {
  const several = async (payload: object) =>
    (await app.inject({ method: 'POST', url: '/api/v1/trial/several', headers: somebody, payload })).json()
  const known = { network_number: '1234567890' }

  it.each<[string, object]>([
    ['a list of none of them', { list: ['unknown'] }],
    ['a list that mixes one in', { list: ['known', 'unknown', 'other'] }],
    ['a map’s key', { map: { known, unknown: known } }],
    ['a map’s value', { list: ['known'], map: { known: { network_number: FOREIGN } } }],
    ['one of two forms', { list: ['known'], either: 'unknown' }],
    ['the inside of the other form', { list: ['known'], either: { inner: 'unknown' } }],
    ['another field than one that is right', { list: ['known', 'other'], map: { unknown: known } }],
  ])('is found in %s, and the call is refused', async (_, payload) => {
    const before = handled
    expect(await several(payload)).toMatchObject({ code: 204, data: null })
    expect(handled).toBe(before)
  })

  it('is not reported if known ones are repeated, left out or null', async () => {
    const before = handled
    const result = [
      await several({ list: ['known', 'known'], map: { known } }),
      await several({}),
      await several({ either: { inner: null } }),
    ]
    expect(result.map(({ code }) => code)).toEqual([200, 200, 200])
    expect(handled).toBe(before + 3)
  })
})

describe('work before the transaction', () => {
  const ahead = async (payload: object) => {
    steps = []
    return (await app.inject({ method: 'POST', url: '/api/v1/trial/ahead', headers: somebody, payload })).json().code
  }

  it('begins once all identifiers of the call are resolved, and they are resolved again for the handler', async () => {
    expect(await ahead({ router_name: 'known' })).toBe(200)
    expect(steps).toEqual(['read', 'before', 'write', 'handler'])
  })

  it.each([{ network_number: FOREIGN }, { router_name: 'unknown' }])('does not begin for a call that names %j', async (input) => {
    expect(await ahead(input)).toBe(204)
    expect(steps).toEqual(['read'])
  })

  it('is followed by a refusal if an identifier disappeared meanwhile', async () => {
    members.add('leaving')
    expect(await ahead({ router_name: 'leaving' })).toBe(204)
    expect(steps).toEqual(['read', 'before', 'write'])
  })

  it('costs no more round trips for a call without identifiers', async () => {
    expect(await ahead({})).toBe(200)
    expect(steps).toEqual(['before', 'write', 'handler'])
  })
})

describe('an answer', () => {
  it('holds only the fields that the contract names', async () => {
    expect((await app.inject({ url: '/api/v1/trial/output' })).json()).toEqual({ code: 200, msg: '', data: { shown: 1 } })
  })
})

describe('the start', () => {
  const listener = () => createListener({ log: silentLog, trustProxy: undefined, secure: false, access_log: false })
  const groups = { trial: { output: group.output } }

  it('is refused for a route that the contract does not declare', async () => {
    const one = await listener()
    requireDeclared(one, 'console', groups)
    expect(() => one.get('/api/v1/trial/backdoor', () => 'open')).toThrow('GET /api/v1/trial/backdoor is not declared in the contract')
    expect(() => one.post('/api/v1/trial/output', () => 'open')).toThrow('POST /api/v1/trial/output is not declared in the contract')
    await one.close()
  })

  it('is refused for a declared call without a route', async () => {
    const one = await listener()
    requireDeclared(one, 'console', groups)
    await expect(one.ready()).rejects.toThrow('declared in the contract but not mounted: GET /api/v1/trial/output')
    await one.close()
  })

  it('is refused for an input that cannot be searched for identifiers', async () => {
    const one = await listener()
    const hidden = {
      call: post('trial/hidden', { access: 'any', summary: '', input: z.lazy(() => z.strictObject({ network_number: NetworkNumber })) }),
    }
    expect(() => implement(one, {} as Door, hidden, { call: () => null })).toThrow('cannot look into it for identifiers')
    await one.close()
  })
})
