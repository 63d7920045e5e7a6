/**
 * Room foundation/audit: the operation log: who changed what in an account, in sentences and with the values before and after.
 * Tables: none.
 * Called by: foundation, gateway, identity, member, network, observation, ops, support.
 * Always: an entry is written in the transaction of its action, and each holds the hash of the one before, so a later change is found.
 */
import type { AuditAction, AuditArea } from '@weft/contract'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { Actor, OperatorActor } from '../../../kernel/actor.ts'
import { together } from '../../../kernel/together.ts'
import { inRecord } from '../member-name/member-name.service.ts'
import { type AuditRow, appendAudit } from './audit.queries.ts'

export { MOST_DETAILED } from './operation-log.rules.ts'

/**
 * An entry of the log: a sentence with names about what happened, and the values before and after. It never contains a secret. A member
 * that is marked in the sentence (`marked`) is kept with the name that it has when the entry is written.
 */
export interface AuditEntry {
  area: AuditArea
  action: AuditAction
  message: string
  detail?: Record<string, unknown>
}

/** Account 0 is the operator's own chain, for actions that touch no account. */
export const OPERATOR_CHAIN = 0

/** The login of an account that acts, and its address. */
export type AuditedLogin = Pick<Actor, 'login_id' | 'username' | 'ram' | 'address'> & Partial<Pick<Actor, 'session_kind'>>

/** Logs an action of a customer, in the transaction of that action. */
export const audit = (db: AccountDb, actor: AuditedLogin, entry: AuditEntry): Promise<void> =>
  appendNamed(db, {
    account_id: db.account_id,
    actor_kind: actor.session_kind === 'key' ? 'access_key' : actor.ram ? 'sub_account' : 'owner',
    actor_id: actor.login_id,
    actor_name: actor.username,
    address: actor.address,
    ...entry,
    detail: entry.detail ?? {},
  })

/** Logs an action of an operator in the chain of the account that it touches, where the account can see it. */
export const auditOperator = (db: SystemDb, operator: OperatorActor, account_id: number, entry: AuditEntry): Promise<void> =>
  appendNamed(db, ofOperator(operator, account_id, entry))

const appendNamed = async (db: AccountDb | SystemDb, row: AuditRow): Promise<void> =>
  appendAudit(db, { ...row, message: await inRecord(db, row.account_id, row.message) })

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
 * Returns a function that logs what operators read in the operator's chain, each time in its own transaction: operators who read at the
 * same time would otherwise wait for each other's whole reads. Entries that come together are written in one statement.
 */
export function createLookNotes(db: SystemDb) {
  const append = together<AuditRow>((rows) => appendAudit(db, ...rows))
  return (operator: OperatorActor, entry: AuditEntry): Promise<void> => append(ofOperator(operator, OPERATOR_CHAIN, entry))
}

/** Logs an action of the system itself: a lapse, a reuse found, a lock. */
export const auditSystem = (db: AccountDb | SystemDb, account_id: number, entry: AuditEntry): Promise<void> =>
  appendNamed(db, {
    account_id,
    actor_kind: 'system',
    actor_id: null,
    actor_name: 'system',
    address: null,
    ...entry,
    detail: entry.detail ?? {},
  })

/** Who acts: a customer, an operator, or the system itself. */
export type Doer = Actor | OperatorActor | 'system'

/** Logs an action on the account that the transaction serves, for services that all three kinds of actor use. */
export const auditBy = (db: AccountDb, by: Doer, entry: AuditEntry): Promise<void> =>
  by === 'system'
    ? auditSystem(db, db.account_id, entry)
    : 'operator_id' in by
      ? auditOperator(db, by, db.account_id, entry)
      : audit(db, by, entry)
