import { useSyncExternalStore } from 'react'

/** The live connection over which events arrive. */
export interface Connection {
  /** Unix milliseconds since which it is lost; undefined while it is open, and before it was opened first. */
  lost: number | undefined
  /** Unix milliseconds of the next try. */
  next: number | undefined
}

let state: Connection = { lost: undefined, next: undefined }
let hurry: () => void = () => undefined
const heard = new Set<() => void>()

/** The state of the live connection, told by whoever holds it. */
export const connection = {
  opened: (): void => connection.set({ lost: undefined, next: undefined }),
  lost: (next: number): void => connection.set({ lost: state.lost ?? Date.now(), next }),
  set(to: Connection): void {
    state = to
    for (const tell of heard) tell()
  },
  /** Registers what tries again at once. */
  onHurry(next: () => void): void {
    hurry = next
  },
  /** Tries again at once instead of at the next try. */
  hurry: (): void => hurry(),
}

const subscribe = (tell: () => void) => {
  heard.add(tell)
  return () => void heard.delete(tell)
}

/** Returns the state of the live connection. */
export const useConnection = (): Connection => useSyncExternalStore(subscribe, () => state)
