import { answered } from './ask.ts'
import { inTemporaryFolder } from './child.ts'
import { type Owner, seedAccount, seedSessions, withClient } from './data.ts'
import { atMost, type Bench, round } from './figure.ts'
import { withServer } from './server.ts'

const MEMBERS = 5000
const CONNECTIONS = 4
const SESSIONS = 300
const SECONDS = 6
const P95_MS = 50
const calls = ['account/networks', 'account/traffic', 'account/changes']

/** Measures the calls of the overview: once with 5,000 members in 12 networks, and once with all of them in one. */
export const overview: Bench = (say) =>
  withServer((server) =>
    inTemporaryFolder(async (dir) => {
      const figures = []
      for (const networks of [12, 1]) {
        const owner = await seedAccount(server.database, `overview${networks}`, { members: MEMBERS, networks })
        await seedPast(server.database, owner)
        const tokens = await seedSessions(server.database, owner, SESSIONS)
        for (const path of calls) {
          const load = { url: server.console, path: `/api/v1/${path}`, tokens, connections: CONNECTIONS }
          await answered(dir, { ...load, seconds: 2 })
          const alone = await answered(dir, { ...load, connections: 1, seconds: SECONDS })
          const { p50_ms, p95_ms, per_second, refused } = await answered(dir, { ...load, seconds: SECONDS })
          say(
            `${path}, ${networks} networks: alone p50 ${round(alone.p50_ms)}, p95 ${round(alone.p95_ms)} ms; ` +
              `with ${CONNECTIONS} connections p50 ${round(p50_ms)}, p95 ${round(p95_ms)} ms, ${round(per_second)}/s`,
          )
          if (refused > 0) throw new Error(`${path} was refused ${refused} times`)
          figures.push(atMost(`${path}, ${MEMBERS} members in ${networks} networks: p95`, P95_MS, alone.p95_ms, 'ms'))
        }
      }
      return figures
    }),
  )

/** Writes a day of traffic of every network, and ten changes of each. */
const seedPast = (database: string, { account_id }: Owner): Promise<void> =>
  withClient(database, async (client) => {
    await client.query(
      `insert into network_traffic (account_id, network_number, time, down, upload)
       select $1::bigint, number, date_bin('5 minutes', now(), 'epoch') - i * interval '5 minutes', 1e9, 3e8
       from (select network_number as number from network where account_id = $1 union all select '') n, generate_series(1, 288) i`,
      [account_id],
    )
    await client.query(
      `insert into network_revision (account_id, network_number, revision, by_kind, summary, patch, create_time)
       select account_id, network_number, i, 'system', 'change ' || i, '[]', now() - (20 - i) * interval '1 hour'
       from network, generate_series(1, 10) i where account_id = $1`,
      [account_id],
    )
    await client.query('analyze')
  })
