/** What restarts of tunnels need of OpenVPN and FRR. Tunnels are named as their configurations are. */
export interface InTurnDependencies {
  networkOf(name: string): string
  /** Returns whether a tunnel carries traffic. */
  isUp(name: string): boolean
  /** Returns whether it is the service through which branches route. */
  isService(name: string): boolean
  /** Returns the address of BGP's neighbour at the other end of a tunnel; undefined if there is none. */
  neighbourOf(name: string): string | undefined
  /** Returns the neighbours in a network that BGP has reached, by address, and how many prefixes it has exchanged with each. */
  reached(network_number: string): Promise<ReadonlyMap<string, number>>
  /** Asks all neighbours to prefer other routes (`on`), or to use those through this device again. */
  drain(on: boolean): Promise<void>
  /** Ends the session with one neighbour, so that both ends use other routes, or begins it again. */
  part(address: string, on: boolean): Promise<void>
  restart(name: string): Promise<void>
  /** The monotonic clock, in milliseconds. */
  now(): number
}

/**
 * Restarts tunnels of which none is urgent: each once traffic takes other ways, and the next once the former carries traffic again. With two
 * ways to everywhere no packet is lost. Each beat does one step, so that all else that a device does goes on between them.
 */
export interface InTurn {
  /** Sets the tunnels that are due to restart. What was begun for a tunnel that has not restarted yet, and is no longer due, is undone. */
  set(names: Iterable<string>): Promise<void>
  /** Called once a second, which also is the time that neighbours have to change routes. @throws if a step fails; the next beat goes on */
  beat(): Promise<void>
  /** Undoes what was begun, because the agent ends. */
  leave(): Promise<void>
}

/**
 * Milliseconds that one tunnel, and all of a network together from the first restart, are waited for: the other end may be away. Leading
 * traffic past a tunnel is tried as long as for one.
 */
const ONE_MS = 15_000
const NETWORK_MS = 60_000

/** The tunnel whose turn it is. */
interface Current {
  name: string
  network: string
  wasUp: boolean
  before: ReadonlyMap<string, number>
  /** Leads traffic past the tunnel while it has not come back; undefined if nothing is to be undone. */
  past: ((on: boolean) => Promise<void>) | undefined
  /** Until when leading traffic past it is tried; undefined once it is led past, or if there is nothing to lead. */
  tryUntil: number | undefined
  /** Until when it is waited for; undefined until it restarts. */
  until: number | undefined
}

export function createInTurn(of: InTurnDependencies): InTurn {
  let due: string[] = []
  let current: Current | undefined
  /** Until when tunnels are waited for, by network. */
  const ends = new Map<string, number>()

  async function begin(name: string): Promise<void> {
    const network = of.networkOf(name)
    const before = await of.reached(network)
    const end = Math.min(ends.get(network) ?? Number.POSITIVE_INFINITY, of.now() + ONE_MS)
    const past = of.now() < end ? wayPast(name, before, of) : undefined
    current = { name, network, wasUp: of.isUp(name), before, past, tryUntil: past && end, until: undefined }
    await (past ? lead(current) : restart(current))
  }

  async function lead(tunnel: Current): Promise<void> {
    await tunnel.past?.(true)
    tunnel.tryUntil = undefined
  }

  async function restart(tunnel: Current): Promise<void> {
    due = due.filter((name) => name !== tunnel.name)
    const end = ends.get(tunnel.network) ?? of.now() + NETWORK_MS
    ends.set(tunnel.network, end)
    tunnel.until = Math.min(end, of.now() + ONE_MS)
    await of.restart(tunnel.name)
  }

  async function undo(tunnel: Current): Promise<void> {
    await tunnel.past?.(false)
    tunnel.past = undefined
  }

  async function comeBack(tunnel: Current, until: number): Promise<void> {
    const isLate = of.now() >= until
    if (tunnel.wasUp && !of.isUp(tunnel.name) && !isLate) return
    // Failed attempts are repeated until then.
    if (isLate) finish()
    await undo(tunnel)
    // A session that has not exchanged its routes yet is no detour for the next tunnel.
    if (!isLate && hasAll(await of.reached(tunnel.network), tunnel.before)) finish()
  }

  function finish(): void {
    current = undefined
    forget()
  }

  /** Forgets the time of networks in which nothing restarts any more: what is due there later has its own. */
  function forget(): void {
    const busy = new Set([...due.map((name) => of.networkOf(name)), current?.network])
    for (const network of ends.keys()) if (!busy.has(network)) ends.delete(network)
  }

  return {
    async set(names) {
      due = [...names]
      const tunnel = current
      const stays = tunnel === undefined || tunnel.until !== undefined || due.includes(tunnel.name)
      if (!stays) current = undefined
      forget()
      if (!stays) await undo(tunnel)
    },
    async beat() {
      if (current?.until !== undefined) await comeBack(current, current.until)
      else if (current?.tryUntil !== undefined && of.now() < current.tryUntil) await lead(current)
      else if (current) await restart(current)
      else if (due[0] !== undefined) await begin(due[0])
    },
    async leave() {
      due = []
      const tunnel = current
      current = undefined
      if (tunnel) await undo(tunnel)
    },
  }
}

const hasAll = (now: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>) =>
  [...before].every(([address, prefixes]) => (now.get(address) ?? -1) >= prefixes)

/** Returns how traffic is led past a tunnel; undefined if its network has no other way, or it carries no routes. */
function wayPast(name: string, before: ReadonlyMap<string, number>, of: InTurnDependencies) {
  if (before.size < 2) return undefined
  if (of.isService(name)) return (on: boolean) => of.drain(on)
  const address = of.neighbourOf(name)
  return address !== undefined && before.has(address) ? (on: boolean) => of.part(address, on) : undefined
}
