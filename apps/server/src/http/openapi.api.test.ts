import { contract, doorBase, type Endpoint, type Group, linkWrites, opsContract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createWorld, type World } from '../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

interface Operation {
  operationId: string
  summary: string
  description: string
  security: object[]
  tags: string[]
  parameters?: { name: string; in: string; required: boolean; schema: object }[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>
}
interface Document {
  openapi: string
  info: { title: string; version: string; description: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, object>; securitySchemes: Record<string, object> }
}
const listeners = {
  console: { groups: contract as Record<string, Group>, page: '/api/docs' },
  ops: { groups: opsContract, page: '/ops/docs' },
} as const

const documentOf = async (door: 'console' | 'ops') =>
  (await world.apps[door].inject({ url: `${doorBase[door]}/openapi.json` })).json<Document>()
const endpointsOf = (groups: Record<string, Group>): Endpoint[] => Object.values(groups).flatMap((group) => Object.values(group))

describe.each(['console', 'ops'] as const)('the API document of the %s listener', (door) => {
  const { groups, page } = listeners[door]
  const endpoints = endpointsOf(groups)

  it('lists each call of the contract once, with its method and access, and nothing else', async () => {
    const { paths } = await documentOf(door)
    const listed = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { description, security }]) => ({
        call: `${method} ${path}`,
        access: /权限：`([^`]+)`/.exec(description)?.[1],
        open: security.length === 0,
      })),
    )
    const shared = (method: string, path: string) => method === 'WS' && endpoints.some((one) => one.method === 'GET' && one.path === path)
    const declared = endpoints.map(({ method, path, access }) => ({
      call: `${method === 'POST' ? 'post' : 'get'} ${doorBase[door]}/${path}${shared(method, path) ? '#websocket' : ''}`,
      access,
      open: access === 'public',
    }))
    const byCall = (a: { call: string }, b: { call: string }) => a.call.localeCompare(b.call)
    expect(listed.toSorted(byCall)).toEqual(declared.toSorted(byCall))
  })

  it('is valid OpenAPI 3.1: unique operation names, schemas for answers, bodies and parameters, references that resolve', async () => {
    const document = await documentOf(door)
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: expect.any(String), version: '0.0.0' },
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    })
    const operations = Object.values(document.paths).flatMap((methods) => Object.entries(methods))
    expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(operations.length)
    for (const [method, operation] of operations) {
      expect(operation.summary).not.toBe('')
      expect(operation.responses['200']?.description).toBeTruthy()
      expect(operation).toHaveProperty(method === 'post' ? 'requestBody' : 'parameters')
      for (const parameter of operation.parameters ?? [])
        expect(parameter).toMatchObject({ in: 'query', name: expect.any(String), schema: expect.any(Object) })
    }
    const referred = JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]*)"/g)
    expect(new Set([...referred].map(([, name]) => name))).toEqual(new Set(Object.keys(document.components.schemas)))
    expect(JSON.stringify(document)).not.toMatch(/"\$ref":"(?!#\/components\/schemas\/)/)
  })

  it('gives the media type of every call that answers a file, and an envelope for every other call', async () => {
    const { paths } = await documentOf(door)
    for (const { media_type, path, method } of endpoints.filter((endpoint) => endpoint.method !== 'WS')) {
      const { responses } = paths[`${doorBase[door]}/${path}`]![method === 'POST' ? 'post' : 'get']!
      expect(Object.keys(responses['200']!.content), path).toEqual([media_type ?? 'application/json'])
    }
  })

  it('permits no unknown field in a body, as the server does', async () => {
    const { paths } = await documentOf(door)
    const bodies = Object.values(paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {})),
    )
    expect(bodies.length).toBeGreaterThan(3)
    for (const { schema } of bodies) expect(schema).toMatchObject({ type: 'object', additionalProperties: false })
  })

  it('has a page to read it, with the same security policy as everything else and only with its own scripts', async () => {
    const first = await world.apps[door].inject({ url: page })
    const { headers, payload, statusCode } =
      first.statusCode === 302
        ? await world.apps[door].inject({ url: new URL(String(first.headers.location), `http://weft${page}`).pathname })
        : first
    expect(statusCode).toBe(200)
    const policy = String(headers['content-security-policy'])
    expect(policy).toBe((await world.apps[door].inject({ url: '/healthz' })).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self';")
    const scripts = [...payload.matchAll(/<script[^>]*src="([^"]+)"/g)].map(([, src]) => new URL(src!, `http://weft${page}/`))
    expect(scripts.length).toBeGreaterThan(1)
    expect(payload).not.toMatch(/<script(?![^>]*src)/)
    for (const { origin, pathname } of scripts) {
      expect(origin).toBe('http://weft')
      expect((await world.apps[door].inject({ url: pathname })).statusCode).toBe(200)
    }
  })
})

it('the API document lists null for the fields in which the server accepts it instead of an empty text', async () => {
  const { paths } = await documentOf('console')
  const { properties } = paths['/api/v1/router/add']!.post!.requestBody!.content['application/json']!.schema as {
    properties: Record<string, { anyOf?: unknown[] }>
  }
  expect(properties.note!.anyOf).toContainEqual({ type: 'null' })
  expect(JSON.stringify(properties.username)).not.toContain('"null"')
})

it('the API document says what a call that changes something answers, and where an empty value means none', async () => {
  const { paths } = await documentOf('console')
  const answered = (path: string, method: string) =>
    (
      paths[`${doorBase.console}/${path}`]![method]!.responses['200']!.content['application/json']!.schema as {
        oneOf: { properties: Record<string, object> }[]
      }
    ).oneOf[0]!.properties
  expect(answered('ticket/create', 'post')['msg']).toMatchObject({ minLength: 1, examples: ['工单已提交，请耐心等待回复'] })
  expect(answered('network/info', 'get')['msg']).toEqual({ type: 'string', const: '' })
  expect(answered('ldap/user', 'get')).toMatchObject({ count: { type: 'integer' }, hash: { type: 'string' } })
  expect(answered('ldap/config', 'get')).toMatchObject({ notice: { type: 'string' }, enable: expect.any(Object) })
  expect(answered('logs/export', 'get')).toMatchObject({ file_name: { type: 'string' } })
  const sheet = paths[`${doorBase.console}/router/batch`]!['post']!.parameters!.find(({ name }) => name === 'check')
  expect(sheet).toMatchObject({ required: false })
  expect(sheet).not.toHaveProperty('allowEmptyValue')
  const filters = paths[`${doorBase.console}/message/lists`]!['get']!.parameters!
  expect(filters.find(({ name }) => name === 'status')).toMatchObject({ required: false, allowEmptyValue: true })
  const { properties } = paths[`${doorBase.console}/ticket/create`]!['post']!.requestBody!.content['application/json']!.schema as {
    properties: Record<string, { anyOf?: unknown[] }>
  }
  expect(properties['file_ids']!.anyOf).toEqual(expect.arrayContaining([{ const: '' }, { type: 'null' }]))
})

it('the API document describes what is sent under HTTP 200: an answer, or the refusal 204', async () => {
  const owner = await world.anOwner()
  const { paths } = await documentOf('console')
  const { schema } = paths[`${doorBase.console}/network/config`]!['get']!.responses['200']!.content['application/json']!
  const accepts = (answer: unknown) => z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema).safeParse(answer).success
  const call = async (endpoint: Endpoint, input: object) => {
    const { status, code, msg, data } = await world.call(owner, endpoint, input)
    return { status, answer: { code, msg, data } }
  }
  const found = await call(contract.network.config, {})
  expect(accepts(found.answer)).toBe(true)
  const missing = await call(contract.network.info, { network_number: '9999999999' })
  expect(missing).toMatchObject({ status: 200, answer: { code: 204 } })
  expect(accepts(missing.answer)).toBe(true)
  expect(accepts({ ...missing.answer, code: 200 })).toBe(false)
  expect(accepts({ ...missing.answer, msg: '' })).toBe(false)
})

it('the API document says of each write whether a session from a login link may make it, and why', async () => {
  const { paths } = await documentOf('console')
  const described = (path: string) => Object.values(paths[`${doorBase.console}/${path}`]!)[0]!.description
  for (const { reason, paths: listed } of linkWrites)
    for (const path of listed) expect(described(path)).toContain(`授权链接登录：可调用（${reason['zh-CN']}）`)
  for (const path of ['contacts/create', 'router/profile', 'account/edit_password'])
    expect(described(path)).toContain('授权链接登录：不可调用')
  expect(described('network/lists')).not.toContain('授权链接登录')
})

it('the API document says of each budget of a call whether the factor of the installation multiplies it', async () => {
  const { paths } = await documentOf('console')
  const described = (path: string) => Object.values(paths[`${doorBase.console}/${path}`]!)[0]!.description
  expect(described('ticket/create')).toContain('额度：提交工单的次数（本账号 20 / 24 小时；按安装的 WEFT_CALLS_FACTOR 倍增）')
  expect(described('webhook/test')).not.toContain('WEFT_CALLS_FACTOR')
})
