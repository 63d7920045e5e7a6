import { closeSync, fdatasyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AgentEvent } from '@weft/contract/agent-protocol'
import { oneLine } from '../one-line.ts'

export type NewEvent = Omit<AgentEvent, 'seq'>

/** A bounded queue of the events that the controller has not acknowledged yet, oldest first. A full ring drops the oldest event. */
export interface EventRing {
  append(event: NewEvent): void
  /** Returns the oldest events, at most `count`. */
  oldest(count: number): readonly AgentEvent[]
  /** Drops the events up to this number, which the controller has stored. */
  acknowledge(seq: number): void
  readonly size: number
}

/**
 * Returns a ring in memory, which is lost when the process ends. Its numbers start at the present time, so those of a later process are
 * higher.
 */
export function memoryRing(capacity: number, start = Date.now()): EventRing {
  let events: AgentEvent[] = []
  let last = start
  return {
    append(event) {
      events.push({ ...event, seq: ++last })
      if (events.length > capacity) events.shift()
    },
    oldest: (count) => events.slice(0, count),
    acknowledge(seq) {
      if (events.length > 0) events = events.filter((event) => event.seq > seq)
    },
    get size() {
      return events.length
    },
  }
}

/** A line of the ring's file: an event, or the number up to which the controller has acknowledged all events. */
type Line = AgentEvent | { acknowledged: number }

/**
 * Returns a ring in a file, which survives the end of the process and a power failure: each change is on disk before `append` or
 * `acknowledge` returns. If the file was damaged, and the controller acknowledges more than the file held and `oldest` has returned, the events
 * since the start of the process get new numbers, because the controller would take them for earlier ones. If the file cannot be read, it
 * stays as it is, and the events of this process are in memory alone.
 * @param said is called with a sentence that names a file that cannot be read
 */
export function durableRing(path: string, capacity: number, said: (sentence: string) => void = () => {}): EventRing {
  mkdirSync(dirname(path), { recursive: true })
  let events: AgentEvent[] = []
  let last = 0
  let lines = 0
  const kept = textIn(path)
  const isReadable = !(kept instanceof Error)
  if (!isReadable) said(`${path} cannot be read, and new events are kept in memory alone: ${oneLine(kept)}`)
  for (const text of isReadable ? kept.split('\n') : []) {
    const line = parse(text)
    if (!line) continue
    last = Math.max(last, 'seq' in line ? line.seq : line.acknowledged)
    if ('seq' in line) events.push(line)
    else events = events.filter((event) => event.seq > line.acknowledged)
  }
  events.splice(0, events.length - capacity)
  // Without a file, or after it was lost, numbers start at the present time, which is above all earlier numbers.
  if (last === 0) last = Date.now()
  let started = last
  /** The highest number that the controller can have from this process. */
  let reported = 0
  persist(compact)

  function write(file: string, flags: string, text: string): void {
    const fd = openSync(file, flags, 0o600)
    try {
      writeSync(fd, text)
      fdatasyncSync(fd)
    } finally {
      closeSync(fd)
    }
  }
  function compact(): void {
    const remaining: Line[] = [{ acknowledged: (events[0]?.seq ?? last + 1) - 1 }, ...events]
    write(`${path}.new`, 'w', remaining.map((line) => `${JSON.stringify(line)}\n`).join(''))
    renameSync(`${path}.new`, path)
    lines = remaining.length
  }
  /**
   * Runs a write to the disk. If it fails, such as on a full disk, the change is in memory only; the next change then writes the whole file
   * anew, with both changes.
   */
  function persist(writeChange: () => void): void {
    if (!isReadable) return
    try {
      writeChange()
    } catch {
      lines = Infinity
    }
  }
  const add = (line: Line): void =>
    persist(() => {
      // The file is rewritten after many changes, not after each, so its size is bounded and most changes write one line.
      if (lines > 2 * capacity + 16) return compact()
      write(path, 'a', `${JSON.stringify(line)}\n`)
      lines += 1
    })

  return {
    append(event) {
      const numbered = { ...event, seq: ++last }
      events.push(numbered)
      if (events.length > capacity) events.shift()
      add(numbered)
    },
    oldest(count) {
      const some = events.slice(0, count)
      reported = Math.max(reported, some.at(-1)?.seq ?? 0)
      return some
    },
    acknowledge(seq) {
      if (seq > Math.max(started, reported)) {
        events = events.filter((event) => event.seq > started).map((event, i) => ({ ...event, seq: seq + 1 + i }))
        started = seq
        last = seq + events.length
        return persist(compact)
      }
      if ((events[0]?.seq ?? Infinity) > seq) return
      events = events.filter((event) => event.seq > seq)
      add({ acknowledged: seq })
    },
    get size() {
      return events.length
    },
  }
}

/** Returns the text of the ring's file, empty if there is none; the error if it cannot be read. */
function textIn(path: string): string | Error {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? '' : (error as Error)
  }
}

/** Returns a line's value; undefined for a last line that a power failure cut off while it was written. */
function parse(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}
