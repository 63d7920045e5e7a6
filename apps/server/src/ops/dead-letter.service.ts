import type { InputOf, opsContract } from '@weft/contract'
import type { SystemDb } from '../db/client.ts'
import { auditOperator, OPERATOR_CHAIN } from '../domains/foundation/audit/audit.service.ts'
import { retryFailed } from '../domains/foundation/delivery/dead-letter.service.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { deliveryRetried } from './publication.audit.ts'

type Contract = typeof opsContract.deadLetters

/** @throws deadLetterNotFound, deadLetterExpired */
export async function retryDeadLetter(db: SystemDb, operator: OperatorActor, { id }: InputOf<Contract['retry']>, now: Date): Promise<void> {
  const { account_id, template, masked_target } = await retryFailed(db, id, now)
  await auditOperator(db, operator, account_id ?? OPERATOR_CHAIN, deliveryRetried(id, template, masked_target))
}
