import { describe, expect, it } from 'vitest'
import { sequence } from '../../apps/agent/src/seeded.ts'
import { connectSeconds, simulateStorm } from './storm.ts'
import { MEMBER, type Prices, weigh } from './weight.ts'

const free: Prices = { core_month: 0, memory_gb_month: 0, disk_gb_month: 0, traffic_gb: 0, yuan: 7 }
const layout = { members: 1_000_000, members_of_cell: 50_000, members_of_gateway: 10_000, copies: 2, reserve: 3 }

describe('the weight of members', () => {
  it('is as many rows and bytes as each table gets from a member in a day', () => {
    const { rows_a_day, gb_a_day, gb_kept } = weigh({ ...layout, members: 10_000 }, free)
    expect(rows_a_day).toBe(10_000 * (2_880 + 48 + 2 + 2 + 2))
    expect(gb_a_day).toBeCloseTo(5.43, 2)
    expect(gb_kept).toBeCloseTo((10_000 * (185 * (2_880 * 32 + 48 * 400 + 2 * 3_653) + 228 * 4 * 180)) / 1e9, 6)
  })

  it('needs whole cells, two gateways for each, and two cores for each gateway and each copy of a database at least', () => {
    expect(weigh(layout, free)).toMatchObject({ cells: 20, gateways: 100, cores: { gateways: 200 } })
    expect(weigh({ ...layout, members: 50_001 }, free)).toMatchObject({ cells: 2, gateways: 6 })
    expect(weigh({ ...layout, members: 1 }, free)).toMatchObject({ cells: 1, gateways: 2, cores: { gateways: 4, databases: 4 } })
  })

  it('costs the sum of what it needs, at the prices that are given', () => {
    expect(weigh(layout, free)).toMatchObject({ dollars_month: 0, yuan_month: 0 })
    const traffic = weigh(layout, { ...free, traffic_gb: 1 })
    expect(traffic.dollars_month).toBeCloseTo((1_000_000 * MEMBER.bytes_a_day * 30) / 1e9, 6)
    expect(traffic.yuan_month).toBeCloseTo(7 * traffic.dollars_month, 6)
    const disk = weigh(layout, { ...free, disk_gb_month: 0.1 })
    expect(disk.dollars_month).toBeCloseTo(2 * disk.gb_kept * 0.1, 6)
    const cores = weigh(layout, { ...free, core_month: 10 })
    expect(cores.dollars_month).toBeCloseTo((cores.cores.gateways + cores.cores.databases) * 10, 6)
  })
})

describe('a member that connects', () => {
  it('needs its trips to the gateway, those from there to the database, and half a batch', () => {
    expect(connectSeconds({ member_ms: 0, database_ms: 0 })).toBeCloseTo(0.125)
    expect(connectSeconds({ member_ms: 10, database_ms: 100 })).toBeCloseTo(0.125 + 0.035 + 0.6)
  })
})

describe('a storm', () => {
  const way = { member_ms: 40, database_ms: 60 }

  it('is the same for the same seed, and another for another', () => {
    const storm = { members: 2_000, gateways: 2, way, closed: true }
    expect(simulateStorm(storm, sequence('a'))).toEqual(simulateStorm(storm, sequence('a')))
    expect(simulateStorm(storm, sequence('a'))).not.toEqual(simulateStorm(storm, sequence('b')))
  })

  it('that the gateways can let in at once costs each member one try, and is over after the first wait', () => {
    const { tries, longest } = simulateStorm({ members: 400, gateways: 2, way, closed: true }, sequence('a'))
    expect(tries).toBe(1)
    expect(longest).toBeLessThan(2.1 + connectSeconds(way))
  })

  it('is never let in faster than the gateways allow', () => {
    const { longest } = simulateStorm({ members: 20_000, gateways: 2, way, closed: true }, sequence('a'))
    expect(longest).toBeGreaterThan((20_000 - 2 * 500) / (2 * 500))
  })

  it('begins when a connection has been silent for so long that its member gives it up, where nothing closed it', () => {
    const { p50 } = simulateStorm({ members: 1_000, gateways: 10, way, closed: false }, sequence('a'))
    expect(p50).toBeGreaterThan(30)
    expect(p50).toBeLessThan(55)
  })
})
