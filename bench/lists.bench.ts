import { Client } from 'pg'
import { connect } from '../apps/server/src/db/client.ts'
import { pageNetworks } from '../apps/server/src/domains/network/detail/network.queries.ts'
import { answered, program } from './ask.ts'
import { inTemporaryFolder } from './child.ts'
import { type Owner, seedAccount, seedSessions } from './data.ts'
import { atLeast, atMost, type Bench, median, round } from './figure.ts'
import type { Answered } from './load.ts'
import type { Peer, Statement } from './peer.ts'
import { withServer } from './server.ts'

const CONNECTIONS = 16
const ROUNDS = 3
const SECONDS = 6
const WARM_UP_SECONDS = 4
/** Enough callers that none reaches its session's rate limit. */
const SESSIONS = 600
const P95_MS = 50
const SHARE = 0.5

/** Measures the network list, as the console requests it, against a bare route with the same statements. */
export const lists: Bench = (say) =>
  withServer(async (server) => {
    const owner = await seedAccount(server.database, 'benchowner', { members: 5000, networks: 200 })
    await seedAccount(server.database, 'neighbour', { members: 5000, networks: 200 })
    const tokens = await seedSessions(server.database, owner, SESSIONS)
    const statements = await statementsOfList(server.database, owner)
    return inTemporaryFolder(async (dir) => {
      const peer = program(dir, 'peer', { database: server.database, connections: CONNECTIONS, statements } satisfies Peer)
      try {
        const [, address] = await peer.says(/serves (http\S+)/, 10)
        const ours = { url: server.console, path: '/api/v1/network/lists?page=1&limit=10', tokens }
        const bare = { url: address!, path: '/lists', tokens: tokens.slice(0, 1) }
        const ask = (what: typeof ours, seconds: number) => answered(dir, { ...what, seconds, connections: CONNECTIONS })
        await ask(ours, WARM_UP_SECONDS)
        await ask(bare, WARM_UP_SECONDS)
        const rounds: { ours: Answered; bare: Answered }[] = []
        for (let i = 0; i < ROUNDS; i++) {
          const round_ = { ours: await ask(ours, SECONDS), bare: await ask(bare, SECONDS) }
          rounds.push(round_)
          say(`round ${i + 1}: ${describe(round_.ours)}; bare ${describe(round_.bare)}`)
        }
        const refused = rounds.reduce((sum, round_) => sum + round_.ours.refused + round_.bare.refused, 0)
        const p95 = median(rounds.map((round_) => round_.ours.p95_ms))
        const share = median(rounds.map((round_) => round_.ours.per_second / round_.bare.per_second))
        return [
          atMost(`network/lists, 5,000 members, ${CONNECTIONS} connections: p95`, P95_MS, p95, 'ms'),
          atLeast('network/lists: requests per second against a bare route', SHARE, share, '×'),
          atMost('network/lists: answers other than 200', 0, refused, ''),
        ]
      } finally {
        await peer.stop()
      }
    })
  })

const describe = ({ per_second, p95_ms }: Answered) => `${Math.round(per_second)}/s, p95 ${round(p95_ms)} ms`

/** Returns the statements of the list page between the start and the end of its transaction. */
async function statementsOfList(database: string, { account_id }: Owner): Promise<Statement[]> {
  const sent: Statement[] = []
  const query = Client.prototype.query
  const watched = function (this: Client, config: Statement, ...rest: unknown[]) {
    // Only the start and the end of the transaction have no values.
    if (config.values?.length > 0) sent.push({ text: config.text, values: config.values })
    return Reflect.apply(query, this, [config, ...rest])
  }
  Client.prototype.query = watched as unknown as typeof query
  const db = connect(database, { connections: 1 })
  try {
    await db.account(account_id, 'read', (account) => pageNetworks(account, undefined, { page: 1, limit: 10, search: '' }))
  } finally {
    Client.prototype.query = query
    await db.close()
  }
  if (sent.length === 0) throw new Error('the list page sent no statement')
  return sent
}
