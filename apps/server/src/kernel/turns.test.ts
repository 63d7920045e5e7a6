import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('two pieces of work of one key run at once, in order, and another key is never delayed', async () => {
  const turn = createTurns(2)
  const log: string[] = []
  const opens: (() => void)[] = []
  const work = (name: string) => async () => {
    log.push(name)
    await new Promise<void>((open) => opens.push(open))
  }
  const all = [turn(1, work('a')), turn(1, work('b')), turn(1, work('c')), turn(2, work('other'))]
  await Promise.resolve()
  expect(log).toEqual(['a', 'b', 'other'])
  opens.shift()!()
  await all[0]
  await Promise.resolve()
  expect(log).toEqual(['a', 'b', 'other', 'c'])
  for (const open of opens) open()
  await Promise.all(all)
})

it('work is refused while the queue of its key is full, and accepted again once a place is free', async () => {
  const turn = createTurns(1, 2, () => new Error('full'))
  const opens: (() => void)[] = []
  const work = () => new Promise<void>((open) => opens.push(open))
  const all = [turn(1, work), turn(1, work), turn(1, work)]
  await expect(turn(1, work)).rejects.toThrow('full')
  const other = turn(2, async () => 'of another key')
  expect(await other).toBe('of another key')
  opens.shift()!()
  await all[0]
  const later = turn(1, work)
  for (let done = 0; done < 3; ) {
    const begun = opens.splice(0)
    for (const open of begun) open()
    done += begun.length
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all([...all, later])
})

it('the next work runs when the work before it fails', async () => {
  const turn = createTurns(1)
  const failing = turn(1, () => Promise.reject(new Error('no')))
  const next = turn(1, async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})
