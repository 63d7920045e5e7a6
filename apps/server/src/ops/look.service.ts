import type { SystemDb } from '../db/client.ts'
import { auditOperator, type NoteLook } from '../domains/foundation/audit/audit.service.ts'
import { beforehandOfOperator, type OperatorCall } from '../http/implement.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findAccount } from './account.queries.ts'
import { looked, type View } from './operator.audit.ts'

export type LookedAt = ReturnType<typeof createLookedAt>

/**
 * Lists of what belongs to all accounts: before one is read, it is written that the operator looks at it. One that is narrowed down to
 * an account stands in that account's log instead (`accountLookedAt`).
 */
export function createLookedAt(note: NoteLook) {
  return <I extends object, T>(what: View, list: (call: OperatorCall<I>) => Promise<T>) =>
    beforehandOfOperator(async ({ operator, input }: Pick<OperatorCall<I>, 'operator' | 'input'>) => {
      if (!('account_number' in input) || input.account_number === undefined) await note(operator, looked(what, { ...input }))
    }, list)
}

/**
 * The account that a list is narrowed down to, whose customer may read that it was looked at; undefined where it is not.
 * @throws accountNotFound
 */
export async function accountLookedAt(
  db: SystemDb,
  operator: OperatorActor,
  what: View,
  query: { account_number?: string | undefined },
): Promise<number | undefined> {
  if (query.account_number === undefined) return undefined
  const account = await findAccount(db, query.account_number)
  if (!account) throw new Refusal('accountNotFound')
  await auditOperator(db, operator, account.account_id, looked(what, query))
  return account.account_id
}
