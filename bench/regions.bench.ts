import { sequence } from '../apps/agent/src/seeded.ts'
import { type Bench, type Figure, round } from './figure.ts'
import { connectSeconds, simulateStorm, type Way } from './regions/storm.ts'
import { type Layout, type Prices, weigh } from './regions/weight.ts'

/** The cell is in Shanghai. Milliseconds of a round trip: of members to the gateways of their region, and from there to the cell. */
const REGIONS: Record<string, Way> = {
  Shanghai: { member_ms: 15, database_ms: 1 },
  Beijing: { member_ms: 15, database_ms: 28 },
  Guangzhou: { member_ms: 15, database_ms: 32 },
  Chengdu: { member_ms: 20, database_ms: 38 },
  Singapore: { member_ms: 25, database_ms: 75 },
  Frankfurt: { member_ms: 25, database_ms: 190 },
}
/** Milliseconds that a member adds to its way where it goes through the gateways of the next region. */
const DETOUR_MS = 30

const PRICES: Prices = {
  core_month: price('CORE_MONTH', 20),
  memory_gb_month: price('MEMORY_GB_MONTH', 3),
  disk_gb_month: price('DISK_GB_MONTH', 0.12),
  traffic_gb: price('TRAFFIC_GB', 0.1),
  yuan: price('YUAN', 7.1),
}
const LAYOUT: Layout = { members: 1_000_000, members_of_cell: 50_000, members_of_gateway: 10_000, copies: 2, reserve: 3 }
/** Storms: the members of one region of a cell, whose gateways are lost, and the gateways of the next region. */
const STORMS = [
  { members: 10_000, gateways: 2 },
  { members: 50_000, gateways: 5 },
  { members: 50_000, gateways: 10 },
  { members: 200_000, gateways: 20 },
]

/** Returns a price in US$, or yuan for a dollar, from the environment. */
function price(name: string, otherwise: number): number {
  return Number(process.env[`BENCH_PRICE_${name}`] ?? otherwise)
}

/** Calculates what members in several regions weigh, and simulates how they come back when the gateways of one region are lost. */
export const regions: Bench = async (say) => {
  for (const [name, way] of Object.entries(REGIONS)) say(`${name}: a member is connected after ${round(connectSeconds(way) * 1000)} ms`)
  const figures: Figure[] = []
  const random = sequence('regions')
  for (const closed of [true, false])
    for (const { members, gateways } of STORMS) {
      const way = { member_ms: REGIONS['Guangzhou']!.member_ms + DETOUR_MS, database_ms: REGIONS['Chengdu']!.database_ms }
      const { p50, p95, longest, tries, busiest } = simulateStorm({ members, gateways, way, closed }, random)
      figures.push({
        what: `${members} members, their gateways ${closed ? 'closed' : 'silent'}, ${gateways} gateways elsewhere: back`,
        target: '',
        measured: `p50 ${round(p50)} s, p95 ${round(p95)} s, all ${round(longest)} s; ${round(tries)} tries each, ${busiest} in one second`,
        ok: true,
      })
    }
  for (const members of [10_000, 100_000, LAYOUT.members]) figures.push(...weightOf({ ...LAYOUT, members }))
  return figures
}

function weightOf(layout: Layout): Figure[] {
  const weight = weigh(layout, PRICES)
  const figure = (what: string, measured: string): Figure => ({
    what: `${layout.members} members: ${what}`,
    target: '',
    measured,
    ok: true,
  })
  return [
    figure('cells, gateways', `${weight.cells}, ${weight.gateways}`),
    figure('rows a day', `${round(weight.rows_a_day / 1e6)} million, ${round(weight.rows_a_day / 86_400)} a second`),
    figure('disk of one copy', `${round(weight.gb_a_day)} GB a day, ${round(weight.gb_kept / 1000)} TB kept`),
    figure('cores of gateways, of databases', `${round(weight.cores.gateways)}, ${round(weight.cores.databases)}`),
    figure('memory of gateways, traffic a month', `${round(weight.gateway_memory_gb)} GB, ${round(weight.traffic_gb_month)} GB`),
    figure('a month', `US$ ${Math.round(weight.dollars_month)}, ¥ ${Math.round(weight.yuan_month)}`),
  ]
}
