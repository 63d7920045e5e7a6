import { errorFacts, type Log } from '../../kernel/log.ts'
import { BusEvent, type EventType, type Interest, isWanted } from './events.ts'

/** Passes the events that any instance sends to the listeners of this one. `publish.ts` sends events. */
export interface Bus {
  /**
   * Calls the listener with the events of every instance, its own included, until the returned function is called: with those it is
   * interested in, or with all.
   */
  subscribe(listener: (event: BusEvent) => void, interest?: Interest): () => void
  /** True while the bus is connected. Events sent during a gap are lost: listeners must be able to catch up. */
  readonly up: boolean
  /** Number of messages since the start that are not one of our events. They are dropped. */
  readonly foreign: number
  /** Number of events since the start that this instance received, by type: over NATS only those that it has subscribed to. */
  readonly received: ReadonlyMap<EventType, number>
  /** Calls the listener each time the connection is open again after a gap, to look up what was missed. Returns the listener's removal. */
  onReturn(listener: () => void): () => void
  close(): Promise<void>
}

/** Reads messages and counts them: events by their type, and messages that are none of ours, because every user of the carrier can send. */
export function createReader() {
  const received = new Map<EventType, number>()
  const counts = { foreign: 0, received }
  return {
    counts,
    /** Returns the event that a message holds; undefined if it holds none of ours. */
    read(payload: string | undefined): BusEvent | undefined {
      const event = parse(payload)
      if (event) received.set(event.type, (received.get(event.type) ?? 0) + 1)
      else counts.foreign += 1
      return event
    },
  }
}

function parse(payload: string | undefined): BusEvent | undefined {
  try {
    return BusEvent.safeParse(JSON.parse(payload ?? '')).data
  } catch {
    return undefined
  }
}

/** Functions that are called one after another. If one throws, the error is logged and the others are still called. */
export function createListeners<A extends unknown[]>(log: Log) {
  const all = new Set<(...args: A) => void>()
  return {
    /** Adds a listener. @returns its removal */
    add(listener: (...args: A) => void): () => void {
      all.add(listener)
      return () => void all.delete(listener)
    },
    size: () => all.size,
    call(...args: A): void {
      for (const listener of all) {
        try {
          listener(...args)
        } catch (error) {
          log.error('a listener of the bus failed', errorFacts(error))
        }
      }
    },
  }
}

/** Returns a listener that passes on only what is wanted. */
export const filtered =
  (listener: (event: BusEvent) => void, interest: Interest | undefined) =>
  (event: BusEvent): void => {
    if (!interest || isWanted(interest, event)) listener(event)
  }
