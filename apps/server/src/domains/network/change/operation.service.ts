import type { contract, InputOf } from '@weft/contract'
import { tellAll } from '../../../adapters/bus/tell.ts'
import { marked } from '../../../kernel/member-mark.ts'
import type { AccountDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import { holdLimits } from '../../foundation/limits/limits.service.ts'
import { operated } from './change.audit.ts'
import { signedIn } from './change.queries.ts'
import { listLinks, listMemberNames } from '../detail/detail.queries.ts'
import { findNetwork } from '../detail/network.queries.ts'
import { raiseConfigs } from '../configuration/configuration.queries.ts'

type Call = typeof contract.networkSettings
type In<K extends keyof Call> = InputOf<Call[K]>

/** Most names in one event of the bus: PostgreSQL's notifications hold 8 kB. */
const NAMES_AT_ONCE = 100

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

async function have(
  db: AccountDb,
  names: readonly string[],
  kind: 'kill_user' | 'resend_config' | 'respawn',
  data?: { who: string; network_number: string },
) {
  const { account_id } = db
  const parts = Array.from({ length: Math.ceil(names.length / NAMES_AT_ONCE) }, (_, i) =>
    names.slice(i * NAMES_AT_ONCE, (i + 1) * NAMES_AT_ONCE),
  )
  await tellAll(
    db,
    parts.map((router_names) => ({ type: 'op', account_id, router_names, kind, ...(data && { data }) })),
  )
}

/** Sends the network's members, or one of them, their configuration again; also those that failed to run it. */
export async function resendConfig(db: AccountDb, actor: Actor, { network_number, router_name }: In<'re_send_config'>): Promise<void> {
  const { network, members } = await held(db, network_number, router_name ?? undefined)
  const names = router_name ? [router_name] : members.map((member) => member.router_name)
  await raiseConfigs(db, names)
  await have(db, names, 'resend_config')
  await tellAll(db, [{ type: 'config', account_id: db.account_id, network_number }])
  await audit(
    db,
    actor,
    operated(network, 're_send_config', router_name ? `重新下发 ${marked(router_name)} 的配置` : '重新下发全部成员的配置'),
  )
}

/** Restarts the tunnels of a member. @throws memberAway */
export async function respawn(db: AccountDb, actor: Actor, { network_number, router_name }: In<'reset_respawn'>): Promise<void> {
  const { network } = await held(db, network_number, router_name)
  if ((await signedIn(db, [router_name])).length === 0) throw new Refusal('memberAway', { name: router_name })
  await have(db, [router_name], 'respawn')
  await audit(db, actor, operated(network, 'reset_respawn', `重新拨号 ${marked(router_name)}`))
}

/** Has the centers disconnect a software member's live session; it may reconnect. @throws softwareMemberOnly */
export async function killUser(db: AccountDb, actor: Actor, { network_number, router_name }: In<'kill_user'>): Promise<void> {
  const { network, members } = await held(db, network_number, router_name)
  if (members.find((member) => member.router_name === router_name)?.router_type !== 2)
    throw new Refusal('softwareMemberOnly', { name: router_name })
  const links = (await listLinks(db, network_number)).filter((link) => link.router_name === router_name && link.kind === 'center')
  await have(
    db,
    links.map((link) => link.center_router_name),
    'kill_user',
    { who: router_name, network_number },
  )
  await audit(db, actor, operated(network, 'kill_user', `强制下线 ${marked(router_name)}`))
}
