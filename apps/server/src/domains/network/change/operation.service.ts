import { randomUUID } from 'node:crypto'
import type { contract, InputOf, OperationState, OutputOf } from '@weft/contract'
import { publish, publishAll } from '../../../adapters/bus/publish.ts'
import { marked } from '../../../kernel/member-mark.ts'
import type { AccountDb, SystemDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { after } from '../../../kernel/clock.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { operated } from './change.audit.ts'
import { signedIn } from './change.queries.ts'
import { deleteOperations, insertOperations, listOperations } from './operation.queries.ts'
import { listLinks, listMemberNames } from '../detail/detail.queries.ts'
import { seenOf } from '../detail/detail.service.ts'
import { findNetwork } from '../detail/network.queries.ts'
import { raiseConfigs } from '../configuration/configuration.queries.ts'

type Call = typeof contract.networkSettings
type In<K extends keyof Call> = InputOf<Call[K]>
type Begun = OutputOf<Call['kill_user']>

/** Seconds within which a device must be asked and answer: longer than the members of a stopping server take to come back. */
const OPERATION_SECONDS = 120
/** Seconds that the result can be read. */
const KEPT_SECONDS = 3600

/** @throws networkNotFound, memberNotInNetwork, networkUnusable */
async function held(db: AccountDb, network_number: string, router_name?: string) {
  const { network_usable } = await holdLimits(db)
  const network = await findNetwork(db, network_number)
  if (!network) throw new Refusal('networkNotFound')
  if (network_usable === 0) throw new Refusal('networkUnusable')
  const members = await listMemberNames(db, network_number, undefined)
  if (router_name !== undefined && !members.some((member) => member.router_name === router_name)) throw new Refusal('memberNotInNetwork')
  return { network, members }
}

/** Asks the devices of these members to do something, once each, whichever servers hold them. @returns by what the result is read */
async function ask(
  db: AccountDb,
  network_number: string,
  names: readonly string[],
  what: { kind: 'kill_user' | 'respawn'; data?: { who: string; network_number: string } },
): Promise<Begun> {
  const operation_id = randomUUID()
  await insertOperations(db, { operation_id, network_number, names, seconds: OPERATION_SECONDS, ...what })
  await publish(db, { type: 'operation', account_id: db.account_id })
  return { operation_id }
}

/** Returns how far an operation is. @throws operationNotFound */
export async function operationState(
  db: AccountDb,
  { members }: Pick<Actor, 'members'>,
  { network_number, operation_id }: In<'operation'>,
): Promise<OperationState> {
  const rows = await seenOf(db, members, await listOperations(db, network_number, operation_id))
  if (rows.length === 0) throw new Refusal('operationNotFound')
  const counts = { done: 0, waiting: 0, failed: 0 }
  for (const { state } of rows) counts[state] += 1
  return { ...counts, members: rows.flatMap(({ state, ...row }) => (state === 'done' ? [] : [{ state, ...row }])) }
}

/** Deletes operations whose result nobody reads any more. */
export const forgetOperations = (db: SystemDb, now: Date): Promise<void> => deleteOperations(db, after(now, -KEPT_SECONDS))

/** Sends the network's members, or one of them, their configuration again; also those that failed to run it. */
export async function resendConfig(db: AccountDb, actor: Actor, { network_number, router_name }: In<'re_send_config'>): Promise<void> {
  const { network, members } = await held(db, network_number, router_name ?? undefined)
  const names = router_name ? [router_name] : members.map((member) => member.router_name)
  await raiseConfigs(db, names)
  await publishAll(db, [{ type: 'config', account_id: db.account_id, network_number }])
  await audit(
    db,
    actor,
    operated(network, 're_send_config', router_name ? `重新下发 ${marked(router_name)} 的配置` : '重新下发全部成员的配置'),
  )
}

/** Restarts the tunnels of a member. @throws memberAway */
export async function respawn(db: AccountDb, actor: Actor, { network_number, router_name }: In<'reset_respawn'>): Promise<Begun> {
  const { network } = await held(db, network_number, router_name)
  if ((await signedIn(db, [router_name])).length === 0) throw new Refusal('memberAway', { name: router_name })
  const begun = await ask(db, network_number, [router_name], { kind: 'respawn' })
  await audit(db, actor, operated(network, 'reset_respawn', `重新拨号 ${marked(router_name)}`))
  return begun
}

/** Has the centers disconnect a software member's live session; it may reconnect. @throws softwareMemberOnly */
export async function killUser(db: AccountDb, actor: Actor, { network_number, router_name }: In<'kill_user'>): Promise<Begun> {
  const { network, members } = await held(db, network_number, router_name)
  if (members.find((member) => member.router_name === router_name)?.router_type !== 2)
    throw new Refusal('softwareMemberOnly', { name: router_name })
  const links = (await listLinks(db, network_number)).filter((link) => link.router_name === router_name && link.kind === 'center')
  const centers = links.map((link) => link.center_router_name)
  const begun = await ask(db, network_number, centers, { kind: 'kill_user', data: { who: router_name, network_number } })
  await audit(db, actor, operated(network, 'kill_user', `强制下线 ${marked(router_name)}`))
  return begun
}
