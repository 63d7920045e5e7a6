import { answered } from './ask.ts'
import { inTemporaryFolder } from './child.ts'
import { type Owner, seedAccount, seedSessions, withClient } from './data.ts'
import { atMost, type Bench, round } from './figure.ts'
import { withServer } from './server.ts'

const LINKS = 1000
const SESSIONS = 200
const SECONDS = 6
const P95_MS = 80

/** Measures the quality of the links of a network of 1,000 links, beside a neighbour of the same size. */
export const linkList: Bench = (say) =>
  withServer(async (server) => {
    const owner = await seedAccount(server.database, 'benchowner', { members: LINKS + 1, networks: 1 })
    const neighbour = await seedAccount(server.database, 'neighbour', { members: LINKS + 1, networks: 1 })
    for (const one of [owner, neighbour]) await seedQuality(server.database, one)
    await withClient(server.database, (client) => client.query('vacuum (analyze)'))
    const tokens = await seedSessions(server.database, owner, SESSIONS)
    const account = String(owner.account_id).padStart(4, '0')
    const network = `network_number=${account}000000`
    return inTemporaryFolder(async (dir) => {
      const ask = (path: string) =>
        answered(dir, { url: server.console, path: `/api/v1/${path}`, tokens, connections: 1, seconds: SECONDS })
      const measure = async (what: string, path: string) => {
        await ask(path)
        const { p50_ms, p95_ms, per_second, refused } = await ask(path)
        say(`${what}: ${round(per_second)}/s, p50 ${round(p50_ms)}, p95 ${round(p95_ms)} ms, ${refused} refused`)
        return atMost(`${what}: p95`, P95_MS, p95_ms, 'ms')
      }
      const list = `network/link_quality?${network}&limit=24`
      const link = `network/link_quality_history?${network}&router_name=SN${account}000500&center_router_name=SN${account}000000`
      return [
        await measure(`${LINKS} links, the worst 24 with their day`, list),
        await measure(`${LINKS} links, 24 with their week, by loss, page 20`, `${list}&range=1w&order=loss&page=20`),
        await measure('one link, 12 hours', `${link}&range=12h`),
        await measure('one link, 30 days', `${link}&range=1m`),
      ]
    })
  })

/** Writes minutes of the last 12 hours, quarters of an hour of a week and hours of 30 days of every link. */
const seedQuality = (database: string, { account_id }: Owner) =>
  withClient(database, async (client) => {
    const units = [
      ['quality_minute', '1 minute', '12 hours', 60],
      ['quality_quarter', '15 minutes', '7 days', 900],
      ['quality_hour', '1 hour', '30 days', 3600],
    ] as const
    for (const [table, step, span, sent] of units)
      await client.query(
        `insert into ${table} (account_id, network_number, router_name, center_router_name, time, sent, reflected, received, rtt_min, rtt_p50, rtt_p95,
           rtt_max, jitter_out, jitter_back, longest_gap, reordered)
         select account_id, network_number, router_name, center_router_name, time, ${sent}, ${sent}, ${sent} - (random() * 1.01)::int, 18, 20 + random(), 25,
           40, 1, 2, 0, 0
         from network_link, generate_series(date_bin('${step}', now(), 'epoch') - interval '${span}', date_bin('${step}', now(), 'epoch') - interval '${step}',
           interval '${step}') time
         where account_id = $1 order by 1, 2, 3, 4, 5`,
        [account_id],
      )
    await client.query(
      `insert into quality_usual (account_id, network_number, router_name, center_router_name, rtt)
       select account_id, network_number, router_name, center_router_name, 20 from network_link where account_id = $1`,
      [account_id],
    )
  })
