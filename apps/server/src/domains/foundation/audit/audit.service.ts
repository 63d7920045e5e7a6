import type { AuditAction, AuditArea } from '@weft/contract'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { Actor, OperatorActor } from '../../../kernel/actor.ts'
import { together } from '../../../kernel/together.ts'
import { type AuditRow, appendAudit } from './audit.queries.ts'

/** What happened, in a sentence with names, and what changed from what to what. Never a secret. */
export interface AuditEntry {
  area: AuditArea
  action: AuditAction
  message: string
  detail?: Record<string, unknown>
}

/** Account 0 is the operator's own chain: what touches no account. */
export const OPERATOR_CHAIN = 0

/** Who of an account does something, and from where. */
export type AuditedLogin = Pick<Actor, 'login_id' | 'username' | 'ram' | 'address'> & Partial<Pick<Actor, 'session_kind'>>

/** Writes that a customer did something, in the transaction that did it. */
export const audit = (db: AccountDb, actor: AuditedLogin, entry: AuditEntry): Promise<void> =>
  appendAudit(db, {
    account_id: db.account_id,
    actor_kind: actor.session_kind === 'key' ? 'access_key' : actor.ram ? 'sub_account' : 'owner',
    actor_id: actor.login_id,
    actor_name: actor.username,
    address: actor.address,
    ...entry,
    detail: entry.detail ?? {},
  })

/** Writes that an operator did something; what touches an account is visible to it. */
export const auditOperator = (db: SystemDb, operator: OperatorActor, account_id: number, entry: AuditEntry): Promise<void> =>
  appendAudit(db, ofOperator(operator, account_id, entry))

const ofOperator = (operator: OperatorActor, account_id: number, entry: AuditEntry): AuditRow => ({
  account_id,
  actor_kind: 'operator',
  actor_id: operator.operator_id,
  actor_name: operator.username,
  address: operator.address,
  ...entry,
  detail: entry.detail ?? {},
})

export type NoteLook = ReturnType<typeof createLookNotes>
/**
 * Writes what operators look at into their own chain, in its own transaction: those who look at the same time would otherwise wait for
 * each other's whole reads. What comes together is one statement.
 */
export function createLookNotes(db: SystemDb) {
  const append = together<AuditRow>((rows) => appendAudit(db, ...rows))
  return (operator: OperatorActor, entry: AuditEntry): Promise<void> => append(ofOperator(operator, OPERATOR_CHAIN, entry))
}

/** Writes that the system did something by itself: a lapse, a reuse found, a lock. */
export const auditSystem = (db: AccountDb | SystemDb, account_id: number, entry: AuditEntry): Promise<void> =>
  appendAudit(db, {
    account_id,
    actor_kind: 'system',
    actor_id: null,
    actor_name: 'system',
    address: null,
    ...entry,
    detail: entry.detail ?? {},
  })

/** Whoever does something: a customer, an operator, or the system by itself. */
export type Doer = Actor | OperatorActor | 'system'

/** Writes who did something to the account that the transaction serves, for services that all of them use. */
export const auditBy = (db: AccountDb, by: Doer, entry: AuditEntry): Promise<void> =>
  by === 'system'
    ? auditSystem(db, db.account_id, entry)
    : 'operator_id' in by
      ? auditOperator(db, by, db.account_id, entry)
      : audit(db, by, entry)
