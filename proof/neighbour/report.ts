import { growthOf } from '../site/growth.ts'
import { quantile } from '../site/probe.ts'
import type { Finding } from '../proof.ts'
import type { Asked } from './console.ts'
import type { Gauges } from './gauges.ts'
import type { Awaited, Notes } from './watched.ts'

/** A time in which the hostile account was at work, or not. Times are milliseconds since the epoch. */
export interface Window {
  hostile: boolean
  from: number
  to: number
}

/** What was seen of one run. */
export interface Seen {
  windows: readonly Window[]
  notes: Notes
  gauges: readonly Gauges[]
  /** How many times slower than the reference the machine was, the median of some moments of the run. */
  slowness: number
  /** Whether nothing else used the machine when the run began: only then does a limit of time decide. */
  at_rest: boolean
  /** The call whose times are judged. */
  judged: string
}

/** The milliseconds that 95 of 100 calls may take on a machine at rest, and of processor time that may stand before their answers. */
const MOST_MS = 100
/** Seconds after which what happened must be known; an alert also waits for its debounce and for the pause after another one. */
const LATE_SECONDS = 10
export const DEBOUNCE_SECONDS = 1
const PAUSE_SECONDS = 5
/** Megabytes by which the server's memory may grow while the hostile account is at work, and share by which the heap may grow afterwards. */
const MOST_MEGABYTES = 768
const GROWTH_SHARE = 0.1

const inWindow = (windows: readonly Window[], hostile: boolean, at: number) =>
  windows.some((window) => window.hostile === hostile && at >= window.from && at < window.to)
const whole = (value: number) => (Number.isFinite(value) ? value.toFixed(0) : '–')

const latestOf = (what: Awaited['what']) => (LATE_SECONDS + (what === 'an alert' ? DEBOUNCE_SECONDS + PAUSE_SECONDS : 0)) * 1000

/** Returns the lines of the table of a run: a column for each window, in their order. */
export function tableOf({ windows, notes, gauges, judged }: Seen): string[] {
  const columnOf = ({ hostile, from, to }: Window) => {
    const within = <T extends { at: number }>(all: readonly T[]) => all.filter(({ at }) => at >= from && at < to)
    const asked = within(notes.answers).filter(({ path }) => path === judged)
    const p95 = (field: 'ms' | 'work') =>
      whole(
        quantile(
          asked.map((one) => one[field]),
          0.95,
        ),
      )
    const waits = (what: Awaited['what']) => {
      const heard = within(notes.awaited).flatMap((one) =>
        one.what === what && one.heard !== undefined ? [(one.heard - one.at) / 1000] : [],
      )
      return heard.length === 0 ? '–' : `${heard.length}, ${Math.max(...heard).toFixed(1)} s`
    }
    const most = (field: 'queued' | 'waiting' | 'resident') => Math.max(...within(gauges).map((one) => one[field]))
    return [
      hostile ? 'hostile' : 'quiet',
      whole(asked.length),
      `${p95('ms')} ms`,
      `${p95('work')} ms`,
      waits('an alert'),
      waits('a change at the console'),
      waits('a minute of traffic'),
      waits('an acknowledged event'),
      whole(most('queued')),
      whole(most('waiting')),
      `${whole(most('resident') / 1e6)} MB`,
    ]
  }
  const columns = windows.map(columnOf)
  const names = [
    'windows, in their order',
    `calls of ${judged}`,
    '… 95 of 100 answered within',
    '… work of the server’s thread meanwhile, p95',
    'alerts at the webhook: number, longest',
    'members lost or back, at the console',
    'minutes of traffic in the database',
    'events acknowledged',
    'most entries in the gateway’s queues',
    'most callers that waited for the database',
    'most memory of the server',
  ]
  return names.map((name, i) => `${name.padEnd(46)}${columns.map((column) => column[i]!.padStart(14)).join('')}`)
}

/** Judges a run. What depends on the speed of the machine decides only as the work of the server's thread, or on a machine at rest. */
export function judge({ windows, notes, gauges, slowness, at_rest, judged }: Seen): Finding[] {
  const { answers, awaited, disconnects } = notes
  const beside = answers.filter(({ path, at }) => path === judged && inWindow(windows, true, at))
  const p95 = (field: 'ms' | 'work') =>
    quantile(
      beside.map((one) => one[field]),
      0.95,
    )
  const work = p95('work') / slowness
  const end = Math.max(...windows.map(({ to }) => to))
  return [
    { what: 'connections of the neighbour', failures: disconnects.map(({ why }) => why) },
    {
      what: `${awaited.length} events of the neighbour`,
      failures: [
        ...countOf(awaited.filter(({ heard }) => heard === undefined).map(({ what }) => `${what} did not arrive`)),
        ...countOf(
          awaited.flatMap(({ what, at, heard }) =>
            heard !== undefined && heard - at > latestOf(what) ? [`${what} was heard after more than ${latestOf(what) / 1000} s`] : [],
          ),
        ),
        ...missing(awaited),
      ],
    },
    {
      what: `${answers.length} calls of the neighbour`,
      failures: countOf(
        answers.filter(({ status }) => status !== 200).map(({ path, status }: Asked) => `${path} was answered with ${status}`),
      ),
    },
    {
      what: `what stands before an answer of ${judged} beside the hostile account`,
      failures: [
        ...(beside.length === 0 ? ['no call was answered'] : []),
        ...(work > MOST_MS ? [`${whole(work)} ms of the server’s thread (p95), and at most ${MOST_MS} are allowed`] : []),
        ...(at_rest && p95('ms') > MOST_MS ? [`p95 ${whole(p95('ms'))} ms, and at most ${MOST_MS} are allowed on a machine at rest`] : []),
      ],
    },
    { what: 'memory and queues of the server', failures: judgeMemory(gauges, windows[0]!, end) },
  ]
}

/** Returns each line once, with how often it was there. */
const countOf = (lines: readonly string[]): string[] =>
  [...Map.groupBy(lines, (line) => line)].map(([line, { length }]) => `${line} (${length} times)`)

/** Returns a line for each kind of event of which there was none: then the run proves nothing of it. */
const missing = (awaited: readonly Awaited[]): string[] =>
  (['an alert', 'a change at the console', 'a minute of traffic', 'an acknowledged event'] as const)
    .filter((kind) => !awaited.some(({ what }) => what === kind))
    .map((kind) => `${kind} was never waited for`)

function judgeMemory(gauges: readonly Gauges[], first: Window, end: number): string[] {
  const before = gauges.filter(({ at }) => at < first.to)
  const during = gauges.filter(({ at }) => at >= first.to && at < end)
  const after = gauges.filter(({ at }) => at >= end)
  const grown = (Math.max(...during.map(({ resident }) => resident)) - Math.max(...before.map(({ resident }) => resident))) / 1e6
  // The least of some figures in a row is what is left just after a collection of garbage.
  const floors = after.map((_, i) => Math.min(...after.slice(i, i + 5).map(({ heap }) => heap))).slice(0, -4)
  const { from, by } = growthOf(floors)
  const left = after.at(-1)?.queued ?? Number.NaN
  return [
    ...(grown > MOST_MEGABYTES ? [`memory grew by ${whole(grown)} MB, and at most ${MOST_MEGABYTES} are allowed`] : []),
    ...(by > GROWTH_SHARE * from ? [`the heap grew by ${whole(by / 1e6)} of ${whole(from / 1e6)} MB after the end`] : []),
    ...(left > 0 ? [`${left} entries still wait in the queues after the end`] : []),
    ...(after.length === 0 ? ['nothing was read after the end'] : []),
  ]
}
