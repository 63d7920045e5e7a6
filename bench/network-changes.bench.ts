import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Client } from 'pg'
import { answered } from './ask.ts'
import { inTemporaryFolder, ROOT, run } from './child.ts'
import { seedAccount, seedCredentials, seedSessions, withClient } from './data.ts'
import { atMost, type Bench, median, round, sleep } from './figure.ts'
import { connectedAgents, type Server, withServer } from './server.ts'

const BRANCHES = 1000
const CENTERS = 2
/** Branches that are added by one call, and how often that call only checks them. */
const ADDED = 200
const CHECKS = 5
const SESSIONS = 300
const CONNECTIONS = 4
const SECONDS = 6
const CHANGES = 15
const PARALLEL = 50
const CONNECT_SECONDS = 120

/** Measures a network of two centers and a thousand branches: its page's calls, its changes, and how soon its members run them. */
export const networkChanges: Bench = (say) =>
  withServer((server) =>
    inTemporaryFolder(async (dir) => {
      const owner = await seedAccount(server.database, 'benchowner', { members: BRANCHES + CENTERS + ADDED, networks: 1 })
      const tokens = await seedSessions(server.database, owner, SESSIONS)
      const credentials = await seedCredentials(server.database, owner)
      const names = credentials.map((one) => one.router_name)
      await withClient(server.database, (client) => sell(client, owner.account_id))
      const post = caller(server, tokens)

      const began = performance.now()
      const created = await post('network/create', {
        network_name: 'bench',
        center: names.slice(0, CENTERS),
        point: names.slice(CENTERS, CENTERS + BRANCHES),
      })
      const createSeconds = (performance.now() - began) / 1000
      const network_number = (created.data as { network_number: string }).network_number

      const ask = async (path: string) => {
        const load = { url: server.console, path: `/api/v1/${path}`, tokens, connections: CONNECTIONS, seconds: SECONDS }
        const reply = await answered(dir, load)
        const body = await (await fetch(load.url + load.path, { headers: { authorization: `Bearer ${tokens[0]}` } })).text()
        return { ...reply, kilobytes: gzipSync(body).length / 1000, data: (JSON.parse(body) as { data: unknown }).data }
      }
      const first = await ask(`network/status?network_number=${network_number}`)
      await sleep(25_000)
      const { time } = (await ask(`network/status?network_number=${network_number}`)).data as { time: number }
      const later = await ask(`network/status?network_number=${network_number}&since=${time}`)
      const info = await ask(`network/info?network_number=${network_number}`)
      say(`status in full: p95 ${round(first.p95_ms)} ms, ${round(first.kilobytes)} kB; info: ${round(info.kilobytes)} kB`)

      const raised = () =>
        withClient(server.database, async (client) => {
          const { rows } = await client.query<{ n: number }>('select sum(config_revision)::int as n from member where account_id = $1', [
            owner.account_id,
          ])
          return rows[0]!.n
        })
      const before = await raised()
      const times: number[] = []
      for (let i = 0; i < CHANGES; i++) {
        const start = performance.now()
        const prefix = [{ ip: `172.16.${i}.0`, mask: 24 }]
        const { code } = await post('network/edit_prefix', { network_number, router_name: names[CENTERS + i], prefix })
        if (code !== 200) throw new Error(`edit_prefix answered ${code}`)
        times.push(performance.now() - start)
      }
      const reconfigured = ((await raised()) - before) / CHANGES

      const { revision } = (await ask(`network/info?network_number=${network_number}`)).data as { revision: number }
      const edits = (match: boolean) =>
        Promise.all(
          Array.from({ length: PARALLEL }, (_, i) =>
            post('network/dns', { network_number, dns: [`10.9.${match ? 1 : 2}.${i + 1}`] }, match ? { 'if-match': String(revision) } : {}),
          ),
        )
      const stale = (await edits(true)).filter(({ code }) => code === 409).length
      const lost = (await edits(false)).filter(({ code }) => code !== 200).length

      const rows = names
        .slice(-ADDED)
        .map((router_name, i) => ({ router_name, note: `新店 ${i}`, prefix: [`10.200.${i}.0/24`], center: [] }))
      const timeOf = async (check: 0 | 1) => {
        const start = performance.now()
        const { code } = await post('network/add_branches', { network_number, rows, check })
        if (code !== 200) throw new Error(`add_branches answered ${code}`)
        return performance.now() - start
      }
      const checks: number[] = []
      for (let i = 0; i < CHECKS; i++) checks.push(await timeOf(1))
      const added = await timeOf(0)

      const acknowledged = await acknowledgedAfter(server, dir, credentials, owner.account_id, () =>
        post('network/ciphers', { network_number, ncp_ciphers: 'sm' }),
      )
      return [
        atMost('network/create, 1,000 branches', 2, createSeconds, 's'),
        atMost('network/info, 1,000 branches: p95', 150, info.p95_ms, 'ms'),
        atMost('network/status with since: p95', 40, later.p95_ms, 'ms'),
        atMost('network/status with since, gzip', 30, later.kilobytes, 'kB'),
        atMost('network/status in full, gzip', 30, first.kilobytes, 'kB'),
        atMost('network/edit_prefix of one branch: median', 250, median(times), 'ms'),
        atMost(`network/add_branches of ${ADDED}, only checked: median`, 300, median(checks), 'ms'),
        atMost(`network/add_branches of ${ADDED}`, 300, added, 'ms'),
        atMost('members whose configuration one prefix changes', CENTERS + 1, reconfigured, ''),
        atMost(`of ${PARALLEL} parallel edits of one revision: not refused beyond the first`, 0, PARALLEL - 1 - stale, ''),
        atMost(`of ${PARALLEL} parallel edits: lost`, 0, lost, ''),
        atMost('a change of every member: saved until 95 of 100 run it', 1, acknowledged, 's'),
      ]
    }),
  )

async function sell(client: Client, account_id: number): Promise<void> {
  await client.query('delete from network where account_id = $1', [account_id])
  await client.query('update member set online = 0, online_status = 0, config_revision = 0, applied_revision = 0 where account_id = $1', [
    account_id,
  ])
  await client.query(
    `insert into service (account_id, service_code, quantity, start_time)
     values ($1, 'network_member', 5000, now() - interval '1 day'), ($1, 'network_center', 2, now() - interval '1 day')`,
    [account_id],
  )
}

/** Returns a function for calls one after another, each with another session, so that none reaches its rate limit. */
function caller({ console: url }: Server, tokens: readonly string[]) {
  let turn = 0
  return async (path: string, input: unknown, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[turn++ % tokens.length]}`, ...headers },
      body: JSON.stringify(input),
    })
    return (await answer.json()) as { code: number; data: unknown }
  }
}

/** Returns the seconds from saving a change until 95 of 100 members have acknowledged that they run it. */
async function acknowledgedAfter(
  server: Server,
  dir: string,
  credentials: readonly { router_name: string; credential: string }[],
  account_id: number,
  change: () => Promise<unknown>,
): Promise<number> {
  const file = join(dir, 'fleet.jsonl')
  await writeFile(file, credentials.map((one) => `${JSON.stringify({ ...one, kind: 'router' })}\n`).join(''))
  const fleet = run(join(ROOT, 'apps/server/bin/weft'), ['fleet', '--server', server.agent, '--members', file])
  try {
    return await withClient(server.database, async (client) => {
      const behind = async () => {
        const { rows } = await client.query<{ n: number }>(
          'select count(*)::int as n from member where account_id = $1 and applied_revision < config_revision',
          [account_id],
        )
        return rows[0]!.n
      }
      const settled = performance.now()
      while ((await connectedAgents(server)) < credentials.length || (await behind()) > 0) {
        if (performance.now() - settled > CONNECT_SECONDS * 1000) throw new Error(`${await behind()} members are behind before the change`)
        await sleep(250)
      }
      await change()
      const saved = performance.now()
      while ((await behind()) > credentials.length * 0.05) await sleep(10)
      return (performance.now() - saved) / 1000
    })
  } finally {
    await fleet.stop()
  }
}
