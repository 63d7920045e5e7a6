import { sizeOf } from './ipv4.ts'
import { lastAddress, type Prefix } from './prefix.ts'

/**
 * Finds the networks that overlap a given one, among thousands in O(log n). Two networks overlap only if one contains the other, so
 * the result is the networks around the given one and a run of those inside it.
 */
export class PrefixIndex<T extends Prefix> {
  /** Sorted by first address, wider ones first. */
  readonly #sorted: readonly T[]
  /** For each, the index of the narrowest one before it that contains it; -1 for none. */
  readonly #holder: readonly number[]

  constructor(prefixes: Iterable<T>) {
    this.#sorted = [...prefixes].toSorted(byAddress)
    const around: number[] = []
    this.#holder = this.#sorted.map((prefix, i) => {
      while (around.length > 0 && lastAddress(this.#sorted[around.at(-1)!]!) < prefix.network) around.pop()
      const holder = around.at(-1) ?? -1
      around.push(i)
      return holder
    })
  }

  /** Returns all that overlap the prefix, by first address, also itself if it is one of them. Costs O(log n) and what it finds. */
  overlapping(prefix: Prefix): T[] {
    const sorted = this.#sorted
    // The first that is not before the prefix in order: equal and inner ones begin here.
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (byAddress(sorted[middle]!, prefix) < 0) low = middle + 1
      else high = middle
    }
    const found: T[] = []
    for (let i = low - 1; i >= 0; i = this.#holder[i]!) if (lastAddress(sorted[i]!) >= prefix.network) found.push(sorted[i]!)
    found.reverse()
    for (let i = low; i < sorted.length && sorted[i]!.network <= lastAddress(prefix); i++) found.push(sorted[i]!)
    return found
  }
}

/** Returns the pairs that overlap, the wider one first, in the order of addresses. Costs one sort and what it finds. */
export function overlapping<T extends Prefix>(prefixes: Iterable<T>): [T, T][] {
  const around: T[] = []
  return [...prefixes].toSorted(byAddress).flatMap((prefix) => {
    while (around.length > 0 && lastAddress(around.at(-1)!) < prefix.network) around.pop()
    const pairs = around.map((wider): [T, T] => [wider, prefix])
    around.push(prefix)
    return pairs
  })
}

/** Returns the fewest networks that contain the same addresses, in order. */
export function summary(prefixes: Iterable<Prefix>): Prefix[] {
  const kept: Prefix[] = []
  for (const { network, mask } of [...prefixes].toSorted(byAddress)) {
    const last = kept.at(-1)
    if (last && lastAddress(last) >= network) continue
    let grown: Prefix = { network, mask }
    // Two halves are merged into their network, which may be a half itself.
    for (let half = kept.at(-1); half && isOtherHalf(half, grown); half = kept.at(-1)) {
      kept.pop()
      grown = { network: half.network, mask: half.mask - 1 }
    }
    kept.push(grown)
  }
  return kept
}

const byAddress = (a: Prefix, b: Prefix) => a.network - b.network || a.mask - b.mask
const isOtherHalf = (first: Prefix, second: Prefix) =>
  first.mask === second.mask && first.network + sizeOf(first.mask) === second.network && first.network % (2 * sizeOf(first.mask)) === 0
