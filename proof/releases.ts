import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../apps/server/src/db/embedded/launcher.ts'
import { freePorts } from '../apps/server/test/free-port.ts'
import { inTemporaryFolder, ROOT, run } from '../bench/child.ts'
import { withClient } from '../bench/data.ts'
import { round } from '../bench/figure.ts'
import { connectedAgents, type Server, serve } from '../bench/server.ts'
import type { Proof } from './proof.ts'
import { type Former, withFormer } from './releases/former.ts'
import { startBalancer } from './site/balancer.ts'
import { seedServices } from './site/site.ts'
import { startProbe } from './site/probe.ts'
import { openJournal } from './survive/journal.ts'
import { startWriters } from './survive/writers.ts'

/** Simulated members of each of the two releases; `WEFT_PROOF_MEMBERS` sets another number. */
const MEMBERS = Number(process.env['WEFT_PROOF_MEMBERS'] ?? 200)
/** Seconds of each of the steps; `WEFT_PROOF_SECONDS` sets another number. */
const STEP_SECONDS = Number(process.env['WEFT_PROOF_SECONDS'] ?? 30)
/** Seconds in which a false alert would be sent: the lease, the sweep and the debounce. */
const ALERT_SECONDS = 90
/** Seconds within which all members must be connected: the limit finds those that never are. */
const CONNECT_SECONDS = 240
const WRITERS = 3
const SESSIONS = 30
const SECRET = 'a secret of this proof that both of its servers have'

type Release = 'former' | 'present'
type Say = Parameters<Proof>[0]

/**
 * A server of a former commit serves members and people, the present one starts beside it and takes over, and the former one comes back: the
 * way of an upgrade and the way back. Half of the members are of the former commit.
 */
export const releases: Proof = (say) =>
  inTemporaryFolder((dir) => withFormer(dir, async (former) => [await thereAndBack(dir, former, say)]))

async function thereAndBack(dir: string, former: Former, say: Say) {
  const ends: (() => Promise<unknown>)[] = []
  const running: Partial<Record<Release, Server>> = {}
  const roots: Record<Release, string> = { former: former.root, present: ROOT }
  try {
    const database = await startEmbedded({ dir: join(dir, 'postgres') })
    ends.push(
      () => database.stop(),
      () => Promise.all(Object.values(running).map(({ process }) => process.stop())),
    )
    const ports: Record<Release, Record<string, string>> = { former: await portsOf(), present: await portsOf() }
    const begin = async (which: Release) => {
      const settings = {
        DATABASE_URL: database.url,
        WEFT_SECRET: SECRET,
        WEFT_TRUST_PROXY: '127.0.0.1',
        WEFT_ENV: 'test',
        WEFT_DRAIN_SECONDS: '4',
      }
      running[which] = await serve(join(dir, `data-${which}`), { ...settings, ...ports[which] }, [], roots[which])
    }
    const end = async (which: Release) => {
      const code = await running[which]!.process.stop()
      delete running[which]
      if (code !== 0) failures.push(`the ${which} server was asked to end and did so with ${code}`)
    }
    const failures: string[] = []

    await begin('former')
    const { seedAccount, seedCredentials, seedSessions, watchMembers } = former.data
    const people: string[][] = []
    for (let i = 0; i < WRITERS; i++)
      people.push(await seedSessions(database.url, await seedAccount(database.url, `writer${i}`, { members: 0, networks: 0 }), SESSIONS))
    const owner = await seedAccount(database.url, 'owner', { members: 2 * MEMBERS, networks: Math.ceil(MEMBERS / 25) })
    await seedServices(database.url, [owner])
    const tokens = await seedSessions(database.url, owner, SESSIONS)
    const credentials = await seedCredentials(database.url, owner)
    await withClient(database.url, (client) => watchMembers(client, [owner]))

    const balancer = await startBalancer(
      dir,
      'balancer',
      (['former', 'present'] as const).map((which) => ({
        console: `http://127.0.0.1:${ports[which]['WEFT_HTTP_PORT']}`,
        agent: `http://127.0.0.1:${ports[which]['WEFT_AGENT_PORT']}`,
      })),
    )
    ends.push(balancer.stop)
    for (const [i, which] of (['former', 'present'] as const).entries()) {
      const file = join(dir, `members-${which}.jsonl`)
      const own = credentials.slice(i * MEMBERS, (i + 1) * MEMBERS)
      await writeFile(file, own.map((one) => `${JSON.stringify({ ...one, kind: 'router' })}\n`).join(''))
      const args = ['fleet', '--server', balancer.agents, '--members', file, '--seed', String(i)]
      const crowd = run(join(roots[which], 'apps/server/bin/weft'), args, { cwd: roots[which], quiet: true })
      ends.push(() => crowd.stop())
    }
    const settled = async () => {
      const began = performance.now()
      const seconds = () => (performance.now() - began) / 1000
      const connected = async () => {
        const counts = await Promise.all(Object.values(running).map((server) => connectedAgents(server).catch(() => 0)))
        return counts.reduce((sum, count) => sum + count, 0)
      }
      while ((await connected()) < 2 * MEMBERS) {
        if (seconds() > CONNECT_SECONDS)
          throw new Error(`${await connected()} of ${2 * MEMBERS} members are connected after ${CONNECT_SECONDS} s`)
        await sleep(500)
      }
      return round(seconds())
    }
    say(`${former.name} serves alone: ${2 * MEMBERS} members, half of them of that commit, connected after ${await settled()} s`)
    await withClient(database.url, (client) => client.query('delete from alert_watch'))
    const { now } = (await withClient(database.url, (client) => client.query<{ now: Date }>('select clock_timestamp() as now'))).rows[0]!

    const journal = openJournal(join(dir, 'journal'))
    const writers = startWriters(people, () => balancer.console, journal)
    const probe = startProbe(balancer.console, tokens)
    const step = async (what: string, change: () => Promise<void>) => {
      const before = journal.count()
      await change()
      const seconds = await settled()
      await sleep(STEP_SECONDS * 1000)
      say(`${what}: all members connected ${seconds} s later; ${journal.count() - before} writes`)
    }
    try {
      await step('the former one serves alone', async () => {})
      await step('the present one starts beside it', () => begin('present'))
      await step('the former one ends', () => end('former'))
      await step('the former one starts beside the present one', () => begin('former'))
      await step('the present one ends', () => end('present'))
      await sleep(ALERT_SECONDS * 1000)
    } finally {
      await Promise.all([writers.stop(), probe.stop()])
    }
    const { rows } = await withClient(database.url, (client) =>
      client.query<{ title: string; count: number }>(
        `select ticket_title as title, count(*)::int as count from support_ticket where ticket_title like 's-%' group by 1`,
      ),
    )
    const alerts = await withClient(database.url, (client) =>
      client.query<{ title: string }>('select title from alert where create_time > $1', [now]),
    )
    const refused = probe.answers.filter(({ status }) => status === 503).length
    say(
      `${journal.count()} writes and ${probe.answers.length} reads, of which ${refused} were told to come back; ${alerts.rows.length} alerts`,
    )
    return {
      what: `${former.name} and the present commit, there and back, with ${2 * MEMBERS} members, ${journal.count()} writes and ${probe.answers.length} reads`,
      failures: [
        ...failures,
        ...journal.judge(rows),
        ...[...writers.strange].map(([what, times]) => `a write was answered ${times} times: ${what}`),
        ...probe.answers.filter(({ status }) => status !== 200 && status !== 503).map(({ status }) => `a read was answered with ${status}`),
        ...alerts.rows.map(({ title }) => `a false alert: ${title}`),
      ],
    }
  } finally {
    for (const end of ends.toReversed()) await end().catch(() => {})
  }
}

async function portsOf(): Promise<Record<string, string>> {
  const ports = await freePorts(4)
  const names = ['WEFT_HTTP_PORT', 'WEFT_OPS_PORT', 'WEFT_AGENT_PORT', 'WEFT_METRICS_PORT']
  return Object.fromEntries(names.map((name, i) => [name, String(ports[i])]))
}
