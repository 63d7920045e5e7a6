import { answered } from './ask.ts'
import { inTemporaryFolder } from './child.ts'
import { judgeSeeded, type Owner, seedAccount, seedSessions, withClient } from './data.ts'
import { atMost, type Bench, round } from './figure.ts'
import { withServer } from './server.ts'

const MEMBERS = 5000
const SESSIONS = 200
const SECONDS = 6
const P95_MS = 50
const INFO_P95_MS = 150

/** Measures what the overview, the list of members and a network's page ask first, for an account of 5,000 sites, on one connection. */
export const verdictOf: Bench = (say) =>
  withServer(async (server) => {
    const owner = await seedAccount(server.database, 'benchowner', { members: MEMBERS, networks: 5 })
    await seedAccount(server.database, 'neighbour', { members: MEMBERS, networks: 5 })
    await seedStates(server.database, owner)
    const tokens = await seedSessions(server.database, owner, SESSIONS)
    const number = `${String(owner.account_id).padStart(4, '0')}000000`
    return inTemporaryFolder(async (dir) => {
      const ask = (path: string) =>
        answered(dir, { url: server.console, path: `/api/v1/${path}`, tokens, connections: 1, seconds: SECONDS })
      const measure = async (what: string, path: string, most: number) => {
        await ask(path)
        const { p95_ms, per_second, refused } = await ask(path)
        say(`${what}: ${round(per_second)}/s, p95 ${round(p95_ms)} ms, ${refused} refused`)
        return atMost(`${what}: p95`, most, p95_ms, 'ms')
      }
      const figures = [
        await measure('account/verdict, 5,000 members, 50 lost', 'account/verdict', P95_MS),
        await measure('router/lists, 5,000 members, the worst first', 'router/lists?page=1&limit=20', P95_MS),
        await measure('router/lists, those that need attention', 'router/lists?attention=1&limit=20', P95_MS),
        await measure('network/info, 1,000 members', `network/info?network_number=${number}`, INFO_P95_MS),
      ]
      await loseCenters(server.database, owner)
      figures.push(await measure('account/verdict, all centers lost', 'account/verdict', INFO_P95_MS))
      return figures
    })
  })

/** Says of the members that are signed in since when, and loses fifty of them. */
const seedStates = (database: string, { account_id }: Owner) =>
  withClient(database, async (client) => {
    await client.query(`insert into service (account_id, service_code, quantity, start_time) values ($1, 'network_member', 10000, now())`, [
      account_id,
    ])
    await client.query(
      `update member set connect_time = now() - interval '1 day', report_time = now(), watched_since = now() - interval '9 days',
         online = 1, online_status = 1 where account_id = $1`,
      [account_id],
    )
    const lost = `(select router_name from member where account_id = $1 and right(router_name, 6)::int % 100 = 7)`
    await client.query(
      `update member set online = 0, online_status = 0, report_time = now() - interval '1 hour' where account_id = $1 and router_name in ${lost}`,
      [account_id],
    )
    await client.query(
      `update network_link set vpn_online = 0, vpn_online_since = null, vpn_offline_since = now() - interval '1 hour' where account_id = $1 and router_name in ${lost}`,
      [account_id],
    )
    await client.query(
      `insert into outage (account_id, router_name, state, cause, start_time, end_time)
       select account_id, router_name, 'down', 'connection_lost', now() - i * interval '3 hours', now() - i * interval '3 hours' + interval '5 minutes'
       from member, generate_series(1, 7) i where account_id = $1 and right(router_name, 6)::int % 50 = 3`,
      [account_id],
    )
    await judgeSeeded(database)
    await client.query('vacuum (analyze) member, member_state, network_link, outage')
  })

/** Loses every center with all branches behind it. */
const loseCenters = (database: string, { account_id }: Owner) =>
  withClient(database, async (client) => {
    await client.query(
      `update member set online = 0, online_status = (router_name not in (select router_name from network_center where account_id = $1))::int where account_id = $1`,
      [account_id],
    )
    await client.query(`update network_link set vpn_online = 0, vpn_online_since = null, vpn_offline_since = now() where account_id = $1`, [
      account_id,
    ])
    await judgeSeeded(database)
    await client.query('vacuum (analyze) member, member_state, network_link')
  })
