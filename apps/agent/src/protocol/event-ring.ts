import { closeSync, existsSync, fdatasyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { AgentEvent } from '@weft/contract/agent-protocol'

export type NewEvent = Omit<AgentEvent, 'seq'>

/** What happened and is not acknowledged yet, oldest first. Bounded: when it is full the oldest is lost. */
export interface EventRing {
  append(event: NewEvent): void
  /** The oldest events that are left, at most so many. */
  oldest(count: number): readonly AgentEvent[]
  /** The controller keeps everything up to here. */
  acknowledge(seq: number): void
  readonly size: number
}

/** A ring that ends with the process. Numbers start with the time, so that a later process goes on above them. */
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

/** A ring that survives the process and a power failure: each change is a line on disk before it counts. */
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
  // A ring that was lost goes on above whatever it had reached.
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
  /** What a full disk does not take stays in memory, and the next change writes everything anew. */
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

/** The last line may be torn when the power failed while it was written: it did not count yet. */
function parse(text: string): Line | undefined {
  try {
    return JSON.parse(text) as Line
  } catch {
    return undefined
  }
}
