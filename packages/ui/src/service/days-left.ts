const DAY_SECONDS = 86_400

/** Whole days until a service ends, the last one counted; 0 once it has. @param expired_time, now Unix time */
export function daysLeft(expired_time: number, now: number = Date.now() / 1000): number {
  return Math.max(0, Math.ceil((expired_time - now) / DAY_SECONDS))
}
