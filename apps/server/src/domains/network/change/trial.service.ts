import { isDeepStrictEqual } from 'node:util'
import type { AccountDb, Db } from '../../../db/client.ts'
import { marked } from '../../../kernel/member-mark.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { auditBy } from '../../foundation/audit/audit.service.ts'
import { movesOnly, portOf, withPort } from '../rules/trial.rules.ts'
import { operated } from './change.audit.ts'
import { markReverted } from './change.queries.ts'
import { applySettings } from './change.service.ts'
import { holdNetwork } from './store.service.ts'
import { claimUnused, endDecided, endOver, endUnused, type InNetwork, listOver, patchOfRevision } from './trial.queries.ts'

/**
 * Confirms the changed addresses that tunnels use, and takes back those that none uses. One that cannot be taken back is tried once a
 * minute for an hour, and does not block the others; then the operation log says so.
 * @throws AggregateError with what failed, except refusals
 */
export async function judgeAddresses(db: Db): Promise<void> {
  const { unused, over } = await db.system(async (system) => {
    await endDecided(system)
    return { unused: await claimUnused(system), over: await listOver(system) }
  })
  const failed: unknown[] = []
  const each = async (networks: readonly InNetwork[], work: (account: AccountDb, network_number: string) => Promise<void>) => {
    for (const { account_id, network_number } of networks)
      try {
        await db.account(account_id, 'write', (account) => work(account, network_number))
      } catch (error) {
        if (!(error instanceof Refusal)) failed.push(error)
      }
  }
  await each(unused, takeBack)
  await each(over, giveUp)
  if (failed.length > 0) throw new AggregateError(failed, 'addresses could not be taken back')
}

/** Restores the settings of a network whose changed addresses no tunnel uses, unless something else has replaced them. */
async function takeBack(db: AccountDb, network_number: string): Promise<void> {
  const held = await holdNetwork(db, network_number, undefined)
  const { settings } = held.intent
  const ended = await endUnused(db, network_number)
  const back = ended.filter(({ router_name, service, present }) => isDeepStrictEqual(portOf(settings, router_name, service), present))
  if (back.length === 0) return
  const before = back.reduce((so_far, { router_name, service, former }) => withPort(so_far, router_name, service, former), settings)
  const names = [...new Set(back.map(({ router_name }) => router_name))]
  const title = `60 秒内没有隧道通过 ${names.map(marked).join('、')} 的新公网地址和端口连通，已自动恢复原设置`
  await applySettings(db, 'system', held, before, { action: 'rollback', title })
  for (const revision of new Set(back.map((one) => one.revision)))
    if (movesOnly(await patchOfRevision(db, network_number, revision), back)) await markReverted(db, network_number, revision)
}

/** Ends the trials of a network that are over, and logs the addresses that could not be taken back. */
async function giveUp(db: AccountDb, network_number: string): Promise<void> {
  const { intent } = await holdNetwork(db, network_number, undefined)
  const names = await endOver(db, network_number)
  if (names.length === 0) return
  const { network_name } = intent.settings
  const what = `没有隧道通过 ${names.map(marked).join('、')} 的新公网地址和端口连通，多次尝试未能恢复原设置，请检查该地址和端口`
  await auditBy(db, 'system', operated({ network_number, network_name }, 'rollback', what))
}
