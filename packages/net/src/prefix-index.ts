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

/** The groups of networks of which pairs are looked for. Pairs of groups that `meet` denies cost nothing, however many there are. */
export interface Groups<T> {
  of: (prefix: T) => string
  meet: (a: string, b: string) => boolean
}

/** Finds the pairs that overlap, the wider one first, in the order of addresses. Costs one sort and the pairs that are taken from it. */
export function* overlapping<T extends Prefix>(prefixes: Iterable<T>, groups?: Groups<T>): Generator<[T, T]> {
  /** By group, the networks that contain the present address, the widest first. */
  const around = new Map<string, T[]>()
  for (const prefix of [...prefixes].toSorted(byAddress)) {
    const own = groups?.of(prefix) ?? ''
    const wider: T[] = []
    for (const [group, holders] of around) {
      while (holders.length > 0 && lastAddress(holders.at(-1)!) < prefix.network) holders.pop()
      if (holders.length === 0) around.delete(group)
      else if (!groups || groups.meet(group, own)) for (const one of holders) wider.push(one)
    }
    if (around.size > 1) wider.sort(byAddress)
    for (const one of wider) yield [one, prefix]
    const holders = around.get(own)
    if (holders) holders.push(prefix)
    else around.set(own, [prefix])
  }
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
