import { contract, type NetworkInfo, type ServiceCode } from '@weft/contract'
import { grantService } from '../src/domains/foundation/sale/sale.service.ts'
import { createRole } from '../src/domains/identity/sub-account/role.service.ts'
import { rights } from './matrix/expected.ts'
import type { Answer, Person, World } from './world.ts'

export const SOLD_LONG_AGO = 1_600_000_000

/** Sells a service that already runs, by default without an end; returns its id. */
export const grant = (world: World, owner: Person, service_code: ServiceCode, quantity: number, expired_time: number | null = null) =>
  world.asSystem((system) =>
    grantService(system, 'system', {
      account_number: owner.account_number,
      service_code,
      quantity,
      start_time: SOLD_LONG_AGO,
      expired_time,
    }),
  )

let made = 0
async function members(world: World, owner: Person, router_type: 1 | 2, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, () => {
    made += 1
    return router_type === 1 ? `SN${String(made).padStart(8, '0')}` : `user${made}@${owner.account_number}`
  })
  await world.asSystem(({ sql }) =>
    sql
      .insertInto('member')
      .values(names.map((router_name) => ({ account_id: owner.account_id, router_name, router_type, note: '' })))
      .execute(),
  )
  return names
}
/** Makes registered hardware members of the account. */
export const hardware = (world: World, owner: Person, count: number) => members(world, owner, 1, count)
/** Makes software members of the account, even beyond its limit. */
export const software = (world: World, owner: Person, count: number) => members(world, owner, 2, count)

/** Makes a network, which must succeed. */
export async function aNetwork(world: World, owner: Person, network_name: string, center: string[], point: string[] = []): Promise<string> {
  const answer = await world.call(owner, contract.network.create, { network_name, center, point })
  if (answer.code !== 200) throw new Error(`network/create answered ${answer.code} ${answer.msg}`)
  return (answer.data as { network_number: string }).network_number
}

export const create = (world: World, who: Person, network_name: string, center: string[], point: string[] = []): Promise<Answer> =>
  world.call(who, contract.network.create, { network_name, center, point })

export async function infoOf(world: World, who: Person, network_number: string): Promise<NetworkInfo> {
  const answer = await world.call(who, contract.network.info, { network_number })
  if (answer.code !== 200) throw new Error(`network/info answered ${answer.code} ${answer.msg}`)
  return answer.data
}

export interface Rights {
  network_create?: 0 | 1
  network_edit?: 0 | 1
  network_delete?: 0 | 1
  member_create?: 0 | 1
  member_edit?: 0 | 1
  member_delete?: 0 | 1
  ticket_create?: 0 | 1
  ticket_view?: 0 | 1
  ticket_edit?: 0 | 1
  ticket_delete?: 0 | 1
  monitor_edit?: 0 | 1
  designated?: string[]
}

/** Makes a sub-account of the owner's account with a role of its own, and signs it in. */
/** A role that sees the tickets of others, unless it is confined to networks. */
const usual = (confined: boolean) =>
  confined ? ({ confined: 1, ticket_view: 0, ticket_edit: 0 } as const) : ({ confined: 0, ticket_view: 1, ticket_edit: 1 } as const)

export async function aSubAccount(world: World, owner: Person, { designated = [], ...rights }: Rights): Promise<Person> {
  const { account_id } = owner
  made += 1
  const username = `sub${made}`
  const login = await world.asSystem(async ({ sql }) => {
    const { role_id } = await sql
      .insertInto('role')
      .values({ account_id, name: username, ...usual(designated.length > 0), ...rights })
      .returning('role_id')
      .executeTakeFirstOrThrow()
    if (designated.length > 0)
      await sql
        .insertInto('role_network')
        .values(designated.map((network_number) => ({ account_id, role_id, network_number })))
        .execute()
    return sql
      .insertInto('login')
      .values({ account_id, ram: 1, username, nickname: username, password_hash: 'none', role_id })
      .returning(['account_id', 'login_id'])
      .executeTakeFirstOrThrow()
  })
  return { ...owner, ...login, username, ...(await world.signedIn(login)) }
}

/** Makes a login whose role holds every right and is limited to the members with the tag `mine`, and signs it in. */
export async function aLimitedColleague(world: World, owner: Person, username = 'limited'): Promise<Person> {
  const role_id = await world.asAccount(owner, (db) =>
    createRole(db, 'system', { name: username, flags: rights, networks: [], tags: ['mine'] }),
  )
  return aLoginOf(world, owner, role_id, username)
}

/** Makes a sub-account with a role, and signs it in. */
export async function aLoginOf(world: World, owner: Person, role_id: number, username: string): Promise<Person> {
  const { account_id } = owner
  const { login_id } = await world.asSystem(({ sql }) =>
    sql
      .insertInto('login')
      .values({ account_id, ram: 1, username, nickname: username, password_hash: 'none', role_id })
      .returning('login_id')
      .executeTakeFirstOrThrow(),
  )
  return { ...owner, login_id, username, ...(await world.signedIn({ account_id, login_id })) }
}

/** Gives members the tag to which the role of `aLimitedColleague` is limited. */
export async function tagMine(world: World, owner: Person, router_name: readonly string[]): Promise<void> {
  const answer = await world.call(owner, contract.router.label, { router_name, add_tags: ['mine'] })
  if (answer.code !== 200) throw new Error(`router/label answered ${answer.code} ${answer.msg}`)
}

/** Returns all rows of an account's networks, to show that nothing changed. */
export const rowsOf = (world: World, { account_id }: { account_id: number }) =>
  world.asSystem(async ({ sql }) => ({
    networks: await sql.selectFrom('network').selectAll().where('account_id', '=', account_id).orderBy('network_number').execute(),
    memberships: await sql.selectFrom('network_member').selectAll().where('account_id', '=', account_id).orderBy('router_name').execute(),
    links: await sql.selectFrom('network_link').selectAll().where('account_id', '=', account_id).orderBy('vpn_ip').execute(),
    members: await sql.selectFrom('member').selectAll().where('account_id', '=', account_id).orderBy('router_name').execute(),
  }))

/** Returns the account's operation log, oldest first. */
export const logOf = (world: World, { account_id }: { account_id: number }) =>
  world.asSystem(({ sql }) =>
    sql
      .selectFrom('audit')
      .select(['actor_kind', 'area', 'action', 'message', 'detail'])
      .where('account_id', '=', account_id)
      .where('area', 'in', ['network', 'member', 'service', 'ticket'])
      .orderBy('seq')
      .execute(),
  )
