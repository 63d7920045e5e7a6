import { expect, test } from 'vitest'
import { createTally, type Tally } from './tally.ts'

/** Adds answers of a line of 10 ms each way: packet `seq` is sent at its second, and waits 2 ms at the other end, whose clock is an hour off. */
function answers(tally: Tally, ...of: readonly (readonly [seq: number, counter: number, more?: number])[]): void {
  for (const [seq, counter, more = 0] of of) {
    const sent = seq * 1000
    const arrived = sent + 3_600_000 + 10 + more
    tally.answered({ seq, counter, times: [sent, arrived, arrived + 2, sent + 22 + more] })
  }
}

test('without loss all packets are counted, and times have no part of the other end’s delay', () => {
  const tally = createTally()
  answers(tally, [0, 0], [1, 1, 4], [2, 2], [3, 3, 8])
  expect(tally.take(4000)).toEqual({
    sent: 4,
    reflected: 4,
    received: 4,
    rtt_min: 20,
    rtt_p50: 24,
    rtt_p95: 28,
    rtt_max: 28,
    jitter_out: 5.33,
    jitter_back: 0,
    longest_gap: 0,
    reordered: 0,
  })
  expect(tally.take(5000)).toBeUndefined()
})

test('the other end’s count tells on which way a packet was lost', () => {
  const tally = createTally()
  // 1 and 2 were lost on the way there; 4 was counted there and lost on the way back.
  answers(tally, [0, 0], [3, 1], [5, 3])
  expect(tally.take(6000)).toMatchObject({ sent: 6, reflected: 4, received: 3, longest_gap: 3000 })
})

test('packets that nobody was there to answer are not counted, however many they were', () => {
  const tally = createTally()
  answers(tally, [0, 0])
  tally.lost(1, 1000)
  for (let seq = 2; seq < 100_000; seq++) tally.leaveOut(seq)
  tally.restarted()
  answers(tally, [100_000, 0])
  expect(tally.take(100_001_000)).toMatchObject({ sent: 2, reflected: 2, received: 2 })
})

test('packets that are lost at the end of a minute are counted in it, as lost on the way there', () => {
  const tally = createTally()
  answers(tally, [0, 0])
  tally.lost(1, 1000)
  tally.lost(2, 2000)
  expect(tally.take(3000)).toMatchObject({ sent: 3, reflected: 1, received: 1, longest_gap: 3000 })
  // Both had arrived there: the minute after must not count more than was sent in it, nor hide what it lost itself.
  answers(tally, [3, 3], [5, 4])
  expect(tally.take(6000)).toMatchObject({ sent: 3, reflected: 2, received: 2 })
})

test('a minute in which every packet is lost has no times', () => {
  const tally = createTally()
  answers(tally, [0, 0])
  tally.take(1000)
  for (const seq of [1, 2, 3]) tally.lost(seq, seq * 1000)
  expect(tally.take(5000)).toMatchObject({ sent: 3, reflected: 0, received: 0, rtt_p50: null, jitter_out: null, longest_gap: 5000 })
})

test('packets that overtake each other are reordered, not lost', () => {
  const tally = createTally()
  answers(tally, [0, 0], [2, 1], [1, 2], [3, 3])
  expect(tally.take(4000)).toMatchObject({ sent: 4, reflected: 4, received: 4, reordered: 1, longest_gap: 0 })
})

test('a packet that comes back after it counted as lost stays lost, and counts as reordered once', () => {
  const tally = createTally()
  answers(tally, [0, 0])
  tally.lost(1, 1000)
  answers(tally, [2, 2])
  expect(tally.lostSince(1)).toBe(1000)
  answers(tally, [1, 1])
  expect(tally.lostSince(1)).toBeUndefined()
  expect(tally.take(3000)).toMatchObject({ sent: 3, reflected: 3, received: 2, reordered: 1 })
})

test('another end that counts anew, after a restart, is not taken for loss', () => {
  const tally = createTally()
  answers(tally, [0, 100], [1, 101], [2, 0], [3, 1])
  expect(tally.take(4000)).toMatchObject({ sent: 4, reflected: 4, received: 4 })
})

test('packets that nobody was there to answer are left out', () => {
  const tally = createTally()
  answers(tally, [0, 0])
  for (const seq of [1, 2, 3]) tally.leaveOut(seq)
  tally.restarted()
  expect(tally.take(4000)).toMatchObject({ sent: 1, received: 1 })
  expect(tally.take(5000)).toBeUndefined()
  answers(tally, [4, 0])
  expect(tally.take(5000)).toMatchObject({ sent: 1, reflected: 1, received: 1, longest_gap: 0 })
})

test('a new session goes on with the minute of the former one', () => {
  const tally = createTally()
  answers(tally, [0, 0], [1, 1])
  tally.lost(2, 2000)
  tally.begin()
  answers(tally, [0, 0])
  expect(tally.take(4000)).toMatchObject({ sent: 4, reflected: 3, received: 3 })
})

test('an answer of the next minute never makes more come back than were sent', () => {
  const tally = createTally()
  answers(tally, [0, 0], [2, 2])
  expect(tally.take(2500)).toMatchObject({ sent: 3, reflected: 3, received: 2 })
  answers(tally, [1, 1], [3, 3])
  expect(tally.take(4000)).toMatchObject({ sent: 1, reflected: 1, received: 1 })
})

test.each([
  ['before it arrived', [0, 500, -9e15, 20]],
  ['long after it came back', [0, -9e15, 9e15, 20]],
] as const)('a packet that claims to have left the other end %s takes at most the time that passed here', (_, times) => {
  const tally = createTally()
  answers(tally, [0, 0])
  const rtt = tally.answered({ seq: 1, counter: 1, times })
  expect(rtt).toBeGreaterThanOrEqual(0)
  expect(rtt).toBeLessThanOrEqual(20)
  expect(tally.take(2000)?.jitter_out).toBeLessThanOrEqual(600_000)
})
