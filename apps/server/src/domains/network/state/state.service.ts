/**
 * Room network/state: how each member, link and network is, and why.
 * Tables: member_state, membership_state, state_touched.
 * Called by: gateway, jobs, member, network, observation, ops.
 * Always: states are judged again in the transaction that changes their facts, by one judge, and locked last.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db, SystemDb } from '../../../db/client.ts'
import { errorFacts, type Log } from '../../../kernel/log.ts'
import { isAnyLeft, type MemberName, nextMembers, nextTransaction, takeLeft, touchAll, touchMoved, unnoted } from './facts.queries.ts'
import { judgeMembers } from './judge.service.ts'
import { publishMembers } from './member-events.ts'

/** Stores how members are; runs before every commit. */
export { judgeTouched } from './judge.service.ts'
export { lockStates, type MemberName, touch } from './facts.queries.ts'
export { publishMembers } from './member-events.ts'
/** The columns of a member's state, for rooms that show it. */
export {
  centerAway,
  conditionColumns,
  isFresh,
  isPending,
  membershipsOf,
  needsAttention,
  onTrial,
  revisionState,
  statesOf,
  withState,
} from './state.queries.ts'

/** Members that are judged in one transaction. */
const AT_ONCE = 500
/** Milliseconds between two looks whether another program has judged what it took. */
const LEFT_MS = 100
/** Milliseconds for which a start waits for another program. */
const LONGEST_MS = 60_000

/** Judges members whose facts another transaction changed, and tells the consoles. @returns those that were stored otherwise */
async function mend(db: SystemDb, members: readonly MemberName[]): Promise<MemberName[]> {
  const changed = await judgeMembers(db, members)
  await publishMembers(db, changed)
  return changed
}

/**
 * Judges the members that were touched and not judged: by a program of an earlier version, or by statements by hand.
 * @returns how many were stored otherwise
 */
export async function judgeLeft(db: Db): Promise<number> {
  // Nearly always nothing is left: one statement says so, where a transaction would take four.
  if (!(await isAnyLeft(db.systemNow))) return 0
  let changed = 0
  for (let taken = AT_ONCE; taken === AT_ONCE; )
    taken = await db.system(async (system) => {
      const members = await takeLeft(system, AT_ONCE)
      changed += (await mend(system, members)).length
      return members.length
    })
  return changed
}

/**
 * Waits until the members are judged, by this program or another, that any transaction before has touched; at most a minute longer than
 * this program judges itself, because somebody may hold a member's row for as long as he likes.
 */
export async function awaitStates(db: Db, log: Log): Promise<void> {
  const before = await nextTransaction(db.systemNow)
  const judged = await judgeLeft(db)
  if (judged > 0) log.info('members were judged whose states were not stored', { members: judged })
  for (const began = performance.now(); await isAnyLeft(db.systemNow, before); await sleep(LEFT_MS)) {
    if (performance.now() - began > LONGEST_MS) return log.warn('some members are not judged yet; that is tried again each second')
    await judgeLeft(db).catch((error: unknown) => log.warn('members will be judged later', errorFacts(error)))
  }
}

/** Judges all members anew, while servers serve. @returns how many members were stored otherwise than they are */
export async function rebuildStates(db: Db): Promise<number> {
  await db.system(touchAll)
  return judgeLeft(db)
}

/** Judges the members whose addresses changed, once logs that said so were deleted. */
export async function judgeMoved(db: Db): Promise<void> {
  await db.system(touchMoved)
  await judgeLeft(db)
}

/** Compares what is stored with the facts. */
export interface StateSample {
  /** Judges the next part of all members. What was stored otherwise is a fault of the program: it is logged, counted and mended. */
  compare(): Promise<void>
  /** Members since the start that were stored otherwise than they are. */
  drifted(): number
}

export function createStateSample({ db, log }: { db: Db; log: Log }): StateSample {
  let drifted = 0
  let last = { account_id: 0, router_name: '' }
  return {
    async compare() {
      await judgeLeft(db)
      const members = await nextMembers(db.systemNow, last, AT_ONCE)
      last = members.length < AT_ONCE ? { account_id: 0, router_name: '' } : members.at(-1)!
      // What another program has just changed is noted, and no fault.
      const wrong = await db.system(async (system) => unnoted(system, await mend(system, members)))
      if (wrong.length === 0) return
      drifted += wrong.length
      log.error('members were not as they were stored', { members: wrong.length, after: last.router_name })
    },
    drifted: () => drifted,
  }
}
