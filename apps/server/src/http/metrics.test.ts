import { expect, it, onTestFinished } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { silentLog } from '../kernel/log.ts'
import { createListener } from './listener.ts'
import { createMetrics } from './metrics.ts'

it('what holds the event loop is measured: as a histogram of how late a timer came', async () => {
  const app = await createListener({ log: silentLog, trustProxy: undefined, secure: false, access_log: false })
  onTestFinished(() => app.close())
  const metrics = createMetrics()
  metrics.serve(app)
  const read = async () => {
    const { body } = await app.inject('/metrics')
    const value = (name: string) =>
      Number(
        body
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')[1],
      )
    return { all: value('weft_event_loop_seconds_count'), short: value('weft_event_loop_seconds_bucket{le="0.25"}') }
  }
  // The timer is due at least once before the loop is held.
  await eventually(async () => expect((await read()).all).toBeGreaterThan(0))
  const before = await read()
  // Nothing else of this thread runs meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400)
  await eventually(async () => {
    const after = await read()
    expect(after.all - after.short).toBeGreaterThan(before.all - before.short)
  })
})
