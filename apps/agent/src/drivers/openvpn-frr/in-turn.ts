/** What restarts of tunnels need of OpenVPN and FRR. Tunnels are named as their configurations are. */
export interface InTurnDependencies {
  /** Returns whether a tunnel carries traffic. */
  isUp(name: string): boolean
  /** Returns whether it is the service through which branches route. */
  isService(name: string): boolean
  /** Returns the address of BGP's neighbour at the other end of a tunnel; undefined if there is none. */
  neighbourOf(name: string): string | undefined
  /** Returns the neighbours that BGP has reached, by address, and how many prefixes it has exchanged with each. */
  reached(): Promise<ReadonlyMap<string, number>>
  /** Asks all neighbours to prefer other routes (`on`), or to use those through this device again. */
  drain(on: boolean): Promise<void>
  /** Ends the session with one neighbour, so that both ends use other routes, or begins it again. */
  part(address: string, on: boolean): Promise<void>
  restart(name: string): Promise<void>
  pause(milliseconds: number): Promise<void>
  /** The monotonic clock, in milliseconds. */
  now(): number
}

/** Milliseconds for neighbours to change routes before and after a restart. */
export const DRAIN_MS = 500
/** Milliseconds that one tunnel, and all of them together, are waited for: the other end may be away. */
const ONE_MS = 15_000
const ALL_MS = 60_000
const LOOK_MS = 200

/**
 * Restarts tunnels of which none is urgent: each once traffic takes other ways, and the next once the former carries traffic again. With two
 * ways to everywhere no packet is lost.
 * @throws if a process does not start
 */
export async function restartInTurn(names: readonly string[], of: InTurnDependencies): Promise<void> {
  const end = of.now() + ALL_MS
  for (const name of names) {
    const [wasUp, before] = [of.isUp(name), await of.reached()]
    const giveWay = wayOf(name, before, of)
    await giveWay?.(true)
    if (giveWay) await of.pause(DRAIN_MS)
    const until = Math.min(end, of.now() + ONE_MS)
    try {
      await of.restart(name)
      while (wasUp && !of.isUp(name) && of.now() < until) await of.pause(LOOK_MS)
    } finally {
      await giveWay?.(false)
    }
    // Without the routes a session is no other way for the next tunnel.
    while (!hasAll(await of.reached(), before) && of.now() < until) await of.pause(LOOK_MS)
    if (giveWay) await of.pause(DRAIN_MS)
  }
}

const hasAll = (now: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>) =>
  [...before].every(([address, prefixes]) => (now.get(address) ?? -1) >= prefixes)

/** Returns how traffic is led past a tunnel; undefined if there is no other way, or the tunnel carries no routes. */
function wayOf(
  name: string,
  before: ReadonlyMap<string, number>,
  { isService, neighbourOf, drain, part }: InTurnDependencies,
): ((on: boolean) => Promise<void>) | undefined {
  if (before.size < 2) return undefined
  if (isService(name)) return drain
  const address = neighbourOf(name)
  return address !== undefined && before.has(address) ? (on) => part(address, on) : undefined
}
