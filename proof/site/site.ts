import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../../apps/server/src/db/embedded/launcher.ts'
import { type Child, inTemporaryFolder, ROOT, run } from '../../bench/child.ts'
import { type Owner, seedAccount, seedCredentials, seedSessions, watchMembers, withClient } from '../../bench/data.ts'
import { connectedAgents, type Server, serve } from '../../bench/server.ts'
import { startBalancer } from './balancer.ts'

const SERVERS = 3
/** Members of one process of simulated members and of its balancer: each holds two files for a member where the limit is 20,000. */
const MOST_IN_CROWD = 6_000
const MEMBERS_OF_ACCOUNT = 3_000
const MEMBERS_OF_NETWORK = 50
const SESSIONS = 200
/** Connections of three servers, of the jobs and of the proof itself. */
const DATABASE = { max_connections: '200', shared_buffers: '512MB', max_wal_size: '2GB' }
const SECRET = 'a secret of this proof that all of its servers have'
/** Seconds in which all members must connect, and members a second beyond that: the machine does everything itself, and may be busy. */
const CONNECT_SECONDS = 240
const SLOWEST_RATE = 50

/** Three servers on one database, with watched members of several accounts, that connect through haproxy as in deploy/three-servers. */
export interface Site {
  servers: readonly Server[]
  database: string
  /** The console's address at the balancer. */
  console: string
  owners: readonly Owner[]
  /** Tokens of signed-in sessions of the first owner. */
  tokens: readonly string[]
  /** Connects all members. @returns after how many seconds all were connected. @throws if they are not in time */
  connectMembers(): Promise<number>
  /** Returns how many members the running servers hold. */
  connected(): Promise<number>
}

/** Runs work with a site of this many members, and ends all of it afterwards. */
export const withSite = <T>(members: number, work: (site: Site) => Promise<T>): Promise<T> =>
  inTemporaryFolder(async (dir) => {
    const ends: (() => Promise<unknown>)[] = []
    try {
      const database = await startEmbedded({ dir: join(dir, 'postgres'), settings: DATABASE })
      ends.push(() => database.stop())
      const servers: Server[] = []
      for (let i = 0; i < SERVERS; i++) {
        const server = await serve(join(dir, `server-${i}`), {
          DATABASE_URL: database.url,
          WEFT_SECRET: SECRET,
          WEFT_TRUST_PROXY: '127.0.0.1',
        })
        servers.push(server)
        ends.push(() => server.process.stop())
      }
      const owners = await seedOwners(database.url, members)
      const tokens = await seedSessions(database.url, owners[0]!, SESSIONS)
      const credentials = (await Promise.all(owners.map((owner) => seedCredentials(database.url, owner)))).flat()
      await withClient(database.url, (client) => watchMembers(client, owners))
      const crowds = Array.from({ length: Math.ceil(members / MOST_IN_CROWD) }, (_, i) =>
        credentials.slice(i * MOST_IN_CROWD, (i + 1) * MOST_IN_CROWD),
      )
      const balancers: { console: string; agents: string }[] = []
      for (const [i] of crowds.entries()) {
        const balancer = await startBalancer(dir, `balancer-${i}`, servers)
        ends.push(balancer.stop)
        balancers.push(balancer)
      }
      const connected = async () => {
        const counts = await Promise.all(servers.map((server) => connectedAgents(server).catch(() => 0)))
        return counts.reduce((sum, count) => sum + count, 0)
      }
      const startCrowd = async (i: number): Promise<Child> => {
        const file = join(dir, `crowd-${i}.jsonl`)
        await writeFile(file, crowds[i]!.map((one) => `${JSON.stringify({ ...one, kind: 'router' })}\n`).join(''))
        const args = ['fleet', '--server', balancers[i]!.agents, '--members', file, '--seed', String(i)]
        const crowd = run(join(ROOT, 'apps/server/bin/weft'), args, { quiet: true })
        ends.push(() => crowd.stop())
        return crowd
      }
      return await work({
        servers,
        database: database.url,
        console: balancers[0]!.console,
        owners,
        tokens,
        connected,
        async connectMembers() {
          const began = performance.now()
          const seconds = () => (performance.now() - began) / 1000
          await Promise.all(crowds.map((_, i) => startCrowd(i)))
          while ((await connected()) < members) {
            if (seconds() > CONNECT_SECONDS + members / SLOWEST_RATE)
              throw new Error(`${await connected()} of ${members} members connected in ${seconds()} s`)
            await sleep(500)
          }
          return seconds()
        },
      })
    } finally {
      for (const end of ends.toReversed()) await end().catch(() => {})
    }
  })

async function seedOwners(database: string, members: number): Promise<Owner[]> {
  const owners: Owner[] = []
  for (let left = members; left > 0; left -= MEMBERS_OF_ACCOUNT) {
    const here = Math.min(left, MEMBERS_OF_ACCOUNT)
    const networks = Math.max(1, Math.floor(here / MEMBERS_OF_NETWORK))
    owners.push(await seedAccount(database, `owner${owners.length + 1}`, { members: here, networks }))
  }
  await seedServices(database, owners)
  return owners
}

/** Writes what these accounts have bought: without it their networks are unusable, which is alerted. */
export const seedServices = (database: string, owners: readonly Owner[]): Promise<unknown> =>
  withClient(database, (client) =>
    client.query(
      `insert into service (account_id, service_code, quantity, start_time)
       select account_id, code, 10000, now() - interval '1 day' from unnest($1::bigint[]) account_id, unnest(array['network_member', 'network_center']) code`,
      [owners.map(({ account_id }) => account_id)],
    ),
  )
