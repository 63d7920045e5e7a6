import { type contract, type InputOf, type Language, type MembersChanged, memberStatusNames } from '@weft/contract'
import { publishAll } from '../../../adapters/bus/publish.ts'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit, auditBy, type Doer } from '../../foundation/audit/audit.service.ts'
import { reconfigureMembers } from '../../network/change/reconfigure.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { asked, inOrder, namesOf, reportOf } from './change.rules.ts'
import { namesChanged, notesChanged, statusChanged } from './member.audit.ts'
import { findMembers, lockMembers, replaceNotes, writeNote, writeStatus } from './member.queries.ts'

type In<K extends 'note' | 'update_status'> = InputOf<(typeof contract.router)[K]>

/** Sets the note of one or many members; with `check` only returns what would change. @throws memberNotFound */
export async function editNote(db: AccountDb, actor: Actor, { router_name, note, check }: In<'note'>): Promise<MembersChanged> {
  const names = asked(router_name)
  const members = inOrder(names, await (check === 1 ? findMembers(db, names) : lockMembers(db, names)))
  const changing = members.filter((member) => member.note !== note)
  if (check !== 1 && changing.length > 0) {
    await writeNote(db, namesOf(changing), note)
    await audit(db, actor, notesChanged(changing, note))
  }
  return reportOf(
    members,
    changing,
    (member) => member.note,
    () => note,
  )
}

/**
 * Gives members names of their own, within a change that holds these members already; names that stay are left out.
 * @throws memberNotFound if one was deleted
 */
export async function nameMembers(db: AccountDb, by: Doer, renames: readonly { router_name: string; note: string }[]): Promise<void> {
  if (renames.length === 0) return
  const members = inOrder(
    renames.map(({ router_name }) => router_name),
    await findMembers(
      db,
      renames.map(({ router_name }) => router_name),
    ),
  )
  const changing = members.flatMap(({ router_name, note: former }, i) => {
    const { note } = renames[i]!
    return note === former ? [] : { router_name, former, note }
  })
  if (changing.length === 0) return
  await replaceNotes(db, changing)
  await auditBy(db, by, namesChanged(changing))
}

/** Enables or disables software members; with `check` only returns which would change. @throws memberNotFound, memberIsHardware */
export async function updateStatus(
  db: AccountDb,
  actor: Actor,
  { router_name, status, check }: In<'update_status'>,
  language: Language,
): Promise<MembersChanged> {
  const names = asked(router_name)
  if (check !== 1) await holdLimits(db)
  const members = inOrder(names, await findMembers(db, names))
  const hardware = members.find((member) => member.router_type === 1)
  if (hardware) throw new Refusal('memberIsHardware', { name: hardware.router_name })
  const changing = members.filter((member) => member.status !== status)
  if (check !== 1) await changeStatus(db, actor, namesOf(changing), status)
  return reportOf(
    members,
    changing,
    (member) => memberStatusNames[member.status][language],
    () => memberStatusNames[status][language],
  )
}

/** Enables or disables a member. A disabled one is logged out at once and cannot log in. @throws memberNotFound */
export async function setMemberStatus(db: AccountDb, by: Doer, router_name: string, status: 0 | 1): Promise<void> {
  await holdLimits(db)
  const [member] = await findMembers(db, [router_name])
  if (!member) throw new Refusal('memberNotFound')
  await changeStatus(db, by, member.status === status ? [] : [router_name], status)
}

/** Enables or disables members that have the other status. Call it with the account's limits held, as every change of a status does. */
export async function changeStatus(db: AccountDb, by: Doer, names: readonly string[], status: 0 | 1): Promise<void> {
  if (names.length === 0) return
  // Locks them and their centers in the same order as the code that writes their presence.
  await reconfigureMembers(db, names)
  await writeStatus(db, names, status)
  const { account_id } = db
  if (status === 0)
    await publishAll(
      db,
      names.map((router_name) => ({ type: 'cut', account_id, router_name })),
    )
  await auditBy(db, by, statusChanged(names, status))
}
