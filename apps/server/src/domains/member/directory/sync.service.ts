import { setImmediate } from 'node:timers/promises'
import {
  type contract,
  DIRECTORY_CYCLE_MINUTES,
  DIRECTORY_INLINE_CHANGES,
  type DirectoryOutcome,
  type DirectoryStop,
  type DirectorySynced,
  type InputOf,
  type Language,
  type OutputOf,
} from '@weft/contract'
import { LdapFailure } from '@weft/ldap'
import type { AccountDb, Db, SystemDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { after, type Clock, unix } from '../../../kernel/clock.ts'
import { errorFacts, type Log } from '../../../kernel/log.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit, auditBy, type Doer } from '../../foundation/audit/audit.service.ts'
import { roomFor } from '../member/from-directory.service.ts'
import { sendMessage } from '../../support/message/message.service.ts'
import { holdLimits, signOfAccount } from '../../foundation/limits/limits.service.ts'
import { modeChanged, syncRestarted, type Synced, syncStopped } from './directory.audit.ts'
import * as queries from './directory.queries.ts'
import { applyChanges, hold, holdSnapshot } from './directory-member.service.ts'
import { requireDirectory } from './directory-target.service.ts'
import { type Changes, countOf, countRenewed, decide, isIdentifiedAnew, isShrunk, noChanges } from './directory.rules.ts'
import { outcomeText, stoppedMessage } from './directory.text.ts'
import * as users from './directory-user.queries.ts'
import type { SnapshotService } from './snapshot.service.ts'

type Calls = typeof contract.directory
type In<K extends keyof Calls> = InputOf<Calls[K]>

export interface SyncDependencies {
  db: Db
  clock: Clock
  log: Log
  snapshots: SnapshotService
}
export type SyncService = ReturnType<typeof createSyncService>

/** Differences handled before other requests get their turn. */
const AT_ONCE = 2000
/** Changes of one transaction of a runner, so that the account's other calls get their turn. */
const CHUNK = 500
/** Seconds without progress after which a runner is presumed dead. */
const RUN_SECONDS = 600
/** Most accounts whose synchronisation one round of the schedule begins. */
const MOST_DUE = 100
/** Most rows of each kind in a report. */
const SHOWN = 50

const NOTHING: Synced = { added: [], renamed: [], described: 0, disabled: [], enabled: [] }

/** Makes the account's software members follow its directory. */
export function createSyncService({ db: pool, clock, log, snapshots }: SyncDependencies) {
  async function changesNow(db: AccountDb): Promise<{ changes: Changes; not_fit: number; renewed: number }> {
    const differences = await users.findDifferences(db, await signOfAccount(db))
    const changes = noChanges()
    for (let at = 0; at < differences.length; at += AT_ONCE) {
      decide(changes, differences.slice(at, at + AT_ONCE))
      await setImmediate()
    }
    const room = await roomFor(db, await holdLimits(db))
    const not_fit = Math.max(0, changes.add.length - room)
    return { changes: { ...changes, add: changes.add.slice(0, room) }, not_fit, renewed: countRenewed(differences) }
  }

  /** Returns the figures for which a directory is presumed broken; undefined if it is not. */
  async function shrunk(db: AccountDb, { accept_fewer }: queries.DirectoryRow, { vanished }: Changes, renewed: number) {
    if (accept_fewer === 1 || vanished === 0) return undefined
    const [before, after] = [await users.countLinked(db, { active: true }), await users.countUsers(db)]
    if (isIdentifiedAnew(before, renewed)) return { kind: 'renewed' as const, before, renewed }
    return isShrunk(before, vanished, after) ? { kind: 'shrunk' as const, before, after } : undefined
  }

  /** Stops the synchronisation until somebody restarts it. */
  async function stop(db: AccountDb, by: Doer, outcome: DirectoryStop): Promise<void> {
    await queries.changeDirectory(db, { status: 0, next_time: null, outcome: JSON.stringify(outcome) })
    await sendMessage(db, stoppedMessage(outcome))
    await auditBy(db, by, syncStopped(outcome))
  }

  const outcomeOf = (changes: Changes, not_fit: number, { added, renamed, described, disabled, enabled }: Synced): DirectoryOutcome => ({
    kind: 'done',
    added: added.length,
    changed: renamed.length + described,
    disabled: disabled.length,
    enabled: enabled.length,
    not_fit,
    refused: changes.refused,
  })

  /** Splits the changes into parts, each for a transaction of its own. */
  function* chunksOf(changes: Changes): Generator<Changes> {
    const none = noChanges()
    for (const kind of ['disable', 'enable', 'describe', 'rename', 'add'] as const)
      for (let at = 0; at < changes[kind].length; at += CHUNK) yield { ...none, [kind]: changes[kind].slice(at, at + CHUNK) }
  }

  /**
   * Brings the members in line with the snapshot, one part after the other.
   * @returns undefined if another configuration was saved meanwhile
   */
  async function applyAll(account_id: number): Promise<DirectoryOutcome | undefined> {
    const plan = await pool.account(account_id, 'write', async (db) => {
      const directory = await hold(db)
      const { changes, not_fit, renewed } = await changesNow(db)
      const fewer = await shrunk(db, directory, changes, renewed)
      if (fewer) await stop(db, 'system', fewer)
      else await queries.changeDirectory(db, { progress_done: 0, progress_total: countOf(changes) })
      return { changes, not_fit, fewer, update_time: directory.update_time }
    })
    if (plan.fewer) return plan.fewer
    const whole: Synced = { ...NOTHING, added: [], renamed: [], disabled: [], enabled: [] }
    let progress_done = 0
    for (const part of chunksOf(plan.changes)) {
      const done = await pool.account(account_id, 'write', async (db) => {
        const { network_number, update_time } = await hold(db)
        // Another configuration was saved while this one was followed.
        if (update_time !== plan.update_time) return undefined
        // The room, or a name, may have been taken since the plan was made.
        const add = part.add.slice(0, await roomFor(db, await holdLimits(db)))
        const synced = await applyChanges(db, 'system', { ...part, add }, network_number)
        progress_done += countOf(part)
        await queries.changeDirectory(db, { progress_done, runner_until: after(clock.now(), RUN_SECONDS) })
        return synced
      })
      if (!done) return undefined
      whole.added.push(...done.added)
      whole.renamed.push(...done.renamed)
      whole.disabled.push(...done.disabled)
      whole.enabled.push(...done.enabled)
      whole.described += done.described
    }
    return outcomeOf(plan.changes, plan.not_fit, whole)
  }

  const reportOf = (changes: Changes, not_fit: number, imported: number, queued: 0 | 1): DirectorySynced => ({
    imported,
    added: changes.add.length,
    changed: changes.rename.length + changes.describe.length,
    disabled: changes.disable.length,
    enabled: changes.enable.length,
    not_fit,
    refused: changes.refused,
    queued,
    rows: [
      ...changes.add.slice(0, SHOWN).map(({ username }) => ({ kind: 'add' as const, username, before: null })),
      ...changes.rename.slice(0, SHOWN).map(({ username, former }) => ({ kind: 'change' as const, username, before: former })),
      ...changes.disable.slice(0, SHOWN).map(({ username }) => ({ kind: 'disable' as const, username, before: null })),
      ...changes.enable.slice(0, SHOWN).map(({ username }) => ({ kind: 'enable' as const, username, before: null })),
    ],
  })

  return {
    /**
     * Brings the members in line with a snapshot, or only returns what would change. Very many changes are made in the background.
     * @throws directoryOfAll, directoryOff, directoryStale, directoryBusy, directoryShrunk or directoryRenewed if so many would be disabled that the directory
     * is presumed broken
     */
    async sync(db: AccountDb, actor: Actor, { hash, dry_run }: In<'sync'>): Promise<DirectorySynced> {
      if (actor.members !== undefined) throw new Refusal('directoryOfAll')
      const begun = clock.now()
      const directory = await holdSnapshot(db, clock, hash)
      const { changes, not_fit, renewed } = await changesNow(db)
      if (dry_run === 1) return reportOf(changes, not_fit, 0, 0)
      const fewer = await shrunk(db, directory, changes, renewed)
      if (fewer) {
        await stop(db, actor, fewer)
        const { before } = fewer
        throw fewer.kind === 'shrunk'
          ? new Refusal('directoryShrunk', { before, after: fewer.after }).keeping()
          : new Refusal('directoryRenewed', { before, renewed: fewer.renewed }).keeping()
      }
      if (countOf(changes) > DIRECTORY_INLINE_CHANGES) {
        await queries.enqueueSync(db, { account_id: db.account_id, hash })
        return reportOf(changes, not_fit, 0, 1)
      }
      const synced = await applyChanges(db, actor, changes, directory.network_number)
      const outcome = outcomeOf(changes, not_fit, synced)
      const sync_ms = clock.now().getTime() - begun.getTime()
      await queries.endRun(db, { outcome, sync_time: begun, sync_ms, next_time: nextTime(directory), status: 1, accept_fewer: 0 })
      return reportOf(changes, not_fit, synced.added.length, 0)
    },

    /**
     * Runs the task of one account: reads its directory, unless the task is for the present snapshot, and follows it. `sync_status` reports
     * failures.
     */
    async run({ account_id, hash }: queries.SyncTask): Promise<void> {
      const begun = clock.now()
      const directory = await pool.account(account_id, 'write', (db) => queries.claimRun(db, begun, after(begun, RUN_SECONDS)))
      if (!directory) return
      let outcome: DirectoryOutcome | undefined
      try {
        if (hash === undefined) await snapshots.refresh(account_id)
        outcome = await applyAll(account_id)
      } catch (error) {
        if (error instanceof Refusal && error.reason === 'directoryOff') return
        if (!(error instanceof LdapFailure)) log.error('a directory was not synchronised', { account_id, ...errorFacts(error) })
        outcome =
          error instanceof LdapFailure
            ? { kind: 'failed', reason: error.reason, facts: error.facts }
            : { kind: 'failed', reason: 'tooSlow', facts: {} }
      }
      const ended = clock.now()
      await pool.account(account_id, 'write', async (db) => {
        const present = await queries.findDirectory(db)
        if (!present || !outcome) return queries.changeDirectory(db, { runner_until: null })
        await queries.endRun(db, {
          outcome,
          sync_time: begun,
          sync_ms: ended.getTime() - begun.getTime(),
          next_time: outcome.kind === 'shrunk' || outcome.kind === 'renewed' ? null : nextTime(present),
          ...(outcome.kind === 'done' && { accept_fewer: 0 }),
        })
      })
    },

    /** Queues the synchronisation of the accounts that are due. */
    async enqueueDue(system: SystemDb): Promise<void> {
      for (const account_id of await queries.dueDirectories(system, clock.now(), MOST_DUE))
        await queries.enqueueSync(system, { account_id })
    },

    /** @throws directoryOff */
    async status(db: AccountDb, language: Language): Promise<OutputOf<Calls['sync_status']>> {
      const directory = await requireDirectory(db)
      const running = directory.runner_until !== null && directory.runner_until > unix(clock.now())
      return {
        count: await users.countLinked(db),
        service: {
          status: directory.status,
          update_time: directory.sync_time,
          cycle: DIRECTORY_CYCLE_MINUTES,
          operation_hours: directory.sync_ms === null ? null : Math.round(directory.sync_ms / 100) / 10,
          message: outcomeText(directory.outcome, language),
          running: running ? 1 : 0,
          progress: running ? { done: directory.progress_done, total: directory.progress_total } : null,
        },
      }
    },

    /** Sets the mode; the automatic one begins at once. @throws directoryOff, directoryOfAll */
    async setMode(db: AccountDb, actor: Actor, { sync_mode }: In<'sync_mode'>): Promise<void> {
      if (sync_mode === 2 && actor.members !== undefined) throw new Refusal('directoryOfAll')
      const directory = await hold(db)
      if (directory.sync_mode === sync_mode) return
      await queries.changeDirectory(db, { sync_mode, next_time: sync_mode === 2 && directory.status === 1 ? clock.now() : null })
      await audit(db, actor, modeChanged(directory.sync_mode, sync_mode))
    },

    /**
     * Restarts the synchronisation and, if it was stopped, accepts once however few users the directory has.
     * @throws directoryOff, directoryOfAll
     */
    async restart(db: AccountDb, actor: Actor): Promise<void> {
      if (actor.members !== undefined) throw new Refusal('directoryOfAll')
      const { sync_mode, status } = await hold(db)
      await queries.changeDirectory(db, {
        status: 1,
        // Without a stop nobody has checked the directory, so fewer users are not accepted.
        ...(status === 0 && { accept_fewer: 1 }),
        next_time: sync_mode === 2 ? clock.now() : null,
      })
      if (sync_mode === 2) await queries.enqueueSync(db, { account_id: db.account_id })
      await audit(db, actor, syncRestarted())
    },
  }

  function nextTime({ sync_mode }: queries.DirectoryRow): Date | null {
    return sync_mode === 2 ? after(clock.now(), DIRECTORY_CYCLE_MINUTES * 60) : null
  }
}
