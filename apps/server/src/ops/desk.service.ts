import type { AuditAction, Health, InputOf, opsContract, OutputOf } from '@weft/contract'
import { asAccount, type Db, type SystemDb } from '../db/client.ts'
import { OPERATOR_CHAIN } from '../domains/foundation/audit/audit.service.ts'
import { lists } from '../domains/foundation/audit/operation-log.service.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { type Clock, unix } from '../kernel/clock.ts'
import { connectionsByHour, countHealth, healthHistory, writeSample } from './desk.queries.ts'
import { accountLookedAt } from './look.service.ts'

type Contract = typeof opsContract.desk
export interface DeskDependencies {
  db: Db
  clock: Clock
  version: string
}

/** What sessions do, of which none changes anything: the rest of their part of the account is changes, such as of a password. */
const SIGN_INS: readonly AuditAction[] = ['sign_in', 'sign_out', 'verify_identity', 'session_end', 'session_replace', 'token_reused']

/** Lists who did what in an account, or among operators. @throws accountNotFound */
export async function listAudit(
  db: SystemDb,
  operator: OperatorActor,
  query: InputOf<Contract['audit']>,
): Promise<OutputOf<Contract['audit']>> {
  const { account_number: _, kind, ...range } = query
  const account = asAccount(db, (await accountLookedAt(db, operator, 'audit', query)) ?? OPERATOR_CHAIN)
  const wanted = { ...range, search: '', views: kind === 'changes' ? (0 as const) : (1 as const) }
  if (kind === 'sign_ins') return lists(account, undefined, { ...wanted, area: 'session' }, { among: SIGN_INS })
  if (kind === 'views') return lists(account, undefined, { ...wanted, action: 'view' })
  return lists(account, undefined, wanted, kind === 'changes' ? { apart: SIGN_INS } : {})
}

/** Returns the milliseconds that the database takes to answer, to a tenth. */
async function answerTime({ ping }: Db): Promise<number> {
  const asked = performance.now()
  await ping()
  return Math.round((performance.now() - asked) * 10) / 10
}

/** Returns the state of the installation, now and over the latest day. */
export async function health(db: SystemDb, { db: database, clock, version }: DeskDependencies): Promise<Health> {
  const answer_ms = await answerTime(database)
  const { bytes, connections, ...counts } = await countHealth(db)
  return {
    time: unix(clock.now()),
    version,
    ...counts,
    database: { bytes, connections, answer_ms },
    connections: await connectionsByHour(db, clock.now()),
    history: await healthHistory(db, clock.now()),
  }
}

const MINUTE_MS = 60_000
const minuteOf = (at: Date): Date => new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS)

/** Records the present state of the installation for its history. */
export async function sampleHealth({ db, clock }: Pick<DeskDependencies, 'db' | 'clock'>): Promise<void> {
  const answer_ms = await answerTime(db)
  const { jobs, deliveries, tickets, members } = await countHealth(db.systemNow)
  await writeSample(db.systemNow, {
    sample_time: minuteOf(clock.now()),
    answer_ms,
    jobs: jobs.waiting,
    deliveries: deliveries.queued,
    tickets: tickets.waiting,
    members_online: members.online,
  })
}
