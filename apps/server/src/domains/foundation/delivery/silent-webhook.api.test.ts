import { afterAll, beforeAll, expect, it } from 'vitest'
import { SendFailure } from '../../../adapters/send-failure.ts'
import { silentLog } from '../../../kernel/log.ts'
import { eventually } from '../../../../test/eventually.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { createDeliveryService } from './delivery.service.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Returns deliveries whose webhooks answer when the test says so, and the calls that wait for it, by account. */
function withReceivers() {
  const calls: { account_id: number; answer: () => void; stay(): void }[] = []
  const service = createDeliveryService({
    ...world.infrastructure,
    log: silentLog,
    mailer: undefined,
    texter: undefined,
    webhooks: {
      deliver(account_id) {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        calls.push({ account_id, answer: resolve, stay: () => reject(new SendFailure(false, 'webhook_timeout', '')) })
        return promise
      },
    },
  })
  const queueFor = ({ account_id }: Person) =>
    world.asSystem((db) =>
      service.queue(db, {
        to: { channel: 'webhook', target: 'hook' },
        letter: {
          template: 'alert',
          account_number: '1',
          title: '告警',
          content: { lines: [], more: 0 },
          url: 'http://localhost',
        },
        language: 'zh-CN',
        account_id,
      }),
    )
  return { service, calls, queueFor }
}
const stateOf = (delivery_id: string) =>
  world.db.systemNow.sql
    .selectFrom('delivery')
    .select(['state', 'tries', 'reason'])
    .where('delivery_id', '=', delivery_id)
    .executeTakeFirstOrThrow()

it('a webhook that never answers keeps two workers busy at most, and then none for a minute; another one is called at once', async () => {
  const { service, calls, queueFor } = withReceivers()
  const [silent, sound] = [await world.anOwner(), await world.anOwner()]
  const [first, second, third, fourth] = [await queueFor(silent), await queueFor(silent), await queueFor(silent), await queueFor(silent)]
  const callsOf = ({ account_id }: Person) => calls.filter((one) => one.account_id === account_id)

  const working = [service.work(first), service.work(second)]
  await eventually(() => expect(callsOf(silent)).toHaveLength(2))
  // These two end at once: a worker is free for others, and the delivery was not tried.
  await Promise.all([service.work(third), service.work(fourth)])
  expect(await stateOf(third)).toEqual({ state: 'queued', tries: 0, reason: null })

  const other = await queueFor(sound)
  const delivering = service.work(other)
  await eventually(() => expect(callsOf(sound)).toHaveLength(1))
  callsOf(sound)[0]!.answer()
  await delivering
  expect(await stateOf(other)).toMatchObject({ state: 'sent' })

  for (const one of callsOf(silent)) one.stay()
  await Promise.all(working)
  await world.pass(3)
  await Promise.all([service.work(third), service.work(fourth)])
  expect(callsOf(silent)).toHaveLength(2)
  expect(await stateOf(third)).toEqual({ state: 'queued', tries: 1, reason: 'webhook_timeout' })

  await world.pass(61)
  const again = service.work(third)
  await eventually(() => expect(callsOf(silent)).toHaveLength(3))
  callsOf(silent)[2]!.answer()
  await again
  expect(await stateOf(third)).toMatchObject({ state: 'sent', tries: 2 })
})
