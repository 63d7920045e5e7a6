import { expect, it } from 'vitest'
import { together } from './together.ts'

it('items that arrive while others are done form one batch, in order, and each caller waits for its own batch', async () => {
  const pieces: (readonly string[])[] = []
  const ends: (() => void)[] = []
  const add = together<string>((items) => {
    pieces.push(items)
    return new Promise((end) => ends.push(end))
  })
  const done: string[] = []
  const added = (item: string) => add(item).then(() => done.push(item))
  const all = [added('a')]
  await Promise.resolve()
  all.push(added('b'), added('c'))
  await new Promise(setImmediate)
  expect([pieces, done]).toEqual([[['a']], []])
  ends[0]!()
  await new Promise(setImmediate)
  expect([pieces, done]).toEqual([[['a'], ['b', 'c']], ['a']])
  ends[1]!()
  await Promise.all(all)
  expect(done).toEqual(['a', 'b', 'c'])
})

it('the failure of a batch rejects its own calls and no later ones', async () => {
  let tries = 0
  const add = together<string>(async () => {
    if ((tries += 1) === 1) throw new Error('away')
  })
  const result = await Promise.allSettled([add('a'), add('b')])
  expect(result.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await add('c')
  expect(tries).toBe(2)
})
