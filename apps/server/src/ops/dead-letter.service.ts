import type { InputOf, OutputOf, opsContract } from '@weft/contract'
import type { SystemDb } from '../db/client.ts'
import { auditOperator, OPERATOR_CHAIN } from '../domains/audit/audit.service.ts'
import { listFailed, retryFailed } from '../domains/delivery/dead-letter.service.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { looked } from './operator.audit.ts'
import { deliveryRetried } from './publication.audit.ts'

type Contract = typeof opsContract.deadLetters

export async function listDeadLetters(
  db: SystemDb,
  operator: OperatorActor,
  query: InputOf<Contract['list']>,
): Promise<OutputOf<Contract['list']>> {
  await auditOperator(db, operator, OPERATOR_CHAIN, looked('dead_letters', query))
  return listFailed(db, query)
}

/** @throws deadLetterNotFound, deadLetterExpired */
export async function retryDeadLetter(db: SystemDb, operator: OperatorActor, { id }: InputOf<Contract['retry']>, now: Date): Promise<void> {
  const { account_id, template, masked_target } = await retryFailed(db, id, now)
  await auditOperator(db, operator, account_id ?? OPERATOR_CHAIN, deliveryRetried(id, template, masked_target))
}
