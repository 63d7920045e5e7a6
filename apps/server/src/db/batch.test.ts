import { expect, test } from 'vitest'
import { silentLog } from '../kernel/log.ts'
import { createBatch } from './batch.ts'

const make = <T>(write: (items: T[]) => Promise<void>, more: { most?: number; dropped?: (item: T) => void } = {}) =>
  createBatch<T>({ name: 'test', write, delay_ms: 1, most: 100, log: silentLog, ...more })

test('items that come together are written together, in order', async () => {
  const writes: number[][] = []
  const batch = make<number>(async (items) => void writes.push(items))
  for (const item of [1, 2, 3]) batch.add(item)
  await batch.flush()
  expect(writes).toEqual([[1, 2, 3]])
})

test('an item that the database refuses is dropped alone', async () => {
  const written: number[] = []
  const dropped: number[] = []
  const write = async (items: number[]) => {
    if (items.includes(5)) throw Object.assign(new Error('bad'), { code: '22P05' })
    written.push(...items)
  }
  const batch = make<number>(write, { dropped: (item) => void dropped.push(item) })
  for (let i = 0; i < 10; i++) batch.add(i)
  await batch.flush()
  expect([written, dropped]).toEqual([[0, 1, 2, 3, 4, 6, 7, 8, 9], [5]])
})

test('no item is lost while the database is away, up to the limit', async () => {
  let away = true
  const written: number[] = []
  const dropped: number[] = []
  const write = async (items: number[]) => {
    if (away) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    written.push(...items)
  }
  const batch = make<number>(write, { most: 3, dropped: (item) => void dropped.push(item) })
  for (let i = 0; i < 5; i++) batch.add(i)
  await batch.flush()
  expect([batch.waiting(), dropped]).toEqual([3, [0, 1]])
  away = false
  await batch.stop()
  expect(written).toEqual([2, 3, 4])
})
