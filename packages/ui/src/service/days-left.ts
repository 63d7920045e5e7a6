import { serverSeconds } from '../time/server-time.ts'

const DAY_SECONDS = 86_400

/** Returns the whole days until a service ends, including the last one; 0 after its end. @param expired_time, now Unix time */
export function daysLeft(expired_time: number, now: number = serverSeconds()): number {
  return Math.max(0, Math.ceil((expired_time - now) / DAY_SECONDS))
}
