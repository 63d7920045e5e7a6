import { type contract, DIRECTORY_INLINE_CHANGES, directoryProblemNames, type InputOf, type Language, type OutputOf } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { deleteSoftwareMembers, removeDisabled, roomFor } from '../member/from-directory.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { userImported, usersRemoved } from './directory.audit.ts'
import { addUsers, holdSnapshot, namesOf } from './directory-member.service.ts'
import { requireDirectory } from './directory-target.service.ts'
import { linkedNames } from './directory-user.queries.ts'
import type { SnapshotService } from './snapshot.service.ts'

type Calls = typeof contract.directory
type In<K extends keyof Calls> = InputOf<Calls[K]>

export type DirectoryUserService = ReturnType<typeof createDirectoryUserService>

/** Imports users of a directory as members, and removes them, on request of an administrator. */
export function createDirectoryUserService({ clock, snapshots }: { clock: Clock; snapshots: SnapshotService }) {
  return {
    /**
     * Adds one user as a member.
     * @throws directoryOff, directoryStale, directoryBusy, directoryUserNotFound, directoryUserDisabled, directoryUserRefused,
     * softwareMemberLimit
     */
    async importOne(db: AccountDb, actor: Actor, { hash, uuid }: In<'import'>, language: Language): Promise<{ router_name: string }> {
      const { network_number } = await holdSnapshot(db, clock, hash)
      const user = await snapshots.user(db, actor, uuid)
      if (user.router_name !== null) return { router_name: user.router_name }
      const { username: name } = user
      if (user.disabled === 1) throw new Refusal('directoryUserDisabled', { name })
      const problem = user.problem ?? (user.taken ? 'taken' : null)
      if (problem !== null) throw new Refusal('directoryUserRefused', { name, problem: directoryProblemNames[problem][language] })
      const held = await holdLimits(db)
      if ((await roomFor(db, held)) === 0) throw new Refusal('softwareMemberLimit', { max: held.software_max, surplus: 0 })
      const [router_name] = await addUsers(db, actor, [user], network_number)
      if (router_name === undefined) throw new Refusal('memberNameTaken', { name: `${name}@${held.sign}` })
      await audit(db, actor, userImported(router_name, uuid))
      return { router_name }
    },

    /** @throws directoryOff, directoryStale, directoryBusy, directoryUserNotFound, memberOfHiddenNetwork */
    async removeOne(db: AccountDb, actor: Actor, { hash, uuid }: In<'remove'>): Promise<{ removed: number }> {
      await holdSnapshot(db, clock, hash)
      const { router_name } = await snapshots.user(db, actor, uuid)
      if (router_name === null) return { removed: 0 }
      const [row] = await deleteSoftwareMembers(db, actor, [router_name])
      if (row?.result === 'not_permitted') throw new Refusal('memberOfHiddenNetwork')
      await audit(db, actor, usersRemoved([router_name]))
      return { removed: 1 }
    },

    /**
     * Removes all imported members except those in networks that the caller may not see.
     * @throws directoryOff, directoryStale, directoryBusy
     */
    async removeAll(db: AccountDb, actor: Actor, { hash }: In<'remove_all'>): Promise<{ removed: number }> {
      await holdSnapshot(db, clock, hash)
      const names = await linkedNames(db)
      const removed: string[] = []
      for (let at = 0; at < names.length; at += DIRECTORY_INLINE_CHANGES) {
        const rows = await deleteSoftwareMembers(db, actor, names.slice(at, at + DIRECTORY_INLINE_CHANGES))
        removed.push(...namesOf(rows.filter((row) => row.result === 'deleted')))
      }
      if (removed.length > 0) await audit(db, actor, usersRemoved(removed))
      return { removed: removed.length }
    },

    /** @throws directoryOff */
    async removeDisabled(db: AccountDb, actor: Actor, input: In<'remove_disable'>): Promise<OutputOf<Calls['remove_disable']>> {
      await requireDirectory(db)
      return removeDisabled(db, actor, input)
    },
  }
}
