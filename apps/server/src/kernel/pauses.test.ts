import { expect, it } from 'vitest'
import { createPauses } from './pauses.ts'

/** Returns how many steps of a calculation run before what waited for the thread. */
async function stepsBeforeOthers(most_ms: number): Promise<number> {
  const pause = createPauses(most_ms)
  let others = false
  setImmediate(() => {
    others = true
  })
  let steps = 0
  while (!others && steps < 10) {
    steps += 1
    await pause()
  }
  return steps
}

it('lets others run once the steps have held the thread for long enough, and not before', async () => {
  expect(await stepsBeforeOthers(0)).toBe(1)
  expect(await stepsBeforeOthers(Number.POSITIVE_INFINITY)).toBe(10)
})
