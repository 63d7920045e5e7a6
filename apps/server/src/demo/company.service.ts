import { DAY_SECONDS } from '@weft/contract'
import { asAccount, type SystemDb } from '../db/client.ts'
import { createAccount } from '../domains/identity/account/account.service.ts'
import { addSoftwareMember, assignHardware, setMemberStatus, writeLabels } from '../domains/member/member/member.service.ts'
import { create } from '../domains/network/change/network.service.ts'
import { grantService } from '../domains/foundation/sale/sale.service.ts'
import { createRole } from '../domains/identity/sub-account/role.service.ts'
import { createSubAccount } from '../domains/identity/sub-account/sub-account.service.ts'
import { issueCredential } from '../gateway/activation.service.ts'
import type { Actor, OperatorActor } from '../kernel/actor.ts'
import { unix } from '../kernel/clock.ts'
import { readable } from '../kernel/ids.ts'
import { assignDevice, lendBandwidth, registerDevice } from '../ops/device.service.ts'
import type { FleetLine } from '../ops/fleet-members.ts'
import { createOperator, findOperatorActor } from '../ops/operator.service.ts'
import { send } from '../ops/publication.service.ts'
import * as company from './company.ts'
import { orderPops } from './pop.service.ts'
import { publish } from './publication.service.ts'

export interface Founded {
  account_id: number
  account_number: string
  login_id: number
  networks: string[]
  clients: string[]
  members: FleetLine[]
  owner: Actor
  operator: OperatorActor
}

/** Creates the company with the services that operators and customers use, in one transaction: all of it, or nothing. */
export async function found(db: SystemDb, now: Date): Promise<Founded> {
  await createOperator(db, company.operator)
  const operator = await findOperatorActor(db, company.operator.username)
  const account = await createAccount(db, company.owner)
  const owner = actorOf(account)
  const own = asAccount(db, account.account_id)

  for (const { days, ...service } of company.services)
    await grantService(db, operator, {
      ...service,
      account_number: account.account_number,
      start_time: unix(now) - company.BOUGHT_DAYS * DAY_SECONDS,
      expired_time: unix(now) + days * DAY_SECONDS,
    })
  const routers = await equip(db, operator, account.account_id)
  const saas = await equipSaas(db, operator, account, now)
  const members: FleetLine[] = []
  const addPerson = ({ username, note, bound }: company.DemoPerson, password: string) =>
    addSoftwareMember(own, owner, { username, note, password, ...bound })
  for (const person of company.clients) {
    const password = readable(12)
    members.push({ router_name: await addPerson(person, password), kind: 'app', password })
  }
  const clients = members.map(({ router_name }) => router_name)
  for (const person of company.newcomers) await addPerson(person, readable(12))
  for (const person of company.leavers) await setMemberStatus(own, owner, await addPerson(person, readable(12)), 0)
  const networks: string[] = []
  for (const network of networksOf(clients)) networks.push((await create(own, owner, network)).network_number)

  const role = { branches: 0, readonly: 0 }
  for (const name of ['branches', 'readonly'] as const)
    role[name] = await createRole(own, owner, { ...company.roles[name], networks: name === 'branches' ? networks.slice(0, 2) : [] })
  await createRole(own, owner, { ...company.roles.service, networks: networks.slice(0, 1), by_network: 1 })
  for (const { role: name, ...person } of company.subAccounts) await createSubAccount(own, owner, { ...person, role_id: role[name] })

  await publish(db, now)
  for (const { title, type, content } of company.messages)
    await send(db, operator, { account_number: account.account_number, title, type, content })
  const pops = await orderPops(db, operator, owner, { headquarters: networks[0]!, erp: networks[1]!, mobile: networks[2]!, clients })
  return { ...account, networks, clients, members: [...routers, ...saas, ...pops, ...members], owner, operator }
}

/** Registers the routers of centers and branches and some stock, and assigns all except the stock to the account. */
async function equip(db: SystemDb, operator: OperatorActor, account_id: number): Promise<FleetLine[]> {
  const members: FleetLine[] = []
  const device = { kind: 'router', bandwidth: null, expire_date: null } as const
  for (const { router_name, router_model, router_mac, note } of [...company.hubs, ...company.branches]) {
    await registerDevice(db, operator, { ...device, router_name, router_model, router_mac })
    await assignHardware(db, operator, account_id, router_name, note)
    // These routers count as activated long ago, so the fleet gets the credential of that activation.
    members.push({ router_name, kind: 'router', credential: await issueCredential(db, { account_id, router_name }) })
  }
  for (const router_name of company.stock)
    await registerDevice(db, operator, { ...device, router_name, router_model: 'WR-210', router_mac: null })
  await writeLabels(
    asAccount(db, account_id),
    [...company.hubs, ...company.branches].map((router) => ({ router_name: router.router_name, ...company.placeOf(router), tags: [] })),
  )
  return members
}

/** Registers the SaaS devices and assigns them to the account. */
async function equipSaas(
  db: SystemDb,
  operator: OperatorActor,
  { account_id, account_number }: { account_id: number; account_number: string },
  now: Date,
): Promise<FleetLine[]> {
  const inDays = (days: number) => unix(now) + days * DAY_SECONDS
  const members: FleetLine[] = []
  for (const { router_name, bandwidth, days, lent } of company.saasDevices) {
    const device = { kind: 'saas', router_name, router_model: 'SA-520', router_mac: null, bandwidth, expire_date: inDays(days) } as const
    await registerDevice(db, operator, device)
    await assignDevice(db, operator, { account_number, router_name }, now)
    if (lent)
      await lendBandwidth(db, operator, {
        router_name,
        temp_bandwidth: lent.bandwidth,
        temp_start_date: inDays(lent.from),
        temp_expire_date: inDays(lent.until),
      })
    members.push({ router_name, kind: 'saas', credential: await issueCredential(db, { account_id, router_name }) })
  }
  return members
}

const namesOf = (routers: readonly { router_name: string }[]) => routers.map(({ router_name }) => router_name)

function networksOf(clients: string[]): { network_name: string; center: string[]; point: string[] }[] {
  const [hubs, branches] = [namesOf(company.hubs), namesOf(company.branches)]
  return [
    { network_name: '总部—门店', center: hubs, point: branches },
    { network_name: 'ERP 专网', center: hubs.slice(0, 1), point: branches.slice(0, 12) },
    { network_name: '移动办公', center: hubs.slice(0, 1), point: clients },
    // Two shops that share a warehouse, without a center between them.
    { network_name: '杭州双店直连', center: [], point: branches.slice(0, 2) },
  ]
}

/** Returns the owner as the actor of the company's actions. */
const actorOf = ({ account_id, account_number, login_id }: { account_id: number; account_number: string; login_id: number }): Actor => ({
  account_id,
  account_number,
  login_id,
  username: company.owner.username,
  ram: 0,
  session_id: '',
  session_kind: 'password',
  verified_until: 0,
  sign_in_proves_until: 0,
  permissions: new Set(),
  designated: undefined,
  address: company.hubs[0]!.address,
})
