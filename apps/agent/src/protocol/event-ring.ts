import { closeSync, existsSync, fdatasyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AgentEvent } from '@weft/contract/agent-protocol'

export type NewEvent = Omit<AgentEvent, 'seq'>

/** Events that are not acknowledged yet, oldest first. Bounded: when it is full the oldest is lost. */
export interface EventRing {
  append(event: NewEvent): void
  /** Returns the oldest events, at most `count`. */
  oldest(count: number): readonly AgentEvent[]
  /** Drops the events up to this number, which the controller has stored. */
  acknowledge(seq: number): void
  readonly size: number
}

/** Returns a ring that ends with the process. Its numbers start at the present time, so that those of a later process are higher. */
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

type Line = AgentEvent | { acknowledged: number }

/** Returns a ring that survives the process and a power failure: each change is a line on disk before it counts. */
export function durableRing(path: string, capacity: number): EventRing {
  mkdirSync(dirname(path), { recursive: true })
  let events: AgentEvent[] = []
  let last = 0
  let lines = 0
  if (existsSync(path)) {
    for (const text of readFileSync(path, 'utf8').split('\n')) {
      const line = parse(text)
      if (!line) continue
      last = Math.max(last, 'seq' in line ? line.seq : line.acknowledged)
      if ('seq' in line) events.push(line)
      else events = events.filter((event) => event.seq > line.acknowledged)
    }
    events.splice(0, events.length - capacity)
  }
  // If the file was lost, numbers start at the present time, above all earlier ones.
  if (last === 0) last = Date.now()
  kept(compact)

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
    const kept: Line[] = [{ acknowledged: (events[0]?.seq ?? last + 1) - 1 }, ...events]
    write(`${path}.new`, 'w', kept.map((line) => `${JSON.stringify(line)}\n`).join(''))
    renameSync(`${path}.new`, path)
    lines = kept.length
  }
  /** Runs a write to the disk. If the disk is full, the change stays in memory, and the next change rewrites the whole file. */
  function kept(step: () => void): void {
    try {
      step()
    } catch {
      lines = Infinity
    }
  }
  const add = (line: Line): void =>
    kept(() => {
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
    oldest: (count) => events.slice(0, count),
    acknowledge(seq) {
      if ((events[0]?.seq ?? Infinity) > seq) return
      events = events.filter((event) => event.seq > seq)
      add({ acknowledged: Math.min(seq, last) })
    },
    get size() {
      return events.length
    },
  }
}

/** Returns a line's value; undefined for a last line torn by a power failure, which did not count yet. */
function parse(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}
