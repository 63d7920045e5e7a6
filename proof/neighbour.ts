import { availableParallelism, loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '@weft/contract'
import { slownessNow } from '../apps/server/test/cost/slowness.ts'
import type { ServerProcess } from '../apps/server/test/server-process.ts'
import { refreshSessions, withClient } from '../bench/data.ts'
import { median } from '../bench/figure.ts'
import { type Actors, startActors } from './neighbour/actors.ts'
import { followGauges, metricsOf, valuesOf } from './neighbour/gauges.ts'
import { DEBOUNCE_SECONDS, judge, type Seen, tableOf, type Window } from './neighbour/report.ts'
import { type Account, HOSTILE, NEIGHBOUR, seedStage } from './neighbour/stage.ts'
import type { Notes } from './neighbour/watched.ts'
import type { Finding, Proof } from './proof.ts'
import { FAULTS, withServerProcess } from './server.ts'

/** Minutes for which the hostile account is at work, together; `WEFT_PROOF_MINUTES` sets another number. */
const MINUTES = Number(process.env['WEFT_PROOF_MINUTES'] ?? 10)
/** It works in this many windows, each after one without it, so that both are measured on the same machine. */
const PAIRS = 2
const MOST_REST_SECONDS = 120
/** Seconds for which the server is watched after the end. */
const AFTER_SECONDS = 60
/** The share of the processors below which a machine is at rest. */
const REST_SHARE = 0.15

/** Has one account do the worst that the product allows, and watches what another one notices of it. */
export const neighbour: Proof = async (say) => {
  const ending = new AbortController()
  const interrupt = () => ending.abort(new Error('the proof was interrupted'))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt)
  const actors: Actors[] = []
  const start = (file: string) => {
    const one = startActors(path.join(import.meta.dirname, 'neighbour', file))
    actors.push(one)
    return one
  }
  const at_rest = loadavg()[0]! < REST_SHARE * availableParallelism()
  say(at_rest ? 'the machine is at rest: times decide' : 'the machine is not at rest: times are shown and decide nothing')
  try {
    const [hostile, watched] = [start('hostile.ts'), start('watched.ts')]
    const hosts = (await Promise.all([hostile.ask('hosts'), watched.ask('hosts')])) as string[][]
    const settings = {
      WEFT_TRUST_PROXY: '127.0.0.1',
      WEFT_EGRESS_ALLOW: hosts.flat().join(','),
      WEFT_ALERT_SECONDS: String(DEBOUNCE_SECONDS),
    }
    return await withServerProcess(settings, (server, database) =>
      run({ server, database, hostile, watched, at_rest, say, signal: ending.signal }),
    )
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupt)
    await Promise.all(actors.map((one) => one.stop()))
  }
}

interface Run {
  server: ServerProcess
  database: string
  hostile: Actors
  watched: Actors
  at_rest: boolean
  say: (line: string) => void
  signal: AbortSignal
}

async function run({ server, database, hostile, watched, at_rest, say, signal }: Run): Promise<Finding[]> {
  const at = { ports: server.ports, database, pid: server.pid }
  const attacker = await seedStage(at, 'hostile', HOSTILE)
  const account = await seedStage(at, 'neighbour', NEIGHBOUR, 1)
  say(`the dearest calls of the hostile account, in processor time of the server:`)
  for (const line of (await untilInterrupted(signal, hostile.ask('meet', attacker))) as string[]) say(`  ${line}`)
  await untilInterrupted(signal, watched.ask('watch', account))
  const gauges = followGauges(at)
  try {
    const { windows, slowness } = await alternate({ database, hostile, say, signal })
    await sleep(AFTER_SECONDS * 1000, undefined, { signal })
    const notes = (await watched.ask('end')) as Notes
    const seen: Seen = { windows, notes, gauges: gauges.read, slowness, at_rest, judged: contract.account.info.path }
    for (const line of tableOf(seen)) say(line)
    const counts = (await hostile.ask('counts')) as Record<string, number>
    say(`the hostile account: ${listed(Object.entries(counts))}`)
    say(`limits of members that were met: ${listed(valuesOf(await metricsOf(at), 'weft_member_limits_total'))}`)
    return [...judge(seen), await judgeServer(server, database, account)]
  } finally {
    gauges.stop()
  }
}

const listed = (counts: readonly (readonly [string, number])[]) => counts.map(([name, count]) => `${name} ${count}`).join(', ')

/** Resolves as the promise does, but is rejected at once by an interrupt. */
function untilInterrupted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const interrupted = new Promise<never>((_, fail) => signal.addEventListener('abort', () => fail(signal.reason as Error), { once: true }))
  return Promise.race([promise, interrupted])
}

/** Lets the hostile account rest and work in turn. */
async function alternate({ database, hostile, say, signal }: Pick<Run, 'database' | 'hostile' | 'say' | 'signal'>) {
  const windows: Window[] = []
  const slownesses: number[] = []
  const work = (MINUTES * 60) / PAIRS
  for (let i = 0; i < 2 * PAIRS; i++) {
    const isHostile = i % 2 === 1
    const seconds = isHostile ? work : Math.min(work, MOST_REST_SECONDS)
    await refreshSessions(database)
    await hostile.ask(isHostile ? 'begin' : 'rest')
    say(`${seconds} s ${isHostile ? 'beside the hostile account' : 'without it'} …`)
    const from = Date.now()
    for (let passed = 0; passed < seconds; passed += 5) {
      slownesses.push(slownessNow())
      await sleep(Math.min(5, seconds - passed) * 1000, undefined, { signal })
      if (passed % 600 === 595) await refreshSessions(database)
    }
    windows.push({ hostile: isHostile, from, to: Date.now() })
  }
  await hostile.ask('rest')
  return { windows, slowness: median(slownesses) }
}

/** Judges that the server found no fault of its own, still runs, and cut off nobody but devices of the hostile account. */
async function judgeServer(server: ServerProcess, database: string, { members }: Account): Promise<Finding> {
  const output = server.output()
  const own = new Set(members)
  const cut = [...output.matchAll(/an agent was cut off.*?router_name\W+(\w+)/g)].flatMap(([, name = '']) => (own.has(name) ? [name] : []))
  const away = await withClient(database, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::int as n from member where router_name = any ($1) and online_status = 0',
      [members],
    )
    return rows[0]!.n
  })
  return {
    what: 'the server',
    failures: [
      ...(server.ended() === undefined ? [] : [`it ended with ${server.ended()}`]),
      ...(output.match(FAULTS) ?? []),
      ...cut.map((name) => `${name} was cut off`),
      // One of them may be away in its turn.
      ...(away > 1 ? [`${away} members of the neighbour are not connected at the end`] : []),
    ],
  }
}
