/** The least that answers the list of networks: Fastify, a pool, and one statement over a table of what the answer says. */
import { readFileSync } from 'node:fs'
import Fastify from 'fastify'
import { Pool } from 'pg'
import { withClient } from './data.ts'

/** The columns of a network in the answer of `network/lists`, written here so that what the server reads to find them does not matter. */
const COLUMNS = {
  network_number: 'text not null',
  network_name: 'text not null',
  network_type: 'integer not null',
  member_count: 'integer not null',
  fr_name: 'text not null',
  network_status: 'integer not null',
  online_count: 'integer not null',
  revision_state: 'text not null',
  applied_count: 'integer not null',
  pending_count: 'integer not null',
  failed_count: 'integer not null',
  refused: 'jsonb not null',
  revision: 'integer not null',
  picture: 'jsonb',
  attention: 'integer not null',
  state: 'text not null',
  day: 'text',
  availability: 'double precision',
}
const columns = Object.keys(COLUMNS).join(', ')

/** A network as `network/lists` answers it. */
export type Row = Record<string, unknown>

export interface Floor {
  database: string
  connections: number
  account_id: number
  limit: number
}

/** Writes the networks of an account in their order, and as many of a neighbour, into a table of their own. */
export const seedFloor = (database: string, account_id: number, networks: readonly Row[]): Promise<void> =>
  withClient(database, async (client) => {
    const defined = Object.entries(COLUMNS).map(([name, type]) => `${name} ${type}`)
    await client.query('create schema floor')
    await client.query(
      `create table floor.network (account_id bigint, place integer, ${defined.join(', ')}, primary key (account_id, place))`,
    )
    await client.query(
      `insert into floor.network (account_id, place, ${columns})
       select account, place, ${columns} from unnest(array[$1::bigint, -$1::bigint]) account,
         rows from (jsonb_to_recordset($2) as (${defined.join(', ').replaceAll(' not null', '')})) with ordinality as networks(${columns}, place)`,
      [account_id, JSON.stringify(networks)],
    )
    await client.query('vacuum (analyze) floor.network')
  })

async function serve({ database, connections, account_id, limit }: Floor): Promise<void> {
  const pool = new Pool({ connectionString: database, max: connections })
  const app = Fastify()
  // With a name the statement is planned once for each connection, as the server's statements are.
  const statement = {
    name: 'networks',
    text: `select ${columns}, (select count(*)::integer from floor.network where account_id = $1) as count
           from floor.network where account_id = $1 order by place limit $2`,
    values: [account_id, limit],
  }
  app.get('/lists', async () => {
    const { rows } = await pool.query<Row & { count: number }>(statement)
    return { code: 200, msg: '', data: rows.map(({ count: _, ...row }) => row), count: rows[0]?.count ?? 0 }
  })
  process.once('SIGTERM', () => void app.close().then(() => pool.end()))
  console.log(`serves ${await app.listen({ host: '127.0.0.1', port: 0 })}`)
}

if (process.argv[1] === import.meta.filename) await serve(JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Floor)
