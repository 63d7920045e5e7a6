import type { AccountDb } from '../../../db/client.ts'
import { type Clock, unix } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { auditBy, type Doer } from '../../foundation/audit/audit.service.ts'
import { addWithoutPassword, changeStatus, renameSoftwareMembers, replaceNotes } from '../member/from-directory.service.ts'
import { joinNetwork } from '../../network/change/join.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { directorySynced, type Synced } from './directory.audit.ts'
import { type DirectoryRow, lockDirectory } from './directory.queries.ts'
import { type Changes, countOf, type NewUser, noteOf } from './directory.rules.ts'
import * as users from './directory-user.queries.ts'

const uuidsOf = (all: readonly { uuid: string }[]) => all.map((one) => one.uuid)
export const namesOf = (all: readonly { router_name: string }[]) => all.map((one) => one.router_name)

/** Locks the account's limits and the directory, and returns the directory. @throws directoryOff */
export async function hold(db: AccountDb): Promise<DirectoryRow> {
  await holdLimits(db)
  const directory = await lockDirectory(db)
  if (!directory) throw new Refusal('directoryOff')
  return directory
}

/** Locks the directory like `hold`, if its snapshot is the one that the caller saw. @throws directoryOff, directoryStale, directoryBusy */
export async function holdSnapshot(db: AccountDb, clock: Clock, hash: string): Promise<DirectoryRow> {
  const directory = await hold(db)
  if (directory.runner_until !== null && directory.runner_until > unix(clock.now())) throw new Refusal('directoryBusy')
  if (directory.snapshot_hash !== hash) throw new Refusal('directoryStale')
  return directory
}

/** Adds users as members. The caller has checked that there is room for all of them. */
export async function addUsers(db: AccountDb, by: Doer, add: readonly NewUser[], network_number: string | null): Promise<string[]> {
  const { sign } = await holdLimits(db)
  const rows = add.map((one) => ({ ...one, router_name: `${one.username}@${sign}`, note: noteOf(one.description) }))
  const made = await addWithoutPassword(
    db,
    rows.map(({ router_name, note }) => ({ router_name, note })),
  )
  const added = rows.filter((row) => made.has(row.router_name))
  await users.insertLinks(db, added)
  const names = namesOf(added)
  if (network_number !== null) await joinNetwork(db, by, network_number, names)
  return names
}

/** Stores changed descriptions of users and writes them into their members' notes, unless somebody wrote another note. */
async function describeMembers(db: AccountDb, describe: Changes['describe']): Promise<void> {
  if (describe.length === 0) return
  const names = await users.writeDescriptions(db, describe)
  await replaceNotes(
    db,
    describe.flatMap(({ uuid, note, former }) => {
      const router_name = names.get(uuid)
      return router_name === undefined ? [] : [{ router_name, note, former }]
    }),
  )
}

/** Makes the given changes. Call it with the account's limits and the directory locked. */
export async function applyChanges(db: AccountDb, by: Doer, changes: Changes, network_number: string | null): Promise<Synced> {
  const { add, rename, describe, disable, enable } = changes
  await changeStatus(db, by, namesOf(disable), 0)
  await users.markDisabled(db, uuidsOf(disable), 1)
  await changeStatus(db, by, namesOf(enable), 1)
  await users.markDisabled(db, uuidsOf(enable), 0)
  await describeMembers(db, describe)
  const renamed = rename.map(({ router_name: from, to }) => ({ from, to }))
  // A link is deleted with the member that it names.
  await users.deleteLinks(db, uuidsOf(rename))
  await renameSoftwareMembers(db, by, renamed)
  await users.insertLinks(
    db,
    rename.map(({ to, ...user }) => ({ ...user, router_name: to })),
  )
  const added = await addUsers(db, by, add, network_number)
  const synced = { added, renamed, described: describe.length, disabled: namesOf(disable), enabled: namesOf(enable) }
  if (countOf(changes) > 0) await auditBy(db, by, directorySynced(synced))
  return synced
}
