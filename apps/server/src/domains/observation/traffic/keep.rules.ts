/** An hour of a member; `hour` is its beginning. */
export interface TrafficHour {
  account_id: number
  router_name: string
  hour: number
}

/** Seconds by which the clock of an instance may be behind the database's, by which the database decides which hours are late. */
const CLOCKS_APART = 600

/** Returns the hours of these minutes that may have ended by the database's clock, each once if a member's minutes are neighbours. */
export function mayBeLate(minutes: readonly (Omit<TrafficHour, 'hour'> & { time: number })[], now: number): TrafficHour[] {
  const hours: TrafficHour[] = []
  for (const { account_id, router_name, time } of minutes) {
    const hour = time - (time % 3600)
    const last = hours.at(-1)
    if (hour + 3600 > now + CLOCKS_APART || (last?.hour === hour && last.router_name === router_name)) continue
    hours.push({ account_id, router_name, hour })
  }
  return hours
}
