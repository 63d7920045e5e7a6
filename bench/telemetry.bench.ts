import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AgentMessage, type TrafficMinute } from '@weft/contract'
import { connect } from '../apps/server/src/db/client.ts'
import type { Peer } from '../apps/server/src/gateway/peers.ts'
import { createQueues } from '../apps/server/src/gateway/queues.ts'
import { createTelemetry } from '../apps/server/src/gateway/telemetry.service.ts'
import { silentLog } from '../apps/server/src/kernel/log.ts'
import { inTemporaryFolder } from './child.ts'
import { withClient } from './data.ts'
import { atLeast, atMost, type Bench, median, round } from './figure.ts'
import { withServer } from './server.ts'

const MEMBERS = 10_000
const MINUTES = 10
const ROUNDS = 5
const PORTS = ['wan', 'lan']

/** Returns a member's message of one minute, as the agent sends it. */
const frameOf = (time: number, i: number): string => {
  const minutes = PORTS.map((name): TrafficMinute => ({ interface: name, time, down: 1_000_000 + i, upload: 300_000 + i }))
  return JSON.stringify({ type: 'telemetry', now: Math.floor(Date.now() / 1000), minutes })
}

/** The table that COPY writes, defined here so that whatever the server's table becomes does not change it. */
const FLOOR = `
  create table floor_minute (
    account_id bigint not null, router_name text not null, interface text not null, time timestamptz not null,
    down bigint not null, upload bigint not null,
    primary key (account_id, router_name, interface, time)
  );
  create index on floor_minute using brin (time) with (pages_per_range = 32, autosummarize = on)`

/**
 * Measures minutes of 10,000 members written by the service, against PostgreSQL's COPY of the same rows, from a file on its machine,
 * into a table of the bench's own: alternately, the median of five rounds. The time of the server's thread per message, from the frame
 * on, is a figure of its own.
 */
export const telemetry: Bench = (say) =>
  withServer(({ database }) =>
    inTemporaryFolder(async (dir) => {
      const db = connect(database)
      const service = createTelemetry({
        db,
        clock: { now: () => new Date() },
        log: silentLog,
        queues: createQueues({ log: silentLog, refused: () => {} }),
        budgets: { take: (_of, _budget, amount) => amount, keepsInterface: () => true, refused: () => {} },
      })
      const shares: number[] = []
      const cores: number[] = []
      try {
        await createFloor(database)
        await service.refresh()
        for (let turn = 0; turn < ROUNDS; turn++) {
          const start = Math.floor(Date.now() / 60_000 - MINUTES) * 60
          const peers = Array.from({ length: MEMBERS }, (_, i) => peerOf(turn, i))
          let writing = 0
          const cpu = process.cpuUsage()
          for (let minute = 0; minute < MINUTES; minute++) {
            const frames = peers.map((_, i) => frameOf(start + minute * 60, i))
            for (const [i, peer] of peers.entries()) {
              const message = AgentMessage.parse(JSON.parse(frames[i]!))
              if (message.type === 'telemetry') service.keep(peer, message.minutes, message.now)
            }
            const began = performance.now()
            await service.flush()
            writing += performance.now() - began
          }
          const { user, system } = process.cpuUsage(cpu)
          const rows = MEMBERS * MINUTES * PORTS.length
          const ours = rows / (writing / 1000)
          const copied = await copy(database, join(dir, 'rows.csv'), turn, start)
          shares.push(ours / copied)
          // Every member sends one such message a minute.
          cores.push((user + system) / 1e6 / MINUTES / 60)
          const each = (user + system) / MINUTES / MEMBERS
          say(`${round(ours)} rows a second, COPY ${round(copied)}; ${round(each)} µs of the server’s thread a message`)
        }
      } finally {
        await service.stop()
        await db.close()
      }
      return [
        atLeast('minutes of traffic: rows a second against COPY', 0.5, median(shares), '×'),
        atMost(`${MEMBERS} members that report every minute: of one core`, 0.5, median(cores), ''),
      ]
    }),
  )

const nameOf = (turn: number, i: number) => `SN${turn}${String(i).padStart(6, '0')}`
const accountOf = (i: number) => 1 + (i % 50)
const peerOf = (turn: number, i: number) =>
  ({ account_id: accountOf(i), router_name: nameOf(turn, i), interfaces: new Set(PORTS) }) as unknown as Peer

/** @throws if the server's table has other columns: then COPY would write other rows than the service */
const createFloor = (database: string): Promise<void> =>
  withClient(database, async (client) => {
    await client.query(FLOOR)
    const columnsOf = async (table: string) =>
      (await client.query(`select * from ${table} limit 0`)).fields.map(({ name }) => name).join(', ')
    const [floor, served] = [await columnsOf('floor_minute'), await columnsOf('traffic_minute')]
    if (floor !== served) throw new Error(`the floor has the columns ${floor}, and the server's table ${served}`)
  })

/** Copies the rows of all members a minute at a time, as the service writes them. @returns rows a second */
async function copy(database: string, file: string, turn: number, start: number): Promise<number> {
  return withClient(database, async (client) => {
    let copying = 0
    for (let minute = 0; minute < MINUTES; minute++) {
      const time = new Date((start + minute * 60) * 1000).toISOString()
      const lines = Array.from({ length: MEMBERS }, (_, i) =>
        PORTS.map((port) => `${accountOf(i)},${nameOf(turn, i)},${port},${time},${1_000_000 + i},${300_000 + i}\n`).join(''),
      )
      await writeFile(file, lines.join(''), { mode: 0o644 })
      const began = performance.now()
      await client.query(`copy floor_minute from '${file}' (format csv)`)
      copying += performance.now() - began
    }
    return (MEMBERS * MINUTES * PORTS.length) / (copying / 1000)
  })
}
