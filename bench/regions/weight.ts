/** What one member needs, as measured on one site (docs/regions.md says where). */
export const MEMBER = {
  /** Rows that it adds in a day, their bytes with indexes, and the days that they are kept. */
  rows: [
    { table: 'traffic_minute', a_day: 2_880, bytes: 185, days: 32 },
    { table: 'traffic_hour', a_day: 48, bytes: 185, days: 400 },
    { table: 'traffic_day', a_day: 2, bytes: 185, days: 3_653 },
    { table: 'connect_log', a_day: 2, bytes: 228, days: 180 },
    { table: 'tunnel_session', a_day: 2, bytes: 228, days: 180 },
  ],
  /** Shares of a processor core at rest: of a gateway's thread, and of PostgreSQL without its minutes. */
  gateway_core: 7e-6,
  database_core: 2e-6,
  /** Memory of a gateway. */
  gateway_kb: 24.9,
  /** Bytes to and from the controller in a day: a heartbeat each way every 20 s (80 bytes with TLS, TCP and IP), and a report a minute. */
  bytes_a_day: (2 * 80 * 86_400) / 20 + 600 * 1_440,
} as const

/** Rows that PostgreSQL writes in a second with one core: 0.6 of COPY's 42,000 (`bench -- telemetry`, the lower figure). */
const ROWS_A_CORE = 25_000

/** Prices in US$, and yuan for a dollar. They are inputs: set those of your provider. */
export interface Prices {
  core_month: number
  memory_gb_month: number
  disk_gb_month: number
  traffic_gb: number
  yuan: number
}

/** How an installation is laid out. */
export interface Layout {
  members: number
  members_of_cell: number
  members_of_gateway: number
  /** Copies of each database, all with the rows. */
  copies: number
  /** Cores beyond those of the work at rest, for storms, calls and the loss of a server: 3 means four times the work at rest. */
  reserve: number
}

export interface Weight {
  cells: number
  gateways: number
  rows_a_day: number
  /** Bytes that the rows of a day add to one copy, and that one copy holds once every table is as long as it is kept. */
  gb_a_day: number
  gb_kept: number
  cores: { gateways: number; databases: number }
  gateway_memory_gb: number
  traffic_gb_month: number
  dollars_month: number
  yuan_month: number
}

const GB = 1e9
const DAYS_OF_MONTH = 30

/** Returns what so many members weigh: rows, disk, cores, traffic, and what it costs in a month at these prices. */
export function weigh({ members, members_of_cell, members_of_gateway, copies, reserve }: Layout, prices: Prices): Weight {
  const cells = Math.ceil(members / members_of_cell)
  const gateways = Math.max(cells * 2, Math.ceil(members / members_of_gateway))
  const sum = (value: (row: (typeof MEMBER.rows)[number]) => number) => members * MEMBER.rows.reduce((total, row) => total + value(row), 0)
  const rows_a_day = sum((row) => row.a_day)
  const gb_a_day = sum((row) => row.a_day * row.bytes) / GB
  const gb_kept = sum((row) => row.a_day * row.bytes * row.days) / GB
  const written = rows_a_day / 86_400 / ROWS_A_CORE
  const cores = {
    // A gateway's thread is one core, and a server has a second one for everything else.
    gateways: Math.max(gateways * 2, members * MEMBER.gateway_core * (1 + reserve)),
    databases: copies * Math.max(cells * 2, (members * MEMBER.database_core + written) * (1 + reserve)),
  }
  const gateway_memory_gb = (gateways * 200e6 + members * MEMBER.gateway_kb * 1e3) / GB
  // A database keeps the rows of a day in memory.
  const memory_gb = gateway_memory_gb + copies * gb_a_day
  const traffic_gb_month = (members * MEMBER.bytes_a_day * DAYS_OF_MONTH) / GB
  const dollars_month =
    (cores.gateways + cores.databases) * prices.core_month +
    memory_gb * prices.memory_gb_month +
    copies * gb_kept * prices.disk_gb_month +
    traffic_gb_month * prices.traffic_gb
  return {
    cells,
    gateways,
    rows_a_day,
    gb_a_day,
    gb_kept,
    cores,
    gateway_memory_gb,
    traffic_gb_month,
    dollars_month,
    yuan_month: dollars_month * prices.yuan,
  }
}
