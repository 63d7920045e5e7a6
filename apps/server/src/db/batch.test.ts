import { expect, test } from 'vitest'
import { type Log, silentLog } from '../kernel/log.ts'
import { createBatch } from './batch.ts'

interface More<T> {
  most?: number
  most_of_one?: number
  most_at_once?: number
  sizeOf?: (item: T) => number
  turnOf?: (item: T) => string | number
  sourceOf?: (item: T) => string
  dropped?: (item: T) => void
  refused?: (source: string, count: number) => void
  log?: Log
}
const make = <T>(write: (items: T[]) => Promise<void>, more: More<T> = {}) =>
  createBatch<T>({ name: 'test', write, delay_ms: 1, most: 100, most_of_one: 100, sourceOf: () => 'one', log: silentLog, ...more })

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

/** An entry of a device; `bad` if the database refuses it. */
interface Said {
  of: string
  n: number
  bad?: boolean
}
const ofDevice = ({ of }: Said) => of
const numbers = (from: string, count: number, more: Partial<Said> = {}): Said[] =>
  Array.from({ length: count }, (_, n) => ({ of: from, n, ...more }))
/** Returns a write that refuses every statement with a bad entry, and what it has written and how often it was called. */
function aDatabase() {
  const database = { written: [] as Said[], statements: 0, away: false, write }
  async function write(items: Said[]): Promise<void> {
    database.statements++
    if (database.away) throw Object.assign(new Error('gone'), { code: 'ECONNREFUSED' })
    if (items.some(({ bad }) => bad)) throw Object.assign(new Error('bad'), { code: '22008' })
    database.written.push(...items)
  }
  return database
}

test('a device that fills the queue loses its own oldest entries, and its neighbours lose nothing, also while the database is well', async () => {
  const database = aDatabase()
  const batch = make<Said>(database.write, { most: 20, most_of_one: 10, sourceOf: ofDevice })
  for (const entry of numbers('honest', 2)) batch.add(entry)
  for (const entry of numbers('hostile', 1000)) batch.add(entry)
  expect([batch.waiting(), batch.dropped(), batch.fullest()]).toEqual([12, 990, 10])
  await batch.flush()
  expect(database.written.filter(({ of }) => of === 'honest')).toEqual(numbers('honest', 2))
  expect(database.written.filter(({ of }) => of === 'hostile').map(({ n }) => n)).toEqual(Array.from({ length: 10 }, (_, i) => 990 + i))
  expect([batch.waiting(), batch.fullest()]).toEqual([0, 0])
})

test('many devices that fill the queue leave the others an equal part of it, while the database is away and after it', async () => {
  const database = aDatabase()
  database.away = true
  const batch = make<Said>(database.write, { most: 20, most_of_one: 10, sourceOf: ofDevice })
  for (const from of ['a', 'b', 'c']) for (const entry of numbers(from, 50)) batch.add(entry)
  await batch.flush()
  for (const entry of numbers('honest', 3)) batch.add(entry)
  await batch.flush()
  for (const from of ['a', 'b', 'c']) for (const entry of numbers(from, 50)) batch.add(entry)
  expect(batch.waiting()).toBe(20)
  database.away = false
  await batch.stop()
  expect(database.written.filter(({ of }) => of === 'honest')).toEqual(numbers('honest', 3))
})

test('a device whose entries are refused costs few statements and one line of the log, and the entries of its neighbours are kept', async () => {
  const database = aDatabase()
  const lines: unknown[] = []
  const refused: unknown[] = []
  const batch = make<Said>(database.write, {
    most: 100_000,
    most_of_one: 100_000,
    sourceOf: ofDevice,
    refused: (source, count) => void refused.push([source, count]),
    log: { ...silentLog, error: (message, facts) => void lines.push([message, facts]) },
  })
  const honest = Array.from({ length: 50 }, (_, i) => numbers(`honest ${i}`, 2)).flat()
  for (const entry of honest.slice(0, 50)) batch.add(entry)
  for (const entry of numbers('hostile', 10_000, { bad: true })) batch.add(entry)
  for (const entry of honest.slice(50)) batch.add(entry)
  await batch.flush()
  expect(database.written).toHaveLength(honest.length)
  expect(database.written).toEqual(expect.arrayContaining(honest))
  expect(database.statements).toBeLessThan(100)
  expect(lines).toEqual([['test: entries were refused', expect.objectContaining({ count: 10_000, of: 'hostile' })]])
  expect([refused, batch.dropped()]).toEqual([[['hostile', 9]], 10_000])
})

test('what was written before the database went away is not written again', async () => {
  const database = aDatabase()
  const write = async (items: Said[]) => {
    await database.write(items)
    if (items.some(({ of }) => of === 'first')) database.away = true
  }
  const batch = make<Said>(write, { sourceOf: ofDevice })
  for (const entry of [...numbers('first', 1), ...numbers('bad', 1, { bad: true }), ...numbers('last', 1)]) batch.add(entry)
  await batch.flush()
  database.away = false
  await batch.stop()
  expect(database.written.map(({ of }) => of)).toEqual(['first', 'last'])
})

test('of a device with a few bad entries among many, only those that the database refused by themselves count against it', async () => {
  const database = aDatabase()
  const refused: unknown[] = []
  const batch = make<Said>(database.write, {
    most: 10_000,
    most_of_one: 10_000,
    sourceOf: ofDevice,
    refused: (source, count) => void refused.push([source, count]),
  })
  for (const entry of numbers('one', 20, { bad: true })) batch.add(entry)
  for (const entry of numbers('one', 5000)) batch.add(entry)
  await batch.flush()
  expect(refused).toEqual([['one', 9]])
})

test('an entry that was refused before the database went away is in the log and counts', async () => {
  const database = aDatabase()
  const lines: unknown[] = []
  const refused: unknown[] = []
  const write = async (items: Said[]) => {
    if (items.length === 1 && !items[0]!.bad) database.away = true
    await database.write(items)
  }
  const batch = make<Said>(write, {
    sourceOf: ofDevice,
    refused: (source, count) => void refused.push([source, count]),
    log: { ...silentLog, error: (message, facts) => void lines.push([message, facts]) },
  })
  for (const entry of [...numbers('one', 1, { bad: true }), ...numbers('one', 1)]) batch.add(entry)
  await batch.flush()
  expect(lines).toEqual([['test: entries were refused', expect.objectContaining({ count: 1, of: 'one' })]])
  expect([refused, batch.dropped(), batch.waiting()]).toEqual([[['one', 1]], 1, 1])
  await batch.stop()
})

test('while the database is away, entries that came during a write follow those that were to be written, within the bounds', async () => {
  const database = aDatabase()
  const begun = Promise.withResolvers<void>()
  const gone = Promise.withResolvers<void>()
  const write = async (items: Said[]) => {
    begun.resolve()
    await gone.promise
    await database.write(items)
  }
  database.away = true
  const batch = make<Said>(write, { most: 6, most_of_one: 4, sourceOf: ofDevice })
  const [first, second] = [numbers('one', 3), numbers('two', 3)] as const
  for (const entry of first) batch.add(entry)
  const flushed = batch.flush()
  await begun.promise
  for (const entry of [...second, { of: 'one', n: 3 }]) batch.add(entry)
  gone.resolve()
  await flushed
  expect([batch.waiting(), batch.fullest(), batch.dropped()]).toEqual([6, 3, 1])
  database.away = false
  await batch.stop()
  expect(database.written).toEqual([...first.slice(1), ...second, { of: 'one', n: 3 }])
})

test('those that share a turn have an equal part of each write, so that nobody waits behind what another one has gathered', async () => {
  const writes: Said[][] = []
  const batch = make<Said>(
    async (items) => {
      writes.push(items)
      if (writes.length === 1) for (const entry of numbers('late', 2)) batch.add(entry)
    },
    { most: 1000, most_at_once: 10, sourceOf: ofDevice, turnOf: ({ of }) => (of.startsWith('hostile') ? 'hostile' : of) },
  )
  for (const from of ['hostile 1', 'hostile 2', 'hostile 3']) for (const entry of numbers(from, 20)) batch.add(entry)
  for (const entry of numbers('honest', 7)) batch.add(entry)
  await batch.stop()
  const countOf = (items: readonly Said[], from: string) => items.filter(({ of }) => of.startsWith(from)).length
  expect(writes.slice(0, 3).map((items) => ['hostile', 'honest', 'late'].map((from) => countOf(items, from)))).toEqual([
    [5, 5, 0],
    [6, 2, 2],
    [10, 0, 0],
  ])
  expect(writes.flat().filter(({ of }) => of === 'honest')).toEqual(numbers('honest', 7))
  expect(writes.flat()).toHaveLength(69)
})

test('of more turns than a write has room for, each has a part before one has a second', async () => {
  const writes: string[][] = []
  const batch = make<Said>(async (items) => void writes.push(items.map(ofDevice)), { most_at_once: 2, sourceOf: ofDevice })
  for (const from of ['a', 'b', 'c', 'd']) for (const entry of numbers(from, 2)) batch.add(entry)
  await batch.flush()
  expect(writes).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['a', 'b'],
    ['c', 'd'],
  ])
})

test('a write takes items until their sizes reach what it may take', async () => {
  const writes: number[][] = []
  const batch = make<number>(async (items) => void writes.push(items), { most_at_once: 10, sizeOf: (item) => item })
  for (const item of [4, 5, 6, 50, 1]) batch.add(item)
  await batch.flush()
  expect(writes).toEqual([[4, 5, 6], [50], [1]])
})

test('a flush beside another one ends only once all that waited is written', async () => {
  let written = 0
  const write = async (items: number[]) => {
    await new Promise((done) => setImmediate(done))
    written += items.length
  }
  const batch = make<number>(write, { most_at_once: 3, sizeOf: (item) => item })
  for (const item of [3, 1, 1, 1, 1, 1, 3]) batch.add(item)
  void batch.flush()
  await batch.flush()
  expect([written, batch.waiting()]).toEqual([7, 0])
})
