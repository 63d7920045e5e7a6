import { onReset } from '../store/module-state.ts'

let arrived = false
onReset(() => (arrived = false))

/** Notes that the next page heading is reached by a navigation and takes the focus. */
export function markArrival(): void {
  arrived = true
}

/** Returns whether a navigation led to this page, and forgets it. */
export function takeArrival(): boolean {
  const was = arrived
  arrived = false
  return was
}
