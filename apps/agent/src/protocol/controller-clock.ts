/** Tells the controller's time, from what the controller said when the connection began. */
export interface ControllerClock {
  /** @param now the controller's time in Unix seconds; one of a former version does not tell it */
  told(now: number | undefined): void
  /** Returns the controller's time in Unix seconds; the device's until it was told. */
  now(): number
}

/** Creates a clock that follows the controller's and not the device's, which may be wrong, and which others set while the agent runs. */
export function createControllerClock(monotonic: () => number, wall: () => number): ControllerClock {
  let ahead: number | undefined
  return {
    told: (now) => (ahead = now === undefined ? undefined : now - monotonic()),
    now: () => (ahead === undefined ? wall() : monotonic() + ahead),
  }
}
