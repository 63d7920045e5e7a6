import type { SystemDb } from '../db/client.ts'
import { auditOperator, type NoteLook } from '../domains/foundation/audit/audit.service.ts'
import { beforehandOfOperator, type OperatorCall } from '../http/implement.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { Refusal } from '../kernel/refusal.ts'
import { findAccount } from './account.queries.ts'
import { looked, type View } from './operator.audit.ts'

export type LookedAt = ReturnType<typeof createLookedAt>

/**
 * Creates the wrapper for lists over all accounts: before such a list is read, an entry records that the operator looks at it. A look at
 * a list of one account is recorded in that account's log instead (`accountLookedAt`).
 */
export function createLookedAt(note: NoteLook) {
  return <I extends object, T>(what: View, list: (call: OperatorCall<I>) => Promise<T>) =>
    beforehandOfOperator(async ({ operator, input }: Pick<OperatorCall<I>, 'operator' | 'input'>) => {
      if (!('account_number' in input) || input.account_number === undefined) await note(operator, looked(what, { ...input }))
    }, list)
}

/**
 * Returns the account to which a list is limited, and records the look in the customer's log; undefined if the list is not limited.
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
