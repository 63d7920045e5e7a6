import { sql } from 'kysely'

/** Whether service `s` runs now: it began, was not revoked and has not ended. Null where there is no service. */
export const serviceRuns = sql<boolean>`(s.revoke_time is null and s.start_time <= now() and (s.expired_time is null or s.expired_time > now()))`

/** When POP resource `f` ends or has ended, by its service `s`; when it was made, where no service says. */
export const resourceEnds = sql`coalesce(least(s.expired_time, s.revoke_time), f.create_time)`

/** The days until POP resource `f` ends, of which the last one counts whole; 0 once it has ended. */
export const resourceDaysLeft = sql<number>`greatest(0, ceil(extract(epoch from ${resourceEnds} - now()) / 86400))::int`
