/** Where the time comes from, so that tests can move it. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }

/** Whole Unix seconds of a moment. */
export const unix = (at: Date): number => Math.floor(at.getTime() / 1000)
/** A moment so many seconds after another; negative for before. */
export const after = (at: Date, seconds: number): Date => new Date(at.getTime() + seconds * 1000)
/** The moment of whole Unix seconds. */
export const fromUnix = (seconds: number): Date => new Date(seconds * 1000)
