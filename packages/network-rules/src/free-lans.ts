import { contains, formatPrefix, freePrefix, lastAddress, type Prefix, parsePrefix, prefixOf } from '@weft/net'

const block = (text: string): Prefix => parsePrefix(text)!
/** The private blocks, in which LANs are proposed, the most usual first. */
const PRIVATE = [block('192.168.0.0/16'), block('10.0.0.0/8'), block('172.16.0.0/12')]
const NEIGHBOURHOOD = 16

const isPrivate = (prefix: Prefix): boolean => PRIVATE.some((one) => one.mask <= prefix.mask && contains(one, prefix.network))
const neighbourhoodOf = ({ network }: Prefix): Prefix => prefixOf(network, NEIGHBOURHOOD)

/** Proposes free LAN prefixes, each only once. */
export class FreeLans {
  readonly #taken: Prefix[]
  /** The /16s in which the other sites have their LANs, the fullest first, each with the last address in use. */
  readonly #neighbourhoods: readonly { pool: Prefix; last: number }[]

  /**
   * @param taken everything that uses addresses
   * @param siblings the LANs of the other sites, near which prefixes are proposed
   */
  constructor(taken: Iterable<Prefix>, siblings: Iterable<Prefix>) {
    this.#taken = [...taken].toSorted((a, b) => a.network - b.network)
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
    for (const { pool, last } of [...beside, ...this.#neighbourhoods]) {
      const found = freePrefix(pool, mask, this.#taken, last + 1) ?? freePrefix(pool, mask, this.#taken)
      if (found) return this.#give(found)
    }
    for (const pool of PRIVATE) {
      const found = freePrefix(pool, mask, this.#taken)
      if (found) return this.#give(found)
    }
    return undefined
  }

  #give(prefix: Prefix): Prefix {
    const at = this.#taken.findIndex(({ network }) => network > prefix.network)
    this.#taken.splice(at < 0 ? this.#taken.length : at, 0, prefix)
    return prefix
  }
}
