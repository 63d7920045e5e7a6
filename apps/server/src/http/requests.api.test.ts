import { contract, doorBase, type Endpoint, type Group, opsContract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anOperator } from '../../test/ops-people.ts'
import { aNetwork, aSubAccount, grant, hardware } from '../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'

const groups: Record<string, Group>[] = [contract, opsContract]
const endpoints = groups.flatMap((each) => Object.values(each).flatMap((group) => Object.values(group)))
const urlOf = ({ door, path }: Endpoint) => `${doorBase[door]}/${path}`
/** Returns the rows of a table of tests: for each endpoint its name and itself. */
const rowsOf = (some: Endpoint[]) => some.map((endpoint) => [`${endpoint.door} ${endpoint.path}`, endpoint] as const)

let world: World
let owner: Person
let operator: string
let calls = 0
/** Calls after which the tests continue as another owner and operator, so that nobody exceeds a rate limit. */
const CALLS_EACH = 15
beforeAll(async () => {
  world = await createWorld()
  owner = await world.anOwner()
  operator = (await anOperator(world, 'admin')).access_token
})
afterAll(() => world.close())

/** Sends a request to an endpoint, from another address each time: as an operator to the operator desk, otherwise as an owner. */
async function send(
  endpoint: Endpoint,
  method: 'GET' | 'HEAD' | 'POST',
  more: { headers?: Record<string, string>; payload?: string } = {},
) {
  calls += 1
  if (calls % CALLS_EACH === 0) {
    owner = await world.anOwner()
    operator = (await anOperator(world, 'admin')).access_token
  }
  const token = endpoint.door === 'ops' ? operator : owner.access_token
  return world.apps[endpoint.door].inject({
    method,
    url: urlOf(endpoint),
    remoteAddress: `10.1.${calls >> 8}.${calls & 255}`,
    ...more,
    headers: { authorization: `Bearer ${token}`, ...more.headers },
  })
}

describe('HEAD', () => {
  it.each(rowsOf(endpoints.filter(({ method }) => method === 'GET')))('is refused with 405 by %s', async (_, endpoint) => {
    expect((await send(endpoint, 'HEAD')).statusCode).toBe(405)
  })

  it('does not mark a message as read, as GET does', async () => {
    const { account_id } = owner
    const unread = async () => ((await world.call(owner, contract.account.info, {})).data as { message_count: number }).message_count
    const before = await unread()
    const message = { account_id, title: '未读', type: '系统消息', content: '' }
    const { message_id } = await world.asSystem(({ sql }) =>
      sql.insertInto('message').values(message).returning('message_id').executeTakeFirstOrThrow(),
    )
    const url = `/api/v1/message/info?message_id=${message_id}`
    const headers = { authorization: `Bearer ${owner.access_token}` }
    await world.apps.console.inject({ method: 'HEAD', url, headers })
    expect(await unread()).toBe(before + 1)
    await world.apps.console.inject({ method: 'GET', url, headers })
    expect(await unread()).toBe(before)
  })
})

describe('a body of another content type than the endpoint declares', () => {
  // The server checks the caller's rights before the body. The caller is an owner, so endpoints for sub-accounts alone are left out.
  const posts = endpoints.filter(({ method, access }) => method === 'POST' && access !== 'sub_account')
  const form = { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'a=1' }

  it.each(rowsOf(posts.filter(({ body }) => body.kind !== 'form')))('is refused with 415 if it is a form, by %s', async (_, endpoint) => {
    const response = await send(endpoint, 'POST', form)
    expect(response.json()).toMatchObject({ code: 415, data: null })
  })

  it.each(rowsOf(posts.filter(({ body }) => body.kind !== 'multipart')))(
    'is refused with 415 if it is plain text or multipart, by %s',
    async (_, endpoint) => {
      for (const type of ['text/plain', 'multipart/form-data; boundary=b'])
        expect((await send(endpoint, 'POST', { headers: { 'content-type': type }, payload: '{}' })).statusCode).toBe(415)
    },
  )
})

describe('a body that is nested deeper than 32 levels', () => {
  const takesJson = endpoints.filter(
    ({ method, access, body }) => method === 'POST' && access !== 'sub_account' && body.kind !== 'multipart',
  )
  const json = (depth: number) => `{"a":`.repeat(depth) + '1' + '}'.repeat(depth)
  const deep = { headers: { 'content-type': 'application/json' }, payload: json(20_000) }

  it.each(rowsOf(takesJson))('is refused by %s', async (_, endpoint) => {
    const response = await send(endpoint, 'POST', deep)
    expect(response.json()).toEqual({ code: 422, msg: '提交的内容嵌套过深，最多 32 层', data: null })
    expect(response.statusCode).toBe(422)
  })

  it('is refused whichever call of a draft it is an input of, and one of 32 levels is stored and read back', async () => {
    await grant(world, owner, 'network_member', 20)
    const [center] = (await hardware(world, owner, 1)) as [string]
    const network_number = await aNetwork(world, owner, '嵌套', [center])
    // The body, its list of changes, the change and its input are four levels.
    const changes = (levels: number) => [{ call: 'name', input: { network_name: JSON.parse(json(levels)) } }]
    const { draft, draft_save, changes: apply } = contract.networkRevisions
    expect(await world.call(owner, draft_save, { network_number, version: 0, changes: changes(29) })).toMatchObject({
      code: 422,
      data: null,
    })
    expect(await world.call(owner, apply, { network_number, changes: changes(29) })).toMatchObject({ code: 422, data: null })
    expect(await world.call(owner, draft_save, { network_number, version: 0, changes: changes(28) })).toMatchObject({ code: 200 })
    expect(await world.call(owner, draft, { network_number })).toMatchObject({ code: 200, data: { changes: changes(28) } })
    expect(await world.call(owner, apply, { network_number, changes: changes(28), draft: 1 })).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'changes.0.input.network_name' }] },
    })
  })

  it('is read, replaced and discarded where a draft of a former version holds it', async () => {
    await grant(world, owner, 'network_member', 20)
    const [center] = (await hardware(world, owner, 1)) as [string]
    const network_number = await aNetwork(world, owner, '嵌套旧稿', [center])
    const limited = await aSubAccount(world, owner, { network_edit: 1, designated: [network_number] })
    const { draft, draft_save, draft_discard } = contract.networkRevisions
    const rename = [{ call: 'name', input: { network_name: '新名称' } }]
    expect(await world.call(owner, draft_save, { network_number, version: 0, changes: rename })).toMatchObject({ code: 200 })
    const stored = `[{"call":"name","input":${json(3_000)}}]`
    await world.asSystem(({ sql }) =>
      sql.updateTable('network_draft').set({ changes: stored }).where('network_number', '=', network_number).execute(),
    )
    for (const who of [owner, limited]) expect(await world.call(who, draft, { network_number })).toMatchObject({ code: 200 })
    expect(await world.call(limited, draft_save, { network_number, version: 1, changes: rename })).toMatchObject({ code: 200 })
    await world.asSystem(({ sql }) =>
      sql.updateTable('network_draft').set({ changes: stored }).where('network_number', '=', network_number).execute(),
    )
    expect(await world.call(limited, draft_discard, { network_number, version: 2 })).toMatchObject({ code: 200 })
  })
})

describe('a multipart body', () => {
  const uploads = endpoints.filter(({ body }) => body.kind === 'multipart')
  /** Returns a multipart body up to the content of its file. */
  const head = ({ body }: Endpoint) =>
    body.kind === 'multipart'
      ? `--b\r\ncontent-disposition: form-data; name="${body.field}"; filename="a.${body.endings?.[0] ?? 'bin'}"\r\ncontent-type: ${body.types[0]}\r\n\r\n`
      : ''
  const type = { 'content-type': 'multipart/form-data; boundary=b' }

  it.each(rowsOf(uploads))('that is incomplete is refused with a JSON answer by %s', async (_, endpoint) => {
    for (const payload of [`${head(endpoint)}abc`, head(endpoint).slice(0, 60), '--b', 'no boundary at all']) {
      const response = await send(endpoint, 'POST', { headers: type, payload })
      expect(response.json(), payload).toMatchObject({ code: 422, msg: '文件没有完整上传，请重试', data: null })
      expect(response.statusCode).toBe(422)
    }
  })

  it.each(rowsOf(uploads))('without a boundary in its header is refused with a JSON answer by %s', async (_, endpoint) => {
    const response = await send(endpoint, 'POST', { headers: { 'content-type': 'multipart/form-data' }, payload: head(endpoint) })
    expect(response.json()).toMatchObject({ code: 422, data: null })
  })
})

describe('a page of another site', () => {
  const signIn = async (headers: Record<string, string>) => {
    const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
    const code = (await world.services.captchas.read(uniqid))!
    const { username, password } = owner
    return world.call(undefined, contract.login.authorization, { username, password, code, uniqid }, { headers })
  }
  const refused = { code: 403, msg: '请求来自其他网站，已拒绝', cookie: undefined }

  it.each([['https://evil.example'], ['null'], ['https://localhost.evil.example'], ['http://localhost:1']])(
    'at %s cannot sign a browser in, and gets no cookie',
    async (origin) => {
      const answer = await signIn({ origin })
      expect(answer).toMatchObject(refused)
      expect(answer.headers).not.toHaveProperty('set-cookie')
    },
  )

  it('cannot refresh or end a session with its companion cookie, and cannot call as a signed-in login', async () => {
    for (const endpoint of [contract.login.refresh, contract.login.logout, contract.account.info])
      expect(await world.call(owner, endpoint, {}, { cookie: owner.companion, headers: { origin: 'https://evil.example' } })).toMatchObject(
        refused,
      )
    expect((await world.call(owner, contract.account.info, {})).code).toBe(200)
  })

  it('is told apart from a page of the console, also where the console is behind a proxy or at another port', async () => {
    const { host } = new URL(world.infrastructure.settings.WEFT_PUBLIC_URL)
    const headersOfConsole: Record<string, string>[] = [
      {},
      { origin: 'http://localhost:8080', host: 'localhost:8080' },
      { origin: 'https://console.example', host: 'console.example:443' },
      { origin: `https://${host}`, host: 'behind-a-proxy:8080' },
      { origin: 'https://desk.example', host: 'behind-a-proxy:8080', 'sec-fetch-site': 'same-origin' },
    ]
    for (const headers of headersOfConsole)
      expect(await signIn(headers), JSON.stringify(headers)).toMatchObject({ code: 200, cookie: expect.any(String) })
  })
})
