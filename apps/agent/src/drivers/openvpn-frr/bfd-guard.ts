import type { TunnelFigures } from '@weft/contract/agent-protocol'
import type { Log } from '../../log.ts'
import { tunnelKey, type UpTunnel } from './tunnel-facts.ts'

/** BGP's and BFD's sessions of a device, as FRR shows them. */
export interface Sessions {
  /** Milliseconds since BGP reached each neighbour that it has reached, by address. */
  established: ReadonlyMap<string, number>
  /** The neighbours that BFD knows, by address. */
  bfd: ReadonlyMap<string, BfdSession>
}
interface BfdSession {
  up: boolean
  /** How many packets may be missing before this end counts as dead, and before the other end does. */
  own: number
  other: number
}

export interface SessionsWithPrefixes extends Sessions {
  /** How many prefixes each neighbour that BGP has reached has sent and was sent, by address. */
  prefixes: ReadonlyMap<string, number>
}

/**
 * Makes sure that BFD guards each neighbour of BGP. Without BFD a dead link costs the hold time of BGP, nine seconds, instead of one.
 * FRR 8.4 sometimes reads a neighbour's configuration and never begins its BFD session, mostly on a busy machine.
 *
 * It also gives each neighbour its BFD profile: `rough` where the tunnel loses packets or is slow, because `wan` would take sessions down that
 * work. The end that dialled measures the tunnel and decides. The other end does what it sees the first one do: BFD tells each end how
 * many packets of the other may be missing.
 */
export interface BfdGuard {
  /** Reads the neighbours from the text of `frr.conf`; undefined if nothing is routed. */
  configured(frr: string | undefined): void
  /**
   * Repairs missing BFD sessions. Asks FRR only while a tunnel waits for its guard, and every 30 seconds.
   * @throws if FRR does not answer: there is nothing to repair, and the tunnels wait
   */
  look(up: readonly UpTunnel[]): Promise<void>
  /**
   * Returns whether a tunnel may be reported as up: its neighbour is guarded, it has none (software members route nothing), or it has
   * waited 30 seconds for its guard.
   */
  covers(tunnel: UpTunnel): boolean
  /** Returns that a tunnel which this device dialled is up and exchanges no routes, once BGP has not reached its neighbour for 30 seconds. */
  fault(): string | undefined
  /** Takes what was measured of the tunnels in a minute, of those that this device dialled. */
  measured(minute: readonly TunnelFigures[]): void
}

const LOOK_EVERY_MS = 30_000
/** Milliseconds between two looks while a tunnel exchanges no routes, so that the end of this is noticed soon. */
const LOOK_AGAIN_MS = 5_000
/** A neighbour that BFD does not know this long after BGP reached it will never become known by itself: it takes one or two seconds. */
const UNKNOWN_MS = 3_000
/** Milliseconds before a repair is repeated. */
const REPAIR_MS = 5_000
const LONGEST_WAIT_MS = 30_000
/** Packets that may be missing with each profile (packages/member-config). */
const MISSING = { wan: 3, rough: 8 } as const
/** Percent of packets lost in one direction, and milliseconds there and back, from which a tunnel is rough. */
const ROUGH_LOSS = 3
const ROUGH_RTT = 500
/** Milliseconds without any answer after which that is no loss but an outage, which must be found soon the next time, too. */
const OUTAGE_MS = 5_000
/** Packets, of one a second, below which a minute says nothing: the tunnel was up for less than half of it. */
const LEAST_PACKETS = 30
/** Minutes in a row after which a tunnel is rough, and no longer rough: a center that restarts is missing for seconds of one minute. */
const BAD_MINUTES = 3
const GOOD_MINUTES = 10

interface Neighbour {
  address: string
  /** The device's own address in the tunnel to it. */
  own: string
}
const NEIGHBOUR = /^ neighbor (\S+) update-source (\S+)$/gm
const ASN = /^router bgp (\d+)$/m

/** Returns BGP's neighbours in the text of `frr.conf`. */
export const neighboursIn = (frr = ''): readonly Neighbour[] =>
  [...frr.matchAll(NEIGHBOUR)].map(([, address = '', own = '']) => ({ address, own }))
/** Returns the neighbour at the other end of a tunnel that is up. */
export const neighbourOf = (neighbours: readonly Neighbour[], { dialled, vpn_ip }: UpTunnel): Neighbour | undefined =>
  neighbours.find(({ address, own }) => vpn_ip === (dialled ? own : address))

export function createBfdGuard({
  sessions,
  configure,
  log,
  now = () => performance.now(),
}: {
  sessions: () => Promise<Sessions>
  /** Runs commands in the configuration mode of vtysh. */
  configure: (commands: readonly string[]) => Promise<void>
  log: Log
  /** The monotonic clock, in milliseconds. */
  now?: () => number
}): BfdGuard {
  let neighbours: readonly Neighbour[] = []
  let asn = ''
  /**
   * Tunnels with a neighbour, by their keys: since when they are known to be up, whether they were seen guarded, and since when BGP does not
   * reach the neighbour, of those that this device dialled.
   */
  let seen = new Map<string, { who: string; since: number; guarded: boolean; warned: boolean; routeless: number | undefined }>()
  let repaired = new Map<string, number>()
  /**
   * The tunnels that this device dialled, by network and other end, from when BFD was seen to know them, with the minutes since then, in a row,
   * that were otherwise.
   */
  const lines = new Map<string, { rough: boolean; otherwise: number }>()
  let looked = Number.NEGATIVE_INFINITY

  const isRouted = (tunnel: UpTunnel) => neighbourOf(neighbours, tunnel) !== undefined
  const isLate = (since: number) => now() - since > LONGEST_WAIT_MS

  function remember(up: readonly UpTunnel[]): void {
    const began = now()
    const begun = { since: began, guarded: false, warned: false, routeless: undefined }
    seen = new Map(up.filter(isRouted).map((tunnel) => [tunnelKey(tunnel), seen.get(tunnelKey(tunnel)) ?? { ...begun, who: tunnel.who }]))
  }

  async function repair({ established, bfd }: Sessions): Promise<void> {
    for (const { address } of neighbours) {
      const reached = established.get(address) ?? 0
      if (reached < UNKNOWN_MS || bfd.has(address) || now() - (repaired.get(address) ?? Number.NEGATIVE_INFINITY) < REPAIR_MS) continue
      repaired.set(address, now())
      log.warn(`BFD does not know the neighbour ${address}, which is configured anew`)
      await configure([`router bgp ${asn}`, `no neighbor ${address} bfd`, `neighbor ${address} bfd`, `neighbor ${address} bfd profile wan`])
    }
  }

  async function chooseProfiles({ bfd }: Sessions, up: readonly UpTunnel[]): Promise<void> {
    for (const tunnel of up) {
      const address = neighbourOf(neighbours, tunnel)?.address
      const session = bfd.get(address ?? '')
      if (address === undefined || !session) continue
      // A former run of the agent has measured the tunnel, and chosen.
      if (tunnel.dialled && !lines.has(linkOf(tunnel))) lines.set(linkOf(tunnel), { rough: session.own >= MISSING.rough, otherwise: 0 })
      if (!session.up) continue
      const isRough = tunnel.dialled ? lines.get(linkOf(tunnel))?.rough === true : session.other >= MISSING.rough
      const profile = isRough ? 'rough' : 'wan'
      if (session.own === MISSING[profile]) continue
      log.info(`the tunnel to ${tunnel.who} is guarded as ${profile}: it may miss ${MISSING[profile]} packets of BFD`)
      await configure([`router bgp ${asn}`, `neighbor ${address} bfd profile ${profile}`])
    }
  }

  return {
    configured(frr = '') {
      neighbours = neighboursIn(frr)
      repaired = new Map([...repaired].filter(([address]) => neighbours.some((one) => one.address === address)))
      asn = ASN.exec(frr)?.[1] ?? ''
      // FRR may not accept all of a new configuration.
      looked = Number.NEGATIVE_INFINITY
    },
    async look(up) {
      remember(up)
      if (neighbours.length === 0) return
      const isAwaited = [...seen.values()].some(({ since, guarded }) => !guarded && !isLate(since))
      const isRouteless = [...seen.values()].some(({ routeless }) => routeless !== undefined)
      if (!isAwaited && now() - looked < (isRouteless ? LOOK_AGAIN_MS : LOOK_EVERY_MS)) return
      looked = now()
      const found = await sessions()
      for (const tunnel of up) {
        const [neighbour, state] = [neighbourOf(neighbours, tunnel), seen.get(tunnelKey(tunnel))]
        if (!neighbour || !state) continue
        state.guarded ||= found.bfd.get(neighbour.address)?.up === true
        // The other end of a tunnel is not at fault for each member that dialled it.
        state.routeless = tunnel.dialled && !found.established.has(neighbour.address) ? (state.routeless ?? now()) : undefined
        if (state.guarded || state.warned || !isLate(state.since)) continue
        state.warned = true
        log.warn(`the tunnel to ${tunnel.who} is not guarded by BFD: if it dies, its routes stay for up to nine seconds`)
      }
      await repair(found)
      await chooseProfiles(found, up)
    },
    covers(tunnel) {
      if (!isRouted(tunnel)) return true
      const state = seen.get(tunnelKey(tunnel))
      return state !== undefined && (state.guarded || isLate(state.since))
    },
    fault() {
      const failing = [...seen.values()].find(({ routeless }) => routeless !== undefined && now() - routeless >= LONGEST_WAIT_MS)
      return (
        failing &&
        `隧道已连通，但路由没有交换（${failing.who}）: the tunnel to ${failing.who} is up, but BGP does not reach the other end, so no routes are exchanged`
      )
    },
    measured(minute) {
      for (const figures of minute) {
        const [link, isRough] = [linkOf(figures), roughnessOf(figures)]
        const line = lines.get(link)
        if (!line || isRough === undefined) continue
        const { rough, otherwise } = line
        const now = isRough === rough ? 0 : otherwise + 1
        const isOver = now === (rough ? GOOD_MINUTES : BAD_MINUTES)
        lines.set(link, isOver ? { rough: !rough, otherwise: 0 } : { rough, otherwise: now })
      }
    },
  }
}

const linkOf = ({ network_number, who }: { network_number: string; who: string }) => `${network_number} ${who}`

/** Returns whether a tunnel was rough in a minute; undefined if the minute does not tell: it had an outage, or too few packets. */
function roughnessOf({ sent, reflected, received, rtt_p50, longest_gap }: TunnelFigures): boolean | undefined {
  if (sent < LEAST_PACKETS) return undefined
  if ((rtt_p50 ?? 0) >= ROUGH_RTT) return true
  if (longest_gap >= OUTAGE_MS) return undefined
  const lost = (before: number, after: number) => (before === 0 ? 0 : (100 * (before - after)) / before)
  return Math.max(lost(sent, reflected), lost(reflected, received)) >= ROUGH_LOSS
}

interface Peer {
  state: string
  peerUptimeMsec?: number
  pfxRcd?: number
  pfxSnt?: number
}
/** Returns the sessions in the answers of `show bgp ipv4 unicast summary json` and `show bfd peers json`. */
export function sessionsIn(bgp: string, bfd: string): SessionsWithPrefixes {
  const { peers = {} } = JSON.parse(bgp) as { peers?: Record<string, Peer> }
  const known = JSON.parse(bfd) as { peer: string; status: string; 'detect-multiplier'?: number; 'remote-detect-multiplier'?: number }[]
  const reached = Object.entries(peers).filter(([, { state }]) => state === 'Established')
  return {
    established: new Map(reached.map(([address, { peerUptimeMsec = 0 }]) => [address, peerUptimeMsec])),
    prefixes: new Map(reached.map(([address, { pfxRcd = 0, pfxSnt = 0 }]) => [address, pfxRcd + pfxSnt])),
    bfd: new Map(
      known.map(({ peer, status, 'detect-multiplier': own = MISSING.wan, 'remote-detect-multiplier': other = MISSING.wan }) => [
        peer,
        { up: status === 'up', own, other },
      ]),
    ),
  }
}
