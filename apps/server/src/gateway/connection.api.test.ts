import { agentContract, closeCodes, CREDENTIAL_LAPSE_SECONDS, HEARTBEAT_SECONDS } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { signingRequest } from '../../../agent/src/protocol/device-key.ts'
import type { BusEvent } from '../adapters/bus/events.ts'
import { publishAll } from '../adapters/bus/publish.ts'
import { findDevice } from '../domains/member/device/device.service.ts'
import { assignHardware, addSoftwareMember, setMemberStatus } from '../domains/member/member/member.service.ts'
import { MESSAGE_BUDGET } from './session.ts'
import { after } from '../kernel/clock.ts'
import { token } from '../kernel/ids.ts'
import { silentLog } from '../kernel/log.ts'
import { digest } from '../kernel/secrets.ts'
import { registerDevice } from '../ops/device.service.ts'
import { connected, credentialOf, helloOf, listenForAgents, memberRow, openSocket, upgradeStatus } from '../../test/agent-client.ts'
import { hardware } from '../../test/network-fixtures.ts'
import { aRequest } from '../../test/signing-request.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'
import { eventually } from '../../test/eventually.ts'

let world: World
let server: string
let owner: Person
const warned: (Record<string, unknown> | undefined)[] = []
beforeAll(async () => {
  world = await createWorld({}, { log: { ...silentLog, warn: (_, facts) => void warned.push(facts) } })
  server = await listenForAgents(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  owner = await world.anOwner()
})

const operator = { operator_id: 1, username: 'op', role: 'network', address: '127.0.0.1' } as const
let made = 0
async function aDevice(account_id = owner.account_id) {
  const router_name = `ACT${String(++made).padStart(6, '0')}`
  const device = { router_name, router_model: 'WR-210', router_mac: null, kind: 'router', bandwidth: null, expire_date: null } as const
  const { activation_code } = await world.asSystem((system) => registerDevice(system, operator, device))
  await world.asSystem((system) => assignHardware(system, 'system', account_id, router_name))
  return { router_name, activation_code }
}
const activate = (
  { made: access_token, ...input }: { router_name: string; activation_code: string; csr?: string; made?: string },
  address = '10.9.0.1',
) =>
  world.call(
    access_token === undefined ? undefined : { access_token },
    agentContract.device.activate,
    { device: {}, ...input },
    { address, headers: { 'accept-language': 'en' } },
  )

async function anApp(password = 'secret12') {
  const username = `app${++made}`
  const router_name = await world.asAccount(owner, (db) => addSoftwareMember(db, 'system', { username, password, note: '' }))
  return { account_id: owner.account_id, router_name, password }
}
const login = (username: string, password: string, address = '10.9.0.1') =>
  world.call(undefined, agentContract.device.login, { username, password, device: { os: 'Windows', version: '2.4.1' } }, { address })
const credentialIn = (answer: { data: never }) => (answer.data as { credential: string }).credential

describe('activation', () => {
  it('gives a device its credential once, however the code is typed', async () => {
    const device = await aDevice()
    const typed = { ...device, activation_code: device.activation_code.toLowerCase().replaceAll('-', ' ') }
    const answer = await activate(typed)
    expect(answer).toMatchObject({ code: 200, data: { router_name: device.router_name } })
    expect(await activate(device)).toMatchObject({ code: 401 })
    const agent = await connected(world, server, { ...owner, router_name: device.router_name, credential: credentialIn(answer) })
    await agent.leave()
  })

  it('answers a wrong code, an unknown device and one that no account holds alike', async () => {
    const device = await aDevice()
    const stock = {
      router_name: 'STOCK000001',
      router_model: 'WR-210',
      router_mac: null,
      kind: 'router',
      bandwidth: null,
      expire_date: null,
    } as const
    const { activation_code } = await world.asSystem((system) => registerDevice(system, operator, stock))
    const answers = [
      await activate({ ...device, activation_code: 'AAAA-BBBB-CCCC-DDDD' }),
      await activate({ router_name: 'NOBODY00001', activation_code: device.activation_code }),
      await activate({ router_name: stock.router_name, activation_code }),
    ]
    for (const { code, msg, data } of answers) expect({ code, msg, data }).toEqual({ code: 401, msg: answers[0]!.msg, data: null })
  })

  it('locks a name after five wrong codes from one place', async () => {
    const device = await aDevice()
    const wrong = { ...device, activation_code: 'AAAA-BBBB-CCCC-DDDD' }
    for (let i = 0; i < 5; i++) expect((await activate(wrong, '10.9.1.1')).code).toBe(401)
    expect(await activate(device, '10.9.1.1')).toMatchObject({ code: 429, data: { retry_after: expect.any(Number) } })
    expect((await activate(device, '10.9.2.1')).code).toBe(200)
  })

  it('stores no credential that could be read out of the database', async () => {
    const device = await aDevice()
    const credential = credentialIn(await activate(device))
    const kept = await world.db.systemNow.sql
      .selectFrom('member_credential')
      .selectAll()
      .where('router_name', '=', device.router_name)
      .execute()
    expect(kept).toMatchObject([{ credential_hash: digest(credential) }])
    expect(JSON.stringify(kept)).not.toContain(credential)
  })
})

describe('an activation whose answer was lost', () => {
  const credentialsOf = (router_name: string) =>
    world.db.systemNow.sql.selectFrom('member_credential').selectAll().where('router_name', '=', router_name).execute()
  async function anActivated() {
    const device = await aDevice()
    const { csr, privateKey } = await aRequest(device.router_name)
    const lost = { ...device, csr, made: token() }
    expect(await activate(lost)).toMatchObject({ code: 200, data: { credential: lost.made } })
    return { device, lost, privateKey }
  }

  it('is answered alike when the device repeats it with the same key and credential, and changes nothing', async () => {
    const { device, lost, privateKey } = await anActivated()
    const before = [await findDevice(world.db.systemNow, device.router_name), await credentialsOf(device.router_name)]
    await world.pass(60)
    // A request is signed anew after a restart.
    for (const csr of [lost.csr, signingRequest(privateKey, device.router_name)])
      expect(await activate({ ...lost, csr })).toMatchObject({
        code: 200,
        data: { router_name: device.router_name, credential: lost.made },
      })
    expect([await findDevice(world.db.systemNow, device.router_name), await credentialsOf(device.router_name)]).toEqual(before)
    const agent = await connected(world, server, { ...owner, router_name: device.router_name, credential: lost.made })
    await agent.leave()
  })

  it('is answered alike when both calls come at once', async () => {
    const device = await aDevice()
    const call = { ...device, made: token() }
    const answers = await Promise.all(Array.from({ length: 4 }, () => activate(call)))
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200])
    expect(await credentialsOf(device.router_name)).toMatchObject([{ credential_hash: digest(call.made) }])
  })

  it.each([
    ['another credential', async () => ({ made: token() })],
    ['none', async () => ({ made: undefined })],
    ['another key', async () => ({ csr: (await aRequest('other')).csr })],
    ['no key', async () => ({ csr: undefined })],
    ['a key that cannot be read', async () => ({ csr: 'none' })],
    ['another code', async () => ({ activation_code: 'AAAA-BBBB-CCCC-DDDD' })],
  ])('is refused to a caller with %s, as a used code is', async (_, other) => {
    const { device, lost } = await anActivated()
    const answer = await activate({ ...lost, ...((await other()) as Partial<typeof lost>) })
    const used = await activate({ ...device, made: token() })
    expect([answer.code, answer.msg, answer.data]).toEqual([401, used.msg, null])
    expect(await credentialsOf(device.router_name)).toMatchObject([{ credential_hash: digest(lost.made) }])
  })

  it('is refused once the credential was renewed, or was not used for 400 days', async () => {
    const { lost } = await anActivated()
    const next = token()
    const renew = (access_token: string) => world.call({ access_token }, agentContract.device.renew, { credential: next })
    expect([(await renew(lost.made)).code, (await renew(next)).code]).toEqual([200, 200])
    expect((await activate(lost)).code).toBe(401)
    const { lost: away } = await anActivated()
    await world.db.systemNow.sql
      .updateTable('member_credential')
      .set({ use_time: after(world.infrastructure.clock.now(), -CREDENTIAL_LAPSE_SECONDS) })
      .where('router_name', '=', away.router_name)
      .execute()
    expect((await activate(away)).code).toBe(401)
    expect(await upgradeStatus(server, { authorization: `Bearer ${next}` })).toBe(101)
  })

  it('uses up no code when its credential is another device’s', async () => {
    const [{ lost }, device] = [await anActivated(), await aDevice()]
    expect(await activate({ ...device, made: lost.made })).toMatchObject({ code: 409 })
    expect(await activate({ ...device, made: token() })).toMatchObject({ code: 200 })
    expect(await upgradeStatus(server, { authorization: `Bearer ${lost.made}` })).toBe(101)
  })

  it('counts its tries like every other, until one is right', async () => {
    const { lost } = await anActivated()
    const wrong = { ...lost, made: token() }
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) expect((await activate(wrong, '10.9.3.1')).code).toBe(401)
      expect((await activate(lost, '10.9.3.1')).code).toBe(200)
    }
    for (let i = 0; i < 5; i++) expect((await activate(wrong, '10.9.3.1')).code).toBe(401)
    expect((await activate(lost, '10.9.3.1')).code).toBe(429)
  })
})

describe('login of a software member', () => {
  it('gives a credential and writes the login record', async () => {
    const app = await anApp()
    expect(await login(app.router_name, app.password)).toMatchObject({ code: 200, data: { router_name: app.router_name } })
    const log = await world.db.systemNow.sql
      .selectFrom('software_login_log')
      .selectAll()
      .where('router_name', '=', app.router_name)
      .execute()
    expect(log).toMatchObject([{ ip: '10.9.0.1', os: 'Windows', version: '2.4.1', account_id: owner.account_id }])
  })

  it('ends the former credential and the connection that came with it', async () => {
    const app = await anApp()
    const first = await connected(world, server, { ...app, credential: credentialIn(await login(app.router_name, app.password)) })
    const second = credentialIn(await login(app.router_name, app.password))
    expect(await first.closed).toMatchObject({ code: closeCodes.forbidden })
    expect(await upgradeStatus(server, { authorization: `Bearer ${first.credential}` })).toBe(401)
    expect(await upgradeStatus(server, { authorization: `Bearer ${second}` })).toBe(101)
  })

  it('answers a wrong password and an unknown name alike', async () => {
    const app = await anApp()
    const [wrong, unknown] = [await login(app.router_name, 'wrong123'), await login('nobody@99999999', 'wrong123')]
    expect([wrong.code, wrong.msg, wrong.data]).toEqual([401, unknown.msg, unknown.data])
    expect(unknown.code).toBe(401)
  })

  it('refuses a disabled member, but only after its password was right', async () => {
    const app = await anApp()
    await world.asAccount(owner, (db) => setMemberStatus(db, 'system', app.router_name, 0))
    expect((await login(app.router_name, 'wrong123')).code).toBe(401)
    expect((await login(app.router_name, app.password)).code).toBe(403)
  })
})

describe('a connection', () => {
  async function aRouter() {
    const [router_name] = await hardware(world, owner, 1)
    return { account_id: owner.account_id, router_name: router_name! }
  }

  it('is refused without a credential, with a wrong one and with one of a disabled member', async () => {
    expect(await upgradeStatus(server, {})).toBe(401)
    expect(await upgradeStatus(server, { authorization: `Bearer ${'A'.repeat(43)}` })).toBe(401)
    const app = await anApp()
    const credential = credentialIn(await login(app.router_name, app.password))
    await world.asAccount(owner, (db) => setMemberStatus(db, 'system', app.router_name, 0))
    expect(await upgradeStatus(server, { authorization: `Bearer ${credential}` })).toBe(401)
  })

  it('sets the member online until it closes, and both are recorded', async () => {
    const member = await aRouter()
    const device = await connected(world, server, member, { device: { os: 'WeftOS', version: '3.9.9' } })
    expect(await memberRow(world, member.router_name)).toMatchObject({ online_status: 1, version: '3.9.9', os: 'WeftOS' })
    await device.leave()
    await eventually(async () => expect(await memberRow(world, member.router_name)).toMatchObject({ online_status: 0, gateway_id: null }))
    const log = await world.db.systemNow.sql
      .selectFrom('connect_log')
      .select(['online', 'remote_ip', 'version'])
      .where('router_name', '=', member.router_name)
      .orderBy('create_time')
      .execute()
    expect(log).toEqual([1, 0].map((online) => ({ online, remote_ip: '127.0.0.1', version: '3.9.9' })))
  })

  it('may speak only for its own device', async () => {
    const [mine, other] = [await aRouter(), await aRouter()]
    const device = openSocket(server, await credentialOf(world, owner.account_id, mine.router_name))
    await device.opened
    device.send(helloOf(other.router_name))
    expect(await device.closed).toMatchObject({ code: closeCodes.forbidden })
    expect(await memberRow(world, other.router_name)).toMatchObject({ online_status: 0 })
  })

  it.each([
    ['garbage', 'no JSON at all', closeCodes.protocol],
    ['a message of no known type', '{"type":"reboot"}', closeCodes.protocol],
    [
      'a text that no database could keep',
      JSON.stringify({ type: 'op.result', op_id: 'a\u0000b', ok: true, error: null }),
      closeCodes.protocol,
    ],
    ['bytes', new Uint8Array([1, 2, 3]), closeCodes.protocol],
    ['a second hello', JSON.stringify(helloOf('SN00000001')), closeCodes.protocol],
    ['more than a frame may hold', `"${'x'.repeat(4 * 1024 * 1024)}"`, 1009],
  ])('ends when it sends %s, and no other connection does', async (_, frame, code) => {
    const [bystander, device] = [await connected(world, server, await aRouter()), await connected(world, server, await aRouter())]
    device.sendRaw(frame)
    expect(await device.closed).toMatchObject({ code })
    bystander.send({ type: 'heartbeat' })
    await bystander.next('heartbeat')
    await bystander.leave()
  })

  it('is closed with one message when it sends too many, and no other connection ends', async () => {
    const [bystander, device] = [await connected(world, server, await aRouter()), await connected(world, server, await aRouter())]
    // More than twice the budget of a beat: a new beat may begin in between.
    for (let i = 0; i < 2 * MESSAGE_BUDGET + 200; i++) device.send({ type: 'heartbeat' })
    expect(await device.closed).toMatchObject({ code: closeCodes.protocol, reason: 'too many messages' })
    bystander.send({ type: 'heartbeat' })
    await bystander.next('heartbeat')
    await bystander.leave()
    expect(warned.filter((facts) => facts?.reason === 'too many messages')).toHaveLength(1)
  })

  it('ends when it speaks before its hello', async () => {
    const { account_id, router_name } = await aRouter()
    const device = openSocket(server, await credentialOf(world, account_id, router_name))
    await device.opened
    device.send({ type: 'heartbeat' })
    expect(await device.closed).toMatchObject({ code: closeCodes.protocol })
  })

  it('is told the controller’s time with each heartbeat, as the controller’s clock may be set', async () => {
    const device = await connected(world, server, await aRouter())
    const seconds = () => Math.floor(world.infrastructure.clock.now().getTime() / 1000)
    for (const passed of [0, 600]) {
      await world.pass(passed)
      device.send({ type: 'heartbeat' })
      expect(await device.next('heartbeat')).toEqual({ type: 'heartbeat', now: seconds() })
    }
  })

  it('receives a heartbeat every twenty seconds while it sends samples instead of heartbeats', async () => {
    const device = await connected(world, server, await aRouter())
    const samples = () => device.send({ type: 'samples', now: 1, samples: [{ interface: 'wan', time: 1, down: 1, upload: 1 }] })
    const clock = performance.now.bind(performance)
    const later = vi.spyOn(performance, 'now').mockImplementation(() => clock() + (HEARTBEAT_SECONDS + 1) * 1000)
    onTestFinished(() => later.mockRestore())
    samples()
    await device.next('heartbeat')
    // The next heartbeat is not due yet: an operation, which is answered at once, comes first.
    const before = device.messages.length
    samples()
    device.send({
      type: 'event',
      oldest: 1,
      now: 1,
      events: [{ seq: 1, type: 'link_up', network_number: '1000000000', who: 'a', vpn_ip: null, address: null, since: 1 }],
    })
    await device.next('event.ack')
    expect(device.messages.slice(before).map(({ type }) => type)).toEqual(['event.ack'])
    await device.leave()
  })

  it('is replaced by a newer one of the same device, which stays online', async () => {
    const member = await aRouter()
    const older = await connected(world, server, member)
    const newer = await connected(world, server, { ...member, credential: older.credential })
    expect(await older.closed).toMatchObject({ code: closeCodes.replaced })
    newer.send({ type: 'heartbeat' })
    await newer.next('heartbeat')
    expect(await memberRow(world, member.router_name)).toMatchObject({ online_status: 1, connection_id: newer.welcome.session_id })
    await newer.leave()
  })

  it('is replaced by a newer one at another server, and stays when it hears of that one’s replacement late', async () => {
    const member = await aRouter()
    const other = await createWorld({}, { url: world.url })
    onTestFinished(() => other.close())
    const elsewhere = await listenForAgents(other)
    const heard: BusEvent[] = []
    onTestFinished(
      world.infrastructure.bus.subscribe((event) => {
        if (event.type === 'replaced' && event.router_name === member.router_name) heard.push(event)
      }),
    )
    const first = await connected(world, server, member)
    const second = await connected(world, elsewhere, { ...member, credential: first.credential })
    expect(await first.closed).toMatchObject({ code: closeCodes.replaced })
    const third = await connected(world, server, { ...member, credential: first.credential })
    expect(await second.closed).toMatchObject({ code: closeCodes.replaced })
    await eventually(() => expect(heard).toHaveLength(2))
    await world.asSystem((system) => publishAll(system, heard))
    await eventually(() => expect(heard).toHaveLength(4))
    third.send({ type: 'heartbeat' })
    await third.next('heartbeat')
    await third.leave()
  })

  it('is cut when its member is disabled, without waiting for the next check of all', async () => {
    const app = await anApp()
    const device = await connected(world, server, app)
    await world.asAccount(owner, (db) => setMemberStatus(db, 'system', app.router_name, 0))
    // No check of all is made in a world.
    expect(await device.closed).toMatchObject({ code: closeCodes.forbidden })
  })
})
