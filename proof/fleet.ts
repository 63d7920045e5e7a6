import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { residentMemory } from '../bench/child.ts'
import { withClient } from '../bench/data.ts'
import { round } from '../bench/figure.ts'
import type { Proof } from './proof.ts'
import { type Answer, quantile, startProbe } from './site/probe.ts'
import { type Site, withSite } from './site/site.ts'

/** The number of simulated members; `WEFT_PROOF_MEMBERS` sets another. */
const MEMBERS = Number(process.env['WEFT_PROOF_MEMBERS'] ?? 30_000)
/** Seconds in which configurations are applied and the first minutes arrive, before and after which memory is measured. */
const SETTLE_SECONDS = 90
/** Seconds after a kill within which 95 of 100 of the members must be back, and all. */
const BACK_P95_SECONDS = 5
const BACK_SECONDS = 60
/** Seconds after a kill in which a false alert would be sent: the lease, the sweep and the debounce. */
const ALERT_SECONDS = 90
/** The call's time from which the alert WeftSlow is raised. */
const API_P95_MS = 500
/** Kilobytes of a server for each member that it holds; with fewer than this many members other memory counts for more. */
const MEMBER_KB = 24.9
const ENOUGH_MEMBERS = 5_000

/** Kills one of three servers that hold many watched members, and follows how its members come back to the others. */
export const fleet: Proof = (say) =>
  withSite(MEMBERS, async (site) => {
    await sleep(5_000)
    const atRest = memoryOf(site)
    say(`all ${MEMBERS} members connected after ${round(await site.connectMembers())} s`)
    await sleep(SETTLE_SECONDS * 1000)
    const each = (memoryOf(site) - atRest) / MEMBERS / 1000 || 0
    say(`${round(each)} kB of the servers for each member`)
    const probe = startProbe(site.console, site.tokens)
    const before = Date.now()
    await sleep(20_000)
    const kill = await killLast(site, say)
    await probe.stop()
    const quiet = probe.answers.filter(({ at }) => at < kill.at)
    const during = probe.answers.filter(({ at }) => at >= kill.at && at <= kill.at + kill.longest * 1000)
    say(
      `network/lists: p95 ${p95(quiet)} ms in the ${round((kill.at - before) / 1000)} s before, ${p95(during)} ms of ${during.length} calls until all were back`,
    )
    return [
      {
        what: `one of three servers killed with ${kill.lost} of ${MEMBERS} members`,
        failures: [
          ...over('95 of 100 members were back after', kill.p95, BACK_P95_SECONDS, 's'),
          ...over('all members were back after', kill.longest, BACK_SECONDS, 's'),
          ...over('95 of 100 calls meanwhile took', p95(during), API_P95_MS, 'ms'),
          ...probe.answers.filter(({ status }) => status !== 200).map(({ status }) => `a call was answered with ${status}`),
          ...kill.alerts.map((title) => `a false alert: ${title}`),
        ],
      },
      {
        what: `memory of the servers for each of ${MEMBERS} members`,
        failures: MEMBERS / site.servers.length < ENOUGH_MEMBERS ? [] : over('each takes', each, MEMBER_KB, 'kB'),
      },
    ]
  })

const p95 = (answers: readonly Answer[]): number =>
  round(
    quantile(
      answers.map(({ ms }) => ms),
      0.95,
    ),
  )
const memoryOf = ({ servers }: Site): number => servers.reduce((sum, { process }) => sum + residentMemory(process.pid), 0)

const over = (what: string, measured: number, limit: number, unit: string): string[] =>
  measured <= limit ? [] : [`${what} ${round(measured)} ${unit}, and at most ${limit} are allowed`]

interface Killed {
  /** When the server was killed, in milliseconds since the epoch, and how many members it held. */
  at: number
  lost: number
  /** Seconds until half of them, 95 of 100 and all were back. */
  p50: number
  p95: number
  longest: number
  /** Titles of the alerts since then. */
  alerts: string[]
}

/** Kills the server that was started last, and waits until its members are back and any false alert would have been sent. */
const killLast = (site: Site, say: (line: string) => void): Promise<Killed> =>
  withClient(site.database, async (client) => {
    await client.query('delete from alert_watch')
    await client.query(
      `create temporary table lost as select account_id, router_name from member
       where gateway_id = (select instance_id from instance order by start_time desc limit 1)`,
    )
    const { now, lost } = (
      await client.query<{ now: Date; lost: number }>('select clock_timestamp() as now, count(*)::int as lost from lost')
    ).rows[0]!
    const at = Date.now()
    await site.servers.at(-1)!.process.kill()
    say(`killed a server with ${lost} members`)
    const times = await backAfter(client, at, lost)
    const [p50, p95_, longest] = [0.5, 0.95, 1].map((share) => quantile(times, share)) as [number, number, number]
    say(`they were back after ${round(p50)} s (p50), ${round(p95_)} s (p95), ${round(longest)} s (all ${times.length} of ${lost})`)
    await sleep(Math.max(0, at + ALERT_SECONDS * 1000 - Date.now()))
    const alerts = (await client.query<{ title: string }>('select title from alert where create_time > $1', [now])).rows.map(
      ({ title }) => title,
    )
    return { at, lost, p50, p95: p95_, longest: times.length < lost ? Infinity : longest, alerts }
  })

/** Returns the seconds after which each of the lost members was connected again, once all are, or twice the limit has passed. */
async function backAfter(client: Client, at: number, lost: number): Promise<number[]> {
  for (;;) {
    const { rows } = await client.query<{ seconds: number }>(
      `select extract(epoch from connect_time)::float8 - $1 as seconds from member join lost using (account_id, router_name)
       where online_status = 1 and connect_time > to_timestamp($1)`,
      [at / 1000],
    )
    if (rows.length === lost || Date.now() - at > 2 * BACK_SECONDS * 1000) return rows.map(({ seconds }) => seconds)
    await sleep(1_000)
  }
}
