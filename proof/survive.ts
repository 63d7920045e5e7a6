import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { embeddedUrl } from '../apps/server/src/db/embedded/launcher.ts'
import { readPostmaster } from '../apps/server/src/db/embedded/postmaster.ts'
import { inTemporaryFolder, ROOT } from '../bench/child.ts'
import { seedAccount, seedSessions, withClient } from '../bench/data.ts'
import { type Server, serve } from '../bench/server.ts'
import { freePorts } from '../apps/server/test/free-port.ts'
import type { Finding, Proof } from './proof.ts'
import { ABSENCES, openDatabase, takeAway } from './survive/absences.ts'
import { type Journal, openJournal } from './survive/journal.ts'
import { supervision } from './survive/supervision.ts'
import { startWriters, type Writers } from './survive/writers.ts'

type Say = Parameters<Proof>[0]

/** The number of kills of each kind; `WEFT_PROOF_KILLS` sets another. */
const KILLS = Number(process.env['WEFT_PROOF_KILLS'] ?? 50)
/**
 * Milliseconds within which writes must succeed again, after a kill of the database or of the server, which starts again. At rest it takes
 * two seconds (`bench/README.md`); the limit finds a server that does not
 * recover by itself, and allows for a slow machine.
 */
const TARGET_MS = 60_000
/** Milliseconds of undisturbed writing between two kills, so that each kill interrupts writes. */
const BETWEEN_MS = 1_000
/** Sessions of each writer, because one alone may not make enough calls. */
const SESSIONS = 30

/**
 * Kills the database and the server under continuous writes, then takes the database away for longer, and compares the acknowledged
 * writes with the stored ones.
 */
export const survive: Proof = async (say) => [await kills(say), await absences(say)]

/** Proves that the server restarts its embedded database, and that the supervisor of `npm start` restarts the server. */
const kills = (say: Say): Promise<Finding> =>
  inTemporaryFolder(async (dir) => {
    const [http = 0, ops = 0, agent = 0, metrics = 0] = await freePorts(4)
    // The writers expect a restarted server at the same address.
    const ports = { WEFT_HTTP_PORT: http, WEFT_OPS_PORT: ops, WEFT_AGENT_PORT: agent, WEFT_METRICS_PORT: metrics }
    const settings = Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]))
    const server = await serve(dir, { WEFT_ENV: 'test', WEFT_CALLS_FACTOR: '1000', ...settings }, [join(ROOT, 'bin/supervise')])
    const supervised = supervision(server.process.pid)
    const { journal, writers } = await beginWriting(dir, server.database, () => server.console)
    const failures: string[] = []
    try {
      await writers.recovery()
      const database = await repeated(KILLS, async () => {
        const { pid } = (await readPostmaster(join(dir, 'postgres')))!
        process.kill(pid, 'SIGKILL')
        return writers.recovery()
      })
      say(`${KILLS} kills of the database: writes succeed again after ${figures(database)}`)
      const [first, further]: [number[], number[]] = [[], []]
      await repeated(KILLS, async () => {
        const times = (await supervised.kill()) ? further : first
        const ms = await writers.recovery()
        times.push(ms)
        return ms
      })
      say(`${first.length} kills of the server, the first within a minute: writes succeed again after ${figures(first)}`)
      say(`${further.length} kills of the server, further ones within it: writes succeed again after ${figures(further)}`)
      const database_now = (await embeddedUrl(join(dir, 'postgres')))!
      failures.push(...late([...database, ...first, ...further]))
      failures.push(...(await settle(writers, journal, { ...server, database: database_now }, say)))
    } finally {
      await writers.stop()
      const code = await server.process.stop()
      if (code !== 0) failures.push(`the supervisor was asked to end and did so with ${code}`)
    }
    return { what: `${KILLS} kills of the database and ${KILLS} of the server under writes`, failures }
  })

const absences = (say: Say): Promise<Finding> =>
  inTemporaryFolder(async (dir) => {
    const database = await openDatabase()
    const server = await serve(dir, { WEFT_ENV: 'test', WEFT_CALLS_FACTOR: '1000', DATABASE_URL: database.url })
    const { journal, writers } = await beginWriting(dir, database.url, () => server.console)
    try {
      await writers.recovery()
      const times: number[] = []
      for (const absence of ABSENCES) {
        await takeAway(database, absence)
        const ms = await writers.recovery()
        say(`database ${absence.how === 'stop' ? 'stopped' : 'frozen'} for ${absence.seconds} s: writes succeed again after ${seconds(ms)}`)
        times.push(ms)
        await ready(server)
      }
      const failures = [...late(times), ...(await settle(writers, journal, { ...server, database: database.url }, say))]
      return { what: `${ABSENCES.length} long absences of the database under writes`, failures }
    } finally {
      await writers.stop()
      await server.process.stop()
      await database.close()
    }
  })

async function beginWriting(dir: string, database: string, address: () => string): Promise<{ journal: Journal; writers: Writers }> {
  const journal = openJournal(join(dir, 'journal'))
  const people: string[][] = []
  for (const name of ['survivor1', 'survivor2', 'survivor3', 'survivor4']) {
    const owner = await seedAccount(database, name, { members: 0, networks: 0 })
    people.push(await seedSessions(database, owner, SESSIONS))
  }
  return { journal, writers: startWriters(people, address, journal) }
}

async function repeated(times: number, once: () => Promise<number>): Promise<number[]> {
  const all: number[] = []
  while (all.length < times) {
    all.push(await once())
    await sleep(BETWEEN_MS)
  }
  return all
}

/** Waits until the server is ready. */
async function ready({ metrics }: Server): Promise<void> {
  const ok = () =>
    fetch(`${metrics}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
  while (!(await ok())) await sleep(100)
}

/** Ends the writing and compares the journal with the database. @returns a line for each failure */
async function settle(writers: Writers, journal: Journal, server: Server, say: Say): Promise<string[]> {
  await ready(server)
  await writers.stop()
  const { rows } = await withClient(server.database, (client) =>
    client.query<{ title: string; count: number }>(
      `select ticket_title as title, count(*)::int as count from support_ticket where ticket_title like 's-%' group by 1`,
    ),
  )
  const failures = journal.judge(rows)
  say(`${journal.count()} acknowledged writes: ${failures.length} missing or doubled; ${writers.strange.size} kinds of strange answers`)
  return [...failures, ...[...writers.strange].map(([what, times]) => `answered ${times} times: ${what}`)]
}

const late = (times: readonly number[]): string[] => times.filter((ms) => ms > TARGET_MS).map((ms) => `too late: ${seconds(ms)}`)

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
function figures(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => seconds(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)
  return `${at(0.5)} (p50), ${at(0.95)} (p95), ${at(1)} (longest)`
}
