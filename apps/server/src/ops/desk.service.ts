import type { Health, InputOf, opsContract, OutputOf } from '@weft/contract'
import { asAccount, type Db, type SystemDb } from '../db/client.ts'
import { auditOperator, OPERATOR_CHAIN } from '../domains/audit/audit.service.ts'
import { lists } from '../domains/audit/operation-log.service.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import type { Clock } from '../kernel/clock.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findAccount } from './account.queries.ts'
import { connectionsByHour, countHealth } from './desk.queries.ts'
import { looked } from './operator.audit.ts'

type Contract = typeof opsContract.desk
export interface DeskGround {
  db: Db
  clock: Clock
  version: string
}

/** Who did what: in an account, or of the operators among themselves. @throws accountNotFound */
export async function listAudit(
  db: SystemDb,
  operator: OperatorActor,
  { account_number, ...query }: InputOf<Contract['audit']>,
): Promise<OutputOf<Contract['audit']>> {
  const account_id = account_number === undefined ? OPERATOR_CHAIN : (await findAccount(db, account_number))?.account_id
  if (account_id === undefined) throw new Refusal('accountNotFound')
  await auditOperator(db, operator, account_id, looked('audit', { account_number, ...query }))
  return lists(asAccount(db, account_id), query)
}

/** How the installation fares. */
export async function health(db: SystemDb, { db: { ping }, clock, version }: DeskGround): Promise<Health> {
  const asked = performance.now()
  await ping()
  const answer_ms = Math.round((performance.now() - asked) * 10) / 10
  const { bytes, connections, ...counts } = await countHealth(db)
  return { version, ...counts, database: { bytes, connections, answer_ms }, connections: await connectionsByHour(db, clock.now()) }
}
