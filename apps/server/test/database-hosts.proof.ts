import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { contract } from '@weft/contract'
import { type OwnDatabase, ownDatabase } from './faults/own-database.ts'
import { type OwnServer, ownServer } from './faults/own-server.ts'
import { publish } from '../src/adapters/bus/publish.ts'
import { examine } from '../src/doctor.ts'
import { readSettings } from '../src/kernel/settings.ts'
import { serverSettings } from './run-weft.ts'
import { connect, type Db, type ReadingDb } from '../src/db/client.ts'
import { openClient } from '../src/db/hosts.ts'
import { migrate } from '../src/db/migrate.ts'
import { openPool } from '../src/db/pool.ts'
import { eventually } from './eventually.ts'

/** Nobody listens there, on any machine. */
const NOBODY = '127.0.0.1:1'

let primary: OwnDatabase
let standby: OwnDatabase
beforeAll(async () => {
  primary = await ownDatabase()
  // From its next start on. Without a command it keeps what it would archive.
  await primary.query(`alter system set archive_mode = 'on'`)
  standby = await primary.standby()
  await migrate(primary.url)
  await primary.query('create table written (id integer primary key); grant select, insert on written to weft_system')
})
afterAll(async () => {
  await standby?.close()
  await primary?.close()
})

/** Returns the address of several hosts, in this order, with the password of the two servers. */
function listed(hosts: readonly (OwnDatabase | string)[], target?: string): string {
  const { username, password, pathname } = new URL(primary.url)
  const places = hosts.map((host) => (typeof host === 'string' ? host : new URL(host.url).host))
  return `postgres://${username}:${password}@${places.join(',')}${pathname}${target === undefined ? '' : `?target_session_attrs=${target}`}`
}
const portOf = ({ url }: OwnDatabase) => Number(new URL(url).port)

describe('an address with several hosts', () => {
  it.each<[hosts: string, target: string | undefined, reached: 'primary' | 'standby']>([
    ['nobody primary', undefined, 'primary'],
    ['standby primary', undefined, 'primary'],
    ['standby primary', 'read-write', 'primary'],
    ['nobody standby primary', 'primary', 'primary'],
    ['standby primary', 'any', 'standby'],
    ['primary standby', 'any', 'primary'],
    ['primary standby', 'standby', 'standby'],
    ['primary standby', 'read-only', 'standby'],
    ['primary standby', 'prefer-standby', 'standby'],
    ['nobody primary', 'prefer-standby', 'primary'],
  ])('%s, target_session_attrs=%s, leads to the %s', async (hosts, target, reached) => {
    const places = { nobody: NOBODY, primary, standby }
    const url = listed(
      hosts.split(' ').map((name) => places[name as keyof typeof places]),
      target,
    )
    const client = await openClient(url, {})
    expect(client.port).toBe(portOf(reached === 'primary' ? primary : standby))
    await client.end()
    const pool = openPool(url, { max: 1 })
    onTestFinished(() => pool.end())
    expect((await pool.query('select pg_is_in_recovery() as standby, current_setting($1) as jit', ['jit'])).rows).toEqual([
      { standby: reached === 'standby', jit: 'off' },
    ])
  })

  it('names each host with its reason if none can be used, and does not try others with a password that one refused', async () => {
    await expect(openClient(listed([NOBODY, standby]), {})).rejects.toThrow(
      `none of the database's hosts can be used: 127.0.0.1:${portOf(standby)} is a standby; ${NOBODY} cannot be used (connect ECONNREFUSED ${NOBODY})`,
    )
    const wrong = listed([primary, standby], 'any').replace(/:\w+@/, ':wrong@')
    await expect(openClient(wrong, {})).rejects.toMatchObject({ code: '28P01' })
  })

  it('all callers of a pool share one search, and the pool stays within its size', async () => {
    const pool = openPool(listed([NOBODY, standby, primary]), { max: 3 })
    onTestFinished(() => pool.end())
    await Promise.all(Array.from({ length: 30 }, () => pool.query('select pg_sleep(0.01)')))
    expect(pool.totalCount).toBeLessThanOrEqual(3)
  })
})

describe('reads that may be some seconds old', () => {
  const limits = { most_seconds: 1, check_ms: 50 }
  const where = (db: Db, account_id = 1) =>
    db.lagging(account_id, async ({ sql: on }: ReadingDb) => {
      const { rows } = await sql<{ standby: boolean; role: string; account: string; jit: string }>`
        select pg_is_in_recovery() as standby, current_setting('role') as role, weft_account() as account, current_setting('jit') as jit`.execute(
        on,
      )
      return rows[0]
    })
  const reading = (read_url: string, connections = 2) => {
    const db = connect(primary.url, { connections, read_url, replica_limits: limits })
    onTestFinished(() => db.close())
    return db
  }
  const onStandby = (db: Db, expected: boolean) => eventually(async () => expect(await where(db)).toMatchObject({ standby: expected }))

  it('go to the standby, as the role of one account and without the right to write', async () => {
    const db = reading(standby.url)
    await onStandby(db, true)
    expect(await where(db, 7)).toEqual({ standby: true, role: 'weft_app', account: 7, jit: 'off' })
    expect(db.lag().reads.replica).toBeGreaterThan(0)
    await primary.query(
      `insert into account (account_id, account_number, sign) overriding system value values (901, '90000001', 'one'), (902, '90000002', 'two')`,
    )
    const seen = () =>
      db.lagging(901, async ({ sql: on }) => (await on.selectFrom('account').select('account_id').execute()).map((row) => row.account_id))
    await eventually(async () => expect(await seen()).toEqual([901]))
    await expect(db.lagging(901, ({ sql: on }) => sql`delete from account`.execute(on))).rejects.toThrow(/only reads tried to write/)
  })

  it('what must be current is read on the primary before them', async () => {
    const db = reading(standby.url)
    await onStandby(db, true)
    const order: unknown[] = []
    const note = async ({ sql: on }: ReadingDb) =>
      void order.push((await sql<{ standby: boolean }>`select pg_is_in_recovery() as standby`.execute(on)).rows[0]?.standby)
    await db.lagging(1, note, note)
    expect(order).toEqual([false, true])
  })

  it('go to the primary while the standby does not replay, and back once it has caught up', async () => {
    const db = reading(standby.url)
    await onStandby(db, true)
    await standby.query('select pg_wal_replay_pause()')
    try {
      await primary.query('insert into written values (-1)')
      await onStandby(db, false)
      await eventually(() => expect(db.lag().seconds).toBeGreaterThan(1))
    } finally {
      await standby.query('select pg_wal_replay_resume()')
    }
    await onStandby(db, true)
  })

  it('go to the primary while the standby hangs, and no call fails', async () => {
    const db = reading(standby.url)
    await onStandby(db, true)
    await standby.pause()
    try {
      expect(await where(db)).toMatchObject({ standby: false })
    } finally {
      standby.resume()
    }
    await onStandby(db, true)
  })

  it.each([
    ['is no standby', () => primary.url],
    ['is away', () => listed([NOBODY])],
  ])('go to the primary if the other server %s', async (_what, url) => {
    const db = reading(url())
    await eventually(async () => {
      expect(await where(db)).toMatchObject({ standby: false })
      expect(db.lag()).toMatchObject({ used: false, reads: { replica: 0 } })
    })
  })
})

describe('weft doctor', () => {
  const wrongs = async (url: string, more: Record<string, string> = {}) => {
    const settings = readSettings(serverSettings({ DATABASE_URL: url, WEFT_DATA_DIR: tmpdir(), ...more }))
    const findings = await examine(settings, { url, owner_url: url }, 300)
    const of = (about: string) =>
      findings.filter((one) => one.about === about).map(({ wrong, sentence }) => `${wrong ? 'wrong' : 'ok'}: ${sentence}`)
    return { hosts: of('hosts'), replica: of('replica'), backup: of('backup') }
  }
  const where = (database: OwnDatabase) => new URL(database.url).host

  it('says what each host is, and by how much the replica is behind', async () => {
    const found = await wrongs(listed([standby, primary]), { WEFT_READ_DATABASE_URL: standby.url })
    expect(found.hosts).toEqual([`ok: ${where(standby)} is the standby`, `ok: ${where(primary)} is the primary`])
    expect(found.replica).toEqual([expect.stringMatching(/^ok: it is at most \d+\.\d s behind$/)])
  })

  it('finds a host that does not answer, and a replica that is away, is no standby, or does not replay', async () => {
    const away = await wrongs(listed([NOBODY, primary]), { WEFT_READ_DATABASE_URL: listed([NOBODY]) })
    expect(away.hosts[0]).toMatch(/^wrong: 127\.0\.0\.1:1 cannot be used \(connect ECONNREFUSED 127\.0\.0\.1:1\): start it, or take it out/)
    expect(away.replica).toEqual([
      expect.stringMatching(/^wrong: nothing answers at 127\.0\.0\.1:1, which WEFT_READ_DATABASE_URL names; until/),
    ])
    expect((await wrongs(primary.url, { WEFT_READ_DATABASE_URL: primary.url })).replica).toEqual([
      expect.stringMatching(/^wrong: it is no standby; /),
    ])
    await standby.query('select pg_wal_replay_pause()')
    try {
      await primary.query('insert into written values (-2)')
      const { replica } = await wrongs(primary.url, { WEFT_READ_DATABASE_URL: standby.url })
      expect(replica).toEqual([expect.stringMatching(/^wrong: it is more than 0\.3 s behind; /)])
    } finally {
      await standby.query('select pg_wal_replay_resume()')
    }
  })

  it('finds a log that is not archived yet, and one that cannot be archived', async () => {
    expect((await wrongs(primary.url)).backup).toEqual([
      expect.stringMatching(/^wrong: PostgreSQL has archived nothing of its log for 15 minutes/),
    ])
    await primary.query(`alter system set archive_command = 'false'`)
    await primary.query('select pg_reload_conf()')
    await eventually(async () => {
      await primary.query('select pg_switch_wal()')
      expect((await wrongs(primary.url)).backup).toEqual([expect.stringMatching(/^wrong: PostgreSQL cannot archive its log/)])
    })
  })
})

describe('two servers on a primary with a standby', () => {
  let servers: OwnServer[]
  beforeAll(async () => {
    // What is acknowledged is on both.
    await primary.query(`alter system set synchronous_standby_names = '*'`)
    await primary.query('select pg_reload_conf()')
    const settings = { WEFT_SECRET: 'one secret of both servers'.repeat(2), WEFT_READ_DATABASE_URL: standby.url }
    servers = [await ownServer(listed([standby, primary]), settings), await ownServer(listed([standby, primary]), settings)]
  })
  afterAll(() => Promise.all((servers ?? []).map((server) => server.close())))

  const ready = (state: object) =>
    Promise.all(servers.map((server) => eventually(async () => expect(await server.ready('metrics')).toEqual(state))))
  const allReady = () => ready([200, { server: 'ok', database: 'ok', jobs: 'ok', bus: 'ok' }])

  it('read logs and charts on the standby, also the chart of a member that it does not have yet', async () => {
    const [server] = servers as [OwnServer]
    const figure = async (name: string) => {
      const metrics = await (await fetch(`${server.running.addresses.metrics}/metrics`)).text()
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1])
    }
    await eventually(async () => expect(await figure('weft_replica_used')).toBe(1))
    const before = await figure('weft_reads_on_replica_total')
    const { account_id } = server.owner
    await standby.query('select pg_wal_replay_pause()')
    try {
      await primary.query(`insert into member (account_id, router_name, router_type, note) values (${account_id}, 'SN77000002', 1, '')`)
      expect(await server.call(contract.traffic.history, { router_name: 'SN77000002', interface: 'wan' })).toMatchObject({
        code: 200,
        data: [],
      })
      expect(await server.call(contract.logs.connect, { page: '1', limit: '10' })).toMatchObject({ code: 200 })
      expect(await server.call(contract.traffic.history, { router_name: 'SN77000009', interface: 'wan' })).toMatchObject({ code: 204 })
    } finally {
      await standby.query('select pg_wal_replay_resume()')
    }
    expect(await figure('weft_reads_on_replica_total')).toBe(before + 2)
    expect(await figure('weft_replica_lag_seconds')).toBeLessThanOrEqual(10)
  })

  it('receive each other’s events again after their LISTEN connections alone were cut', async () => {
    await allReady()
    const [one, other] = servers.map(({ running }) => running.infrastructure) as [
      OwnServer['running']['infrastructure'],
      OwnServer['running']['infrastructure'],
    ]
    await primary.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'weft bus'`)
    const received: number[] = []
    onTestFinished(other.bus.subscribe((event) => void (event.type === 'rights' && received.push(event.account_id))))
    await eventually(async () => {
      await one.db.system(async (system) => publish(system, { type: 'rights', account_id: 4321 }))
      expect(received).toContain(4321)
    })
    await allReady()
    expect(await primary.query(`select count(*)::int from pg_stat_activity where application_name = 'weft bus'`)).toEqual([{ count: 2 }])
  })

  it('lose nothing that was acknowledged when the primary hangs, and when it dies and the standby takes over', async () => {
    let next = 0
    let over = false
    const acknowledged: number[] = []
    const clients = servers.flatMap(({ running }) =>
      Array.from({ length: 4 }, async () => {
        while (!over) {
          const id = next++
          await running.infrastructure.db
            .system((system) => sql`insert into written values (${id})`.execute(system.sql))
            .then(() => acknowledged.push(id))
            .catch(() => new Promise((later) => setTimeout(later, 10)))
        }
      }),
    )
    const more = async () => {
      const before = acknowledged.length
      await eventually(() => expect(acknowledged.length).toBeGreaterThan(before + 20))
    }
    await more()
    await primary.pause()
    await ready([503, { server: 'ok', database: 'down', jobs: expect.any(String), bus: expect.any(String) }])
    primary.resume()
    await allReady()
    await more()
    await primary.kill()
    await ready([503, { server: 'ok', database: 'down', jobs: 'down', bus: 'down' }])
    expect((await servers[0]!.call(contract.account.info)).status).toBe(503)
    await standby.query(`alter system set synchronous_standby_names = ''`)
    await standby.query('select pg_promote(true)')
    await allReady()
    await more()
    over = true
    await Promise.all(clients)
    const kept = new Set((await standby.query('select id from written')).map((row) => row['id']))
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([])
  })
})
