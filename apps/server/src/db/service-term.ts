import { sql } from 'kysely'

/** True if service `s` runs now: it has begun, was not revoked and has not ended. Null if there is no service. */
export const serviceRuns = sql<boolean>`(s.revoke_time is null and s.start_time <= now() and (s.expired_time is null or s.expired_time > now()))`

/** The time at which POP resource `f` ends or ended, by its service `s`; its creation time if no service gives one. */
export const resourceEnds = sql`coalesce(least(s.expired_time, s.revoke_time), f.create_time)`

/** Days until POP resource `f` ends, the last one counted whole; 0 once it has ended. */
export const resourceDaysLeft = sql<number>`greatest(0, ceil(extract(epoch from ${resourceEnds} - now()) / 86400))::int`
