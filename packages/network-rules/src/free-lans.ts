import { contains, formatPrefix, lastAddress, type Prefix, parsePrefix, prefixOf, UsedRanges } from '@weft/net'

const block = (text: string): Prefix => parsePrefix(text)!
/** The private blocks, in which LANs are proposed, the most usual first. */
const PRIVATE = [block('192.168.0.0/16'), block('10.0.0.0/8'), block('172.16.0.0/12')]
const NEIGHBOURHOOD = 16

const isPrivate = (prefix: Prefix): boolean => PRIVATE.some((one) => one.mask <= prefix.mask && contains(one, prefix.network))
const neighbourhoodOf = ({ network }: Prefix): Prefix => prefixOf(network, NEIGHBOURHOOD)

/** Proposes free LAN prefixes, each only once. */
export class FreeLans {
  readonly #taken: UsedRanges
  /** The /16s in which the other sites have their LANs, the fullest first, each with the last address in use. */
  readonly #neighbourhoods: readonly { pool: Prefix; last: number }[]
  /** By mask, how many of them have no free prefix left; there will be none again. */
  readonly #full = new Map<number, number>()

  /**
   * @param taken everything that uses addresses
   * @param siblings the LANs of the other sites, near which prefixes are proposed
   */
  constructor(taken: Iterable<Prefix>, siblings: Iterable<Prefix>) {
    this.#taken = new UsedRanges(taken)
    const inside = [...siblings].filter((one) => one.mask >= NEIGHBOURHOOD && isPrivate(one))
    const groups = [...Map.groupBy(inside, (one) => formatPrefix(neighbourhoodOf(one))).values()]
    this.#neighbourhoods = groups
      .toSorted((a, b) => b.length - a.length || a[0]!.network - b[0]!.network)
      .map((group) => ({ pool: neighbourhoodOf(group[0]!), last: Math.max(...group.map(lastAddress)) }))
  }

  /**
   * Returns the next free private prefix with this mask, undefined if none is left: after `near` in its /16, else after the last LAN
   * in a /16 of other sites, else anywhere in the private blocks.
   */
  next(mask: number, near?: Prefix): Prefix | undefined {
    const beside = near && near.mask >= NEIGHBOURHOOD && isPrivate(near) ? [{ pool: neighbourhoodOf(near), last: lastAddress(near) }] : []
    const found = beside.map(({ pool, last }) => this.#after(last, pool, mask)).find(Boolean)
    if (found) return this.#give(found)
    for (let full = this.#full.get(mask) ?? 0; full < this.#neighbourhoods.length; this.#full.set(mask, ++full)) {
      const { pool, last } = this.#neighbourhoods[full]!
      const free = this.#after(last, pool, mask)
      if (free) return this.#give(free)
    }
    for (const pool of PRIVATE) {
      const free = this.#taken.free(pool, mask)
      if (free) return this.#give(free)
    }
    return undefined
  }

  /** Returns a free prefix of a pool, after an address if there is one. */
  #after(address: number, pool: Prefix, mask: number): Prefix | undefined {
    return this.#taken.free(pool, mask, address + 1) ?? this.#taken.free(pool, mask)
  }

  #give(prefix: Prefix): Prefix {
    this.#taken.add(prefix)
    return prefix
  }
}
