import { expect, it } from 'vitest'
import { createSteps } from './steps.ts'

function createWorld() {
  const warnings: string[] = []
  return { warnings, steps: createSteps({ info: () => {}, warn: (line) => void warnings.push(line) }) }
}
const fails = (why: string) => () => Promise.reject(new Error(why))

it('a step that fails keeps no other from running, whether it rejects or throws', async () => {
  const { steps, warnings } = createWorld()
  const done: string[] = []
  await steps.run('a', fails('it is gone'))
  await steps.run('b', () => {
    throw new Error('it never was')
  })
  await steps.run('c', () => void done.push('c'))
  expect(done).toEqual(['c'])
  expect(warnings).toEqual(['a: it is gone', 'b: it never was'])
})

it('each cause is logged once until the step succeeds, whatever numbers its words have', async () => {
  const { steps, warnings } = createWorld()
  for (let second = 0; second < 5; second++) await steps.run('a', fails(`no answer at 12:00:0${second}`))
  await steps.run('a', fails('it is gone'))
  await steps.run('b', fails('it is gone'))
  expect(warnings.splice(0)).toEqual(['a: no answer at 12:00:00', 'a: it is gone', 'b: it is gone'])
  await steps.run('a', () => {})
  await steps.run('a', fails('it is gone'))
  await steps.run('b', fails('it is gone'))
  expect(warnings).toEqual(['a: it is gone'])
})

it('a step that takes long runs once, others run meanwhile, and its end is waited for', async () => {
  const { steps } = createWorld()
  const seen: string[] = []
  const slow = Promise.withResolvers<void>()
  for (let second = 0; second < 3; second++) {
    void steps.run('slow', async () => {
      seen.push('slow')
      await slow.promise
    })
    await steps.run('other', () => void seen.push('other'))
  }
  expect(seen).toEqual(['slow', 'other', 'other', 'other'])
  const ended = steps.ended().then(() => void seen.push('ended'))
  slow.resolve()
  await ended
  await steps.run('slow', () => void seen.push('slow again'))
  expect(seen.slice(-2)).toEqual(['ended', 'slow again'])
})
