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
  /** Announces the kernel's addresses that zebra does not know. Asks zebra after each change, and every 30 seconds. */
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
  let complete = ''
  let completeAt = Number.NEGATIVE_INFINITY
  let warned = new Set<string>()

  return {
    async look() {
      const own = ofKernel()
      const state = own.map(keyOf).toSorted().join()
      if (state === complete && now() - completeAt < LOOK_EVERY_MS) return
      const known =
        own.length === 0
          ? new Map()
          : await ofZebra().catch((error: unknown) => log.warn(`zebra cannot be asked for addresses: ${String(error)}`))
      if (!known) return
      const missing = own.filter((one) => !known.get(one.interface)?.includes(one.address))
      warned = new Set([...warned].filter((key) => missing.some((one) => keyOf(one) === key)))
      for (const one of missing) {
        if (!warned.has(keyOf(one)))
          log.warn(`zebra does not know the address ${one.address} of ${one.interface}, which is announced again`)
        warned.add(keyOf(one))
        await announce(one)
      }
      if (missing.length > 0) return
      complete = state
      completeAt = now()
    },
  }
}

const keyOf = (one: TunnelAddress): string => `${one.interface} ${one.index} ${one.address}`

/** Returns the addresses in the answer of `show interface brief json`, without masks, by interface. */
export function addressesIn(brief: string): Map<string, string[]> {
  const interfaces = JSON.parse(brief) as Record<string, { addresses?: string[] }>
  return new Map(
    Object.entries(interfaces).map(([name, { addresses = [] }]) => [name, addresses.map((one) => one.slice(0, one.indexOf('/')))]),
  )
}
