import { OperatorName, OperatorPassword, type OperatorRole, operatorRoles, refusalText } from '@weft/contract'
import type { SystemDb } from '../db/client.ts'
import { auditSystem, OPERATOR_CHAIN } from '../domains/foundation/audit/audit.service.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import { systemClock } from '../kernel/clock.ts'
import { Refusal } from '../kernel/refusal.ts'
import { hashPassword } from '../kernel/secrets.ts'
import { createOperatorChangeService, newFirstPassword } from './operator-change.service.ts'
import * as texts from './operator.audit.ts'
import * as queries from './operator.queries.ts'

/** A refusal of the command line, in one sentence for the person who runs it. */
export class OperatorError extends Error {}

const changes = createOperatorChangeService({ clock: systemClock })

/** @throws OperatorError if there is none */
async function named(db: SystemDb, username: string): Promise<queries.OperatorRecord> {
  const row = await queries.findOperator(db, username)
  if (!row) throw new OperatorError(`there is no operator named ${username}`)
  return row
}

/** Waits for a change, and turns a refusal into the sentence of the command line. @throws OperatorError */
async function saying<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal) throw new OperatorError(refusalText(error.reason, error.params, 'en'))
    throw error
  }
}

/** Returns the operator of this name as the author of the demonstration's actions. @throws OperatorError if there is none */
export async function findOperatorActor(db: SystemDb, username: string): Promise<OperatorActor> {
  const { operator_id, username: name, role } = await named(db, username)
  return { operator_id, username: name, role, address: '127.0.0.1' }
}

/** Removes the second factor of an operator who has lost it, and ends their sessions. @throws OperatorError */
export async function resetTotp(db: SystemDb, username: string): Promise<void> {
  const row = await named(db, username)
  await saying(changes.resetTotp(db, 'system', row.operator_id))
}

/** Lets an operator sign in again: enables them and resets their wrong tries. @throws OperatorError */
export async function enableOperator(db: SystemDb, username: string): Promise<void> {
  const row = await named(db, username)
  await saying(changes.enable(db, 'system', row.operator_id))
  await saying(changes.unlock(db, 'system', row.operator_id))
}

/** Disables an operator and ends their sessions; refused for the last administrator. @throws OperatorError */
export async function disableOperator(db: SystemDb, username: string): Promise<void> {
  const row = await named(db, username)
  await saying(changes.disable(db, 'system', row.operator_id))
}

/** Sets a first password, which the operator replaces at the next sign-in, and returns it. @throws OperatorError */
export async function resetPassword(db: SystemDb, username: string): Promise<string> {
  const row = await named(db, username)
  const first = await newFirstPassword()
  await saying(changes.password(db, 'system', row.operator_id, first))
  return first.password
}

/**
 * Creates an operator, for the command line and the demonstration. `password` in the answer is the generated one, to be shown
 * once; undefined if the caller gave one.
 * @throws OperatorError
 */
export async function createOperator(
  db: SystemDb,
  { username, role, password }: { username: string; role: string; password?: string | undefined },
): Promise<{ username: string; role: OperatorRole; password: string | undefined }> {
  if (!OperatorName.safeParse(username).success)
    throw new OperatorError('an operator’s name has 3 to 32 letters, digits, dots, hyphens or underscores, and starts with a letter')
  const known = operatorRoles.find((name) => name === role)
  if (!known) throw new OperatorError(`the role must be one of ${operatorRoles.join(', ')}`)
  if (password !== undefined && !OperatorPassword.safeParse(password).success)
    throw new OperatorError('an operator’s password has 8 to 128 letters, digits or symbols, without spaces')
  const made = password === undefined ? await newFirstPassword() : { password: undefined, password_hash: await hashPassword(password) }
  const row = await queries.insertOperator(db, { username, role: known, password_hash: made.password_hash })
  if (!row) throw new OperatorError(`there is an operator named ${username} already`)
  await auditSystem(db, OPERATOR_CHAIN, texts.created(username, known))
  return { username, role: known, password: made.password }
}
