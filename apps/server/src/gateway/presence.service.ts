import type { AgentMessage } from '@weft/contract'
import { publishAll } from '../adapters/bus/publish.ts'
import type { Db, SystemDb } from '../db/client.ts'
import { type Clock, fromUnix } from '../kernel/clock.ts'
import { followAddresses } from '../domains/network/change/address.service.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { lockMembers } from './members.queries.ts'
import { settleOnline } from './events.queries.ts'
import { closeRebooted, closeRebootedPops } from './sweep.queries.ts'
import { monotonicSeconds, type Peer } from './peers.ts'
import type { Queues } from './queues.ts'
import { isPop } from '../domains/member/device/credential.service.ts'
import { arrivePop, departPops, notePopBoots, touchPops } from './pop.queries.ts'
import {
  type Arrival,
  type Arrived,
  arrive,
  closeDeleted,
  closeFollowed,
  depart,
  insertConnectLog,
  noteBoots,
  touch,
} from './presence.queries.ts'
import { closeRebootedUplinks } from './uplink.queries.ts'

export type Hello = Extract<AgentMessage, { type: 'hello' }>

type Entry =
  | { kind: 'arrival'; peer: Peer; time: Date; row: Arrival }
  | { kind: 'departure' | 'touch'; peer: Peer; time: Date; row?: undefined }

export interface Presence {
  arrive(peer: Peer, hello: Hello): void
  depart(peer: Peer): void
  /** Writes no departure from now on: members of an instance that stops are on their way to another one. */
  leave(): void
  /** Called when a frame of the peer came; written to the database once a minute. */
  heard(peer: Peer): void
  flush(): Promise<void>
  stop(): Promise<void>
}

const TOUCH_SECONDS = 60
const BATCH_MS = 50
const MOST_WAITING = 50_000
/** A device makes two for each connection, and one each minute. */
const MOST_OF_ONE = 200
/** Waiting entries above which signs of life are left out: while the database is away they would displace arrivals and departures. */
const MOST_TOUCHES = 10_000

/**
 * Writes arrivals and departures in batches. A peer is `here` once its arrival is in the database, so that later changes of its
 * configuration find it.
 * @param settled called with what the database holds, or with undefined if a newer connection or a deletion came first
 */
export function createPresence({
  db,
  clock,
  log,
  queues,
  gateway_id,
  settled,
}: {
  db: Db
  clock: Clock
  log: Log
  queues: Queues
  gateway_id: string
  settled: (peer: Peer, arrived: Arrived | undefined) => void
}): Presence {
  async function write(all: Entry[]): Promise<void> {
    const [pops, members] = [all.filter((entry) => isPop(entry.peer)), all.filter((entry) => !isPop(entry.peer))]
    if (pops.length > 0) await writePops(pops)
    if (members.length > 0) await writeMembers(members)
  }

  /** Writes POPs, which appear in no account's records. */
  async function writePops(entries: Entry[]): Promise<void> {
    const arrived = await db.system(async (system) => {
      const rows: Arrived[] = []
      for (const entry of entries) {
        const { kind, peer, time } = entry
        if (kind === 'arrival') rows.push(...(await arrivePop(system, gateway_id, entry.row)))
        else await (kind === 'departure' ? departPops : touchPops)(system, [{ ...namesOf(peer), time }])
      }
      await publishAll(system, replacedOf(rows))
      return rows
    })
    await endTunnels(arrived)
    welcome(entries, arrived)
  }

  async function writeMembers(entries: Entry[]): Promise<void> {
    const arrivals = entries.flatMap((entry) => (entry.kind === 'arrival' ? [entry] : []))
    // A device may arrive twice within one batch: its last connection counts.
    const latest = [...new Map(arrivals.map((entry) => [entry.row.router_name, entry])).values()]
    const departures = entries.filter((entry) => entry.kind === 'departure').map(({ peer, time }) => ({ ...namesOf(peer), time }))
    const touches = entries.filter((entry) => entry.kind === 'touch').map(({ peer, time }) => ({ ...namesOf(peer), time }))
    const arrived = await db.system(async (system) => {
      await lockMembers(
        system,
        entries.map((entry) => entry.peer),
      )
      const rows = latest.length > 0 ? await takeOver(system, latest) : []
      const gone = departures.length > 0 ? await depart(system, departures) : []
      if (touches.length > 0) await touch(system, touches)
      // Only changes are logged: not an arrival that is written again, an end that the successor has written, or that of a connection that
      // never arrived.
      const changes = {
        arrival: connectionsOf(rows.filter((row) => row.former_connection !== row.connection_id)),
        departure: connectionsOf(gone),
        touch: new Set<string>(),
      }
      const lines = entries.flatMap((entry) => (changes[entry.kind].has(entry.peer.connection_id) ? [logRow(entry)] : []))
      if (lines.length > 0) await insertConnectLog(system, lines)
      if (gone.length < departures.length) await closeDeleted(system, departures)
      await publishAll(system, replacedOf(rows))
      return rows
    })
    await endTunnels(arrived)
    welcome(arrivals, arrived)
    follow(arrived)
  }

  function welcome(entries: readonly Entry[], arrived: readonly Arrived[]): void {
    const byConnection = new Map(arrived.map((row) => [row.connection_id, row]))
    for (const { kind, peer } of entries) if (kind === 'arrival') settled(peer, byConnection.get(peer.connection_id))
  }

  /** Returns the connections that another instance may still hold. */
  const replacedOf = (rows: readonly Arrived[]) =>
    rows.flatMap(({ account_id, router_name, former_connection, former_gateway }) =>
      former_connection === null || former_gateway === gateway_id
        ? []
        : [{ type: 'replaced', account_id, router_name, former_connection } as const],
    )

  let following = Promise.resolve()
  /** Follows the addresses of members without delaying their welcome: it is a change of configuration like any other. */
  function follow(arrived: readonly Arrived[]): void {
    if (arrived.length === 0) return
    following = following
      .then(() => followAddresses(db, arrived))
      .catch((error: unknown) => log.warn('networks will follow the addresses of their members later', errorFacts(error)))
  }

  async function takeOver(system: SystemDb, latest: readonly { row: Arrival }[]): Promise<Arrived[]> {
    const rows = latest.map((entry) => entry.row)
    await closeFollowed(system, gateway_id, rows)
    return arrive(system, gateway_id, rows)
  }

  /**
   * Ends the tunnels of devices that restarted. A separate transaction, because tunnels are locked before members everywhere; before the
   * welcome, so that no event of the device is older. It also records the new boot: if it fails, the next try to write the arrival, or the
   * next arrival, finds that the device restarted.
   */
  async function endTunnels(arrived: readonly Arrived[]): Promise<void> {
    const rebooted = arrived.flatMap(({ account_id, router_name, connection_id, new_boot, former_report }) =>
      new_boot === null ? [] : [{ account_id, router_name, connection_id, new_boot, last_report: fromUnix((former_report ?? 0) + 1) }],
    )
    if (rebooted.length === 0) return
    await db.system(async (system) => {
      const [pops, members] = [rebooted.filter(isPop), rebooted.filter((one) => !isPop(one))]
      const ends = [
        ...(await closeRebooted(system, members)),
        ...(await closeRebootedUplinks(system, members)),
        ...(await closeRebootedPops(system, pops)),
      ]
      await lockMembers(system, [...ends, ...members])
      if (members.length > 0) await noteBoots(system, members)
      await notePopBoots(system, pops)
      if (ends.length === 0) return
      await settleOnline(system, ends)
    })
  }

  let leaving = false
  const dropped = (entry: Entry) => {
    if (entry.kind === 'arrival') settled(entry.peer, undefined)
  }
  const batch = queues.open<Entry>({
    name: 'presence',
    write,
    delay_ms: BATCH_MS,
    most: MOST_WAITING,
    most_of_one: MOST_OF_ONE,
    sourceOf: ({ peer }) => peer.router_name,
    dropped,
  })
  return {
    async flush() {
      await batch.flush()
      await following
    },
    async stop() {
      await batch.stop()
      await following
    },
    arrive(peer, hello) {
      peer.reported = monotonicSeconds()
      const time = clock.now()
      batch.add({ kind: 'arrival', peer, time, row: arrivalOf(peer, hello, time) })
    },
    leave: () => void (leaving = true),
    depart(peer) {
      if (leaving) return
      batch.add({ kind: 'departure', peer, time: clock.now() })
    },
    heard(peer) {
      // Until its arrival is written, a sign of life adds nothing to it, and would displace it while the database is away for hours.
      if (peer.state !== 'here' || peer.heard - peer.reported < TOUCH_SECONDS || batch.waiting() >= MOST_TOUCHES) return
      peer.reported = peer.heard
      batch.add({ kind: 'touch', peer, time: clock.now() })
    },
  }
}

const connectionsOf = (rows: readonly { connection_id: string }[]): ReadonlySet<string> => new Set(rows.map((row) => row.connection_id))
const namesOf = ({ account_id, router_name, connection_id }: Peer) => ({ account_id, router_name, connection_id })

function arrivalOf(peer: Peer, { boot_id, device, interfaces, applied, agent_version }: Hello, time: Date): Arrival {
  return {
    ...namesOf(peer),
    boot_id,
    time,
    version: device.version ?? agent_version,
    os: device.os ?? null,
    router_model: device.model ?? null,
    router_mac: device.mac ?? null,
    router_ipv4: interfaces.find((one) => one.ipv4 !== null)?.ipv4 ?? peer.remote_ip,
    sys_brand: device.sys_brand ?? null,
    sys_model: device.sys_model ?? null,
    sys_version: device.sys_version ?? null,
    interfaces: JSON.stringify(interfaces),
    applied_revision: applied?.revision ?? 0,
    applied_hash: applied?.hash ?? null,
  }
}

function logRow({ kind, peer, time: create_time }: Entry) {
  const { account_id, router_name, remote_ip, remote_port, version } = peer
  const [online, exceeded] = kind === 'arrival' ? ([1, null] as const) : ([0, peer.exceeded] as const)
  return { account_id, router_name, remote_ip, remote_port, version, online, exceeded, create_time }
}
