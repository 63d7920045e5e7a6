import type { Figures } from '../../quality/tally.ts'
import { seeded } from '../../seeded.ts'

const PACKETS = 60
/** One line in this many is bad in one of this many hours. */
const BAD_LINES = 12
const BAD_HOURS = 6

/** Returns the usual time there and back of a line, from 4 to 60 ms. */
export const usualRtt = (line: string): number => Math.round(40 + 560 * seeded(line)) / 10

/** Returns the figures of a line in one minute, the same in every run. Most lines lose a packet now and then; a few have bad hours. */
export function figuresOf(line: string, minute: number): Figures {
  const chance = (of: string) => seeded(`${line} ${of} ${minute}`)
  const isBad = seeded(`${line} bad`) * BAD_LINES < 1 && seeded(`${line} ${Math.floor(minute / 3600)}`) * BAD_HOURS < 1
  const [out, back] = isBad ? [Math.round(5 * chance('out')), Math.round(3 * chance('back'))] : [Number(chance('out') > 0.97), 0]
  const rtt = usualRtt(line) * (isBad ? 1.8 : 1) * (0.95 + 0.1 * chance('rtt'))
  const times = (factor: number) => Math.round(rtt * factor * 100) / 100
  return {
    sent: PACKETS,
    reflected: PACKETS - out,
    received: PACKETS - out - back,
    rtt_min: times(0.9),
    rtt_p50: times(1),
    rtt_p95: times(1.2 + 0.3 * chance('p95')),
    rtt_max: times(1.6 + chance('max')),
    jitter_out: times(0.05),
    jitter_back: times(0.04),
    longest_gap: out + back > 0 ? 2000 : 0,
    reordered: 0,
  }
}
