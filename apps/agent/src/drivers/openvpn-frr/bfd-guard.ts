import type { Log } from '../../log.ts'
import { tunnelKey, type UpTunnel } from './tunnel-facts.ts'

/** BGP's and BFD's sessions of a device, as FRR shows them. */
export interface Sessions {
  /** Milliseconds since BGP reached each neighbour that it has reached, by address. */
  established: ReadonlyMap<string, number>
  /** The neighbours that BFD knows, by address: true if the BFD session is up. */
  bfd: ReadonlyMap<string, boolean>
}

export interface SessionsWithPrefixes extends Sessions {
  /** How many prefixes each neighbour that BGP has reached has sent and was sent, by address. */
  prefixes: ReadonlyMap<string, number>
}

/**
 * Makes sure that BFD guards each neighbour of BGP. Without BFD a dead link costs the hold time of BGP, nine seconds, instead of one.
 * FRR 8.4 sometimes reads a neighbour's configuration and never begins its BFD session, mostly on a busy machine.
 */
export interface BfdGuard {
  /** Reads the neighbours from the text of `frr.conf`; undefined if nothing is routed. */
  configured(frr: string | undefined): void
  /** Repairs missing BFD sessions. Asks FRR only while a tunnel waits for its guard, and every 30 seconds. */
  look(up: readonly UpTunnel[]): Promise<void>
  /**
   * Returns whether a tunnel may be reported as up: its neighbour is guarded, it has none (software members route nothing), or it has
   * waited 30 seconds for its guard.
   */
  covers(tunnel: UpTunnel): boolean
}

const LOOK_EVERY_MS = 30_000
/** A neighbour that BFD does not know this long after BGP reached it will never become known by itself: it takes one or two seconds. */
const UNKNOWN_MS = 3_000
/** Milliseconds before a repair is repeated. */
const REPAIR_MS = 5_000
const LONGEST_WAIT_MS = 30_000

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
  /** Tunnels with a neighbour, by their keys: since when they are known to be up, and whether they were seen guarded. */
  let seen = new Map<string, { since: number; guarded: boolean; warned: boolean }>()
  const repaired = new Map<string, number>()
  let looked = Number.NEGATIVE_INFINITY

  const isRouted = (tunnel: UpTunnel) => neighbourOf(neighbours, tunnel) !== undefined
  const isLate = (since: number) => now() - since > LONGEST_WAIT_MS

  function remember(up: readonly UpTunnel[]): void {
    const began = now()
    const keys = up.filter(isRouted).map(tunnelKey)
    seen = new Map(keys.map((key) => [key, seen.get(key) ?? { since: began, guarded: false, warned: false }]))
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

  return {
    configured(frr = '') {
      neighbours = neighboursIn(frr)
      asn = ASN.exec(frr)?.[1] ?? ''
      // FRR may not accept all of a new configuration.
      looked = Number.NEGATIVE_INFINITY
    },
    async look(up) {
      remember(up)
      if (neighbours.length === 0) return
      const isAwaited = [...seen.values()].some(({ since, guarded }) => !guarded && !isLate(since))
      if (!isAwaited && now() - looked < LOOK_EVERY_MS) return
      looked = now()
      const found = await sessions().catch((error: unknown) => log.warn(`the sessions of FRR cannot be read: ${String(error)}`))
      // Without FRR there is nothing to repair, and the tunnels wait.
      if (!found) return
      for (const tunnel of up) {
        const [neighbour, state] = [neighbourOf(neighbours, tunnel), seen.get(tunnelKey(tunnel))]
        if (!neighbour || !state) continue
        state.guarded ||= found.bfd.get(neighbour.address) === true
        if (state.guarded || state.warned || !isLate(state.since)) continue
        state.warned = true
        log.warn(`the tunnel to ${tunnel.who} is not guarded by BFD: if it dies, its routes stay for up to nine seconds`)
      }
      await repair(found)
    },
    covers(tunnel) {
      if (!isRouted(tunnel)) return true
      const state = seen.get(tunnelKey(tunnel))
      return state !== undefined && (state.guarded || isLate(state.since))
    },
  }
}

interface Peer {
  state: string
  peerUptimeMsec?: number
  pfxRcd?: number
  pfxSnt?: number
}
/** Returns the sessions in the answers of `show bgp ipv4 unicast summary json` and `show bfd peers brief json`. */
export function sessionsIn(bgp: string, bfd: string): SessionsWithPrefixes {
  const { peers = {} } = JSON.parse(bgp) as { peers?: Record<string, Peer> }
  const known = JSON.parse(bfd) as { peer: string; status: string }[]
  const reached = Object.entries(peers).filter(([, { state }]) => state === 'Established')
  return {
    established: new Map(reached.map(([address, { peerUptimeMsec = 0 }]) => [address, peerUptimeMsec])),
    prefixes: new Map(reached.map(([address, { pfxRcd = 0, pfxSnt = 0 }]) => [address, pfxRcd + pfxSnt])),
    bfd: new Map(known.map(({ peer, status }) => [peer, status === 'up'])),
  }
}
