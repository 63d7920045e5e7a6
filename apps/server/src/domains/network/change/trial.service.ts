import type { AccountDb, Db } from '../../../db/client.ts'
import { marked } from '../../../kernel/member-mark.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { movesOnly, portOf, withPort } from '../rules/trial.rules.ts'
import { markReverted } from './change.queries.ts'
import { finish, holdNetwork } from './change.service.ts'
import { endOverTrials, endProven, endTrial, listUnused, patchOfRevision, type Unused } from './trial.queries.ts'

/**
 * Confirms the changed addresses that tunnels use, and takes back those that none has used for a minute. One that cannot be taken back
 * stays on trial for an hour, and does not block the others.
 * @throws AggregateError with what failed, and once with each address that was given up
 */
export async function judgeAddresses(db: Db): Promise<void> {
  const unused = await db.system(async (system) => {
    await endProven(system)
    return listUnused(system)
  })
  const failed: unknown[] = []
  for (const one of unused)
    try {
      await db.account(one.account_id, 'write', (account) => takeBack(account, one))
    } catch (error) {
      const { network_number, router_name, last } = one
      if (last)
        failed.push(
          new Error(`the address of ${router_name} in network ${network_number} was not taken back, and is tried no more`, {
            cause: error,
          }),
        )
      else if (!(error instanceof Refusal)) failed.push(error)
    }
  await db.system(endOverTrials)
  if (failed.length > 0) throw new AggregateError(failed, 'addresses could not be taken back')
}

async function takeBack(db: AccountDb, trial: Unused): Promise<void> {
  const { network_number, router_name, service, former, revision } = trial
  const held = await holdNetwork(db, network_number, undefined)
  if (!(await endTrial(db, trial)) || !portOf(held.intent.settings, router_name, service)) return
  const before = withPort(held.intent.settings, router_name, service, former)
  const title = `60 秒内没有隧道通过 ${marked(router_name)} 的新公网地址和端口连通，已自动恢复原设置`
  await finish(db, 'system', held, before, { action: 'rollback', title })
  if (movesOnly(await patchOfRevision(db, network_number, revision), router_name, service)) await markReverted(db, network_number, revision)
}
