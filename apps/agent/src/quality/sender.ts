import { createSocket } from 'node:dgram'
import { steadyNow } from './clock.ts'
import { answerOf, questionOf, STAMP_PORT } from './stamp.ts'
import { quantile, type Tally } from './tally.ts'

const PACE_MS = 1000
/** How often a tunnel is measured, and when a packet counts as lost. */
export interface Timing {
  /** Milliseconds between packets, and while the tunnel is suspected. */
  pace: number
  suspected: number
  lostAfter: (usual: number | undefined) => number
}
/**
 * Milliseconds for which a tunnel is suspected after a lost packet or a slow one, and until it may be suspected again: the more often a
 * thousand branches ask a center that is busy, the longer it stays so.
 */
const SUSPECTED_MS = 20_000
const AGAIN_MS = 60_000
/** A packet is slow from twice the usual time and this many milliseconds. */
const SLOW_MS = 30
/** A packet is lost after three times the usual time there and back, at least after this; the longer time holds until that is known. */
const LOST_MS = 600
const LOST_UNKNOWN_MS = 2000
/** How many times there and back make up the usual one: ten minutes, one a second. */
const USUAL_COUNT = 600

/** Returns after how many milliseconds a packet counts as lost. @param usual the usual time there and back, once it is known */
export const lostAfter = (usual: number | undefined): number => (usual === undefined ? LOST_UNKNOWN_MS : Math.max(LOST_MS, 3 * usual))

export const TIMING: Timing = { pace: PACE_MS, suspected: 100, lostAfter }

/** Returns whether a time there and back is a reason to look closer. */
export const isSlow = (rtt: number, usual: number | undefined): boolean => usual !== undefined && rtt > 2 * usual + SLOW_MS

/**
 * Returns when the next packet is due, by a schedule that does not drift: whole intervals after its origin. Those that were missed are
 * left out.
 * @param due when the last packet was due: a timer may call a little early
 */
export const nextDue = (origin: number, interval: number, due: number, now: number): number =>
  origin + (Math.floor((Math.max(due, now) - origin) / interval + 1e-3) + 1) * interval

/** Finds the usual time there and back: the median of one a second over ten minutes. */
export interface Usual {
  add(rtt: number, now: number): void
  readonly value: number | undefined
}
export function createUsual(): Usual {
  const kept: number[] = []
  let next = 0
  let last = -Infinity
  let value: number | undefined
  return {
    add(rtt, now) {
      // A suspected tunnel is measured ten times as often, and would soon be taken for the usual one.
      if (now - last < PACE_MS * 0.9) return
      last = now
      kept[next] = rtt
      next = (next + 1) % USUAL_COUNT
      value = quantile(
        kept.toSorted((a, b) => a - b),
        0.5,
      )
    },
    get value() {
      return value
    },
  }
}

export interface SenderOptions {
  /** The tunnel's own address, and the address that answers. */
  local: string
  remote: string
  tally: Tally
  usual: Usual
  /** A number from 0 to 1: at which part of a second it sends, so that thousands do not send at once. */
  phase: number
  ssid: number
  port?: number
  timing?: Timing
  now?: () => number
}

/** Measures one tunnel until it is stopped. */
export interface Sender {
  /** True if it could not begin, as when its address does not exist yet. */
  readonly failed: boolean
  stop(): void
}

/** Sends a packet a second, ten while the tunnel is suspected, and tallies what becomes of each. */
export function createSender({
  local,
  remote,
  tally,
  usual,
  phase,
  ssid,
  port = STAMP_PORT,
  timing = TIMING,
  now = steadyNow,
}: SenderOptions): Sender {
  /** Packets whose end is not known, in the order in which they were sent, with their times. */
  const open = new Map<number, number>()
  const origin = now() + phase * timing.pace
  let seq = 0
  let due = origin
  let suspectedSince = -Infinity
  /** False from when the other end said that nobody answers there until somebody does. */
  let answering = true
  let begun = false
  let failed = false
  let stopped = false
  let sending: NodeJS.Timeout | undefined
  let waiting: NodeJS.Timeout | undefined

  const socket = createSocket('udp4')
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (!begun) failed = true
    else if (error.code === 'ECONNREFUSED') nobodyAnswers()
  })
  socket.on('message', heard)
  tally.begin()
  // A socket that is connected hears of no other address, and hears that nobody listens there.
  socket.bind(0, local, () => {
    if (stopped) return
    socket.connect(port, remote, (error?: Error) => {
      if (error) failed = true
      if (error || stopped) return
      begun = true
      arm()
    })
  })

  function arm(): void {
    clearTimeout(sending)
    sending = setTimeout(send, Math.max(0, due - now()))
  }

  const interval = (at: number) => (at < suspectedSince + SUSPECTED_MS ? timing.suspected : timing.pace)

  function send(): void {
    const at = now()
    const number = seq++
    open.set(number, at)
    socket.send(questionOf({ seq: number, ssid, time: at }), (error: NodeJS.ErrnoException | null) => {
      if (!error || stopped) return
      open.delete(number)
      tally.leaveOut(number)
      if (error.code === 'ECONNREFUSED') nobodyAnswers()
    })
    if (open.size === 1) wait()
    due = nextDue(origin, interval(at), due, at)
    arm()
  }

  function suspect(): void {
    const at = now()
    if (at < suspectedSince + AGAIN_MS) return
    suspectedSince = at
    due = nextDue(origin, timing.suspected, at, at)
    arm()
  }

  function heard(packet: Buffer): void {
    const back = now()
    const answer = answerOf(packet)
    if (stopped || !answer || answer.ssid !== ssid || answer.seq >= seq) return
    answering = true
    const sent = open.get(answer.seq) ?? tally.lostSince(answer.seq)
    if (sent === undefined) return
    open.delete(answer.seq)
    const rtt = tally.answered({ seq: answer.seq, counter: answer.counter, times: [sent, answer.received, answer.time, back] })
    if (isSlow(rtt, usual.value)) suspect()
    usual.add(rtt, back)
  }

  /** Looks for lost packets when the oldest open one is due. */
  function wait(): void {
    clearTimeout(waiting)
    const [oldest] = open.values()
    if (oldest === undefined) return
    // Answers that came while the program was busy are read before a packet is given up: timers come first.
    waiting = setTimeout(() => setImmediate(giveUp), Math.max(0, oldest + timing.lostAfter(usual.value) - now()))
  }

  function giveUp(): void {
    if (stopped) return
    const at = now()
    const limit = timing.lostAfter(usual.value)
    for (const [number, sent] of open) {
      if (at - sent < limit) break
      open.delete(number)
      if (answering) {
        tally.lost(number, sent)
        suspect()
      } else tally.leaveOut(number)
    }
    wait()
  }

  /** Leaves out what has no answer yet: the other end's agent is away or does not measure, which says nothing about the tunnel. */
  function nobodyAnswers(): void {
    answering = false
    for (const number of open.keys()) tally.leaveOut(number)
    open.clear()
    tally.restarted()
    suspectedSince = -Infinity
  }

  return {
    get failed() {
      return failed
    },
    stop() {
      stopped = true
      clearTimeout(sending)
      clearTimeout(waiting)
      socket.close()
    },
  }
}
