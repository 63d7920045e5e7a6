import type { TrafficMinute } from '@weft/contract'
import type { Db } from '../db/client.ts'
import { keepTraffic, linkInterface, type TrafficRow } from '../domains/observation/traffic/keep.service.ts'
import { type Clock, DEVICE_AHEAD_SECONDS, unix } from '../kernel/clock.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import type { DeviceBudgets } from './device-budgets.ts'
import type { Peer } from './peers.ts'
import type { LinkKey } from './events.rules.ts'
import type { Queues } from './queues.ts'
import { linksAmong, rangeOf } from './telemetry.queries.ts'
import { placeMinute, shiftOf, type Unfit } from './telemetry.rules.ts'

export interface Telemetry {
  /** @param now the device's clock when it sent them, if it reports it */
  keep(peer: Peer, minutes: readonly TrafficMinute[], now: number | undefined): void
  /** Keeps the traffic of a link in one minute, whose time is the controller's, if there is such a link. @param of the device that reports it */
  keepLink(of: Peer, link: LinkKey, minute: Pick<TrafficRow, 'time' | 'down' | 'upload'>): void
  /** Minutes dropped since the start. */
  dropped(): number
  /** Reads again for which days there are partitions. */
  refresh(): Promise<void>
  flush(): Promise<void>
  stop(): Promise<void>
}

const BATCH_MS = 1000
const MOST_WAITING = 200_000
const MOST_OF_ONE = 25_000
const ROWS_PER_STATEMENT = 10_000

interface Dependencies {
  db: Db
  clock: Clock
  log: Log
  queues: Queues
  budgets: Pick<DeviceBudgets, 'take' | 'keepsInterface' | 'refused'>
}

/** A minute of a link, as one of its ends reports it. */
interface LinkMinute extends Pick<TrafficRow, 'time' | 'down' | 'upload'> {
  link: LinkKey
  reporter: string
}

/** Creates the writer of traffic. Minutes of a day or device that is not kept are counted and dropped (docs/design/data-plane.md §4.6). */
export function createTelemetry({ db, clock, log, queues, budgets }: Dependencies): Telemetry {
  let range = { from: 0, to: 0 }
  const unfit: Record<Unfit | 'too_many' | 'no_link', number> = { unknown: 0, absurd: 0, outside: 0, too_many: 0, no_link: 0 }
  let dropped = 0

  const drop = (why: keyof typeof unfit, count = 1): void => {
    unfit[why] += count
    dropped += count
  }

  async function write(rows: TrafficRow[]): Promise<void> {
    const unique = new Map<string, TrafficRow>()
    for (const row of rows) {
      const key = `${row.router_name} ${row.interface} ${row.time}`
      const other = unique.get(key)
      unique.set(key, other ? { ...row, down: Math.max(row.down, other.down), upload: Math.max(row.upload, other.upload) } : row)
    }
    await keepTraffic(db.systemNow, [...unique.values()])
  }

  /** Writes the minutes of links that exist: a device may report any network and any name. */
  async function writeLinks(minutes: LinkMinute[]): Promise<void> {
    const exists = await linksAmong(
      db.systemNow,
      minutes.map(({ link }) => link),
    )
    const kept = minutes.filter(({ link }) => exists(link))
    await write(
      kept.map(({ link: { account_id, router_name, network_number, center_router_name }, time, down, upload }): TrafficRow => {
        return { account_id, router_name, interface: linkInterface(network_number, center_router_name), time, down, upload }
      }),
    )
    // Only now: if a statement fails, all are written again. A sound center may not know yet that a link was deleted, so the log counts
    // these minutes and no alert does.
    unfit.no_link += minutes.length - kept.length
  }

  const bounds = {
    figures: true,
    delay_ms: BATCH_MS,
    most: MOST_WAITING,
    most_of_one: MOST_OF_ONE,
    most_at_once: ROWS_PER_STATEMENT,
  } as const
  const batch = queues.open<TrafficRow>({
    name: 'traffic',
    write,
    sourceOf: ({ router_name }) => router_name,
    turnOf: ({ account_id }) => account_id,
    ...bounds,
  })
  const links = queues.open<LinkMinute>({
    name: 'traffic of links',
    write: writeLinks,
    sourceOf: ({ reporter }) => reporter,
    turnOf: ({ link }) => link.account_id,
    ...bounds,
  })
  return {
    keep(peer, minutes, device_now) {
      const now = unix(clock.now())
      if (device_now !== undefined) peer.shift = shiftOf(peer.shift, now - device_now)
      const { account_id, router_name, interfaces, shift = 0 } = peer
      const kept = { from: range.from, to: Math.min(range.to, now + DEVICE_AHEAD_SECONDS) }
      const rows: TrafficRow[] = []
      for (const minute of minutes) {
        const time = placeMinute(minute, shift, interfaces, kept)
        const { interface: name, down, upload } = minute
        if (typeof time !== 'number') drop(time)
        else if (!budgets.keepsInterface(router_name, name)) drop('too_many')
        else rows.push({ account_id, router_name, interface: name, time, down, upload })
      }
      const taken = budgets.take(router_name, 'traffic', rows.length)
      for (const row of rows.slice(0, taken)) batch.add(row)
      if (taken === rows.length) return
      drop('too_many', rows.length - taken)
      budgets.refused(router_name, rows.length - taken, 'traffic')
    },
    keepLink: ({ router_name: reporter }, link, minute) => links.add({ ...minute, link, reporter }),
    dropped: () => dropped,
    async refresh() {
      if (Object.values(unfit).some((count) => count > 0)) log.warn('minutes of traffic were dropped', { ...unfit })
      unfit.unknown = unfit.absurd = unfit.outside = unfit.too_many = unfit.no_link = 0
      try {
        range = await rangeOf(db.systemNow, 'traffic_minute')
      } catch (error) {
        log.warn('the days of traffic could not be read', errorFacts(error))
      }
    },
    flush: async () => void (await Promise.all([batch.flush(), links.flush()])),
    stop: async () => void (await Promise.all([batch.stop(), links.stop()])),
  }
}
