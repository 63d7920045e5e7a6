import { createHash } from 'node:crypto'
import { setImmediate, setTimeout } from 'node:timers/promises'
import {
  type contract,
  directoryProblemNames,
  directoryReasonText,
  DIRECTORY_SEARCH_MAX,
  type InputOf,
  type Language,
  type OutputOf,
} from '@weft/contract'
import { LdapFailure } from '@weft/ldap'
import type { AccountDb, Db } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { type Clock, unix } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Keys } from '../../../kernel/secrets.ts'
import { signOfAccount } from '../../foundation/limits/limits.service.ts'
import { changeDirectory, type DirectoryRow, findDirectory, lockDirectory } from './directory.queries.ts'
import { type LdapOf, requireDirectory, savedTarget } from './directory-target.service.ts'
import { createGathering, type SnapshotUser, snapshotText } from './directory.rules.ts'
import { findUser, pageUsers, replaceUsers } from './directory-user.queries.ts'

type Calls = typeof contract.directory

export interface SnapshotDependencies {
  db: Db
  keys: Keys
  clock: Clock
  ldapOf: LdapOf
}
export type SnapshotService = ReturnType<typeof createSnapshotService>

/** A directory is read at most once in so many seconds, however often somebody asks: who asks sooner waits for the next reading. */
const SECONDS_BETWEEN_READINGS = 3

/** Returns the users and the hash of their snapshot. Works on one part at a time, so that other requests get their turn in between. */
async function snapshotOf(parts: Iterable<SnapshotUser[]>): Promise<{ users: SnapshotUser[]; snapshot_hash: string }> {
  const users: SnapshotUser[] = []
  const hash = createHash('sha256')
  for (const part of parts) {
    for (const one of part) users.push(one)
    hash.update(`${snapshotText(part)}\n`)
    await setImmediate()
  }
  return { users, snapshot_hash: hash.digest('hex') }
}

/** Keeps the users of a directory as they were when it was last read. */
export function createSnapshotService({ db: pool, keys, clock, ldapOf }: SnapshotDependencies) {
  /** Readings under way, by account: a further request waits for the same one. */
  const reading = new Map<number, Promise<void>>()

  /** Reads the directory and stores its users. @throws LdapFailure, directoryOff */
  async function readNow(account_id: number): Promise<void> {
    const { directory, target } = await pool.account(account_id, 'read', async (db) => {
      const directory = await requireDirectory(db)
      return { directory, target: await savedTarget(db, keys, directory) }
    })
    const gathering = createGathering()
    await ldapOf(account_id, directory).read(target, gathering.add)
    const { users, snapshot_hash } = await snapshotOf(gathering.parts())
    await pool.account(account_id, 'write', (db) => keep(db, directory, users, snapshot_hash))
  }

  async function keep(db: AccountDb, read: DirectoryRow, users: readonly SnapshotUser[], snapshot_hash: string): Promise<void> {
    const present = await lockDirectory(db)
    // Another configuration was saved while the directory was read.
    if (!present || present.update_time !== read.update_time) return
    if (present.snapshot_hash !== snapshot_hash) await replaceUsers(db, users)
    await changeDirectory(db, { snapshot_hash, snapshot_time: clock.now() })
  }

  function refresh(account_id: number, { after_seconds = 0 } = {}): Promise<void> {
    let going = reading.get(account_id)
    if (!going) {
      const begun = after_seconds > 0 ? setTimeout(after_seconds * 1000).then(() => readNow(account_id)) : readNow(account_id)
      reading.set(account_id, (going = begun.finally(() => reading.delete(account_id))))
    }
    return going
  }

  return {
    refresh,

    /**
     * Makes sure that there is a snapshot, a fresh one if that is asked for. Call it before any transaction.
     * @throws directoryOff, directoryUnreadable with the reason in a sentence
     */
    async ensure(account_id: number, { refresh: wanted }: { refresh: '0' | '1' }, language: Language): Promise<void> {
      const { snapshot_hash, snapshot_time } = await pool.account(account_id, 'read', requireDirectory)
      if (snapshot_hash !== null && wanted === '0') return
      const age = snapshot_hash === null || snapshot_time === null ? SECONDS_BETWEEN_READINGS : unix(clock.now()) - snapshot_time
      try {
        await refresh(account_id, { after_seconds: Math.min(SECONDS_BETWEEN_READINGS - age, SECONDS_BETWEEN_READINGS) })
      } catch (error) {
        if (!(error instanceof LdapFailure)) throw error
        throw new Refusal('directoryUnreadable', { problem: directoryReasonText(error.reason, error.facts, language) })
      }
    },

    /** Returns a page of the snapshot, or the first matches of a search. @throws directoryOff, directoryStale if the snapshot is gone */
    async list(
      db: AccountDb,
      { members }: Pick<Actor, 'members'>,
      { search, exist, ...page }: InputOf<Calls['user']>,
      language: Language,
    ): Promise<OutputOf<Calls['user']>> {
      const directory = await findDirectory(db)
      if (!directory) throw new Refusal('directoryOff')
      const { snapshot_hash: hash, snapshot_time } = directory
      if (hash === null || snapshot_time === null) throw new Refusal('directoryStale')
      const sought = search === '' ? page : { page: 1, limit: DIRECTORY_SEARCH_MAX }
      const { rows, count } = await pageUsers(db, await signOfAccount(db), {
        ...sought,
        search,
        scope: members,
        exist: exist === undefined ? undefined : exist === '1',
      })
      return {
        hash,
        snapshot_time,
        count: search === '' ? count : rows.length,
        data: rows.map(({ problem, taken, router_name, ...user }) => {
          const why = problem ?? (taken ? 'taken' : null)
          const exists = router_name !== null
          return { ...user, exist: exists, verify: exists, reason: why === null || exists ? null : directoryProblemNames[why][language] }
        }),
      }
    },

    /** Returns one user of the snapshot. @throws directoryUserNotFound */
    async user(db: AccountDb, { members }: Pick<Actor, 'members'>, uuid: string) {
      const user = await findUser(db, members, await signOfAccount(db), uuid)
      if (!user) throw new Refusal('directoryUserNotFound')
      return user
    },
  }
}
