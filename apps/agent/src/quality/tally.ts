import { LONGEST_GAP, LONGEST_RTT, type TunnelFigures } from '@weft/contract/agent-protocol'

/** The figures of one tunnel since they were last taken. */
export type Figures = Omit<TunnelFigures, 'network_number' | 'who'>

/** An answer with the four times of a packet: when it was sent, arrived there, left there, and came back. */
export interface Timed {
  seq: number
  counter: number
  times: readonly [sent: number, arrived: number, left: number, back: number]
}

/** Adds up what became of a tunnel's packets. */
export interface Tally {
  /** Begins a session, whose packets are numbered from 0. The figures of the minute go on. */
  begin(): void
  /** Adds an answer, also one to a packet that counted as lost. @returns the time there and back, without the time at the other end */
  answered(answer: Timed): number
  /** Adds a packet without an answer. They are reported in the order of their numbers. @param sent when it was sent */
  lost(seq: number, sent: number): void
  /** Returns when a packet that counts as lost was sent; undefined if it is none, or has come back. */
  lostSince(seq: number): number | undefined
  /** Leaves a packet out: it was never sent, or nobody was there to answer. */
  leaveOut(seq: number): void
  /** The other end counts anew from its next answer. */
  restarted(): void
  /** Returns the figures since the last call; undefined if the end of no packet is known. */
  take(now: number): Figures | undefined
}

/** By how much the other end's count may fall from one answer to the next because packets overtook each other. */
const OVERTAKEN = 3
/** Milliseconds for which a lost packet may still come back and count as reordered. */
const LATE_MS = 120_000

/** The other end may write what it wants into its packets. */
const believed = (milliseconds: number) => Math.min(Math.max(milliseconds, 0), LONGEST_RTT)

/** Sums up by how much the delays of successive packets differ. The two ends' clocks need not agree. */
const changes = () => ({ sum: 0, count: 0 })

const fresh = () => ({ sent: 0, reflected: 0, received: 0, reordered: 0, gap: 0, rtts: [] as number[], out: changes(), back: changes() })

/**
 * Returns an empty tally. Loss in each direction follows from two counts: what was sent between two answers, and what the other end
 * counted between them. So a packet is counted once a later one is answered, or at the end of the minute if none was. In that case
 * it counts as lost on the way there.
 */
export function createTally(): Tally {
  let minute = fresh()
  /** The highest number that is counted as sent, and the highest that was answered. */
  let counted = -1
  let newest = -1
  /** The other end's count; undefined until its first answer. */
  let counter: number | undefined
  /** Packets that were counted as lost on the way there, although the other end may have counted them. */
  let supposed = 0
  let leftOut = new Set<number>()
  /** Packets without an answer, with the time at which each was sent. */
  let missing = new Map<number, number>()
  /** When a gap that goes on until the next answer began: the newest answered packet was sent then, or, before any answer, the first lost one. */
  let gapBegan: number | undefined
  /** The delays of the last packet. */
  let delays: { out: number; back: number } | undefined

  /** Counts the packets up to this number as sent. @returns how many they are */
  function countTo(seq: number): number {
    if (seq <= counted) return 0
    let added = seq - counted
    for (const one of leftOut) {
      if (one > seq) continue
      if (one > counted) added -= 1
      leftOut.delete(one)
    }
    counted = seq
    minute.sent += added
    return added
  }

  /** Passes over packets that are left out as soon as all before them are counted, so that they are not kept while nobody answers. */
  function passOver(): void {
    while (leftOut.delete(counted + 1)) counted += 1
  }

  function countReflected(now: number, sent: number): void {
    const anew = counter === undefined || now < counter - OVERTAKEN
    const grown = anew ? Math.min(now + 1, sent) : Math.max(0, now - (counter ?? 0))
    // Its clock may be another one, too.
    if (anew) delays = undefined
    counter = anew ? now : Math.max(now, counter ?? 0)
    minute.reflected += grown - Math.min(supposed, Math.max(0, grown - sent))
    if (sent > 0) supposed = 0
  }

  function closeTail(): void {
    const [last] = [...missing.keys()].slice(-1)
    if (last !== undefined) supposed += countTo(last)
  }

  return {
    begin() {
      closeTail()
      counted = newest = -1
      counter = gapBegan = undefined
      supposed = 0
      leftOut = new Set()
      missing = new Map()
    },
    answered({ seq, counter: now, times: [sent, arrived, left, back] }) {
      const isLate = missing.delete(seq)
      const isBehind = seq < newest
      if (!isBehind && !isLate) {
        if (gapBegan !== undefined && seq > newest + 1) minute.gap = Math.max(minute.gap, sent - gapBegan)
        gapBegan = sent
      }
      newest = Math.max(newest, seq)
      countReflected(now, countTo(seq))
      if (isLate || isBehind) minute.reordered += 1
      const rtt = believed(back - sent - Math.max(0, left - arrived))
      if (isLate) return rtt
      minute.received += 1
      minute.rtts.push(rtt)
      if (isBehind) return rtt
      const these = { out: arrived - sent, back: back - left }
      if (delays)
        for (const way of ['out', 'back'] as const) {
          minute[way].sum += believed(Math.abs(these[way] - delays[way]))
          minute[way].count += 1
        }
      delays = these
      return rtt
    },
    lost(seq, sent) {
      missing.set(seq, sent)
      gapBegan ??= sent
    },
    lostSince: (seq) => missing.get(seq),
    leaveOut(seq) {
      missing.delete(seq)
      if (seq > counted) leftOut.add(seq)
      passOver()
    },
    restarted() {
      for (const seq of missing.keys()) if (seq > counted) leftOut.add(seq)
      passOver()
      missing = new Map()
      counter = gapBegan = undefined
    },
    take(now) {
      closeTail()
      for (const [seq, sent] of missing) if (now - sent > LATE_MS) missing.delete(seq)
      const { sent, reflected, reordered, gap, rtts, out, back } = minute
      // The answer to a packet of the former minute may have come in this one.
      const received = Math.min(sent, minute.received)
      minute = fresh()
      if (sent === 0) return undefined
      const sorted = rtts.toSorted((a, b) => a - b)
      const open = gapBegan !== undefined && [...missing.keys()].some((seq) => seq > newest) ? now - gapBegan : 0
      return {
        sent,
        reflected: Math.max(received, Math.min(sent, reflected)),
        received,
        rtt_min: rounded(sorted[0]),
        rtt_p50: rounded(quantile(sorted, 0.5)),
        rtt_p95: rounded(quantile(sorted, 0.95)),
        rtt_max: rounded(sorted.at(-1)),
        jitter_out: rounded(mean(out)),
        jitter_back: rounded(mean(back)),
        longest_gap: received === sent ? 0 : Math.min(Math.round(Math.max(gap, open)), LONGEST_GAP),
        reordered,
      }
    },
  }
}

/** Returns the value below which this part of the values lies; undefined if there is none. */
export const quantile = (sorted: readonly number[], part: number): number | undefined =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]

const mean = ({ sum, count }: ReturnType<typeof changes>): number | undefined => (count === 0 ? undefined : sum / count)

/** Returns milliseconds with two digits; null if there is no value. */
const rounded = (milliseconds: number | undefined): number | null =>
  milliseconds === undefined ? null : Math.round(milliseconds * 100) / 100
