import type { Db } from '../../../db/client.ts'
import { takeLeft } from './facts.queries.ts'
import { judgeMembers } from './judge.service.ts'

/** Stores how members are; runs before every commit. */
export { judgeTouched } from './judge.service.ts'
/** What says how a member is, for every room that shows it. */
export { conditionColumns, needsAttention, revisionState, type StateScope, stateRank, withState } from './state.queries.ts'

/** Members that are judged in one transaction. */
const AT_ONCE = 500

/** Judges the members that other programs touched and did not judge: those of an earlier version, statements by hand, and a process that died. */
export async function judgeLeft(db: Db): Promise<void> {
  for (let left = AT_ONCE; left === AT_ONCE; )
    left = await db.system(async (system) => {
      const members = await takeLeft(system, AT_ONCE)
      await judgeMembers(system, members)
      return members.length
    })
}
