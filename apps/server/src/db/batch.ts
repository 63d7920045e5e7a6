import { absenceOf } from './absence.ts'
import { errorFacts, type Log, outsideCalls } from '../kernel/log.ts'

/** Gathers items and writes them together, one write at a time. The items of a turn are written in the order in which they came. */
export interface Batch<T> {
  add(item: T): void
  /** Items not written yet. */
  waiting(): number
  /** Items given up since the start: too many waited, or the database permanently refused them. */
  dropped(): number
  /** Returns how many items wait of the source that has the most. */
  fullest(): number
  /** Writes the items gathered so far. Resolves when none is left, or when the database cannot be reached. */
  flush(): Promise<void>
  /** Accepts no more items, and writes what is left once. */
  stop(): Promise<void>
}

export interface BatchOptions<T> {
  name: string
  write: (items: T[]) => Promise<void>
  /** Milliseconds from the first item to the write; for items that came during a write, from the end of that write. */
  delay_ms: number
  /** Items that may wait, of all sources together and of one. The items of a write that is under way do not count. */
  most: number
  most_of_one: number
  /** Returns whose item it is. A source that fills the batch loses its own oldest items, and not those of others. */
  sourceOf: (item: T) => string
  /**
   * A write takes items until their sizes together reach this; without it, all. If more wait, each turn gets an equal part of the write, so that
   * one with very many items does not make others wait until all of them are written.
   */
  most_at_once?: number
  /** Returns the size of an item: 1 without it. */
  sizeOf?: (item: T) => number
  /** Returns with which others an item shares its turn: with those of its source without it. */
  turnOf?: (item: T) => string | number
  /** Called with each item that is given up. */
  dropped?: ((item: T) => void) | undefined
  /** Called with the number of items of a source that the database permanently refused in one batch, each in a statement of its own. */
  refused?: ((source: string, count: number) => void) | undefined
  log: Log
}

const RETRY_MS = 1000
/**
 * Refused items of one source that are looked for in a batch, at about twenty statements each. The other items of that source in the same
 * statement are given up with them.
 */
const MOST_SOUGHT = 8
/** Sources that a line of the log names. */
const MOST_NAMED = 5

interface Entry<T> {
  item: T
  source: string
  turn: string | number
  /** Written, or given up. */
  done: boolean
}

/** What was given up of one source in a write: all, and those that the database refused each by itself. */
interface Bad {
  count: number
  alone: number
}

/**
 * Creates a batch that is bounded at all times. During a write there may be twice as much in memory: those that are being written, and those
 * that wait.
 */
export function createBatch<T>({
  name,
  write,
  delay_ms,
  most,
  most_of_one,
  sourceOf,
  most_at_once = Number.POSITIVE_INFINITY,
  sizeOf = () => 1,
  turnOf = sourceOf,
  dropped,
  refused,
  log,
}: BatchOptions<T>): Batch<T> {
  /** The waiting entries, oldest first: all, those of each source, and those of each turn. The next turn is the first. */
  let all = new Set<Entry<T>>()
  const bySource = new Map<string, Set<Entry<T>>>()
  const byTurn = new Map<string | number, Set<Entry<T>>>()
  let givenUp = 0
  /** Items of each source that were dropped since the last line of the log. */
  const overflow = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<number | undefined> | undefined
  let stopped = false

  const schedule = (ms: number) => {
    timer ??= outsideCalls(() =>
      setTimeout(() => {
        timer = undefined
        void flush()
      }, ms),
    )
  }

  function giveUp(entry: Entry<T>): void {
    entry.done = true
    givenUp++
    dropped?.(entry.item)
  }

  function largest(): [source: string, own: Set<Entry<T>>] | undefined {
    let found: [string, Set<Entry<T>>] | undefined
    for (const one of bySource) if (!found || one[1].size > found[1].size) found = one
    return found
  }

  function remove(entry: Entry<T>): void {
    all.delete(entry)
    removeFrom(bySource, entry.source, entry)
    removeFrom(byTurn, entry.turn, entry)
  }

  /** Drops the oldest entry of a source. */
  function evict(source: string, own: Set<Entry<T>>): void {
    const [oldest] = own
    if (!oldest) return
    remove(oldest)
    overflow.set(source, (overflow.get(source) ?? 0) + 1)
    giveUp(oldest)
  }

  function enter(entry: Entry<T>): void {
    const { source } = entry
    all.add(entry)
    addTo(byTurn, entry.turn, entry)
    const own = addTo(bySource, source, entry)
    if (own.size > most_of_one) evict(source, own)
    else if (all.size > most) {
      // Whoever has less than an equal part takes the place of whoever has the most.
      const isAboveItsPart = own.size * bySource.size > most
      evict(...(isAboveItsPart ? ([source, own] as const) : (largest() ?? ([source, own] as const))))
    }
  }

  /** @throws if the database is away: the same write may succeed later */
  async function isWritten(part: readonly Entry<T>[], faults: unknown[]): Promise<boolean> {
    try {
      await write(part.map(({ item }) => item))
    } catch (error) {
      if (absenceOf(error)) throw error
      faults.push(error)
      return false
    }
    for (const entry of part) entry.done = true
    return true
  }

  /** Writes the entries of one source, and gives up those that the database refuses. */
  async function writeOwn(part: readonly Entry<T>[], faults: unknown[], found: Bad): Promise<void> {
    if (await isWritten(part, faults)) return
    if (part.length === 1 || found.alone >= MOST_SOUGHT) {
      found.count += part.length
      if (part.length === 1) found.alone++
      for (const entry of part) giveUp(entry)
      return
    }
    const middle = part.length >> 1
    await writeOwn(part.slice(0, middle), faults, found)
    await writeOwn(part.slice(middle), faults, found)
  }

  /** Writes the entries of several sources. If the database refuses them, writes each half by itself, so that one source does not take others with it. */
  async function writeSources(parts: readonly (readonly Entry<T>[])[], faults: unknown[], bad: Map<string, Bad>): Promise<void> {
    const [first] = parts
    if (parts.length === 1 && first) {
      const found = { count: 0, alone: 0 }
      try {
        await writeOwn(first, faults, found)
      } finally {
        // Some may be given up before the database goes away.
        if (found.count > 0) bad.set(first[0]?.source ?? '', found)
      }
      return
    }
    if (await isWritten(parts.flat(), faults)) return
    const middle = parts.length >> 1
    await writeSources(parts.slice(0, middle), faults, bad)
    await writeSources(parts.slice(middle), faults, bad)
  }

  async function writeAll(taken: readonly Entry<T>[]): Promise<void> {
    const faults: unknown[] = []
    const bad = new Map<string, Bad>()
    try {
      if (await isWritten(taken, faults)) return
      await writeSources([...Map.groupBy(taken, ({ source }) => source).values()], faults, bad)
    } finally {
      if (bad.size > 0) {
        const counts = new Map([...bad].map(([source, { count }]) => [source, count]))
        log.error(`${name}: entries were refused`, { ...named(counts), ...errorFacts(faults[0]) })
      }
      for (const [source, { alone }] of bad) refused?.(source, alone)
    }
  }

  /** Takes the entries of the next write out of those that wait: one of each turn, then the next of each, until there are enough. */
  function take(): Entry<T>[] {
    const taken = new Set<Entry<T>>()
    let size = 0
    let turns = [...byTurn.values()].map((own) => own.values())
    while (turns.length > 0 && size < most_at_once) {
      turns = turns.filter((own) => {
        const { value: entry } = own.next()
        if (!entry || size >= most_at_once) return false
        taken.add(entry)
        size += sizeOf(entry.item)
        return true
      })
    }
    const entries = taken.size === all.size ? [...all] : [...taken]
    for (const entry of entries) remove(entry)
    for (const turn of new Set(entries.map((entry) => entry.turn))) moveToEnd(byTurn, turn)
    return entries
  }

  /** Lets entries that could not be written wait again, before those that came since. */
  function putBack(entries: readonly Entry<T>[]): void {
    all = new Set([...entries, ...all])
    for (const [source, own] of Map.groupBy(entries, (entry) => entry.source)) {
      bySource.set(source, new Set([...own, ...(bySource.get(source) ?? [])]))
    }
    for (const [turn, own] of Map.groupBy(entries, (entry) => entry.turn)) byTurn.set(turn, new Set([...own, ...(byTurn.get(turn) ?? [])]))
    for (const [source, own] of bySource) while (own.size > most_of_one) evict(source, own)
    for (let fullest = largest(); fullest && all.size > most; fullest = largest()) evict(...fullest)
  }

  /** @returns how many entries are done with, or undefined if the database could not be reached */
  async function drain(): Promise<number | undefined> {
    const taken = take()
    let done: number | undefined = taken.length
    try {
      await writeAll(taken)
      if (all.size > 0 && !stopped) schedule(delay_ms)
    } catch (error) {
      done = undefined
      putBack(taken.filter((entry) => !entry.done))
      log.warn(`${name}: will be written later`, errorFacts(error))
      if (!stopped) schedule(RETRY_MS)
    }
    if (overflow.size > 0) log.warn(`${name}: entries were dropped because too many waited`, named(overflow))
    overflow.clear()
    return done
  }

  const flush = async (): Promise<void> => {
    // As many as wait now: what comes meanwhile does not prolong this. Others may flush at the same time.
    let left = all.size
    while (writing || (left > 0 && all.size > 0)) {
      const isOwn = writing === undefined
      writing ??= drain().finally(() => (writing = undefined))
      const done = await writing
      if (done === undefined) return
      if (isOwn) left -= done
    }
  }

  return {
    add(item) {
      if (stopped) return
      enter({ item, source: sourceOf(item), turn: turnOf(item), done: false })
      if (!writing) schedule(delay_ms)
    },
    waiting: () => all.size,
    dropped: () => givenUp,
    fullest: () => largest()?.[1].size ?? 0,
    flush,
    async stop() {
      clearTimeout(timer)
      timer = undefined
      await flush()
      stopped = true
      await flush()
    },
  }
}

function addTo<K, E>(sets: Map<K, Set<E>>, key: K, entry: E): Set<E> {
  const own = sets.get(key) ?? new Set<E>()
  sets.set(key, own)
  return own.add(entry)
}

function removeFrom<K, E>(sets: Map<K, Set<E>>, key: K, entry: E): void {
  const own = sets.get(key)
  own?.delete(entry)
  if (own?.size === 0) sets.delete(key)
}

function moveToEnd<K, E>(map: Map<K, E>, key: K): void {
  const value = map.get(key)
  if (value === undefined) return
  map.delete(key)
  map.set(key, value)
}

/** Returns the facts of a line of the log: how many entries, and of whom the most. */
function named(counts: ReadonlyMap<string, number>): { count: number; of: string } {
  const most = [...counts].toSorted(([, a], [, b]) => b - a).slice(0, MOST_NAMED)
  return { count: [...counts.values()].reduce((sum, one) => sum + one, 0), of: most.map(([source]) => source).join(' ') }
}
