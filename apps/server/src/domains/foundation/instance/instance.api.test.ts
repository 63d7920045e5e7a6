import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createInstance } from './instance.service.ts'
import { silentLog } from '../../../kernel/log.ts'
import { eventually } from '../../../../test/eventually.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const OWN = '00000000-0000-4000-8000-00000000000c'

it('a lease is renewed every five seconds by a timer, unless something else repeats the renewal', async () => {
  const timers = vi.spyOn(globalThis, 'setInterval')
  onTestFinished(() => timers.mockRestore())
  const { db, infrastructure } = world
  const instance = createInstance({ db, clock: infrastructure.clock, log: silentLog, roles: ['api'], version: '0.0.0', instance_id: OWN })
  onTestFinished(() => instance.end())
  await instance.keep(infrastructure.bus)
  const [renew] = timers.mock.calls.find(([, milliseconds]) => milliseconds === 5000) ?? []
  const lease = () => db.systemNow.sql.selectFrom('instance').select('last_time').where('instance_id', '=', OWN).executeTakeFirstOrThrow()
  const { last_time } = await lease()
  await world.pass(600)
  renew?.()
  await eventually(async () => expect((await lease()).last_time).toBeGreaterThanOrEqual(last_time + 600))
})
