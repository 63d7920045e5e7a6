import type { QualityMinute } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connected, listenForAgents } from '../../test/agent-client.ts'
import { aNetwork, hardware } from '../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'
import { eventually } from '../../test/eventually.ts'

let world: World
let server: string
let owner: Person
let center: string
let name: string
let network_number: string
beforeAll(async () => {
  world = await createWorld()
  server = await listenForAgents(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  owner = await world.anOwner()
  ;[center, name] = (await hardware(world, owner, 2)) as [string, string]
  network_number = await aNetwork(world, owner, '总部', [center], [name])
})

const now = () => Math.floor(Date.now() / 1000)
const thisMinute = () => now() - (now() % 60)
const join = () => connected(world, server, { account_id: owner.account_id, router_name: name }, { capabilities: 8 })
const minute = (time: number, more: Partial<QualityMinute> = {}): QualityMinute => ({
  network_number,
  who: center,
  time,
  sent: 60,
  reflected: 60,
  received: 59,
  rtt_min: 9.5,
  rtt_p50: 10.25,
  rtt_p95: 12,
  rtt_max: 40,
  jitter_out: 0.5,
  jitter_back: null,
  longest_gap: 1000,
  reordered: 1,
  ...more,
})
const rows = () => world.db.systemNow.sql.selectFrom('quality_minute').selectAll().where('router_name', '=', name).orderBy('time').execute()

describe('the quality of links', () => {
  it('is kept as the device measured it, at its true time when the device’s clock is an hour behind', async () => {
    const device = await join()
    const time = thisMinute() - 120
    device.send({ type: 'quality', now: now() - 3600, minutes: [minute(time - 3600)] })
    const { who: _, ...figures } = minute(time)
    await eventually(async () =>
      expect(await rows()).toEqual([{ account_id: owner.account_id, router_name: name, center_router_name: center, ...figures }]),
    )
    await device.leave()
  })

  it('counts once when it is reported twice', async () => {
    const device = await join()
    const time = thisMinute() - 120
    device.send({ type: 'quality', now: now(), minutes: [minute(time), minute(time)] })
    await eventually(async () => expect(await rows()).toHaveLength(1))
    device.send({ type: 'quality', now: now(), minutes: [minute(time), minute(time - 60)] })
    await eventually(async () => expect(await rows()).toHaveLength(2))
    await device.leave()
  })

  it('is dropped if no day is kept for it, or the link does not exist, and the rest of the message is kept', async () => {
    const device = await join()
    const before = world.services.gateway.droppedTraffic()
    const time = thisMinute() - 120
    const wrong = [minute(60), minute(time + 86_400), minute(time, { who: 'NOBODY' }), minute(time, { network_number: '1999999999' })]
    device.send({ type: 'quality', now: now(), minutes: [...wrong, minute(time)] })
    await eventually(async () => expect(await rows()).toMatchObject([{ time, center_router_name: center }]))
    expect(world.services.gateway.droppedTraffic() - before).toBe(2)
    await device.leave()
  })

  it.each([
    ['more came back than were sent', { received: 61 }],
    ['nothing was sent', { sent: 0, reflected: 0, received: 0 }],
    ['a time is negative', { rtt_min: -1 }],
    ['a time is no number', { rtt_p50: 'x' }],
  ])('ends the connection if %s', async (_, bad) => {
    const device = await join()
    device.sendRaw(JSON.stringify({ type: 'quality', now: now(), minutes: [{ ...minute(thisMinute()), ...bad }] }))
    expect(await device.closed).toMatchObject({ code: 4004 })
    expect(await rows()).toEqual([])
  })
})
