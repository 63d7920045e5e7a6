import type { TrafficMinute } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { connected, listenForAgents, portOf } from '../../test/agent-client.ts'
import { hardware } from '../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'
import { eventually } from '../../test/eventually.ts'

let world: World
let server: string
let owner: Person
let name: string
beforeAll(async () => {
  world = await createWorld()
  server = await listenForAgents(world)
})
afterAll(() => world.close())
beforeEach(async () => {
  owner = await world.anOwner()
  ;[name] = (await hardware(world, owner, 1)) as [string]
})

const now = () => Math.floor(Date.now() / 1000)
const thisMinute = () => now() - (now() % 60)
const join = () => connected(world, server, { account_id: owner.account_id, router_name: name }, { capabilities: 2 })
const minute = (time: number, down: number, more: Partial<TrafficMinute> = {}): TrafficMinute => ({
  interface: 'wan',
  time,
  down,
  upload: 1,
  ...more,
})
const rows = async () =>
  (await world.db.systemNow.sql.selectFrom('traffic_minute').selectAll().where('router_name', '=', name).orderBy('time').execute()).map(
    ({ time, interface: port, down }) => [time, port, down],
  )
const late = () => world.db.systemNow.sql.selectFrom('traffic_late').select('hour').where('router_name', '=', name).execute()

describe('traffic minutes', () => {
  it('are kept at their true time when the device’s clock is an hour behind', async () => {
    const device = await join()
    const time = thisMinute() - 120
    device.send({ type: 'telemetry', now: now() - 3600, minutes: [minute(time - 3600, 7), minute(time - 3660, 6)] })
    await eventually(async () =>
      expect(await rows()).toEqual([
        [time - 60, 'wan', 6],
        [time, 'wan', 7],
      ]),
    )
    await device.leave()
  })

  it('count once, with the larger figure, when they come out of order and twice', async () => {
    const device = await join()
    const time = thisMinute() - 120
    const say = (...minutes: TrafficMinute[]) => device.send({ type: 'telemetry', now: now(), minutes })
    say(minute(time, 5))
    await eventually(async () => expect(await rows()).toEqual([[time, 'wan', 5]]))
    // In batches of their own, in addition to what is already written.
    say(minute(time - 60, 4), minute(time, 3, { upload: 2 }))
    await eventually(async () =>
      expect(await rows()).toEqual([
        [time - 60, 'wan', 4],
        [time, 'wan', 5],
      ]),
    )
    say(minute(time, 9))
    await eventually(async () =>
      expect(await rows()).toEqual([
        [time - 60, 'wan', 4],
        [time, 'wan', 9],
      ]),
    )
    await device.leave()
  })

  it('mark past hours to be rolled up again, but not the present hour', async () => {
    const device = await join()
    const at = now()
    const hour = at - (at % 3600) - 5 * 3600
    const minutes = [minute(hour + 60, 1), minute(hour + 120, 1), minute(at - (at % 60), 1)]
    device.send({ type: 'telemetry', now: at, minutes })
    await eventually(async () => expect(await rows()).toHaveLength(3))
    expect(await late()).toEqual([{ hour }])
    await device.leave()
  })

  it('are counted and dropped if they are impossible, and the rest of the message is kept', async () => {
    const device = await join()
    const before = world.services.gateway.droppedTraffic()
    const time = thisMinute() - 120
    const wrong = [minute(time, 4e12), minute(time, 1, { interface: 'not mine' }), minute(time + 86_400, 1), minute(60, 1)]
    device.send({ type: 'telemetry', now: now(), minutes: [...wrong, minute(time, 5)] })
    await eventually(async () => expect(await rows()).toEqual([[time, 'wan', 5]]))
    expect(world.services.gateway.droppedTraffic() - before).toBe(4)
    await device.leave()
  })

  it('are kept for an interface that was added later once it is reported', async () => {
    const device = await join()
    const time = thisMinute() - 120
    device.send({ type: 'interfaces', interfaces: [portOf('lte')] })
    device.send({ type: 'telemetry', now: now(), minutes: [minute(time, 5, { interface: 'lte' }), minute(time, 5)] })
    await eventually(async () => expect(await rows()).toEqual([[time, 'lte', 5]]))
    await eventually(async () => {
      const { interfaces } = await world.db.systemNow.sql
        .selectFrom('member')
        .select('interfaces')
        .where('router_name', '=', name)
        .executeTakeFirstOrThrow()
      expect(interfaces).toEqual([portOf('lte')])
    })
    await device.leave()
  })

  it('end the connection if they are negative or no numbers, and the server continues', async () => {
    for (const bad of [{ down: -1 }, { down: 'x' }, { down: Number.POSITIVE_INFINITY }, { time: null }]) {
      const device = await join()
      device.sendRaw(JSON.stringify({ type: 'telemetry', now: now(), minutes: [{ ...minute(thisMinute(), 1), ...bad }] }))
      expect(await device.closed).toMatchObject({ code: 4004 })
    }
    expect(await rows()).toEqual([])
  })

  it('belong to the device that holds the credential, whatever a message says', async () => {
    const device = await join()
    const time = thisMinute() - 120
    device.sendRaw(JSON.stringify({ type: 'telemetry', router_name: 'OTHER', account_id: 1, now: now(), minutes: [minute(time, 5)] }))
    await eventually(async () => expect(await rows()).toEqual([[time, 'wan', 5]]))
    await device.leave()
  })
})
