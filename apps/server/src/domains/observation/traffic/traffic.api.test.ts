import { contract, type TrafficHistoryPoint, type TrafficRange } from '@weft/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditSystem } from '../../foundation/audit/audit.service.ts'
import { brokenAuditRows } from '../../foundation/audit/audit.queries.ts'
import { partsStatement } from './traffic.queries.ts'
import { rollUp } from './roll-up.service.ts'
import { keepTraffic } from './keep.queries.ts'
import { dropPartitions, makePartitions } from '../../../jobs/partitions.queries.ts'
import { fromUnix } from '../../../kernel/clock.ts'
import { hardware } from '../../../../test/network-fixtures.ts'
import { eventually } from '../../../../test/eventually.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let keeper: Client
let owner: Person
let name: string
beforeAll(async () => {
  world = await createWorld()
  keeper = new Client({ connectionString: world.url })
  await keeper.connect()
})
afterAll(async () => {
  await keeper.end()
  await world.close()
})
beforeEach(async () => {
  owner = await world.anOwner()
  ;[name] = (await hardware(world, owner, 1)) as [string]
  await keeper.query(`update member set create_time = now() - interval '10 years' where account_id = $1`, [owner.account_id])
})

const HOUR = 3600
const DAY = 86_400
const now = () => Math.floor(Date.now() / 1000)
const begun = (step: number, time = now()) => time - (time % step)
const thisHour = () => begun(HOUR)
const thisMinute = () => begun(60)
const minutes = (from: number, count: number, down: number) =>
  keepTraffic(
    world.db.systemNow,
    Array.from({ length: count }, (_, i) => ({
      account_id: owner.account_id,
      router_name: name,
      interface: 'wan',
      time: from + i * 60,
      down,
      upload: down / 2,
    })),
  )
const rows = (table: 'traffic_hour' | 'traffic_day') =>
  world.db.systemNow.sql
    .selectFrom(table)
    .select(['time', 'down', 'upload', 'peak_down', 'peak_upload'])
    .where('router_name', '=', name)
    .orderBy('time')
    .execute()
const rolledUntil = (at: number) => keeper.query('update traffic_rolled set until = $1', [fromUnix(at)])
/** Rates of a step whose minutes all carried the same. */
const even = (down: number, upload: number) => ({ interface: 'wan', down, upload, peak_down: down, peak_upload: upload })
const history = async (range: TrafficRange, who = owner) =>
  (await world.call(who, contract.traffic.history, { router_name: name, interface: 'wan', range })).data as TrafficHistoryPoint[]

describe('the roll-up', () => {
  it('sums ended hours with the rate of the busiest minute, once however often and on however many instances it runs', async () => {
    const hour = thisHour() - 3 * HOUR
    await rolledUntil(hour)
    await minutes(hour, 60, 600)
    await minutes(hour + 600, 1, 6000)
    await Promise.all([rollUp(world.db), rollUp(world.db), rollUp(world.db)])
    await rollUp(world.db)
    const sum = { time: hour, down: 59 * 600 + 6000, upload: 59 * 300 + 3000, peak_down: 800, peak_upload: 400 }
    expect(await rows('traffic_hour')).toEqual([sum])
    expect(await world.db.systemNow.sql.selectFrom('traffic_late').selectAll().execute()).toEqual([])
  })

  it('waits for another instance that is rolling up, so that no older sum replaces a newer one', async () => {
    const hour = thisHour() - 3 * HOUR
    await rolledUntil(thisHour())
    await minutes(hour, 1, 600)
    await keeper.query('begin')
    await keeper.query('select from traffic_rolled for update')
    const rolling = rollUp(world.db)
    await eventually(async () => {
      // Within a transaction PostgreSQL would always show the first snapshot of the activity.
      await keeper.query('select pg_stat_clear_snapshot()')
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
      expect((await keeper.query(waiting)).rowCount).toBe(1)
    })
    expect(await rows('traffic_hour')).toEqual([])
    await keeper.query('commit')
    await rolling
    expect(await rows('traffic_hour')).toMatchObject([{ down: 600 }])
  })

  it('does not sum an hour that has not ended', async () => {
    const hour = thisHour()
    await rolledUntil(hour)
    await minutes(hour, 1, 600)
    await rollUp(world.db)
    expect(await rows('traffic_hour')).toEqual([])
  })

  it('sums days in Shanghai from their hours, once they have ended', async () => {
    const day = now() - ((now() + 8 * HOUR) % DAY) - DAY
    await rolledUntil(day - HOUR)
    await minutes(day - 60, 2, 600)
    await minutes(day + DAY - 60, 2, 60)
    await rollUp(world.db)
    expect(await rows('traffic_day')).toMatchObject([
      { time: day - DAY, down: 600 },
      { time: day, down: 660, peak_down: 80 },
    ])
  })

  it('sums the hour and the day of late minutes again', async () => {
    const day = now() - ((now() + 8 * HOUR) % DAY) - 2 * DAY
    await rolledUntil(day - HOUR)
    await minutes(day, 1, 100)
    await rollUp(world.db)
    await minutes(day + 60, 2, 50)
    expect(await rows('traffic_hour')).toMatchObject([{ down: 100 }])
    await rollUp(world.db)
    expect(await rows('traffic_hour')).toMatchObject([{ time: day, down: 200 }])
    expect(await rows('traffic_day')).toMatchObject([{ time: day, down: 200 }])
  })

  it('misses no minute that arrives while it runs', async () => {
    const hour = thisHour() - 5 * HOUR
    await rolledUntil(thisHour())
    const comes = async (n: number) => {
      for (let i = 0; i < 10; i++) await minutes(hour + (n * 10 + i) * 60, 1, 10)
    }
    await Promise.all([comes(0), comes(1), comes(2), rollUp(world.db), rollUp(world.db), rollUp(world.db)])
    await rollUp(world.db)
    expect(await rows('traffic_hour')).toMatchObject([{ down: 300 }])
  })

  it('keeps the sum of an hour whose minutes are gone', async () => {
    const hour = thisHour() - 6 * HOUR
    await rolledUntil(thisHour())
    await minutes(hour, 1, 10)
    await rollUp(world.db)
    await minutes(hour, 1, 10)
    await world.db.systemNow.sql.deleteFrom('traffic_minute').where('router_name', '=', name).execute()
    await rollUp(world.db)
    expect(await rows('traffic_hour')).toMatchObject([{ down: 10 }])
  })
})

describe('the history', () => {
  it('has minutes, double minutes and hours as rates in bit/s, and leaves out what was not measured', async () => {
    const hour = thisHour() - 4 * HOUR
    await rolledUntil(hour)
    await minutes(hour, 4, 6000)
    await minutes(hour + 20 * 60, 1, 6000)
    await rollUp(world.db)
    expect(await history('12h')).toEqual([0, 1, 2, 3, 20].map((m) => ({ time: hour + m * 60, ...even(800, 400) })))
    const doubled = [800, 800, 400].map((down, i) => ({
      time: hour + [0, 2, 20][i]! * 60,
      down,
      upload: down / 2,
      peak_down: 800,
      peak_upload: 400,
    }))
    expect((await history('1d')).map((point) => ({ ...point, time: point.time - (hour % 120 === 0 ? 0 : 60) }))).toEqual(doubled)
    for (const range of ['1w', '1m'] as const)
      expect(await history(range)).toEqual([
        { time: hour, down: Math.round((30_000 * 8) / HOUR), upload: Math.round((15_000 * 8) / HOUR), peak_down: 800, peak_upload: 400 },
      ])
  })

  it('reaches the newest minute even if its hour is not rolled up, and an unfinished step does not look like a drop', async () => {
    const minute = thisMinute() - 60
    const began = minute - (minute % HOUR)
    await rolledUntil(began)
    await minutes(began, (minute - began) / 60 + 1, 6000)
    const points = await history('1w')
    expect(points.at(-1)).toEqual({ time: began, ...even(800, 400) })
  })

  it('has finer steps the shorter the whole time is, and never more than 720 points', async () => {
    const minute = thisMinute() - 120
    await minutes(minute, 1, 6000)
    expect((await history('all'))[0]!.time % HOUR).toBe(minute % HOUR)
    const put = async (table: string, days: number, step: number, of: number) => {
      await keeper.query(`select weft_partitions('${table}', now()::date - ${days}, now()::date, ${of})`)
      await keeper.query(
        `insert into ${table} select $1, $2, 'wan', t, 1, 1, 1, 1 from generate_series(date_trunc('day', now() at time zone 'Asia/Shanghai')
          at time zone 'Asia/Shanghai' - interval '${days - 2} days', now() - interval '1 day', interval '${step} seconds') t`,
        [owner.account_id, name],
      )
    }
    await put('traffic_hour', 22, HOUR, 30)
    const hours = await history('all')
    expect([hours.length > 400, hours[1]!.time - hours[0]!.time]).toEqual([true, HOUR])
    await put('traffic_day', 2300, DAY, 366)
    const days = await history('all')
    expect(days.length).toBeLessThanOrEqual(720)
    expect(days[1]!.time - days[0]!.time).toBe(4 * DAY)
  })

  it('is read by index for one member among many', async () => {
    await keeper.query(`select weft_partitions('traffic_minute', now()::date - 31, now()::date, 1)`)
    for (const [table, step, more] of [
      ['traffic_minute', 60, ''],
      ['traffic_hour', HOUR, ', 1, 1'],
    ] as const)
      await keeper.query(
        `insert into ${table} select $1, $2 || n, 'wan', t, 1, 1${more}
          from generate_series(now() - interval '3 days', now(), interval '${step} seconds') t, generate_series(1, 20) n`,
        [owner.account_id, name],
      )
    await keeper.query('analyze traffic_minute, traffic_hour')
    const asked = { router_name: `${name}7`, interface: 'wan' }
    for (const sums of ['minute', 'hour'] as const) {
      const plan: string[] = []
      await world.db.account(owner.account_id, 'read', async (account) => {
        const compiled = partsStatement(account, asked, sums, now() - DAY, now()).compile(account.sql)
        const { rows: lines } = await account.sql.executeQuery<{ 'QUERY PLAN': string }>({ ...compiled, sql: `explain ${compiled.sql}` })
        plan.push(...lines.map((line) => line['QUERY PLAN']))
      })
      expect(plan.join('\n')).toContain('Index')
      // The partition of a coming day is empty and needs no index.
      expect(plan.filter((line) => /Seq Scan on traffic_(minute|hour)_/.test(line) && !line.includes('cost=0.00..0.00'))).toEqual([])
    }
  })

  it('begins with the member, not with a former member of its name', async () => {
    const hour = thisHour()
    await minutes(hour - 7200, 180, 6000)
    await keeper.query('update member set create_time = $2 where router_name = $1', [name, fromUnix(hour - 90)])
    for (const range of ['12h', 'all'] as const) expect((await history(range))[0]).toMatchObject({ time: hour - 120 })
  })

  it('is not shown to another account', async () => {
    await minutes(thisHour(), 1, 6000)
    const stranger = await world.anOwner()
    expect((await world.call(stranger, contract.traffic.history, { router_name: name, interface: 'wan', range: '1d' })).code).toBe(204)
  })
})

describe('the retention', () => {
  const KEPT = { WEFT_LOG_DAYS: 200, WEFT_TRAFFIC_MINUTE_DAYS: 32, WEFT_TRAFFIC_HOUR_DAYS: 400, WEFT_TRAFFIC_DAY_DAYS: 1500 }
  const drop = (at = new Date()) => dropPartitions(world.db.systemNow, KEPT, at)
  const count = async (table: string, column: string, before: string) =>
    Number((await keeper.query(`select count(*) from ${table} where ${column} < now() - interval '${before}'`)).rows[0].count)

  it('drops partitions whose rows are all too old, and none whose rows may still be asked for', async () => {
    for (const [table, days, step] of [
      ['traffic_minute', 40, 1],
      ['traffic_hour', 500, 30],
      ['traffic_day', 2400, 366],
    ] as const) {
      await keeper.query(`select weft_partitions('${table}', now()::date - ${days}, now()::date, ${step})`)
      await keeper.query(
        `insert into ${table} select $1, $2, 'old', t, 1, 1${table === 'traffic_minute' ? '' : ', 1, 1'}
        from generate_series(date_trunc('day', now()) - interval '${days} days' + interval '1 second', now(), interval '1 day') t`,
        [owner.account_id, name],
      )
    }
    await keeper.query(
      `select weft_partitions('connect_log', now()::date - 220, now()::date, 7), weft_partitions('tunnel_session', now()::date - 220, now()::date, 7)`,
    )
    await keeper.query(
      `insert into connect_log select $1, $2, '', 0, '', 1, t from generate_series(now() - interval '215 days', now(), interval '1 day') t`,
      [owner.account_id, name],
    )
    const tunnel = (ago: number, end: string) =>
      keeper.query(
        `insert into tunnel_session (account_id, network_number, router_name, link_router_name, start_time, end_time)
        values ($1, '1', $2, 'c', now() - interval '${ago} days', ${end})`,
        [owner.account_id, name],
      )
    await tunnel(219, `now() - interval '218 days'`)
    await tunnel(211, 'null')
    const dropped = await drop()
    expect(new Set(dropped.map((one) => one.replace(/_\d{8}$/, '')))).toEqual(
      new Set(['connect_log', 'tunnel_session', 'traffic_minute', 'traffic_hour', 'traffic_day']),
    )
    const left = async (table: string, column: string, days: number) => {
      const { rows: all } = await keeper.query(`select min(${column}) as oldest from ${table} where router_name = $1`, [name])
      return (Date.now() - (all[0].oldest as Date).getTime()) / 1000 / DAY - days
    }
    for (const [table, column, days, step] of [
      ['traffic_minute', 'time', 32, 1],
      ['traffic_hour', 'time', 400, 30],
      ['traffic_day', 'time', 1500, 366],
      ['connect_log', 'create_time', 200, 7],
    ] as const) {
      // The oldest row left is at most one partition too old, and no younger row is gone.
      const over = await left(table, column, days)
      expect([table, over > -1 && over <= step + 1]).toEqual([table, true])
    }
    // A session that is still open is kept, however old.
    expect(await count('tunnel_session', 'start_time', '200 days')).toBe(1)
    expect(await drop()).toEqual([])
  })

  it('leaves a chain of audit entries that is still valid from the hash of the last one dropped', async () => {
    await keeper.query(`select weft_partitions('audit', now()::date - 250, now()::date, 7)`)
    await world.asAccount(owner, (db) => auditSystem(db, owner.account_id, { area: 'account', action: 'note', message: '一' }))
    const old = fromUnix(now() - 230 * DAY)
    // An entry from long ago, as it would have been written then.
    await keeper.query('begin')
    await keeper.query('set local session_replication_role = replica')
    await keeper.query(
      `update audit set create_time = $1, hash = sha256(prev_hash || convert_to(jsonb_build_array(account_id, seq, extract(epoch from $1::timestamptz),
      actor_kind, actor_id, actor_name, address, area, action, message, detail)::text, 'UTF8')) where account_id = $2`,
      [old, owner.account_id],
    )
    await keeper.query('update audit_head set hash = (select hash from audit where audit.account_id = $1) where account_id = $1', [
      owner.account_id,
    ])
    await keeper.query('commit')
    for (const message of ['二', '三'])
      await world.asAccount(owner, (db) => auditSystem(db, owner.account_id, { area: 'account', action: 'note', message }))
    expect(await brokenAuditRows(world.db.systemNow, owner.account_id)).toEqual([])
    expect((await drop()).some((one) => one.startsWith('audit_'))).toBe(true)
    const { rows: left } = await keeper.query('select message from audit where account_id = $1 order by seq', [owner.account_id])
    expect(left.map((row) => row.message)).toEqual(['二', '三'])
    expect(await brokenAuditRows(world.db.systemNow, owner.account_id)).toEqual([])
    await world.asAccount(owner, (db) => auditSystem(db, owner.account_id, { area: 'account', action: 'note', message: '四' }))
    expect(await brokenAuditRows(world.db.systemNow, owner.account_id)).toEqual([])
  })

  it('drops no logs younger than 180 days, and nothing of other tables', async () => {
    const call = (table: string, days: number) => keeper.query(`select weft_drop_partition($1, now() - interval '${days} days')`, [table])
    await expect(call('audit', 170)).rejects.toThrow('180 days')
    await expect(call('member', 1000)).rejects.toThrow('is kept')
  })

  it('makes the partitions of the traffic tables, and may do so again', async () => {
    await makePartitions(world.db.systemNow)
    await makePartitions(world.db.systemNow)
    const { rows: named } = await keeper.query<{ parent: string }>(
      `select distinct inhparent::regclass::text as parent from pg_inherits where inhparent::regclass::text like 'traffic_%' and inhparent in (select oid from pg_class where relkind = 'p')`,
    )
    expect(named.map((row) => row.parent).toSorted()).toEqual(['traffic_day', 'traffic_hour', 'traffic_minute'])
  })
})
