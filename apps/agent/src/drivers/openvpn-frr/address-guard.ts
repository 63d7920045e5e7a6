import type { Log } from '../../log.ts'

/** An IPv4 address of one of the device's tunnels, as the kernel has it. */
export interface TunnelAddress {
  interface: string
  /** The kernel's number of the interface: a new interface with an old name has a new one. */
  index: number
  /** Without its mask. */
  address: string
}

/**
 * Makes sure that zebra knows the addresses of all tunnels. FRR 8.4 reads new interfaces and new addresses in two threads: an address
 * that is read before its interface is dropped for good (FRRouting/frr issue 13288), and BGP never reaches a neighbour behind it.
 */
export interface AddressGuard {
  /**
   * Makes the kernel announce the tunnel addresses that zebra does not know. Called every second: it asks zebra only if the addresses have
   * changed, if one was missing, or if the last answer is 30 seconds old.
   * @throws if zebra does not answer
   */
  look(): Promise<void>
}

const LOOK_EVERY_MS = 30_000

export function createAddressGuard({
  ofKernel,
  ofZebra,
  announce,
  log,
  now = () => performance.now(),
}: {
  ofKernel: () => readonly TunnelAddress[]
  /** Returns the addresses that zebra knows, without masks, by interface. */
  ofZebra: () => Promise<ReadonlyMap<string, readonly string[]>>
  /** Makes the kernel announce an address once more, without changing it. */
  announce: (address: TunnelAddress) => Promise<void>
  log: Log
  /** The monotonic clock, in milliseconds. */
  now?: () => number
}): AddressGuard {
  /** The addresses of the kernel when zebra last knew all of them, and when that was. */
  let knownState = ''
  let knownAt = Number.NEGATIVE_INFINITY
  /** The missing addresses that the log has, so that each is logged once. */
  let logged = new Set<string>()

  return {
    async look() {
      const own = ofKernel()
      const state = own.map(keyOf).toSorted().join()
      if (state === knownState && now() - knownAt < LOOK_EVERY_MS) return
      // Without tunnels nothing can be missing, and FRR may not run.
      const known = own.length === 0 ? new Map<string, string[]>() : await ofZebra()
      const missing = own.filter((address) => !known.get(address.interface)?.includes(address.address))
      logged = new Set([...logged].filter((key) => missing.some((address) => keyOf(address) === key)))
      for (const address of missing) {
        if (!logged.has(keyOf(address)))
          log.warn(`zebra does not know the address ${address.address} of ${address.interface}, which is announced again`)
        logged.add(keyOf(address))
        await announce(address)
      }
      if (missing.length > 0) return
      knownState = state
      knownAt = now()
    },
  }
}

const keyOf = (tunnel: TunnelAddress): string => `${tunnel.interface} ${tunnel.index} ${tunnel.address}`

/** Returns the addresses in the answer of `show interface brief json`, without masks, by interface. */
export function addressesIn(brief: string): Map<string, string[]> {
  const interfaces = JSON.parse(brief) as Record<string, { addresses?: string[] }>
  return new Map(
    Object.entries(interfaces).map(([name, { addresses = [] }]) => [name, addresses.map((text) => text.slice(0, text.indexOf('/')))]),
  )
}
