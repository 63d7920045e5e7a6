import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { durableRing, memoryRing, type NewEvent } from './event-ring.ts'

const event = (who: string): NewEvent => ({ type: 'link_up', network_number: '1000000000', who, vpn_ip: null, address: null, since: 1 })
const file = () => join(mkdtempSync(join(tmpdir(), 'weft-ring-')), 'events.jsonl')

describe.each([
  ['in memory', () => memoryRing(3)],
  ['on disk', () => durableRing(file(), 3)],
])('a ring %s', (_, make) => {
  test('numbers events one by one and drops acknowledged ones', () => {
    const ring = make()
    for (const who of ['a', 'b', 'c']) ring.append(event(who))
    const [first, second, third] = ring.oldest(10)
    expect([second!.seq, third!.seq]).toEqual([first!.seq + 1, first!.seq + 2])
    ring.acknowledge(second!.seq)
    expect(ring.oldest(10)).toEqual([third])
  })

  test('ignores an earlier acknowledgement', () => {
    const ring = make()
    ring.append(event('a'))
    ring.acknowledge(0)
    expect(ring.size).toBe(1)
  })

  test('loses its oldest event when it is full', () => {
    const ring = make()
    for (const who of ['a', 'b', 'c', 'd']) ring.append(event(who))
    expect(ring.oldest(10).map((one) => one.who)).toEqual(['b', 'c', 'd'])
  })
})

test('a durable ring keeps events that are not acknowledged over a restart, and its numbers continue', () => {
  const path = file()
  const before = durableRing(path, 10)
  for (const who of ['a', 'b', 'c']) before.append(event(who))
  const kept = before.oldest(10)
  before.acknowledge(kept[0]!.seq)
  const after = durableRing(path, 10)
  expect(after.oldest(10)).toEqual(kept.slice(1))
  after.append(event('d'))
  expect(after.oldest(10).at(-1)!.seq).toBe(kept[2]!.seq + 1)
})

test('the numbers of a durable ring continue after a restart when everything was acknowledged', () => {
  const path = file()
  const before = durableRing(path, 10)
  before.append(event('a'))
  const { seq } = before.oldest(1)[0]!
  before.acknowledge(seq)
  const after = durableRing(path, 10)
  after.append(event('b'))
  expect(after.oldest(1)[0]!.seq).toBeGreaterThan(seq)
})

test('a line torn by a power failure counts as never written', () => {
  const path = file()
  const before = durableRing(path, 10)
  before.append(event('a'))
  const kept = before.oldest(10)
  appendFileSync(path, '{"type":"link_up","who":"b","se')
  expect(durableRing(path, 10).oldest(10)).toEqual(kept)
})

test('a durable ring is empty after a restart when many events were acknowledged', () => {
  const path = file()
  const ring = durableRing(path, 5)
  for (let i = 0; i < 200; i++) {
    ring.append(event(`e${i}`))
    ring.acknowledge(ring.oldest(1)[0]!.seq)
  }
  expect(durableRing(path, 5).size).toBe(0)
})

test('a durable ring whose file was damaged numbers its events above those that the controller has', () => {
  const path = file()
  writeFileSync(path, '{"acknowledged":6}\n{"type":"link_up","seq":7,"who":"a"}\n{"type":"link_do')
  const ring = durableRing(path, 10)
  for (const who of ['b', 'c']) ring.append(event(who))
  ring.acknowledge(500)
  const numbered = [
    ['b', 501],
    ['c', 502],
  ]
  expect(ring.oldest(10).map(({ who, seq }) => [who, seq])).toEqual(numbered)
  const after = durableRing(path, 10)
  expect(after.oldest(10).map(({ who, seq }) => [who, seq])).toEqual(numbered)
  after.append(event('d'))
  after.acknowledge(502)
  expect(after.oldest(10).map(({ who, seq }) => [who, seq])).toEqual([['d', 503]])
})

test('a durable ring whose file was damaged loses none of the events that happened before it learns the number of the controller', () => {
  const path = file()
  writeFileSync(path, '{"acknowledged":470}\n{"type":"link_up","se')
  const ring = durableRing(path, 100)
  for (let i = 0; i < 40; i++) ring.append(event(`e${i}`))
  ring.acknowledge(500)
  const reported = ring.oldest(100)
  expect(reported.map(({ who, seq }) => [who, seq])).toEqual(Array.from({ length: 40 }, (_, i) => [`e${i}`, 501 + i]))
  ring.append(event('last'))
  ring.acknowledge(540)
  expect(ring.oldest(10).map(({ who, seq }) => [who, seq])).toEqual([['last', 541]])
})
