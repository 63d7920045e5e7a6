import type { Health } from './desk.ts'

/** Seconds without a sign of life after which an instance counts as silent; it gives one every five. */
const SILENT_SECONDS = 20
/** Seconds for which a due job may wait. */
const JOB_PATIENCE_SECONDS = 300
/** Milliseconds that the database may take to answer. */
const ANSWER_MS = 500

type Instance = Health['instances'][number]
type Role = Instance['roles'][number]
const roles: readonly Role[] = ['api', 'gateway', 'jobs']

/** What is wrong with an installation; `n` counts it. */
export type HealthProblem =
  | { kind: 'role_missing'; role: Role }
  | { kind: 'instance_silent'; instance_id: string; since: number }
  | { kind: 'jobs_late'; since: number }
  | { kind: 'jobs_failed' | 'deliveries_failed'; n: number }
  | { kind: 'database_slow'; ms: number }

/** Returns how an instance is: `leaving` while it hands its members over, `silent` if it gives no sign of life. @param now in Unix seconds */
export function instanceState({ leaving_until, last_time }: Instance, now: number): 'leaving' | 'alive' | 'silent' {
  if (leaving_until !== null) return 'leaving'
  return now - last_time < SILENT_SECONDS ? 'alive' : 'silent'
}

/** Returns what is wrong with an installation, the gravest first. */
export function healthProblems({ time: now, instances, jobs, deliveries, database }: Health): HealthProblem[] {
  const alive = instances.filter((one) => instanceState(one, now) === 'alive')
  const silent = instances.filter((one) => instanceState(one, now) === 'silent')
  const missing = roles.filter((role) => !alive.some((one) => one.roles.includes(role)))
  return [
    ...missing.map((role): HealthProblem => ({ kind: 'role_missing', role })),
    ...silent.map(({ instance_id, last_time }): HealthProblem => ({ kind: 'instance_silent', instance_id, since: last_time })),
    ...(database.answer_ms > ANSWER_MS ? [{ kind: 'database_slow', ms: database.answer_ms } as const] : []),
    ...(jobs.oldest !== null && now - jobs.oldest > JOB_PATIENCE_SECONDS ? [{ kind: 'jobs_late', since: jobs.oldest } as const] : []),
    ...(jobs.failed > 0 ? [{ kind: 'jobs_failed', n: jobs.failed } as const] : []),
    ...(deliveries.failed > 0 ? [{ kind: 'deliveries_failed', n: deliveries.failed } as const] : []),
  ]
}
