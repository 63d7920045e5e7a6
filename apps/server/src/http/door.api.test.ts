import { gunzipSync, gzipSync } from 'node:zlib'
import { contract } from '@weft/contract'
import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aNetwork, hardware, infoOf } from '../../test/network-fixtures.ts'
import { aLink } from '../../test/matrix/people.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'

let world: World
let owner: Person
let network_number: string
beforeAll(async () => {
  world = await createWorld()
  owner = await world.anOwner()
  const [center] = await hardware(world, owner, 1)
  network_number = await aNetwork(world, owner, '总部', [center!])
})
afterAll(() => world.close())

const bearer = () => ({ authorization: `Bearer ${owner.access_token}` })
async function send(options: InjectOptions) {
  const response = await world.apps.console.inject({ ...options, headers: { ...bearer(), ...options.headers } })
  return { status: response.statusCode, headers: response.headers, text: response.payload, json: () => response.json() }
}
const rename = (payload: unknown, headers: Record<string, string> = {}) =>
  send({
    method: 'POST',
    url: '/api/v1/network/name',
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers: { 'content-type': 'application/json', ...headers },
  })

describe('a field that was not filled in', () => {
  const read = async (query: string) => (await send({ method: 'GET', url: `/api/v1/${query}` })).json()
  const post = async (path: string, payload: object) => (await send({ method: 'POST', url: `/api/v1/${path}`, payload })).json()

  it.each([
    'message/lists?status=&type=&page=&limit=',
    'logs/connect?start_time=&end_time=&online=&network_number=',
    'ram/log?ram_id=&start_time=&end_time=',
    'network/lists?status=&type=&search=',
    'network/ticket_lists?start_time=&end_time=',
    'router/lists?type=&status=',
    'network_fr/lists?page=',
  ])('filters nothing: %s', async (query) => {
    const all = await read(query.split('?')[0]!)
    expect(all).toMatchObject({ code: 200, msg: '' })
    expect(await read(query)).toEqual(all)
  })

  it('is null or an empty text in a body, and the call says what it did', async () => {
    const [member, other] = ['a', 'b'].map((end) => ({ username: `zhang_${end}`, password: 'secret-1234', router_type: null }))
    expect(await post('router/add', { ...member, area_code: null, phone: null, code: null, note: null, type: null })).toMatchObject({
      code: 200,
      msg: '添加成功',
    })
    expect(await post('router/add', { ...other, area_code: '', phone: '', code: '', note: '', type: '' })).toMatchObject({ code: 200 })
    const ticket = { title: '无法连接', content: '分支今天早上开始无法连接总部', type: 2 }
    for (const file_ids of [null, '', []])
      expect(await post('ticket/create', { ...ticket, file_ids })).toMatchObject({ code: 200, msg: '工单已提交，请耐心等待回复' })
  })

  it('is the number of a network that is being created', async () => {
    const [center] = await hardware(world, owner, 1)
    const wanted = { network_name: '分部', center: [center], point: [] }
    expect(await post('network/create', { ...wanted, network_number: '1000000009' })).toMatchObject({ code: 422 })
    expect(await post('network/create', { ...wanted, network_number: '' })).toMatchObject({ code: 200, msg: '创建成功' })
  })

  it('is answered in the language of the caller', async () => {
    const english = await rename({ network_number, network_name: '总部' }, { 'accept-language': 'en' })
    expect(english.json()).toMatchObject({ code: 200, msg: 'Saved' })
  })
})

describe('the listener, before a call is reached,', () => {
  it.each<[string, InjectOptions, number, string]>([
    ['an address that is no call', { method: 'GET', url: '/api/v1/no/such' }, 404, '请求的地址不存在'],
    ['an address that cannot be decoded', { method: 'GET', url: '/api/v1/%zz' }, 404, '请求的地址不存在'],
    ['a socket without an upgrade', { method: 'POST', url: '/api/v1/account/events' }, 405, '请求的方法不支持'],
    ['GET where POST is', { method: 'GET', url: '/api/v1/network/name' }, 405, '请求的方法不支持'],
    ['POST where GET is', { method: 'POST', url: '/api/v1/account/info' }, 405, '请求的方法不支持'],
    ['PUT', { method: 'PUT', url: '/api/v1/network/name' }, 405, '请求的方法不支持'],
    ['DELETE with a query', { method: 'DELETE', url: '/api/v1/account/info?a=1' }, 405, '请求的方法不支持'],
    [
      'a body over a megabyte',
      { method: 'POST', url: '/api/v1/network/name', payload: { network_name: 'x'.repeat(1024 * 1024) } },
      413,
      '提交的内容超过大小限制',
    ],
    [
      'a content type that no call takes',
      { method: 'POST', url: '/api/v1/network/name', payload: '<a/>', headers: { 'content-type': 'application/xml' } },
      415,
      '提交的内容类型不支持',
    ],
    [
      'text that is no JSON',
      { method: 'POST', url: '/api/v1/network/name', payload: '{"a":', headers: { 'content-type': 'application/json' } },
      422,
      '提交的内容有误',
    ],
    [
      'an empty body that says it is JSON',
      { method: 'POST', url: '/api/v1/network/name', payload: '', headers: { 'content-type': 'application/json' } },
      422,
      '组网编号不能为空',
    ],
  ])('answers %s in the envelope, with the request’s number', async (_, options, code, msg) => {
    const { status, headers, json } = await send(options)
    expect(json()).toMatchObject({ code, msg })
    expect(status).toBe(code)
    expect(headers['x-request-id']).toMatch(/^[2-9A-HJ-NP-Z]{10}$/)
    expect(headers['content-type']).toContain('application/json')
  })

  it.each(['ops', 'agent'] as const)('answers an unknown address in the envelope at the %s listener too', async (door) => {
    const response = await world.apps[door].inject({ url: `/${door}/v1/no/such` })
    expect(response.json()).toEqual({ code: 404, msg: '请求的地址不存在', data: null })
    expect(response.statusCode).toBe(404)
  })

  it('identifies the caller before it reads a body', async () => {
    const headers = { authorization: '', 'content-type': 'application/json' }
    expect((await send({ method: 'POST', url: '/api/v1/network/name', payload: '{"a":', headers })).json()).toMatchObject({ code: 2001 })
    const large = { network_name: 'x'.repeat(2 * 1024 * 1024) }
    expect((await send({ method: 'POST', url: '/api/v1/network/name', payload: large, headers })).json()).toMatchObject({ code: 2001 })
  })

  it('gives every request a new number and accepts none from the client', async () => {
    const reply = await Promise.all(
      [1, 2].map(() => send({ url: '/api/v1/account/info', headers: { 'x-request-id': 'MINE', 'request-id': 'MINE' } })),
    )
    const numbers = reply.map(({ headers }) => headers['x-request-id'])
    expect(new Set([...numbers, 'MINE']).size).toBe(3)
  })
})

describe('an input', () => {
  const name = '分部'

  it.each<[string, unknown, string]>([
    ['a field that the call does not know', { network_number: '$', network_name: name, more: 1 }, 'more'],
    ['a prototype', `{"network_number":"$","network_name":"${name}","__proto__":{"admin":true}}`, ''],
    ['a constructor’s prototype', `{"network_number":"$","network_name":"${name}","constructor":{"prototype":{"admin":true}}}`, ''],
    ['a number for a text', { network_number: 12, network_name: name }, 'network_number'],
    ['a list for a text', { network_number: ['$'], network_name: name }, 'network_number'],
    ['an object for a text', { network_number: { $ne: '' }, network_name: name }, 'network_number'],
    ['null for a text', { network_number: '$', network_name: null }, 'network_name'],
    ['a line break in a name', { network_number: '$', network_name: 'a\nb' }, 'network_name'],
    ['a zero byte in a name', { network_number: '$', network_name: 'a\u0000b' }, 'network_name'],
    ['half a character in a name', '{"network_number":"$","network_name":"a\\ud800"}', 'network_name'],
    ['a list for the whole', [], ''],
    ['a text for the whole', '"network"', ''],
    ['null for the whole', 'null', 'network_number'],
  ])('with %s is refused with 422 and changes nothing', async (_, payload, field) => {
    const text = (typeof payload === 'string' ? payload : JSON.stringify(payload)).replaceAll('$"', `${network_number}"`)
    const before = await infoOf(world, owner, network_number)
    const { status, json } = await rename(text)
    expect(json()).toMatchObject({ code: 422 })
    expect(status).toBe(422)
    expect((json().data?.errors ?? [{ field: '' }]).map((error: { field: string }) => error.field)).toContain(field)
    expect(await infoOf(world, owner, network_number)).toEqual(before)
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  it('that is nested 100,000 deep, or has 60,000 fields, is refused, and the next call is served', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect((await rename(deep)).status).toBe(422)
    const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, i) => [`f${i}`, 1])))
    const answer = await rename(wide)
    expect(answer.status).toBe(422)
    expect((await send({ url: '/api/v1/account/info' })).status).toBe(200)
  })

  it.each([
    ['limit=101', 422],
    ['limit=0', 422],
    ['limit=1.5', 422],
    ['limit=ten', 422],
    ['page=0', 422],
    ['page=-1', 422],
    ['page=1e99', 422],
    ['page=1&page=2', 422],
    ['more=1', 422],
    ['status=2', 422],
    ['__proto__[x]=1', 422],
    ['search[a]=1', 422],
    [`search=${'a'.repeat(65)}`, 422],
    ['limit=100', 200],
    ['page=1000000', 200],
    ['search=a%00b', 422],
    ['search=%25%27%3B--', 200],
  ])('of a list with the query %s is answered with %i', async (query, code) => {
    const { status, json } = await send({ url: `/api/v1/network/lists?${query}` })
    expect(json()).toMatchObject({ code })
    expect(status).toBe(code)
  })

  it('is refused with all its problems, in English if asked for, otherwise in Chinese', async () => {
    const wrong = { network_number: 'x', network_name: '' }
    const chinese = (await rename(wrong)).json()
    expect(chinese).toEqual({
      code: 422,
      msg: '组网编号格式不正确',
      data: {
        errors: [
          { field: 'network_number', msg: '组网编号格式不正确' },
          { field: 'network_name', msg: '组网名称不能为空' },
        ],
      },
    })
    expect((await rename(wrong, { 'accept-language': 'en-GB,en;q=0.9' })).json()).toMatchObject({
      msg: 'Network number has a wrong format',
    })
    expect((await rename(wrong, { 'accept-language': 'fr' })).json()).toEqual(chinese)
    expect((await send({ url: '/api/v1/no/such', headers: { 'accept-language': 'en' } })).json()).toMatchObject({ msg: 'No such path' })
  })
})

describe('If-Match', () => {
  const at = async () => (await infoOf(world, owner, network_number)).revision
  const edit = async (header: string, name: string) =>
    (await rename({ network_number, network_name: name }, { 'if-match': header })).json().code

  it.each([
    ['bare', (revision: number) => `${revision}`],
    ['quoted', (revision: number) => `"${revision}"`],
    ['weak', (revision: number) => `W/"${revision}"`],
  ])('that is %s is read: the present revision passes, an older one is answered with 409', async (form, header) => {
    const revision = await at()
    expect(await edit(header(revision - 1), `${form} 旧`)).toBe(409)
    expect(await at()).toBe(revision)
    expect(await edit(header(revision), `${form} 新`)).toBe(200)
    expect(await at()).toBe(revision + 1)
  })

  it.each(['*', '', 'abc', '"1", "2"', '-1', '1.5', '9'.repeat(40)])('%j cannot be read and is answered with 409', async (header) => {
    const revision = await at()
    expect(await edit(header, '不读')).toBe(409)
    expect(await at()).toBe(revision)
  })

  it('is optional: without it the last writer wins', async () => {
    expect((await world.call(owner, contract.network.rename, { network_number, network_name: '没有前提' })).code).toBe(200)
  })
})

describe('every answer', () => {
  it('carries the security headers for browsers, and none that names the software', async () => {
    const { headers } = await send({ url: '/api/v1/account/info' })
    expect(headers['content-security-policy']).toContain("script-src 'self';")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' })
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  })

  it('is for this origin only: it has no CORS header, also for a preflight', async () => {
    const origin = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await send({ method, url: '/api/v1/account/info', headers: origin })
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
    }
  })

  it('is compressed if it is long and the client accepts it', async () => {
    const ask = (url: string, encoding: string) => world.apps.console.inject({ url, headers: { ...bearer(), 'accept-encoding': encoding } })
    const document = await ask('/api/v1/openapi.json', 'gzip, deflate, br')
    expect(document.headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringContaining('accept-encoding') })
    const plain = await ask('/api/v1/openapi.json', 'identity')
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(gunzipSync(document.rawPayload).toString()).toBe(plain.payload)
    const short = await ask(`/api/v1/network/info?network_number=${network_number}`, 'gzip')
    expect(short.headers['content-encoding']).toBeUndefined()
    expect(short.json().code).toBe(200)
  })

  it('is a refusal if the body of the request is compressed', async () => {
    const bomb = gzipSync(JSON.stringify({ network_name: 'x'.repeat(10_000_000) }))
    const answer = await send({
      method: 'POST',
      url: '/api/v1/network/name',
      payload: bomb,
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    })
    expect(answer.json().code).toBe(422)
  })

  it('demands TLS for the future only if the console is served over it', async () => {
    expect((await send({ url: '/api/v1/account/info' })).headers).not.toHaveProperty('strict-transport-security')
    const secure = await createWorld({ WEFT_PUBLIC_URL: 'https://weft.example' })
    const { headers } = await secure.apps.console.inject({ url: '/api/v1/account/info' })
    await secure.close()
    expect(headers['strict-transport-security']).toContain('max-age=')
  })
})

describe('/dev', () => {
  it('shows the code of a picture outside production, and does not exist in production', async () => {
    const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
    const shown = await send({ url: `/dev/captcha/${uniqid}` })
    expect(shown.json()).toEqual({ data: { code: expect.stringMatching(/^\w{4}$/) } })
    const production = await createWorld({ WEFT_ENV: 'production', WEFT_SECRET: 'a secret of the tests that is long enough' })
    const answers = await Promise.all(
      ['/dev', '/dev/outbox?to=a', `/dev/captcha/${uniqid}`].map((url) => production.apps.console.inject({ url })),
    )
    const routes = production.apps.console.printRoutes({ commonPrefix: false })
    await production.close()
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect(routes).not.toContain('dev/')
  })
})

describe('a session from a login link', () => {
  const contact = { name: '值班', email: 'on-duty@example.com' }
  const directory = {
    mode: 'public',
    domain: 'example.com',
    host: 'ldap.example.com',
    port: 636,
    base_dn: 'dc=example,dc=com',
    use_ssl: 1,
    use_tls: 0,
    ca_id: '',
    username: '',
    password: '',
    type: 1,
    network_number: '',
    sync_mode: 1,
  }
  const uuid = '00000000-0000-4000-8000-000000000000'
  it.each([
    [contract.contacts.create, contact],
    [contract.contacts.edit, { ...contact, uuid }],
    [contract.contacts.send_validate_email, { uuid }],
    [contract.webhook.setting, { type: 'other', url: 'https://hook.example.com/', secret: '' }],
    [contract.webhook.test, { type: 'other', url: 'https://hook.example.com/', secret: '' }],
    [contract.webhook.delete, {}],
    [contract.directory.check, directory],
    [contract.directory.save, directory],
    [contract.directory.delete, {}],
    [contract.directory.verify_domain, { domain: 'example.com' }],
  ])('decides nothing about where data goes: $path', async (endpoint, input) => {
    const link = await aLink(world, owner)
    expect(await world.call(link, endpoint, input, { cookie: link.companion })).toMatchObject({
      code: 403,
      msg: '通过授权链接登录时不能进行此操作',
    })
    const lists = await world.call(owner, contract.contacts.lists, {})
    expect(lists).toMatchObject({ code: 200, data: [] })
  })
})
