import { errorFacts, type Log } from '../../kernel/log.ts'
import { type BusEvent, type Interest, isWanted } from './events.ts'

/** Passes the events that any instance sends to the listeners of this one. `tell.ts` sends events. */
export interface Bus {
  /**
   * Calls the listener with the events of every instance, its own included, until the returned function is called: with those it is
   * interested in, or with all.
   */
  hear(listener: (event: BusEvent) => void, interest?: Interest): () => void
  /** True while the bus is connected. Events sent during a gap are lost: listeners must be able to catch up. */
  readonly up: boolean
  /** Number of messages since the start that are not one of our events. They are dropped. */
  readonly foreign: number
  /** Calls the listener each time the connection is open again after a gap, to look up what was missed. Returns the listener's removal. */
  onReturn(listener: () => void): () => void
  close(): Promise<void>
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
