import { type Ipv4, sizeOf } from './ipv4.ts'
import { lastAddress, type Prefix } from './prefix.ts'

interface Range {
  first: Ipv4
  last: Ipv4
}

/** The addresses that networks use, in which free networks are looked for again and again, and taken. */
export class UsedRanges {
  /** Sorted; no two touch or overlap. */
  readonly #ranges: Range[] = []
  /** By pool, mask and first address looked at, the address before which nothing is free. What is used only grows. */
  readonly #searched = new Map<string, Ipv4>()

  constructor(prefixes: Iterable<Prefix>) {
    for (const prefix of [...prefixes].toSorted((a, b) => a.network - b.network)) {
      const [last, end] = [this.#ranges.at(-1), lastAddress(prefix)]
      if (last && prefix.network <= last.last + 1) last.last = Math.max(last.last, end)
      else this.#ranges.push({ first: prefix.network, last: end })
    }
  }

  /**
   * Returns the lowest network with this mask inside the pool that overlaps nothing used, undefined if none is left. A search goes on
   * where the last one with the same arguments ended.
   * @param from the address from which to look
   */
  free(pool: Prefix, mask: number, from: Ipv4 = pool.network): Prefix | undefined {
    if (mask < pool.mask || mask > 32) return undefined
    const size = sizeOf(mask)
    const search = `${pool.network}/${pool.mask} ${mask} ${from}`
    let candidate = Math.ceil(Math.max(this.#searched.get(search) ?? from, pool.network) / size) * size
    for (let i = this.#after(candidate); i < this.#ranges.length && this.#ranges[i]!.first < candidate + size; i++)
      candidate = Math.ceil((this.#ranges[i]!.last + 1) / size) * size
    this.#searched.set(search, candidate)
    return candidate + size - 1 <= lastAddress(pool) ? { network: candidate, mask } : undefined
  }

  add(prefix: Prefix): void {
    const merged = { first: prefix.network, last: lastAddress(prefix) }
    const from = this.#after(merged.first - 1)
    let until = from
    for (; until < this.#ranges.length && this.#ranges[until]!.first <= merged.last + 1; until++) {
      merged.first = Math.min(merged.first, this.#ranges[until]!.first)
      merged.last = Math.max(merged.last, this.#ranges[until]!.last)
    }
    this.#ranges.splice(from, until - from, merged)
  }

  /** Returns the index of the first range that does not end before an address. */
  #after(address: Ipv4): number {
    let [low, high] = [0, this.#ranges.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#ranges[middle]!.last < address) low = middle + 1
      else high = middle
    }
    return low
  }
}

/**
 * Returns the lowest network with this mask inside the pool that overlaps nothing taken, undefined if none is left. The taken networks may
 * come in any order, overlap each other and lie outside the pool. Costs one sort of them; `UsedRanges` answers many searches with one.
 */
export const freePrefix = (pool: Prefix, mask: number, taken: Iterable<Prefix>): Prefix | undefined =>
  new UsedRanges(taken).free(pool, mask)
