import { answered } from './ask.ts'
import { inTemporaryFolder, residentMemory } from './child.ts'
import { type Owner, seedAccount, seedSessions, withClient } from './data.ts'
import { atLeast, atMost, type Bench, type Figure, MEGABYTE, round, sleep } from './figure.ts'
import { type Server, withServer } from './server.ts'

/** Rows in the log; `BENCH_LOG_ROWS=200000` for a quick try. */
const ROWS = Number(process.env.BENCH_LOG_ROWS ?? 10_000_000)
const DAYS = 175
const MEMBERS = 20_000
/** Rows that the export contains. */
const EXPORTED = ROWS / 10
const CONNECTIONS = 8
const SECONDS = 6
const SESSIONS = 400
const P95_MS = 80
/** Concurrent searches of one account, while another account makes a small call. */
const SEARCHES = 60
const NEIGHBOUR_P95_MS = 80
const EXPORT_PER_SECOND = 100_000
const EXPORT_MB = 150

const day = (ago: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format(Date.now() - ago * 86_400_000)
const all = `start_time=${day(DAYS)}`

/** Measures half a year of connection logs: pages, searches, and a file with a tenth of the rows. */
export const logs: Bench = (say) =>
  withServer(async (server) => {
    const owner = await seedAccount(server.database, 'benchowner', { members: 10, networks: 1 })
    const { name, address } = await seedLog(server.database, owner, say)
    const tokens = await seedSessions(server.database, owner, SESSIONS)
    const asked: [what: string, query: string][] = [
      ['seven days', ''],
      ['seven days, page 500', 'page=500'],
      ['all days', all],
      ['a part of a name, seven days', `search=${name.slice(-4)}`],
      ['a part of a name, all days', `search=${name.slice(-4)}&${all}`],
      ['a part of every name, all days', `search=${name.slice(0, 3)}&${all}`],
      ['one member, all days', `router_name=${name}&${all}`],
      ['an address, all days', `search=${address}&${all}`],
    ]
    const pages = await inTemporaryFolder(async (dir) => {
      const figures: Figure[] = []
      for (const [what, query] of asked) {
        const load = { url: server.console, path: `/api/v1/logs/connect?${query}`, tokens, connections: CONNECTIONS, seconds: SECONDS }
        const { p50_ms, p95_ms, per_second, refused } = await answered(dir, load)
        say(`${what}: ${Math.round(per_second)}/s, p50 ${round(p50_ms)} ms, p95 ${round(p95_ms)} ms, ${refused} refused`)
        figures.push(atMost(`logs/connect of ${ROWS} rows, ${what}: p95`, P95_MS, p95_ms, 'ms'))
      }
      figures.push(await besideSearches(dir, server, tokens, `search=${name.slice(0, 3)}&${all}`, say))
      return figures
    })
    const files: Figure[] = []
    for (const format of ['csv', 'xlsx'] as const) {
      const { seconds, bytes, megabytes } = await exported(server, tokens[0]!, format)
      say(`${format} of about ${EXPORTED} rows: ${round(seconds)} s, ${round(bytes / MEGABYTE)} MB`)
      files.push(atLeast(`logs/export as ${format}: rows a second`, EXPORT_PER_SECOND, EXPORTED / seconds, ''))
      files.push(atMost(`logs/export as ${format}: memory above rest`, EXPORT_MB, megabytes, 'MB'))
    }
    return [...pages, ...files]
  })

/** Measures `account/info` of another account alone, then while `tokens` search the log as often as they are permitted. */
async function besideSearches(dir: string, server: Server, tokens: string[], query: string, say: (line: string) => void): Promise<Figure> {
  const neighbour = await seedAccount(server.database, 'benchneighbour', { members: 10, networks: 1 })
  const small = {
    url: server.console,
    path: '/api/v1/account/info',
    tokens: await seedSessions(server.database, neighbour, 10),
    connections: 1,
    seconds: SECONDS,
  }
  const alone = await answered(dir, small)
  const [beside, searches] = await Promise.all([
    answered(dir, small),
    answered(dir, { url: server.console, path: `/api/v1/logs/connect?${query}`, tokens, connections: SEARCHES, seconds: SECONDS }),
  ])
  say(`account/info alone: p50 ${round(alone.p50_ms)} ms, p95 ${round(alone.p95_ms)} ms`)
  say(`beside ${SEARCHES} searches of another account: p50 ${round(beside.p50_ms)} ms, p95 ${round(beside.p95_ms)} ms`)
  say(`the searches: ${round(searches.per_second)}/s, p95 ${round(searches.p95_ms)} ms, ${searches.refused} refused`)
  return atMost(`account/info beside ${SEARCHES} searches of another account: p95`, NEIGHBOUR_P95_MS, beside.p95_ms, 'ms')
}

/** Writes rows spread evenly over the days, the members and 10,000 addresses. @returns a member and an address among them */
const seedLog = (database: string, { account_id }: Owner, say: (line: string) => void) =>
  withClient(database, async (client) => {
    await client.query(
      `insert into member (account_id, router_name, router_type) select $1, 'LOG' || lpad(i::text, 6, '0'), 1 from generate_series(0, $2::int - 1) i`,
      [account_id, MEMBERS],
    )
    await client.query(`select weft_partitions('connect_log', current_date - $1::int, current_date + 1, 7)`, [DAYS + 1])
    const at_once = Math.min(ROWS, 1_000_000)
    for (let from = 0; from < ROWS; from += at_once) {
      await client.query(
        `insert into connect_log (account_id, router_name, remote_ip, remote_port, version, online, create_time)
         select $1::bigint, 'LOG' || lpad((i::bigint * 7919 % $2::int)::text, 6, '0'),
           '203.' || i % 100 || '.113.' || i / 100 % 100, 1024 + i % 60000, '3.2.' || i % 5, i % 2, now() - ($3::float8 * (i + 1) / $4::float8) * interval '1 day'
         from generate_series($5::int, $6::int) i`,
        [account_id, MEMBERS, DAYS, ROWS, from, from + at_once - 1],
      )
      say(`${from + at_once} rows`)
    }
    await client.query('vacuum (analyze) connect_log')
    await client.query('analyze member_text')
    return { name: 'LOG001234', address: '203.7.113.7' }
  })

/** Downloads the newest tenth of the log, and watches the server's memory. */
async function exported(server: Server, token: string, format: 'csv' | 'xlsx') {
  await sleep(3000)
  const before = residentMemory(server.process.pid)
  let most = before
  const watching = setInterval(() => (most = Math.max(most, residentMemory(server.process.pid))), 20)
  const began = performance.now()
  const answer = await fetch(`${server.console}/api/v1/logs/export?type=connect&format=${format}&start_time=${day(DAYS / 10)}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  let bytes = 0
  for await (const chunk of answer.body!) bytes += (chunk as Uint8Array).length
  const seconds = (performance.now() - began) / 1000
  clearInterval(watching)
  if (answer.status !== 200) throw new Error(`logs/export answered ${answer.status}`)
  return { seconds, bytes, megabytes: (most - before) / MEGABYTE }
}
