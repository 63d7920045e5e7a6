import type { InputOf, Language, OperatorSession, opsContract, OutputOf } from '@weft/contract'
import type { SystemDb } from '../db/client.ts'
import { type AuditEntry, auditOperator, auditSystem, OPERATOR_CHAIN } from '../domains/foundation/audit/audit.service.ts'
import { deviceName } from '../domains/identity/session/session.service.ts'
import type { OperatorActor } from '../kernel/actor.ts'
import type { Caller } from '../kernel/caller.ts'
import { type Clock, unix } from '../kernel/clock.ts'
import { readable } from '../kernel/ids.ts'
import { Refusal } from '../kernel/refusal.ts'
import { hashPassword } from '../kernel/secrets.ts'
import * as texts from './operator.audit.ts'
import * as queries from './operator.queries.ts'
import * as sessions from './operator-session.queries.ts'

type Calls = typeof opsContract.operators
/** An administrator, or a person with the command line. */
type By = OperatorActor | 'system'
/** A password to be shown once, with the digest that is stored. */
export interface FirstPassword {
  password: string
  password_hash: string
}

export type OperatorChangeService = ReturnType<typeof createOperatorChangeService>

/** About 79 bits, without look-alikes. */
const FIRST_PASSWORD_LENGTH = 16

export async function newFirstPassword(): Promise<FirstPassword> {
  const password = readable(FIRST_PASSWORD_LENGTH)
  return { password, password_hash: await hashPassword(password) }
}

/** Creates the service with which administrators change operators, and all operators manage their own sessions. */
export function createOperatorChangeService({ clock }: { clock: Clock }) {
  const note = (system: SystemDb, by: By, entry: AuditEntry): Promise<void> =>
    by === 'system' ? auditSystem(system, OPERATOR_CHAIN, entry) : auditOperator(system, by, OPERATOR_CHAIN, entry)

  const end = (system: SystemDb, operator_id: number, which: sessions.WhichOperatorSessions = {}): Promise<number> =>
    sessions.revokeOperatorSessions(system, operator_id, which, clock.now())

  /**
   * Returns the operator to be changed. Locks all administrators until the transaction ends: if two act on each other at the same time,
   * the second is found to be no administrator any more.
   * @param demotes whether the change takes the role of administrator from an administrator
   * @throws operatorNotPermitted, operatorNotFound, operatorLastAdmin, operatorSelf
   */
  async function changed(system: SystemDb, by: By, operator_id: number, demotes = false): Promise<queries.OperatorRecord> {
    const admins = await queries.lockAdmins(system)
    if (by !== 'system' && !admins.some((admin) => admin.operator_id === by.operator_id)) throw new Refusal('operatorNotPermitted')
    const target = await queries.lockOperator(system, operator_id)
    if (!target) throw new Refusal('operatorNotFound')
    const last = admins.length === 1 && admins[0]?.operator_id === operator_id
    if (demotes && last) throw new Refusal('operatorLastAdmin', { name: target.username })
    if (by !== 'system' && by.operator_id === operator_id) throw new Refusal('operatorSelf')
    return target
  }

  async function sessionsOf(
    system: SystemDb,
    operator_id: number,
    current: string | undefined,
    language: Language,
  ): Promise<OperatorSession[]> {
    const rows = await sessions.listOperatorSessions(system, operator_id, clock.now())
    return rows.map(({ session_id, user_agent, ...row }) => ({
      id: session_id,
      device: deviceName(user_agent, language),
      ...row,
      current: session_id === current ? 1 : 0,
    }))
  }

  return {
    /** @throws identityNotVerified if the session has not proved its identity within the latest minutes */
    requireProof({ session }: OperatorActor): void {
      if ((session?.verified_until ?? 0) <= unix(clock.now())) throw new Refusal('identityNotVerified')
    },

    list: (system: SystemDb, query: InputOf<Calls['list']>): Promise<OutputOf<Calls['list']>> =>
      queries.pageOperators(system, query, clock.now()),

    /** @throws operatorNotFound */
    async info(system: SystemDb, operator_id: number): Promise<OutputOf<Calls['info']>> {
      const row = await queries.findSeen(system, operator_id, clock.now())
      if (!row) throw new Refusal('operatorNotFound')
      return row
    },

    /** Returns the live sessions of an operator, the last used first. @throws operatorNotFound */
    async sessions(system: SystemDb, operator: OperatorActor, operator_id: number, { language }: Caller): Promise<OperatorSession[]> {
      if (!(await queries.findSeen(system, operator_id, clock.now()))) throw new Refusal('operatorNotFound')
      return sessionsOf(system, operator_id, operator.session?.session_id, language)
    },

    /** @throws operatorNameTaken */
    async create(
      system: SystemDb,
      by: OperatorActor,
      { username, role }: InputOf<Calls['create']>,
      { password, password_hash }: FirstPassword,
    ): Promise<OutputOf<Calls['create']>> {
      const made = await queries.insertOperator(system, { username, role, password_hash, first_password: 1 })
      if (!made) throw new Refusal('operatorNameTaken', { name: username })
      await note(system, by, texts.created(username, role))
      return { id: String(made.operator_id), username, password }
    },

    /** Applies from the operator's next call on. @throws operatorNotPermitted, operatorNotFound, operatorLastAdmin, operatorSelf */
    async role(system: SystemDb, by: By, operator_id: number, role: OperatorActor['role']): Promise<void> {
      const target = await changed(system, by, operator_id, role !== 'admin')
      if (target.role === role) return
      await queries.writeOperator(system, operator_id, { role })
      await note(system, by, texts.roleChanged(target.username, target.role, role))
    },

    /** Ends every session of the operator at once. @throws operatorNotPermitted, operatorNotFound, operatorLastAdmin, operatorSelf */
    async disable(system: SystemDb, by: By, operator_id: number): Promise<void> {
      const target = await changed(system, by, operator_id, true)
      if (target.status === 0) return
      await queries.writeOperator(system, operator_id, { status: 0 })
      await note(system, by, texts.statusChanged(target.username, 0, await end(system, operator_id)))
    },

    /** @throws operatorNotPermitted, operatorNotFound, operatorSelf */
    async enable(system: SystemDb, by: By, operator_id: number): Promise<void> {
      const target = await changed(system, by, operator_id)
      if (target.status === 1) return
      await queries.writeOperator(system, operator_id, { status: 1 })
      await note(system, by, texts.statusChanged(target.username, 1, 0))
    },

    /** Resets the count of an operator's wrong tries, for all addresses. @throws operatorNotPermitted, operatorNotFound, operatorSelf */
    async unlock(system: SystemDb, by: By, operator_id: number): Promise<void> {
      const target = await changed(system, by, operator_id)
      await queries.clearLockedUntil(system, operator_id)
      await note(system, by, texts.unlocked(target.username))
    },

    /** Sets a first password, ends the operator's sessions and lock. @throws operatorNotPermitted, operatorNotFound, operatorSelf */
    async password(
      system: SystemDb,
      by: By,
      operator_id: number,
      { password, password_hash }: FirstPassword,
    ): Promise<{ password: string }> {
      const target = await changed(system, by, operator_id)
      await queries.writeOperator(system, operator_id, { password_hash, first_password: 1 })
      await queries.clearLockedUntil(system, operator_id)
      await note(system, by, texts.passwordReset(target.username, await end(system, operator_id)))
      return { password }
    },

    /**
     * Removes the second factor of an operator who lost the authenticator: their sessions end, and the password alone signs in.
     * @throws operatorNotPermitted, operatorNotFound, operatorSelf, totpNotOn
     */
    async resetTotp(system: SystemDb, by: By, operator_id: number): Promise<void> {
      const target = await changed(system, by, operator_id)
      if (target.totp_time === null) throw new Refusal('totpNotOn')
      await queries.writeOperator(system, operator_id, queries.NO_FACTOR)
      await note(system, by, texts.factorReset(target.username, await end(system, operator_id)))
    },

    /** Ends one session of an operator, or all. @throws operatorNotPermitted, operatorNotFound, operatorSelf, sessionNotFound */
    async endSessions(system: SystemDb, by: By, operator_id: number, session_id?: string): Promise<void> {
      const target = await changed(system, by, operator_id)
      const ended = await end(system, operator_id, { session_id })
      if (ended === 0 && session_id !== undefined) throw new Refusal('sessionNotFound')
      await note(system, by, texts.sessionsEnded(target.username, ended))
    },

    ownSessions: (system: SystemDb, { operator_id, session }: OperatorActor, { language }: Caller): Promise<OperatorSession[]> =>
      sessionsOf(system, operator_id, session?.session_id, language),

    /** Ends one of one's own sessions, or all others. @throws sessionNotFound */
    async endOwn(system: SystemDb, operator: OperatorActor, session_id?: string): Promise<void> {
      const which = session_id === undefined ? { except: operator.session?.session_id } : { session_id }
      const ended = await end(system, operator.operator_id, which)
      if (ended === 0 && session_id !== undefined) throw new Refusal('sessionNotFound')
      await note(system, operator, texts.sessionsEnded(operator.username, ended))
    },
  }
}
