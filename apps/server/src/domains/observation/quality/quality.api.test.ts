import { contract, type LinkQualityPoint, type LinkQualityRow } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aLimitedColleague, aNetwork, hardware, tagMine } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { keepQuality, type QualityRow } from './keep.queries.ts'
import { rollUpQuality } from './roll-up.service.ts'

let world: World
let owner: Person
let center: string
let point: string
let other: string
let network_number: string
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  owner = await world.anOwner()
  ;[center, point, other] = (await hardware(world, owner, 3)) as [string, string, string]
  network_number = await aNetwork(world, owner, '总部', [center], [point, other])
  await createdAt(hourAgo(24))
})

const MINUTE = 60
const QUARTER = 900
const HOUR = 3600
const now = () => Math.floor(Date.now() / 1000)
const hourAgo = (hours: number) => now() - (now() % HOUR) - hours * HOUR

const createdAt = (time: number) =>
  world.asSystem(({ sql }) =>
    sql
      .updateTable('member')
      .set({ create_time: new Date(time * 1000) as never })
      .where('account_id', '=', owner.account_id)
      .execute(),
  )

/** A minute in which nothing was lost. */
const minuteAt = (time: number, more: Partial<QualityRow> = {}): QualityRow => ({
  account_id: owner.account_id,
  network_number,
  router_name: point,
  center_router_name: center,
  time: time - (time % MINUTE),
  sent: 60,
  reflected: 60,
  received: 60,
  rtt_min: 18,
  rtt_p50: 20,
  rtt_p95: 24,
  rtt_max: 30,
  jitter_out: 1,
  jitter_back: 2,
  longest_gap: 0,
  reordered: 0,
  ...more,
})
const keep = (...rows: QualityRow[]) => keepQuality(world.db.systemNow, rows)
const rolledUntil = (time: number) =>
  world.asSystem(({ sql }) =>
    sql
      .updateTable('quality_rolled')
      .set({ until: new Date(time * 1000) })
      .execute(),
  )
const rows = (table: 'quality_minute' | 'quality_quarter' | 'quality_hour') =>
  world.db.systemNow.sql
    .selectFrom(table)
    .select(['time', 'sent', 'received', 'rtt_min', 'rtt_p50', 'rtt_max', 'longest_gap'])
    .where('account_id', '=', owner.account_id)
    .orderBy('time')
    .execute()
const list = async (who = owner, more: object = {}) => {
  const { data, count } = await world.call(who, contract.quality.links, { network_number, ...more })
  return { count, rows: data as LinkQualityRow[] }
}
const ask = (who: Person, router_name: string, center_router_name: string, range = '12h') =>
  world.call(who, contract.quality.link, { network_number, router_name, center_router_name, range })
const history = async (range: string) =>
  (await ask(owner, point, center, range)).data as { usual_rtt: number | null; points: LinkQualityPoint[] }

/** Returns the points of a curve at which the link was measured. */
const measured = ({ series }: Pick<LinkQualityRow, 'series'>, curve: 'rtt' | 'rtt_p95' | 'loss' | 'jitter') =>
  series[curve].flatMap((value, at) => (value === null ? [] : [[series.from + at * series.step, value] as const]))

describe('minutes of links', () => {
  it('are kept once, with the figures of more packets, and only of links that exist', async () => {
    const time = hourAgo(1)
    await keep(minuteAt(time, { sent: 30, reflected: 30, received: 29 }))
    await keep(
      minuteAt(time, { received: 58 }),
      minuteAt(time, { network_number: '1999999999' }),
      minuteAt(time, { center_router_name: other }),
    )
    await keep(minuteAt(time, { sent: 10, reflected: 10, received: 10 }))
    expect(await rows('quality_minute')).toMatchObject([{ time, sent: 60, received: 58 }])
  })
})

describe('the roll-up', () => {
  it('sums the quarters of an hour that ended and the hours from them, however often it runs', async () => {
    const hour = hourAgo(3)
    await rolledUntil(hour)
    await keep(
      minuteAt(hour),
      minuteAt(hour + MINUTE, { rtt_min: 10, rtt_p50: 40, rtt_max: 90, received: 50, longest_gap: 4000 }),
      minuteAt(hour + QUARTER, { rtt_min: null, rtt_p50: null, rtt_p95: null, rtt_max: null, reflected: 0, received: 0 }),
    )
    await Promise.all([rollUpQuality(world.db), rollUpQuality(world.db)])
    await rollUpQuality(world.db)
    expect(await rows('quality_quarter')).toEqual([
      { time: hour, sent: 120, received: 110, rtt_min: 10, rtt_p50: 30, rtt_max: 90, longest_gap: 4000 },
      { time: hour + QUARTER, sent: 60, received: 0, rtt_min: null, rtt_p50: null, rtt_max: null, longest_gap: 0 },
    ])
    expect(await rows('quality_hour')).toEqual([
      { time: hour, sent: 180, received: 110, rtt_min: 10, rtt_p50: 30, rtt_max: 90, longest_gap: 4000 },
    ])
  })

  it('keeps the median of the hours of a link as what is usual, until its member is deleted', async () => {
    const hour = hourAgo(5)
    await rolledUntil(hour)
    await keep(...[20, 22, 300].map((rtt_p50, at) => minuteAt(hour + at * HOUR, { rtt_p50 })))
    await rollUpQuality(world.db)
    const usual = () =>
      world.db.systemNow.sql.selectFrom('quality_usual').select('rtt').where('account_id', '=', owner.account_id).execute()
    expect(await usual()).toEqual([{ rtt: 22 }])
    expect((await list()).rows.find((one) => one.router_name === point)).toMatchObject({ usual_rtt: 22, quality: null })
    await world.asSystem(({ sql }) =>
      sql.deleteFrom('member').where('account_id', '=', owner.account_id).where('router_name', '=', point).execute(),
    )
    expect(await usual()).toEqual([])
  })

  it('sums the quarter and the hour of late minutes again', async () => {
    const hour = hourAgo(5)
    await rolledUntil(hour)
    await keep(minuteAt(hour))
    await rollUpQuality(world.db)
    await keep(minuteAt(hour + MINUTE))
    expect(await rows('quality_hour')).toMatchObject([{ sent: 60 }])
    await rollUpQuality(world.db)
    expect(await rows('quality_quarter')).toMatchObject([{ sent: 120 }])
    expect(await rows('quality_hour')).toMatchObject([{ sent: 120 }])
  })
})

describe('the list of links', () => {
  it('has each measured link of the network with its last minutes and its curves, a page at a time', async () => {
    const hour = hourAgo(4)
    await rolledUntil(hour)
    await keep(minuteAt(hour), minuteAt(hour + QUARTER, { reflected: 57, received: 57 }))
    await rollUpQuality(world.db)
    // Of three minutes, 9 of 180 packets were lost on the way back.
    await keep(...[2, 3, 4].map((ago) => minuteAt(now() - ago * MINUTE, { received: 57 })))
    const { count, rows: links } = await list()
    expect(count).toBe(2)
    const link = links[0]!
    expect(link).toMatchObject({ router_name: point, center_router_name: center, quality: 'bad', loss_out: 0, loss_back: 5 })
    expect(link).toMatchObject({ rtt: 20, rtt_p95: 24, usual_rtt: 20, jitter: 2, enable: 1, vpn_online: 0 })
    expect(measured(link, 'rtt').slice(0, 2)).toEqual([
      [hour, 20],
      [hour + QUARTER, 20],
    ])
    // The minutes of now, which are not summed yet, lie in one or two quarters.
    expect(measured(link, 'loss').map(([, loss]) => loss)).toEqual([
      0,
      5,
      ...measured(link, 'loss')
        .slice(2)
        .map(() => 5),
    ])
    expect(measured(link, 'rtt_p95').length).toBeGreaterThan(2)
    expect(measured(link, 'jitter').every(([, jitter]) => jitter === 2)).toBe(true)
    const paged = await list(owner, { limit: 1, page: 2 })
    expect([paged.count, paged.rows.map((one) => one.router_name)]).toEqual([2, [other]])
    const found = await list(owner, { search: other.toUpperCase() })
    expect(found.rows.map((one) => one.router_name)).toEqual([other])
  })

  it('begins with what is asked to be the worst, and names the links of one center alone', async () => {
    const [third] = (await hardware(world, owner, 1)) as [string]
    network_number = await aNetwork(world, owner, '三个分支', [center], [point, other, third])
    await rolledUntil(hourAgo(9))
    const both = [point, other, third].map((router_name) => ({ router_name, center_router_name: center }))
    await createdAt(hourAgo(24))
    const hour = hourAgo(8)
    await keep(...both.map((one) => minuteAt(hour, { ...one, network_number })))
    await rollUpQuality(world.db)
    const recent = (router_name: string, more: object) => minuteAt(now() - 3 * MINUTE, { router_name, network_number, ...more })
    // One link loses packets, one is slow and shakes, and the third is silent.
    await keep(recent(point, { received: 54 }), recent(other, { rtt_p50: 49, jitter_out: 20 }))
    const names = async (more: object) =>
      (await list(owner, { network_number, center_router_name: center, ...more })).rows.map((one) => one.router_name)
    expect(await names({})).toEqual([point, third, other])
    expect(await names({ order: 'loss' })).toEqual([point, other, third])
    expect(await names({ order: 'rtt' })).toEqual([other, point, third])
    expect(await names({ order: 'jitter' })).toEqual([other, point, third])
    expect(await names({ center_router_name: third })).toEqual([])
    expect(await names({ router_name: other })).toEqual([other])
    expect(await names({ router_name: center })).toHaveLength(3)
    const week = (await list(owner, { network_number, range: '1w' })).rows[0]!
    expect(week.series).toMatchObject({ step: HOUR })
    expect(measured(week, 'rtt')[0]).toEqual([hour, 20])
    expect(week.series.rtt).toHaveLength(169)
  })

  it('has nothing but names of a link that is not measured', async () => {
    const link = (await list()).rows.find((one) => one.router_name === other)
    expect(link).toMatchObject({ quality: null, loss_out: null, loss_back: null, rtt: null, usual_rtt: null, jitter: null })
    expect(link?.series.rtt).toEqual(Array.from({ length: 97 }, () => null))
  })

  it('is not shown to another account', async () => {
    const stranger = await world.anOwner()
    expect((await world.call(stranger, contract.quality.links, { network_number })).code).toBe(204)
  })

  it('has for a role that is limited to some members the links that these dial, with their centers', async () => {
    await tagMine(world, owner, [point])
    const limited = await aLimitedColleague(world, owner)
    await keep(...[point, other].map((router_name) => minuteAt(now() - 3 * MINUTE, { router_name })))
    const { count, rows: links } = await list(limited)
    expect(count).toBe(1)
    expect(links).toMatchObject([{ router_name: point, center_router_name: center, quality: 'good' }])
    expect((await ask(limited, point, center)).data).toMatchObject({ points: [{ quality: 'good' }] })
    expect(await ask(limited, other, center)).toMatchObject({ code: 204, msg: '成员不存在' })
    expect(await ask(limited, point, other)).toMatchObject({ code: 204, msg: '成员不存在' })
  })

  it('has no links of branches for a role that is limited to their center', async () => {
    await tagMine(world, owner, [center])
    expect(await list(await aLimitedColleague(world, owner))).toEqual({ count: 0, rows: [] })
  })
})

describe('the quality of one link', () => {
  it('is judged by what is usual for it, over each span', async () => {
    const hour = hourAgo(6)
    await rolledUntil(hour)
    await keep(
      minuteAt(hour),
      minuteAt(hour + HOUR),
      minuteAt(hour + 2 * HOUR, { rtt_p50: 45 }),
      minuteAt(hour + 3 * HOUR, { rtt_p50: 90 }),
    )
    await rollUpQuality(world.db)
    for (const range of ['12h', '1d', '1w', '1m']) {
      const { usual_rtt, points } = await history(range)
      expect([range, usual_rtt, points.map(({ time, quality, rtt_p50 }) => [(time - hour) / HOUR, quality, rtt_p50])]).toEqual([
        range,
        20,
        [
          [0, 'good', 20],
          [1, 'good', 20],
          [2, 'fair', 45],
          [3, 'bad', 90],
        ],
      ])
    }
  })

  it('has nothing of a former member of the same name', async () => {
    await rolledUntil(hourAgo(2))
    await keep(minuteAt(hourAgo(2)), minuteAt(now() - 3 * MINUTE))
    await rollUpQuality(world.db)
    await createdAt(hourAgo(1))
    for (const range of ['12h', '1d', '1w', '1m']) expect((await history(range)).points).toHaveLength(1)
    const link = (await list()).rows.find((one) => one.router_name === point)
    expect(link && measured(link, 'rtt')).toHaveLength(1)
  })

  it('reaches the newest minute before this is summed', async () => {
    await rolledUntil(hourAgo(0))
    await keep(minuteAt(now() - 3 * MINUTE, { reflected: 30, received: 15 }))
    for (const range of ['12h', '1d', '1w', '1m'])
      expect(await history(range)).toMatchObject({
        usual_rtt: 20,
        points: [{ quality: 'bad', sent: 60, loss_out: 50, loss_back: 50, rtt_p95: 24 }],
      })
    expect((await list()).rows.find((one) => one.router_name === point)).toMatchObject({ quality: 'bad', rtt: 20 })
  })
})
