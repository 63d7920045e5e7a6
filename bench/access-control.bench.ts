import { answered } from './ask.ts'
import { inTemporaryFolder } from './child.ts'
import { type Owner, seedAccount, seedSessions, withClient } from './data.ts'
import { atMost, type Bench, round } from './figure.ts'
import { withServer } from './server.ts'

const ROLES = 200
const SUB_ACCOUNTS = 1000
/** Networks that a confined role designates. */
const DESIGNATED = 20
const OPERATIONS = 100_000
const CONNECTIONS = 8
const SECONDS = 6
const SESSIONS = 400
const P95_MS = 50
const CHECK_MS = 0.2

const asked: [what: string, path: string][] = [
  ['ram/lists, the first page', 'ram/lists'],
  ['ram/lists, the last page', `ram/lists?page=${SUB_ACCOUNTS / 10}`],
  ['ram/lists, a part of a nickname', `ram/lists?search=${encodeURIComponent('王')}`],
  ['ram_role/lists, the first page', 'ram_role/lists'],
  ['ram_role/lists, 100 a page', 'ram_role/lists?limit=100'],
  ['ram/log, the newest of a week', 'ram/log'],
  ['ram/log, page 500', 'ram/log?page=500'],
]

/** Measures the lists of a large customer, and the cost of checking a sub-account's role. */
export const accessControl: Bench = (say) =>
  withServer(async (server) => {
    const owner = await seedAccount(server.database, 'benchowner', { members: 1000, networks: DESIGNATED })
    const sub = await seedAccess(server.database, owner)
    const tokens = await seedSessions(server.database, owner, SESSIONS)
    const ofSub = await seedSessions(server.database, { ...owner, login_id: sub }, SESSIONS)
    return inTemporaryFolder(async (dir) => {
      const ask = async (path: string, as: string[], connections: number) => {
        const load = { url: server.console, path: `/api/v1/${path}`, tokens: as, connections, seconds: SECONDS }
        const { p50_ms, p95_ms, per_second, refused } = await answered(dir, load)
        say(`${path}: ${Math.round(per_second)}/s, p50 ${round(p50_ms)} ms, p95 ${round(p95_ms)} ms, ${refused} refused`)
        return { p50_ms, p95_ms }
      }
      const figures = []
      for (const [what, path] of asked)
        figures.push(atMost(`${what}, ${CONNECTIONS} connections: p95`, P95_MS, (await ask(path, tokens, CONNECTIONS)).p95_ms, 'ms'))
      // The answer is the same for both; only the caller differs.
      const [asOwner, asSub] = [await ask('message/lists', tokens, 1), await ask('message/lists', ofSub, 1)]
      const more = asSub.p50_ms - asOwner.p50_ms
      return [...figures, atMost(`a role with ${DESIGNATED} designated networks, over an owner's call: p50`, CHECK_MS, more, 'ms')]
    })
  })

/** Writes roles, sub-accounts and operations. @returns the login of a sub-account that is confined to designated networks */
const seedAccess = (database: string, { account_id }: Owner): Promise<number> =>
  withClient(database, async (client) => {
    await client.query(
      `insert into role (account_id, name, confined, network_edit, create_time)
       select $1, '角色 ' || i, (i % 2 = 0)::int, 1, now() - i * interval '1 hour' from generate_series(1, $2::int) i`,
      [account_id, ROLES],
    )
    await client.query(
      `insert into role_network (account_id, role_id, network_number)
       select r.account_id, r.role_id, n.network_number from role r join network n using (account_id) where r.account_id = $1 and r.confined = 1`,
      [account_id],
    )
    await client.query(
      `insert into login (account_id, ram, username, nickname, password_hash, role_id, create_time)
       select $1, 1, 'sub' || i, (array['王伟', '李娜', '张磊', '刘洋', '陈静'])[1 + i % 5] || i, 'none', r.role_id, now() - i * interval '1 minute'
       from generate_series(1, $2::int) i join (select role_id, row_number() over (order by role_id) as n from role where account_id = $1) r
         on r.n = 1 + i % $3::int`,
      [account_id, SUB_ACCOUNTS, ROLES],
    )
    // Bypasses the function that chains entries, which writes them one after another.
    await client.query(
      `insert into audit (account_id, seq, create_time, actor_kind, actor_name, address, area, action, message, detail, prev_hash, hash)
       select $1, i, now() - ($2::int - i) * interval '5 seconds', 'owner', 'benchowner', '127.0.0.1', 'member', 'note', '修改成员备注 ' || i, '{}', '', ''
       from generate_series(1, $2::int) i`,
      [account_id, OPERATIONS],
    )
    await client.query('vacuum (analyze) role, role_network, login, audit')
    const { rows } = await client.query<{ login_id: number }>(
      `select login_id::int from login join role using (account_id, role_id) where account_id = $1 and ram = 1 and confined = 1 limit 1`,
      [account_id],
    )
    return rows[0]!.login_id
  })
