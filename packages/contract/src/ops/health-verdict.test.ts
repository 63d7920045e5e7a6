import { expect, it } from 'vitest'
import type { Health } from './desk.ts'
import { healthProblems } from './health-verdict.ts'

const NOW = 1_790_000_000
const instance = (more: Partial<Health['instances'][number]> = {}): Health['instances'][number] => ({
  instance_id: 'weft-1',
  roles: ['api', 'gateway', 'jobs'],
  version: '1.0.0',
  start_time: NOW - 3600,
  last_time: NOW - 3,
  leaving_until: null,
  members: 3,
  ...more,
})
const well: Health = {
  time: NOW,
  version: '1.0.0',
  instances: [instance()],
  members: { online: 3, total: 4 },
  jobs: { waiting: 2, failed: 0, oldest: NOW - 4 },
  deliveries: { queued: 1, failed: 0 },
  tickets: { waiting: 9, handling: 1 },
  database: { bytes: 1, connections: 1, answer_ms: 1.2 },
  connections: [],
  history: [],
}
const kinds = (more: Partial<Health>) => healthProblems({ ...well, ...more }).map(({ kind }) => kind)

it('an installation with waiting work and tickets is well', () => {
  expect(healthProblems(well)).toEqual([])
})

it('an instance that gives no sign of life is named, and so is each role that no other instance has', () => {
  const silent = instance({ instance_id: 'weft-2', roles: ['gateway'], last_time: NOW - 20 })
  expect(healthProblems({ ...well, instances: [instance(), silent] })).toEqual([
    { kind: 'instance_silent', instance_id: 'weft-2', since: NOW - 20 },
  ])
  expect(healthProblems({ ...well, instances: [instance({ roles: ['api', 'jobs'] }), silent] })[0]).toEqual({
    kind: 'role_missing',
    role: 'gateway',
  })
})

it('an instance that hands its members over is not silent, and serves no role any more', () => {
  const leaving = instance({ leaving_until: NOW + 60, last_time: NOW - 40 })
  expect(kinds({ instances: [instance(), leaving] })).toEqual([])
  expect(kinds({ instances: [leaving] })).toEqual(['role_missing', 'role_missing', 'role_missing'])
})

it('work that waits too long, work that was given up and a slow database are told, the gravest first', () => {
  expect(
    kinds({
      jobs: { waiting: 1, failed: 2, oldest: NOW - 301 },
      deliveries: { queued: 0, failed: 1 },
      database: { ...well.database, answer_ms: 501 },
    }),
  ).toEqual(['database_slow', 'jobs_late', 'jobs_failed', 'deliveries_failed'])
})
