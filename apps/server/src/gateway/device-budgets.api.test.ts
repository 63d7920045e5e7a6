import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import {
  closeCodes,
  comeBackOf,
  contract,
  deviceBudgets,
  MAX_AGENT_FRAME_BYTES,
  MAX_EVENTS,
  MAX_INTERFACES,
  MAX_LDAP_USERS,
  MAX_MINUTES,
  MAX_TUNNELS,
  SENT_AWAY_SECONDS,
  type TrafficMinute,
} from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connected, credentialOf, type Device, listenForAgents, portOf, requestUpgrade, upgradeStatus } from '../../test/agent-client.ts'
import { eventually } from '../../test/eventually.ts'
import { aNetwork, hardware } from '../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'
import { silentLog } from '../kernel/log.ts'
import { createEvents } from './events.service.ts'
import type { Peer } from './peers.ts'
import { createQueues } from './queues.ts'
import { MESSAGE_BUDGET } from './session.ts'

let world: World
let server: string
let owner: Person
let center: string
let point: string
let network_number: string
/** A member of another account. */
let neighbour: { account_id: number; router_name: string }
const errors: unknown[] = []
beforeAll(async () => {
  world = await createWorld({}, { log: { ...silentLog, error: (...line) => void errors.push(line) } })
  server = await listenForAgents(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  errors.length = 0
  owner = await world.anOwner()
  ;[center, point] = (await hardware(world, owner, 2)) as [string, string]
  network_number = await aNetwork(world, owner, '总部', [center], [point])
  const other = await world.anOwner()
  const [router_name] = (await hardware(world, other, 1)) as [string]
  neighbour = { account_id: other.account_id, router_name }
})

const now = () => Math.floor(Date.now() / 1000)
const thisMinute = () => now() - (now() % 60)
const join = (member: { account_id: number; router_name: string }, names = ['wan']) =>
  connected(world, server, member, { capabilities: 8, interfaces: names.map(portOf) })
const aHostile = (names?: string[]) => join({ account_id: owner.account_id, router_name: point }, names)
/** Lets the gateway read on, as it does every few seconds, until what is expected is so. */
const inBeats = (expected: () => Promise<void> | void) =>
  eventually(async () => {
    world.services.gateway.beat()
    await expected()
  })
const met = (limit: string) => new Map(world.services.gateway.limitsMet()).get(limit) ?? 0
const traffic = (router_name: string) =>
  world.db.systemNow.sql.selectFrom('traffic_minute').select(['interface', 'time', 'down']).where('router_name', '=', router_name).execute()
const minute = (name: string, time: number): TrafficMinute => ({ interface: name, time, down: 5, upload: 1 })
/** Reports one minute of the neighbour, and waits until it is kept. */
async function neighbourIsServed(device: Device): Promise<void> {
  const time = thisMinute() - 120
  device.send({ type: 'telemetry', now: now(), minutes: [minute('wan', time)] })
  await inBeats(async () => expect(await traffic(neighbour.router_name)).toEqual([{ interface: 'wan', time, down: 5 }]))
}

describe('numbers that are impossible', () => {
  it('of tunnels reach no statement, and a neighbour’s bytes are kept', async () => {
    const hostile = await aHostile()
    const honest = await join({ account_id: owner.account_id, router_name: center })
    honest.send({
      type: 'event',
      oldest: 1,
      now: now(),
      events: [{ seq: 1, type: 'client_up', network_number, who: point, vpn_ip: null, address: null, since: now() - 300 }],
    })
    await honest.next('event.ack')
    const impossible = { network_number: '1', who: 'x1', dialled: true, since: Number.MAX_SAFE_INTEGER, input: 0, out: 0 }
    const tunnels = Array.from({ length: MAX_TUNNELS }, () => impossible)
    for (const at of [-Number.MAX_SAFE_INTEGER, 0, now(), Number.MAX_SAFE_INTEGER]) {
      hostile.send({ type: 'tunnels', now: at, tunnels })
      hostile.send({ type: 'tunnels', now: at, tunnels: tunnels.map((one) => ({ ...one, since: -Number.MAX_SAFE_INTEGER })) })
    }
    honest.send({
      type: 'tunnels',
      now: now(),
      tunnels: [{ network_number, who: point, dialled: false, since: now() - 300, input: 7, out: 8 }],
    })
    await eventually(async () => {
      const sessions = await world.db.systemNow.sql.selectFrom('tunnel_session').selectAll().where('router_name', '=', point).execute()
      expect(sessions).toMatchObject([{ input: 7, out: 8 }])
    })
    expect(met('number_out_of_range')).toBeGreaterThanOrEqual(8 * MAX_TUNNELS)
    expect(errors).toEqual([])
    await Promise.all([hostile.leave(), honest.leave()])
  })

  it('of links that do not exist leave no traffic', async () => {
    const hostile = await aHostile()
    const says = (at: number, input: number) =>
      hostile.send({
        type: 'tunnels',
        now: at,
        tunnels: [
          { network_number: '1999999999', who: 'nobody@nowhere', dialled: false, since: now() - 600, input, out: input },
          { network_number, who: 'NOBODY', dialled: true, since: now() - 600, input, out: input },
          { network_number, who: center, dialled: true, since: now() - 600, input, out: input },
        ],
      })
    says(now() - 60, 1000)
    says(now(), 61_000)
    await eventually(async () => expect(await traffic(point)).toMatchObject([{ interface: `${network_number}/${center}`, down: 60_000 }]))
    expect(await traffic('nobody@nowhere')).toEqual([])
    await hostile.leave()
  })
})

const target = {
  host: 'ldap.example',
  port: 636,
  security: 'ssl',
  ca: undefined,
  base_dn: 'dc=a',
  bind_dn: '',
  password: '',
  type: 1,
} as const
/** Returns 500 users whose page is as large as one may be. */
function largePage() {
  const long = '字'.repeat(128)
  return Array.from({ length: MAX_LDAP_USERS }, (_, i) => ({ uuid: `u${i}`, username: long, description: long, disabled: false }))
}

describe('frames', () => {
  it.each([
    [
      'is too large',
      () => JSON.stringify({ type: 'op.result', op_id: 'x', ok: true, error: 'e'.repeat(MAX_AGENT_FRAME_BYTES) }),
      /^a frame of \d+ bytes$/,
    ],
    [
      'is nested too deep',
      () => `{"type":"op.result","op_id":"x","ok":true,"error":null,"data":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      /^nested/,
    ],
  ])('end the connection if one %s', async (_, frame, reason) => {
    const device = await aHostile()
    device.sendRaw(frame())
    expect(await device.closed).toMatchObject({ code: closeCodes.protocol, reason: expect.stringMatching(reason) })
  })

  it('may be larger while the device was asked for the users of a directory', async () => {
    const device = await aHostile()
    const pages: number[] = []
    const reading = world.services.gateway.ldapThrough(owner.account_id, point).read(target, (users) => void pages.push(users.length))
    const { id } = await device.next('ldap')
    const users = largePage()
    device.send({ type: 'ldap.users', id, users })
    await device.next('ldap.next')
    device.send({ type: 'ldap.done', id, answer: { failure: null, done: [], sample: [], verdict: null } })
    await reading
    expect(pages).toEqual([500])
    // The question is answered, but a page may have been on its way.
    device.send({ type: 'ldap.users', id, users })
    device.send({ type: 'heartbeat' })
    await device.next('heartbeat')
    expect(pages).toEqual([500])
    await device.leave()
  })

  it.each([
    ['of another question', (_: string) => randomUUID(), () => {}],
    ['out of turn', (id: string) => id, () => new Promise<void>(() => {})],
    ['with more bytes than its users need', (id: string) => id, () => {}],
  ])('count like others if they are pages %s', async (what, idOf, page) => {
    const device = await aHostile()
    const reading = world.services.gateway
      .ldapThrough(owner.account_id, point)
      .read(target, page)
      .catch(() => {})
    const { id } = await device.next('ldap')
    const before = met('bytes_in_a_beat')
    const isPadded = what.startsWith('with more')
    for (let i = 0; i < 4; i++) {
      const users = isPadded ? [] : largePage()
      device.sendRaw(JSON.stringify({ type: 'ldap.users', id: idOf(id), users, padding: isPadded ? 'p'.repeat(500_000) : '' }))
      if (isPadded && i < 2) await device.next('ldap.next')
    }
    await eventually(() => expect(met('bytes_in_a_beat')).toBeGreaterThan(before))
    await device.leave()
    await reading
  })

  it('that are no messages count like messages', async () => {
    const call = requestUpgrade(server, { authorization: `Bearer ${await credentialOf(world, owner.account_id, point)}` })
    const [, socket] = (await once(call, 'upgrade')) as [unknown, Socket]
    const heard: Buffer[] = []
    socket.on('data', (chunk: Buffer) => void heard.push(chunk))
    socket.on('error', () => {})
    // The answer to a ping that was never sent.
    const pong = Buffer.from([0x8a, 0x80, 0, 0, 0, 0])
    socket.write(Buffer.concat(Array.from({ length: 2 * MESSAGE_BUDGET + 200 }, () => pong)))
    await once(socket, 'close')
    expect(Buffer.concat(heard).toString('latin1')).toContain('too many messages')
  })

  it('are read no faster than the bytes of a beat, and a device that goes on is sent away for a while; a neighbour is served meanwhile', async () => {
    const hostile = await aHostile()
    const honest = await join(neighbour)
    const frame = JSON.stringify({
      type: 'op.result',
      op_id: 'x',
      ok: true,
      error: null,
      data: Array.from({ length: 25_000 }, () => ({ a: 1 })),
    })
    const before = met('bytes_in_a_beat')
    for (let sent = 0; sent < 2 * deviceBudgets.bytes.at_once; sent += frame.length) hostile.sendRaw(frame)
    await eventually(() => expect(met('bytes_in_a_beat')).toBeGreaterThan(before))
    await neighbourIsServed(honest)
    let closed: { code: number; reason: string } | undefined
    void hostile.closed.then((how) => (closed = how))
    await inBeats(() => expect(closed).toMatchObject({ code: closeCodes.slow_down, reason: expect.stringContaining('too many bytes') }))
    expect(comeBackOf(closed!.reason)).toBe(SENT_AWAY_SECONDS)
    const headers = { authorization: `Bearer ${hostile.credential}` }
    expect(await upgradeStatus(server, headers)).toBe(429)
    await world.pass(SENT_AWAY_SECONDS)
    expect(await upgradeStatus(server, headers)).toBe(101)
    await honest.leave()
  })
})

describe('rows', () => {
  const names = (of: string) => Array.from({ length: MAX_INTERFACES }, (_, i) => `${of}${i}`)

  it('of a device with the most interfaces that was away for a week are kept; beyond them a device is refused and sent away', async () => {
    const device = await aHostile(names('a'))
    const honest = await join(neighbour)
    const last = thisMinute() - 60
    /** Returns minutes of the 64 interfaces, each another one. */
    const minutes = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) =>
        minute(`a${(from + i) % MAX_INTERFACES}`, last - Math.floor((from + i) / MAX_INTERFACES) * 60),
      )
    const report = (from: number) => device.send({ type: 'telemetry', now: now(), minutes: minutes(from, MAX_MINUTES) })
    const KEPT_BY_AGENTS = 20_000
    let sent = 0
    for (; sent < KEPT_BY_AGENTS; sent += MAX_MINUTES) report(sent)
    await inBeats(async () => expect(await traffic(point)).toHaveLength(sent))
    // New names bring no more of them within a day.
    device.send({ type: 'interfaces', interfaces: names('b').map(portOf) })
    device.send({ type: 'telemetry', now: now(), minutes: names('b').map((name) => minute(name, last)) })
    device.send({ type: 'interfaces', interfaces: names('a').map(portOf) })
    const { traffic: rows, refused } = deviceBudgets
    for (; sent < rows.at_once + refused.at_once + 2 * MAX_MINUTES; sent += MAX_MINUTES) report(sent)
    await neighbourIsServed(honest)
    let closed: { code: number; reason: string } | undefined
    void device.closed.then((how) => (closed = how))
    await inBeats(() => expect(closed).toMatchObject({ code: closeCodes.slow_down, reason: expect.stringContaining('minutes of traffic') }))
    await eventually(async () => expect(await traffic(point)).toHaveLength(rows.at_once))
    await eventually(async () => {
      const log = await world.call(owner, contract.logs.connect, {})
      expect(log.data).toMatchObject([
        { router_name: point, online: 0, exceeded: 'traffic' },
        { online: 1, exceeded: null },
      ])
    })
    expect((await traffic(point)).filter((row) => row.interface.startsWith('b'))).toEqual([])
    await honest.leave()
  })

  it('of the connection log are no more than a device needs; another device still connects', async () => {
    const credential = await credentialOf(world, owner.account_id, point)
    const connects = (bearer: string) => upgradeStatus(server, { authorization: `Bearer ${bearer}` })
    const { at_once, a_minute } = deviceBudgets.connections
    expect(await connects(credential)).toBe(101)
    const all = await Promise.all(Array.from({ length: at_once + 9 }, () => connects(credential)))
    expect(all.filter((status) => status === 101)).toHaveLength(at_once - 1)
    expect(all.filter((status) => status === 429)).toHaveLength(10)
    expect(await connects(await credentialOf(world, neighbour.account_id, neighbour.router_name))).toBe(101)
    await world.pass(60)
    for (let i = 0; i < a_minute; i++) expect(await connects(credential)).toBe(101)
    expect(await connects(credential)).toBe(429)
  })

  it('of tunnels wait for the budget, and none is lost', async () => {
    let has = false
    const acknowledged: unknown[] = []
    const budgets = { takeWhole: () => has, giveBack: () => {} }
    const queues = createQueues({ log: silentLog, refused: () => {} })
    const events = createEvents({ db: world.db, clock: world.infrastructure.clock, queues, budgets })
    const socket = { readyState: 1, OPEN: 1, send: (text: string) => void acknowledged.push(JSON.parse(text)), close: () => {} }
    const peer = { account_id: owner.account_id, router_name: point, remote_ip: '192.0.2.1', state: 'here', socket } as unknown as Peer
    const event = { seq: 1, type: 'link_up', network_number, who: center, vpn_ip: null, address: null, since: now() - 60 } as const
    events.keep(peer, { type: 'event', oldest: 1, now: now(), events: [event] })
    events.beat()
    await events.flush()
    expect(acknowledged).toEqual([])
    has = true
    events.beat()
    await events.flush()
    expect(acknowledged).toEqual([{ type: 'event.ack', seq: 1 }])
    await events.stop()
  })

  it('of tunnels after a long outage of a large center are within the budget', () => {
    expect(deviceBudgets.events.at_once).toBeGreaterThanOrEqual(20_000 + MAX_EVENTS)
    expect(deviceBudgets.sessions.at_once).toBeGreaterThanOrEqual(20_000 + MAX_EVENTS)
  })

  it('of one tunnel that come and go leave no more records than the budget of records has', async () => {
    let left = 3
    const budgets = {
      takeWhole(_: string, budget: string, amount: number) {
        if (budget !== 'sessions') return true
        if (amount > left) return false
        left -= amount
        return true
      },
      giveBack: () => {},
    }
    const queues = createQueues({ log: silentLog, refused: () => {} })
    const events = createEvents({ db: world.db, clock: world.infrastructure.clock, queues, budgets })
    const acknowledged: unknown[] = []
    const socket = { readyState: 1, OPEN: 1, send: (text: string) => void acknowledged.push(JSON.parse(text)), close: () => {} }
    const peer = { account_id: owner.account_id, router_name: point, remote_ip: '192.0.2.1', state: 'here', socket } as unknown as Peer
    /** Reports that the tunnel came up and went down, twice. */
    const report = (seq: number) => {
      const alternating = [0, 1, 2, 3].map((i) => ({
        seq: seq + i,
        type: i % 2 === 0 ? ('link_up' as const) : ('link_down' as const),
        network_number,
        who: center,
        vpn_ip: null,
        address: null,
        since: now() - 3600 + 100 * seq + i,
      }))
      events.keep(peer, { type: 'event', oldest: 1, now: now(), events: alternating })
    }
    const sessions = () => world.db.systemNow.sql.selectFrom('tunnel_session').select('end_time').where('router_name', '=', point).execute()
    report(1)
    await events.flush()
    expect(acknowledged).toEqual([{ type: 'event.ack', seq: 4 }])
    report(5)
    events.beat()
    await events.flush()
    // Those that wait are not lost: the device keeps them until they are acknowledged.
    expect(acknowledged).toHaveLength(1)
    expect(await sessions()).toHaveLength(2)
    left = 2
    events.beat()
    await events.flush()
    expect(acknowledged.at(-1)).toEqual({ type: 'event.ack', seq: 8 })
    expect(await sessions()).toHaveLength(4)
    await events.stop()
  })

  it('leave at most as many connection records a day as a device has minutes of traffic', () => {
    const aDay = ({ at_once, a_minute }: { at_once: number; a_minute: number }) => at_once + 1440 * a_minute
    expect(aDay(deviceBudgets.sessions)).toBeLessThanOrEqual(aDay(deviceBudgets.traffic))
    // A line that breaks once a minute under 60 networks.
    expect(deviceBudgets.sessions.a_minute).toBeGreaterThanOrEqual(60)
  })
})
