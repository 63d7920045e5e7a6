import type { LiveTraffic } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { publish } from '../../../adapters/bus/publish.ts'
import type { BusEvent } from '../../../adapters/bus/events.ts'
import { connected, type Device, listenForAgents, portOf } from '../../../../test/agent-client.ts'
import { hardware } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { eventually } from '../../../../test/eventually.ts'
import { hear } from '../../../../test/heard-events.ts'

let world: World
let other: World
let server: string
const ports = new Map<World, string>()
let owner: Person
let name: string
beforeAll(async () => {
  world = await createWorld()
  other = await createWorld({}, { url: world.url })
  server = await listenForAgents(world)
  for (const one of [world, other]) ports.set(one, await one.apps.console.listen({ host: '127.0.0.1', port: 0 }))
})
afterAll(async () => {
  await other.close()
  await world.close()
})
beforeEach(async () => {
  owner = await world.anOwner()
  ;[name] = (await hardware(world, owner, 1)) as [string]
})

const now = () => Math.floor(Date.now() / 1000)
const join = (more: Parameters<typeof connected>[3] = {}) =>
  connected(world, server, { account_id: owner.account_id, router_name: name }, { capabilities: 2, ...more })
const sample = (down: number, port = 'wan', time = now()) => ({ interface: port, time, down, upload: 1 })
const sends = (device: Pick<Device, 'send'>, ...samples: ReturnType<typeof sample>[]) =>
  device.send({ type: 'samples', now: now(), samples })

/** Lets seconds pass on the clock that no one can set, which then goes on or stands, until the test ends. */
function pass(seconds: number, how: 'goes' | 'stands' = 'goes'): void {
  const real = performance.now.bind(performance)
  const began = Math.round(real())
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (how === 'goes' ? real() : began) + seconds * 1000)
  onTestFinished(() => clock.mockRestore())
}

/** Opens a console that watches a member through an instance. */
async function watch(who: Pick<Person, 'access_token'>, router_name = name, through = world) {
  const address = ports.get(through)!.replace('http', 'ws')
  const socket = new WebSocket(`${address}/api/v1/router/traffic?token=${who.access_token}&router_name=${router_name}`)
  onTestFinished(() => socket.close())
  const messages: LiveTraffic[] = []
  socket.addEventListener('message', ({ data }) => void messages.push(JSON.parse(String(data)) as LiveTraffic))
  const closed = new Promise<number>((done) => socket.addEventListener('close', ({ code }) => done(code)))
  await new Promise<void>((done, failed) => {
    socket.addEventListener('open', () => done())
    socket.addEventListener('error', () => failed(new Error('the socket was refused')))
  })
  const downs = () => messages.flatMap(({ data }) => data.samples.map(({ down }) => down))
  return { socket, messages, closed, downs, first: () => eventually(() => expect(messages.length).toBeGreaterThan(0)) }
}

describe('a member that is watched', () => {
  it('has its interfaces shown first, is asked for samples once, and reaches all consoles on any instance', async () => {
    const device = await join()
    const here = await watch(owner)
    await here.first()
    expect(here.messages[0]).toEqual({ code: 200, msg: '', data: { interfaces: [portOf('wan')], samples: [] } })
    expect(await device.next('watch')).toEqual({ type: 'watch', interval: 1 })
    const there = await watch(owner, name, other)
    await there.first()
    const time = now() - 2
    sends(device, sample(5000, 'wan', time))
    for (const console of [here, there])
      await eventually(() => expect(console.messages.at(-1)?.data.samples[0]).toMatchObject({ interface: 'wan', down: 5000, upload: 1 }))
    expect(Math.abs(here.messages.at(-1)!.data.samples[0]!.time - time)).toBeLessThanOrEqual(1)
    expect(device.messages.filter(({ type }) => type === 'watch')).toHaveLength(1)
    await device.leave()
  })

  it('has its earlier samples sent to a console that opens later', async () => {
    const device = await join()
    const early = await watch(owner)
    await device.next('watch')
    sends(device, sample(1))
    await eventually(() => expect(early.downs()).toEqual([1]))
    const late = await watch(owner)
    await late.first()
    expect(late.downs()).toEqual([1])
    await device.leave()
  })

  it('is asked for no more samples some seconds after the last console is closed', async () => {
    const device = await join()
    const console = await watch(owner)
    await device.next('watch')
    console.socket.close()
    await console.closed
    pass(10)
    await eventually(() => {
      world.services.gateway.beat()
      expect(device.messages.at(-1)).toEqual({ type: 'unwatch' })
    })
    await device.leave()
  })

  it('has a message sent at least every five seconds, and the new list when its interfaces change', async () => {
    const device = await join()
    const console = await watch(owner)
    await device.next('watch')
    pass(2.5)
    world.services.liveTraffic.tick()
    await eventually(() => expect(console.messages.length).toBeGreaterThan(1))
    device.send({ type: 'interfaces', interfaces: [portOf('wan'), portOf('lte')] })
    await eventually(() => expect(console.messages.at(-1)?.data.interfaces.map((one) => one.interface)).toEqual(['wan', 'lte']))
    sends(device, sample(7, 'lte'))
    await eventually(() => expect(console.downs()).toEqual([7]))
    await device.leave()
  })

  it('is not asked for samples if its protocol version is 1', async () => {
    const device = await join({ capabilities: 1 })
    const console = await watch(owner)
    await console.first()
    pass(5)
    world.services.liveTraffic.tick()
    await eventually(() => expect(console.messages.length).toBeGreaterThan(1))
    expect(device.messages.map(({ type }) => type)).not.toContain('watch')
    await device.leave()
  })
})

describe('a member that is away', () => {
  it('is reported with code 403 in the caller’s language, and the socket is closed', async () => {
    const console = await watch(owner)
    expect(await console.closed).toBe(1000)
    expect(console.messages).toEqual([{ code: 403, msg: '成员未登录，暂无实时流量', data: { interfaces: [], samples: [] } }])
  })

  it.each<[string, (device: Device) => Promise<unknown>]>([
    ['goes away', (device) => device.leave()],
    [
      'is deleted',
      () =>
        world.asSystem(async (db) => {
          await db.sql.deleteFrom('member').where('router_name', '=', name).execute()
          await publish(db, { type: 'cut', account_id: owner.account_id, router_name: name })
        }),
    ],
    [
      'is disabled',
      () =>
        world.asSystem(async (db) => {
          await db.sql.updateTable('member').set({ status: 0 }).where('router_name', '=', name).execute()
          await publish(db, { type: 'cut', account_id: owner.account_id, router_name: name })
        }),
    ],
  ])('ends the open sockets when it %s', async (_, end) => {
    const device = await join()
    const console = await watch(owner)
    await console.first()
    await end(device)
    expect(await console.closed).toBe(1000)
    expect(console.messages.at(-1)).toMatchObject({ code: 403 })
  })
})

describe('live traffic', () => {
  it('brings no console a sample of another account or of another member', async () => {
    const device = await join()
    const stranger = await world.anOwner()
    const console = await watch(owner)
    await console.first()
    const say = (event: BusEvent) => world.asSystem((db) => publish(db, event))
    await say({ type: 'samples', account_id: stranger.account_id, router_name: name, samples: [['wan', now(), 666, 1]] })
    await say({ type: 'samples', account_id: owner.account_id, router_name: 'ELSEWHERE', samples: [['wan', now(), 667, 1]] })
    await device.next('watch')
    sends(device, sample(5))
    await eventually(() => expect(console.downs()).toEqual([5]))
    await device.leave()
  })

  it('lets no other account make a member send samples', async () => {
    const device = await join()
    const stranger = await world.anOwner()
    const heard = new Promise<void>((done) => {
      const deaf = world.infrastructure.bus.subscribe((event) => {
        if (event.type !== 'watch' || event.account_id !== stranger.account_id) return
        deaf()
        done()
      })
    })
    await world.asSystem((db) => publish(db, { type: 'watch', account_id: stranger.account_id, router_name: name }))
    await heard
    const before = world.services.gateway.droppedTraffic()
    sends(device, sample(1))
    await eventually(() => expect(world.services.gateway.droppedTraffic() - before).toBe(1))
    await expect(watch(stranger)).rejects.toThrow('refused')
    const console = await watch(owner)
    await device.next('watch')
    expect(device.messages.filter(({ type }) => type === 'watch')).toHaveLength(1)
    console.socket.close()
    await device.leave()
  })

  it('drops and counts samples that are unasked, too frequent, absurd or of an unknown interface', async () => {
    const device = await join()
    const before = world.services.gateway.droppedTraffic()
    const dropped = (count: number) => eventually(() => expect(world.services.gateway.droppedTraffic() - before).toBe(count))
    sends(device, sample(1))
    await dropped(1)
    const console = await watch(owner)
    await device.next('watch')
    pass(0, 'stands')
    sends(device, sample(2), sample(3, 'not mine'), sample(500e9, 'wan'))
    await dropped(3)
    await eventually(() => expect(console.downs()).toEqual([2]))
    // Ten seconds of samples may come together, 26 with the first, and more are too many.
    for (let i = 0; i < 100; i++) sends(device, sample(4))
    await dropped(3 + 75)
    device.sendRaw(JSON.stringify({ type: 'samples', now: now(), samples: [{ ...sample(1), down: -1 }] }))
    expect(await device.closed).toMatchObject({ code: 4004 })
  })

  it('shows samples that come together because something was busy', async () => {
    const device = await join()
    const console = await watch(owner)
    await device.next('watch')
    for (const down of [1, 2, 3, 4, 5]) sends(device, sample(down))
    await eventually(() => expect(console.downs()).toEqual([1, 2, 3, 4, 5]))
    await device.leave()
  })

  it('closes a console that sends anything, and keeps the others of the member open', async () => {
    const device = await join()
    const [talks, listens] = [await watch(owner), await watch(owner)]
    talks.socket.send('garbage')
    expect(await talks.closed).toBe(1008)
    await device.next('watch')
    sends(device, sample(9))
    await eventually(() => expect(listens.downs()).toEqual([9]))
    await device.leave()
  })

  it('counts each opening of a console like any call', async () => {
    const open = () =>
      world.apps.console.inject({
        url: '/api/v1/router/traffic',
        query: { token: owner.access_token, router_name: name },
        headers: { upgrade: 'websocket' },
      })
    // The limit is 600 a minute, and a minute may end during this.
    const codes = new Set<number>()
    for (let i = 0; i < 65 && !codes.has(429); i++)
      for (const { statusCode } of await Promise.all(Array.from({ length: 20 }, open))) codes.add(statusCode)
    expect(codes).toEqual(new Set([405, 429]))
  })

  it('lets a session open 128 consoles and no more, and another once one is closed', async () => {
    const device = await join()
    const consoles = await Promise.all(Array.from({ length: 128 }, () => watch(owner)))
    const more = await watch(owner)
    expect(await more.closed).toBe(1013)
    consoles[0]!.socket.close()
    await consoles[0]!.closed
    const next = await watch(owner)
    await next.first()
    expect(next.messages[0]).toMatchObject({ code: 200 })
    await device.leave()
  })

  it('costs a member one message and the bus one event a sample, however many consoles watch', async () => {
    const device = await join()
    const heard = await hear(world, { at: other })
    const consoles = await Promise.all(Array.from({ length: 12 }, () => watch(owner)))
    await device.next('watch')
    sends(device, sample(11))
    for (const console of consoles) await eventually(() => expect(console.downs()).toEqual([11]))
    expect(device.messages.filter(({ type }) => type === 'watch')).toHaveLength(1)
    expect((await heard()).filter(({ type }) => type === 'samples')).toHaveLength(1)
    await device.leave()
  })
})
