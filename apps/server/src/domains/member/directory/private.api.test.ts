import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { contract, type DirectoryCheck, type DirectoryStatus, type DirectorySynced, type LdapUser } from '@weft/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connected, credentialOf, listenForAgents, memberRow } from '../../../../test/agent-client.ts'
import { writeDirectory } from './directory.queries.ts'
import { directoryMembers, DOMAIN, formOf, setUp, signIn, syncNow, usersOf } from '../../../../test/directory-fixtures.ts'
import { freePort } from '../../../../test/free-port.ts'
import { ADMIN, anLdapServer, BASE, type LdapServer, PEOPLE } from '../../../../test/ldap-server.ts'
import { lacks } from '../../../../test/lacks.ts'
import { grant, hardware, software } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { eventually } from '../../../../test/eventually.ts'

const { directory } = contract
const CLI = resolve(import.meta.dirname, '../../../../../agent/src/cli.ts')

let server: LdapServer
let here: World
let elsewhere: World
let agents: string
let owner: Person
let router: string
beforeAll(async () => {
  const ldif = Array.from({ length: 1203 }, (_, i) => {
    const uid = `user${i}`
    return `dn: uid=${uid},${PEOPLE}\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: 员工 ${i}\nsn: ${i}\nuserPassword: password-${uid}\n`
  })
  server = await anLdapServer({ ldif: ldif.join('\n') })
  here = await createWorld()
  elsewhere = await createWorld({}, { url: here.url })
  agents = await listenForAgents(here)
})
afterAll(async () => {
  await elsewhere.close()
  await here.close()
  await server.stop()
})
beforeEach(async () => {
  owner = await here.anOwner()
  await grant(here, owner, 'software_member', 1300)
  const [first] = await hardware(here, owner, 1)
  router = first!
})

const running: { agent: ChildProcess; state: string }[] = []
afterEach(async () => {
  for (const { agent, state } of running.splice(0)) {
    await end(agent)
    rmSync(state, { recursive: true })
  }
})
async function end(agent: ChildProcess): Promise<void> {
  if (agent.exitCode !== null) return
  agent.kill('SIGTERM')
  await once(agent, 'exit')
}

/**
 * Starts a member's agent in a process of its own, connected to the first instance. `traces` returns everything that it prints and keeps.
 */
async function anAgent(ldap_allow = `127.0.0.1:${server.port}`) {
  const state = mkdtempSync(join(tmpdir(), 'weft-agent-'))
  writeFileSync(join(state, 'credential'), await credentialOf(here, owner.account_id, router))
  const args = [CLI, 'agent', '--server', agents, '--state', state, '--router-name', router, '--ldap-allow', ldap_allow]
  const agent = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  running.push({ agent, state })
  let said = ''
  for (const stream of [agent.stdout, agent.stderr]) stream.on('data', (part: Buffer) => (said += part.toString()))
  await eventually(async () => expect(await memberRow(here, router)).toMatchObject({ online_status: 1 }))
  const kept = () => readdirSync(state).map((file) => readFileSync(join(state, file), 'utf8'))
  return { leave: () => end(agent), traces: () => [said, ...kept()].join('\n') }
}
const away = () => eventually(async () => expect(await memberRow(here, router)).toMatchObject({ online_status: 0 }))

const form = (more: object = {}) => formOf(server, { mode: 'private', router_name: router, ...more })
const checked = async (more: object = {}, world = here) => {
  const { data } = await world.call(owner, directory.check, form(more))
  return data as DirectoryCheck
}
const ok = (...steps: string[]) => steps.map((step) => ({ step, ok: 1, msg: '' }))
const nameOf = (username: string) => `${username}@${owner.account_number}`
const left = () => here.asSystem(({ sql }) => sql.selectFrom('directory_exchange').select('part').execute())

describe.skipIf(lacks('slapd')).each([
  ['of the instance that holds its connection', () => here],
  ['of another instance', () => elsewhere],
])('a directory behind a member, by way %s', (_, asked) => {
  it('is checked, saved without proof of a domain, read page by page and followed', async () => {
    const { traces } = await anAgent()
    const check = await checked({}, asked())
    expect(check).toMatchObject({ ok: 1, steps: ok('router', 'reach', 'bind', 'base', 'users') })
    expect(check.sample.length).toBe(5)
    expect((await checked({ password: 'wrong' }, asked())).steps.at(-1)).toEqual({ step: 'bind', ok: 0, msg: '绑定账号或密码错误' })
    expect(await asked().call(owner, directory.save, form())).toMatchObject({ code: 200 })
    expect((await asked().call(owner, directory.config, {})).data).toMatchObject({
      data: { mode: 'private', router_name: router, password: '********' },
    })
    const { count, data } = await usersOf(asked(), owner)
    expect(count).toBe(1203)
    expect(data).toContainEqual(expect.objectContaining({ username: 'user0', description: '员工 0' }))
    expect((await syncNow(asked(), owner)).data as DirectorySynced).toMatchObject({ imported: 1203 })
    expect((await directoryMembers(here, owner)).length).toBe(1203)

    expect(await signIn(asked(), nameOf('user7'), 'password-user8')).toMatchObject({ code: 401 })
    expect(await signIn(asked(), nameOf('user7'), 'password-user7')).toMatchObject({ code: 200 })
    expect(traces()).not.toMatch(new RegExp(`${ADMIN.password}|password-user|${ADMIN.dn}`))
    expect(await left()).toEqual([])
  })

  it('is not reached if the member’s version is too old, and the check says so', async () => {
    const device = await connected(here, agents, { account_id: owner.account_id, router_name: router }, { capabilities: 2 })
    expect((await checked({}, asked())).steps).toEqual([
      { step: 'router', ok: 0, msg: `硬件成员 ${router} 的系统版本过低，不支持访问目录，请先升级` },
    ])
    await device.leave()
  })
})

describe.skipIf(lacks('slapd'))('a member that is asked', () => {
  /** Connects a device that is asked to read a directory, and returns it with the pending answer. */
  async function asking() {
    const device = await connected(here, agents, { account_id: owner.account_id, router_name: router }, { capabilities: 3 })
    const saving = setUp(here, owner, form())
    const { id, request } = await device.next('ldap')
    expect(request).toMatchObject({ kind: 'check', target: { host: '127.0.0.1', port: server.port, password: ADMIN.password } })
    device.send({ type: 'ldap.done', id, answer: { failure: null, done: ['reach'], sample: [], verdict: null } })
    expect(await saving).toMatchObject({ code: 200 })
    const reading = here.call(owner, directory.user, { refresh: '1' })
    const asked = await device.next('ldap')
    expect(asked.request.kind).toBe('read')
    return { device, id: asked.id, reading }
  }
  const users = (count: number): LdapUser[] =>
    Array.from({ length: count }, (_, i) => ({ uuid: `u${i}`, username: `user${i}`, description: '', disabled: false }))

  it('is asked for the next page once the one before was taken', async () => {
    const { device, id, reading } = await asking()
    device.send({ type: 'ldap.users', id, users: users(2) })
    expect(await device.next('ldap.next')).toEqual({ type: 'ldap.next', id })
    device.send({ type: 'ldap.done', id, answer: { failure: null, done: [], sample: [], verdict: null } })
    expect(await reading).toMatchObject({ code: 200, data: { count: 2 } })
    await device.leave()
  })

  it('ends the request with a message at once if it disconnects', async () => {
    const { device, reading } = await asking()
    await device.leave()
    expect(await reading).toMatchObject({ code: 403, msg: expect.stringContaining('在访问目录时断开') })
  })

  it('ends the request with a general message if it gives an unknown reason', async () => {
    const { device, id, reading } = await asking()
    const failure = { step: 'users', reason: 'of another version', facts: {} }
    device.sendRaw(JSON.stringify({ type: 'ldap.done', id, answer: { failure } }))
    expect(await reading).toMatchObject({ code: 403, msg: '无法读取目录：服务器中断了连接' })
    await device.leave()
  })

  it('answers only requests of its own', async () => {
    const { device, id, reading } = await asking()
    const [other] = await hardware(here, owner, 1)
    const stranger = await connected(here, agents, { account_id: owner.account_id, router_name: other! }, { capabilities: 3 })
    stranger.send({ type: 'ldap.users', id, users: users(3) })
    stranger.send({ type: 'ldap.done', id, answer: { failure: null, done: [], sample: [], verdict: null } })
    stranger.send({ type: 'heartbeat' })
    await stranger.next('heartbeat')
    device.send({ type: 'ldap.done', id, answer: { failure: null, done: [], sample: [], verdict: null } })
    expect(await reading).toMatchObject({ code: 200, data: { count: 0 } })
    await Promise.all([device.leave(), stranger.leave()])
  })

  it('does not connect to its own services', async () => {
    await anAgent(`127.0.0.1:${await freePort()}`)
    expect((await checked()).steps).toEqual([
      ...ok('router'),
      { step: 'reach', ok: 0, msg: '服务器地址 127.0.0.1 指向硬件成员自身或不是有效的服务器地址，请填写目录服务器的地址' },
    ])
    expect(await checked({ host: '169.254.169.254', port: 80 })).toMatchObject({ ok: 0, steps: [{}, { step: 'reach' }] })
  })

  it('reports a refused port and a host name that it cannot resolve', async () => {
    const dead = await freePort()
    await anAgent(`127.0.0.1:${dead}`)
    expect((await checked({ port: dead })).steps.at(-1)?.msg).toContain('拒绝连接')
    expect((await checked({ host: 'directory.invalid' })).steps.at(-1)?.msg).toBe('无法解析服务器地址 directory.invalid，请检查地址或 DNS')
  })
})

describe.skipIf(lacks('slapd'))('a configuration of the private mode', () => {
  it('reports that its member is away, and works again once the member is back', async () => {
    const { leave } = await anAgent()
    expect(await setUp(here, owner, form({ sync_mode: 2 }))).toMatchObject({ code: 200 })
    await leave()
    await away()
    expect(await checked({ password: '********' }, elsewhere)).toEqual({
      ok: 0,
      steps: [{ step: 'router', ok: 0, msg: `硬件成员 ${router} 当前离线，请先让它上线，或更换硬件成员` }],
      sample: [],
    })
    await elsewhere.services.syncs.run({ account_id: owner.account_id })
    const { service } = (await elsewhere.call(owner, directory.sync_status, {})).data as DirectoryStatus
    expect(service).toMatchObject({ status: 1, message: expect.stringContaining('当前离线') })
    expect((await elsewhere.call(owner, directory.config, {})).data).toMatchObject({ notice: expect.stringContaining('当前离线') })
    expect(await elsewhere.call(owner, directory.user, { refresh: '1' })).toMatchObject({
      code: 403,
      msg: expect.stringMatching(/^无法读取目录：硬件成员 .* 当前离线/),
    })
    await anAgent()
    expect(await checked({ password: '********' }, elsewhere)).toMatchObject({ ok: 1 })
  })

  it('must name a hardware member of the account', async () => {
    const [app] = await software(here, owner, 1)
    const [foreign] = await hardware(here, await here.anOwner(), 1)
    const checkWith = async (more: object) => here.call(owner, directory.check, form(more))
    expect(await checkWith({ router_name: '' })).toMatchObject({
      code: 422,
      msg: '请选择硬件成员',
      data: { errors: [{ field: 'router_name' }] },
    })
    expect(await checkWith({ router_name: app })).toMatchObject({ code: 422, msg: '请选择硬件成员' })
    expect(await checkWith({ router_name: foreign })).toMatchObject({ code: 204 })
    expect(await checkWith({ mode: 'tunnel' })).toMatchObject({ code: 422, msg: '请选择接入方式' })
  })

  /** Saves a configuration without asking the directory. */
  const saved = () =>
    here.asAccount(owner, (db) =>
      writeDirectory(db, {
        sync_mode: 2,
        domain: DOMAIN,
        host: '127.0.0.1',
        port: server.port,
        base_dn: BASE,
        use_ssl: 0,
        use_tls: 0,
        username: ADMIN.dn,
        password_sealed: here.infrastructure.keys.seal(ADMIN.password),
        type: 1,
        router_name: router,
      }),
    )

  it('reports that its member is no longer in the account, and keeps the member’s name', async () => {
    await saved()
    await here.call(owner, contract.router.delete, { router_name: router })
    await here.services.syncs.run({ account_id: owner.account_id })
    const said = `硬件成员 ${router} 已不在本账号中`
    expect((await here.call(owner, directory.sync_status, {})).data).toMatchObject({ service: { message: expect.stringContaining(said) } })
    expect((await here.call(owner, directory.config, {})).data).toMatchObject({
      data: { mode: 'private', router_name: router },
      notice: expect.stringContaining(said),
    })
  })

  it('does not send the kept password by another way', async () => {
    await saved()
    const [other] = await hardware(here, owner, 1)
    const kept = { password: '********' }
    for (const more of [{ router_name: other }, { mode: 'public' }])
      expect(await here.call(owner, directory.check, form({ ...kept, ...more }))).toMatchObject({
        code: 422,
        data: { errors: [{ field: 'password' }] },
      })
  })

  it('reports a member that is online only in the database as offline, and leaves no request behind', async () => {
    await here.asSystem(({ sql }) => sql.updateTable('member').set({ online_status: 1 }).where('router_name', '=', router).execute())
    expect(await checked()).toMatchObject({ ok: 0, steps: [{ step: 'router', msg: expect.stringContaining('当前离线') }] })
    expect(await left()).toEqual([])
  })
})
