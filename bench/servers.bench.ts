import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../apps/server/src/db/embedded/launcher.ts'
import { readPostmaster } from '../apps/server/src/db/embedded/postmaster.ts'
import { answered } from './ask.ts'
import { inTemporaryFolder, TICKS, ticksOf } from './child.ts'
import { seedAccount, seedSessions } from './data.ts'
import { atMost, type Bench, type Figure, median, round } from './figure.ts'
import { type Server, serve } from './server.ts'

const SECRET = 'a secret of this bench that all of its servers have'
const CONNECTIONS = 12
const ROUNDS = 3
const SECONDS = 6
const SESSIONS = 600
/** Times the cost of a call at one server that it may have at three: what is more is the price of their coordination. */
const SHARE = 1.15
/**
 * Measures the processor time of a list at one server, and at three servers of one database in turn: of the server's thread, of its whole
 * process, and of PostgreSQL. On a machine with fewer cores than servers the rate of calls shows only the machine.
 */
export const servers: Bench = (say) =>
  inTemporaryFolder(async (dir) => {
    const database_dir = join(dir, 'postgres')
    const database = await startEmbedded({ dir: database_dir, settings: { max_connections: '200' } })
    const started: Server[] = []
    const start = async (settings: Record<string, string> = {}): Promise<Server> => {
      const server = await serve(join(dir, `server-${started.length}`), { DATABASE_URL: database.url, WEFT_SECRET: SECRET, ...settings })
      started.push(server)
      return server
    }
    try {
      const [one, logging] = [await start(), await start({ WEFT_ACCESS_LOG: '1' })]
      const three = [one, ...(await Promise.all([start(), start()]))]
      const owner = await seedAccount(database.url, 'benchowner', { members: 5000, networks: 200 })
      const tokens = await seedSessions(database.url, owner, SESSIONS)
      const postgres = await postgresIn(database_dir)
      const ask = (some: readonly Server[]) => costOf(dir, some, tokens, postgres)
      for (const server of started) await ask([server])
      const rounds: Record<Way, Cost>[] = []
      for (let i = 0; i < ROUNDS; i++) {
        const costs = { one: await ask([one]), three: await ask(three), logging: await ask([logging]) }
        rounds.push(costs)
        say(
          `round ${i + 1}: ${Object.entries(costs)
            .map(([way, cost]) => `${way} ${described(cost)}`)
            .join('; ')}`,
        )
      }
      const refused = rounds.flatMap((costs) => Object.values(costs)).reduce((sum, cost) => sum + cost.refused, 0)
      return [
        ...figuresOf((way, what) => median(rounds.map((costs) => costs[way][what]))),
        atMost('network/lists: answers other than 200', 0, refused, ''),
      ]
    } finally {
      for (const server of started) await server.process.stop().catch(() => {})
      await database.stop()
    }
  })

type Way = 'one' | 'three' | 'logging'

function figuresOf(middle: (way: Way, what: keyof Cost) => number): Figure[] {
  const cost = (what: string, way: Way): Figure => ({
    what,
    target: '',
    measured: `${round(middle(way, 'thread_ms'))} ms of the thread, ${round(middle(way, 'process_ms'))} ms of the process, ${round(middle(way, 'database_ms'))} ms of PostgreSQL, ${round(middle(way, 'per_second'))}/s`,
    ok: true,
  })
  const times = (what: keyof Cost) => middle('three', what) / middle('one', what)
  const whole = middle('one', 'process_ms') + middle('one', 'database_ms')
  return [
    cost('network/lists at one server', 'one'),
    cost('network/lists at three servers at the same time', 'three'),
    cost('network/lists at one server that logs each call', 'logging'),
    atMost('the thread’s time for a call at three servers against one', SHARE, times('thread_ms'), '×'),
    atMost('PostgreSQL’s time for a call at three servers against one', SHARE, times('database_ms'), '×'),
    {
      what: 'calls a second by these times: of a thread, of this machine, of PostgreSQL with four cores',
      target: '',
      measured: [1000 / middle('one', 'thread_ms'), (availableParallelism() * 1000) / whole, 4000 / middle('one', 'database_ms')]
        .map(round)
        .join(', '),
      ok: true,
    },
  ]
}

/** Milliseconds of processor time of one call, and calls a second. */
interface Cost {
  thread_ms: number
  process_ms: number
  database_ms: number
  per_second: number
  refused: number
}
const described = ({ thread_ms, database_ms, per_second }: Cost) =>
  `${round(thread_ms)} + ${round(database_ms)} ms, ${Math.round(per_second)}/s`

/** Asks these servers for the list at the same time, with as many connections together as one would have. */
async function costOf(dir: string, some: readonly Server[], tokens: string[], postgres: () => number): Promise<Cost> {
  const threads = () => some.reduce((sum, { process: { pid } }) => sum + ticksOf(`/proc/${pid}/task/${pid}/stat`), 0)
  const processes = () => some.reduce((sum, { process: { pid } }) => sum + ticksOf(`/proc/${pid}/stat`), 0)
  const before = [threads(), processes(), postgres()] as const
  const load = { path: '/api/v1/network/lists?page=1&limit=10', tokens, seconds: SECONDS, connections: CONNECTIONS / some.length }
  const answers = await Promise.all(some.map(({ console: url }) => answered(dir, { ...load, url })))
  const per_second = answers.reduce((sum, one) => sum + one.per_second, 0)
  const each = (ticks: number) => (ticks * 1000) / TICKS / (per_second * SECONDS)
  return {
    thread_ms: each(threads() - before[0]),
    process_ms: each(processes() - before[1]),
    database_ms: each(postgres() - before[2]),
    per_second,
    refused: answers.reduce((sum, one) => sum + one.refused, 0),
  }
}

/** Returns a function that returns the processor time of PostgreSQL and its connections, in clock ticks. */
async function postgresIn(database_dir: string): Promise<() => number> {
  const { pid } = (await readPostmaster(database_dir))!
  return () => {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(/\s+/)
    return [String(pid), ...children].reduce((sum, one) => sum + ticksOf(`/proc/${one}/stat`), 0)
  }
}
