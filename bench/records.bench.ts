import { answered } from './ask.ts'
import { inTemporaryFolder } from './child.ts'
import { type Owner, seedAccount, seedSessions, withClient } from './data.ts'
import { atMost, type Bench, type Figure, round } from './figure.ts'
import { withServer } from './server.ts'

/** Rows of each table in the measured account, and in each of its neighbours; `BENCH_RECORD_ROWS=30000` for a quick try. */
const ROWS = Number(process.env.BENCH_RECORD_ROWS ?? 300_000)
const NEIGHBOURS = 2
/** Days over which the rows are spread. */
const DAYS = 80
const MEMBERS = 5000
const SESSIONS = 200
const SECONDS = 2
const P95_MS = 80
/** For texts that hardly any row has, which are looked for in all rows of the account. */
const RARE_P95_MS = 300

type Query = Record<string, string>
type Case = [path: string, query: Query]
const casesOf = (path: string, queries: readonly Query[]): Case[] => queries.map((query) => [path, query])

/** Measures every filter of the logs, of the operation log and of the incidents, alone and as the console combines them. */
export const records: Bench = (say) =>
  withServer(async (server) => {
    const owner = await seedAccount(server.database, 'benchowner', { members: MEMBERS, networks: 20 })
    await seedRecords(server.database, owner, ROWS)
    for (let i = 0; i < NEIGHBOURS; i++) {
      const neighbour = await seedAccount(server.database, `neighbour${i}`, { members: MEMBERS, networks: 20 })
      await seedRecords(server.database, neighbour, ROWS / 3)
    }
    await withClient(server.database, (client) => client.query('vacuum (analyze)'))
    const tokens = await seedSessions(server.database, owner, SESSIONS)
    const account = String(owner.account_id).padStart(4, '0')
    const [network_number, router_name] = [`${account}000003`, `SN${account}000123`]
    const start_time = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format(
      Date.now() - (DAYS - 5) * 86_400_000,
    )
    const address = '203.7.113.7'
    const session = (mode: string, more: Query): Case => ['logs/online', { mode, start_time, ...more }]
    const cases: Case[] = [
      ...casesOf('logs/connect', [
        { range: '24h' },
        { start_time },
        { start_time, page: '400' },
        { start_time, router_name },
        { start_time, network_number },
        { start_time, online: '0' },
        { start_time, search: '000123' },
        { start_time, search: address },
        { start_time, network_number, online: '1', search: 'branch' },
        { start_time, network_number, search: RARE },
      ]),
      ...['p2p', 'pop'].flatMap((mode) => [
        session(mode, {}),
        session(mode, { page: '400' }),
        session(mode, { router_name }),
        session(mode, { network_number }),
        session(mode, { search: '000123' }),
        session(mode, { search: '10.128.7.3' }),
        session(mode, { network_number, search: 'branch' }),
      ]),
      ['logs/software_login', { start_time, page: '400' }],
      ['logs/software_login', { start_time, search: address }],
      ...casesOf('ram/log', [
        {},
        { page: '400' },
        { start_time },
        { area: 'account' },
        { area: 'directory' },
        { area: 'network', start_time },
        { search: '组网' },
        { search: RARE },
        { area: 'network', search: RARE, start_time },
      ]),
      ...casesOf('monitor/incidents', [
        {},
        { page: '400' },
        { state: 'open' },
        { state: 'closed' },
        { state: 'unacknowledged' },
        { kind: 'config_failed' },
        { kind: 'router_online' },
        { range: '24h' },
        { start_time },
        { router_name },
        { search: '000123' },
        { search: '上海' },
        { search: 'SN' },
        { search: RARE },
        { kind: 'router_offline', state: 'open' },
        { kind: 'config_failed', state: 'unacknowledged' },
        { router_name, kind: 'pop_connect', start_time },
        { state: 'closed', search: '000123', start_time },
      ]),
      ['monitor/deliveries', {}],
      ['monitor/deliveries', { channel: 'email', state: 'failed' }],
    ]
    return inTemporaryFolder(async (dir) => {
      const figures: Figure[] = []
      for (const [path, query] of cases) {
        const { p50_ms, p95_ms, refused } = await answered(dir, {
          url: server.console,
          path: `/api/v1/${path}?${new URLSearchParams(query)}`,
          tokens,
          connections: 1,
          seconds: SECONDS,
        })
        const what = `${path} ${Object.entries(query)
          .filter(([name]) => name !== 'start_time' || Object.keys(query).length === 1)
          .map(([name, value]) => `${name}=${value}`)
          .join(' ')}`.trim()
        say(`${what}: p50 ${round(p50_ms)} ms, p95 ${round(p95_ms)} ms, ${refused} refused`)
        figures.push(atMost(`${what}: p95`, query['search'] === RARE ? RARE_P95_MS : P95_MS, p95_ms, 'ms'))
      }
      return figures
    })
  })

/** A text that no row has. */
const RARE = '无此名称'

/** Writes as many rows of each log, operations, incidents and deliveries, spread evenly over the days, the members and the networks. */
const seedRecords = (database: string, { account_id }: Owner, rows: number) =>
  withClient(database, async (client) => {
    for (const table of ['connect_log', 'tunnel_session', 'software_login_log', 'audit'])
      await client.query(`select weft_partitions($1, current_date - ${DAYS + 1}, current_date + 1, 7)`, [table])
    const at = `now() - i * interval '1 second' * (${DAYS} * 86400.0 / ${rows})`
    const member = `'SN' || lpad($1::bigint::text, 4, '0') || lpad((i * 7919::bigint % ${MEMBERS})::text, 6, '0')`
    const network = `lpad($1::bigint::text, 4, '0') || lpad((i % 20)::text, 6, '0')`
    const from = `from generate_series(1, ${rows}) i`
    const statements = [
      `insert into connect_log (account_id, router_name, remote_ip, remote_port, version, online, create_time)
        select $1, ${member}, '203.' || i % 100 || '.113.' || i / 100 % 100, 1024 + i % 60000, '3.2', i % 2, ${at} ${from}`,
      `insert into tunnel_session (account_id, network_number, router_name, link_router_name, mode, orig, vpn_ip, start_time, end_time)
        select $1, ${network}, ${member}, case when i % 3 = 0 then 'pop-' || i % 5 else 'SN' || ${network} end, case when i % 3 = 0 then 'pop' else 'p2p' end,
          '203.' || i % 100 || '.113.' || i / 100 % 100 || ':' || i % 60000, '10.128.' || i % 250 || '.' || i / 250 % 250, ${at}, ${at} + interval '10 minutes' ${from}`,
      `insert into software_login_log (account_id, router_name, ip, os, version, create_time)
        select $1, 'user' || i % 3000 || '@x' || $1::bigint, '203.' || i % 100 || '.113.' || i / 100 % 100, 'iOS', '1', ${at} ${from}`,
      // The chain of hashes is not read here.
      `insert into audit (account_id, seq, create_time, actor_kind, actor_id, actor_name, address, area, action, message, detail, prev_hash, hash)
        select $1, 1000000 + ${rows} - i, ${at}, 'owner', 1, 'benchowner', '203.0.113.' || i % 200, (array['network', 'member', 'account'])[1 + i % 3],
          'edit', '修改了组网 network ' || i % 20 || ' 的成员 ' || ${member}, '{}', '', '' ${from}`,
      `insert into incident (account_id, kind, subject_key, subject, router_name, open_time, close_time, ack_time, ack_name)
        select $1, (array['router_offline', 'pop_connect', 'config_failed'])[1 + i % 3], 'k' || i, case when i % 3 = 1 then 'POP ' || (array['上海', '北京', '广州', '成都'])[1 + i % 4] else '' end,
          ${member}, ${at}, ${at} + interval '1 minute', case when i % 2 = 0 then now() end, case when i % 2 = 0 then 'benchowner' end ${from}`,
      'analyze incident',
      `insert into incident_branch (account_id, incident_id, router_name, lost_time, back_time)
        select account_id, incident_id, 'SN' || lpad($1::bigint::text, 4, '0') || lpad(((incident_id * 13 + b) % ${MEMBERS})::text, 6, '0'), open_time, close_time
        from incident, generate_series(1, 20) b where account_id = $1 and kind = 'router_offline' and incident_id % 20 = 0`,
      `insert into alert (account_id, alert_id, title, content, create_time)
        select $1, gen_random_uuid(), 'x', '{"lines":[],"more":0}', ${at} from generate_series(1, ${rows / 10}) i`,
      `insert into delivery (delivery_id, account_id, channel, template, language, masked_target, state, next_time, create_time, alert_id)
        select gen_random_uuid(), account_id, (array['portal', 'mail', 'webhook'])[n], 'alert', 'zh-CN', 'x', case n when 3 then 'failed' else 'sent' end,
          create_time, create_time, alert_id from alert, generate_series(1, 3) n where account_id = $1`,
      `insert into incident_alert (account_id, incident_id, alert_id)
        select $1, i.incident_id, a.alert_id from (select incident_id, row_number() over (order by open_time) as n from incident where account_id = $1) i
          join (select alert_id, row_number() over (order by create_time) as n from alert where account_id = $1) a on a.n = i.n / 10`,
    ]
    for (const statement of statements) await client.query(statement, statement.includes('$1') ? [account_id] : [])
  })
