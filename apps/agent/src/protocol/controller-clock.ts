import { DAY_SECONDS } from '@weft/contract'
import { CLOCK_WRONG_SECONDS } from '@weft/contract/agent-protocol'

/** Tells the controller's time, from what the controller said last: when the connection began, or with a heartbeat. */
export interface ControllerClock {
  /** @param now the controller's time in Unix seconds; undefined from a controller of a former version */
  told(now: number | undefined): void
  /** Returns the controller's time in Unix seconds; the device's until it was told. */
  now(): number
  /** Returns by how many seconds the device's clock is ahead of the controller's now; null until the controller has sent its time. */
  ahead(): number | null
}

/**
 * Creates a clock that follows the controller's and not the device's, which may be wrong, and which others set while the agent runs.
 * @param monotonic seconds since any moment, by a clock that nobody sets and that goes on while the device sleeps
 */
export function createControllerClock(monotonic: () => number, wall: () => number): ControllerClock {
  let ahead: number | undefined
  return {
    told: (now) => (ahead = now === undefined ? undefined : now - monotonic()),
    now: () => (ahead === undefined ? wall() : monotonic() + ahead),
    ahead: () => (ahead === undefined ? null : wall() - monotonic() - ahead),
  }
}

/**
 * Returns a function that is called with how far the device's clock is ahead, and returns a line for the log each time that the clock has
 * become wrong, differently wrong, or right.
 */
export function createClockNews(): (ahead: number | null) => string | undefined {
  let told = 0
  return (ahead) => {
    if (ahead === null || Math.abs(ahead - told) <= CLOCK_WRONG_SECONDS / 2) return undefined
    if (Math.abs(ahead) > CLOCK_WRONG_SECONDS) {
      told = ahead
      return `the device's clock is ${inWords(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} the controller's`
    }
    if (told === 0) return undefined
    told = 0
    return "the device's clock is right again"
  }
}

function inWords(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  if (seconds < 2 * 3600) return `${Math.round(seconds / 60)} min`
  return seconds < 2 * DAY_SECONDS ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / DAY_SECONDS)} days`
}
