/** One moment on two clocks, in milliseconds: since 1970, which may jump, and of the monotonic clock. */
export interface Moment {
  wall: number
  monotonic: number
}
