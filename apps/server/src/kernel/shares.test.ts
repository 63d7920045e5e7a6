import { expect, it } from 'vitest'
import { createShares } from './shares.ts'

/** Shares whose time and whose thread the test moves. */
function fixture(most_waiting = 100) {
  let [time, active] = [0, 0]
  const slowed: number[] = []
  const shares = createShares({
    most_waiting,
    full: () => new Error('full'),
    slowed: (account_id) => slowed.push(account_id),
    now: () => time,
    active: () => active,
  })
  const log: string[] = []
  const settled = () => new Promise((done) => setImmediate(done))
  return {
    shares,
    slowed,
    log,
    settled,
    /** Lets time pass, for which the thread is busy or idle. */
    pass(ms: number, busy = 0) {
      time += ms
      active += busy
    },
    /** Makes a call. @returns what ends it */
    call(account_id: number, name: string) {
      const gate = Promise.withResolvers<void>()
      const done = shares.run(account_id, async () => {
        log.push(name)
        await gate.promise
      })
      return async () => {
        gate.resolve()
        await done
        await settled()
      }
    },
  }
}

/** A fixture in which account 1 has used the thread for two seconds and account 2 calls as well. */
async function withBusy(most_waiting?: number) {
  const made = fixture(most_waiting)
  const end = made.call(1, 'dear')
  await made.settled()
  made.pass(2_000, 2_000)
  await end()
  await made.call(2, 'calm')()
  made.log.length = 0
  return made
}

it('calls of an account that has used little begin at once, up to sixteen', async () => {
  const { call, settled, log } = fixture()
  const ends = Array.from({ length: 20 }, (_, i) => call(1, `a${i}`))
  await settled()
  expect(log).toHaveLength(16)
  for (const end of ends) await end()
  expect(log).toHaveLength(20)
})

it('an account that has used much makes its calls one after another, and another account is never delayed', async () => {
  const { call, settled, log, slowed, shares } = await withBusy()
  const first = call(1, 'a')
  const second = call(1, 'b')
  await settled()
  const calm = Array.from({ length: 5 }, (_, i) => call(2, `calm ${i}`))
  await settled()
  expect(log).toEqual(['a', 'calm 0', 'calm 1', 'calm 2', 'calm 3', 'calm 4'])
  // Nothing of it begins while a calm account's call is under way.
  await first()
  expect(log).not.toContain('b')
  for (const end of calm) await end()
  expect(log.at(-1)).toBe('b')
  await second()
  expect(slowed).toEqual([1])
  expect(shares.counts()).toEqual({ waited: 1, refused: 0 })
})

it('a busy account begins a call each second, whatever is under way', async () => {
  const { call, settled, log, pass } = await withBusy()
  const first = call(1, 'a')
  const second = call(1, 'b')
  const third = call(1, 'c')
  await settled()
  pass(1_000)
  await call(2, 'calm')()
  expect(log).toEqual(['a', 'calm', 'b'])
  for (const end of [first, second, third]) await end()
  expect(log.at(-1)).toBe('c')
})

it('an account that used much is calm again after some seconds, and one that calls alone is not held back', async () => {
  const { call, settled, log, pass } = await withBusy()
  pass(4_000)
  const calm = [call(1, 'a'), call(1, 'b')]
  await settled()
  expect(log).toEqual(['a', 'b'])
  pass(6_000, 6_000)
  const alone = [call(1, 'c'), call(1, 'd')]
  await settled()
  expect(log).toEqual(['a', 'b', 'c', 'd'])
  for (const end of [...calm, ...alone]) await end()
})

it('calls beyond those that may wait are refused', async () => {
  const { call, settled, shares } = await withBusy(1)
  const ends = [call(1, 'a'), call(1, 'b')]
  await settled()
  await expect(shares.run(1, async () => {})).rejects.toThrow('full')
  for (const end of ends) await end()
  expect(shares.counts()).toEqual({ waited: 1, refused: 1 })
})

it('a call that fails gives its place to the next one', async () => {
  const { shares, call, settled, log } = await withBusy()
  const failing = shares.run(1, () => Promise.reject(new Error('no')))
  const next = call(1, 'next')
  await expect(failing).rejects.toThrow('no')
  await settled()
  expect(log).toEqual(['next'])
  await next()
})
