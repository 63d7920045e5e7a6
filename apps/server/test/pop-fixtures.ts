import { contract, opsContract, type PopResourceSummary, type WorkOrder, WORK_ORDER_TYPE } from '@weft/contract'
import { digits } from '../src/kernel/ids.ts'
import { aNetwork, grant, hardware, software } from './network-fixtures.ts'
import type { OperatorPerson } from './ops-people.ts'
import type { Answer, Person, World } from './world.ts'

let made = 0

/** Registers a POP in a region, as an operator, and returns its id. */
export async function aPop(world: World, engineer: OperatorPerson, region: string): Promise<string> {
  made += 1
  const pop = { name: `${region} ${made}`, region, public_ip: `198.51.100.${made % 250}`, port: 1194, capacity: 1_000_000 }
  const answer = await world.call(engineer, opsContract.pops.create, pop)
  if (answer.code !== 200) throw new Error(`pops/create answered ${answer.code} ${answer.msg}`)
  return (answer.data as { id: string }).id
}

/** Makes an account with a network of a center, a branch and two people. */
export async function aCustomer(world: World) {
  const owner = await world.anOwner()
  await grant(world, owner, 'network_member', 1000)
  await grant(world, owner, 'software_member', 1000)
  const network = await aNetworkOf(world, owner, '总部')
  return { owner, ...network }
}

/** Makes a network of a center, a branch and two people, all of them new. */
export async function aNetworkOf(world: World, owner: Person, name: string) {
  const [hub, branch] = (await hardware(world, owner, 2)) as [string, string]
  const [person, other] = (await software(world, owner, 2)) as [string, string]
  return { network_number: await aNetwork(world, owner, name, [hub], [branch, person, other]), hub, branch, person, other }
}

export const order = (
  world: World,
  who: Person,
  network_number: string,
  pop_conf: Record<string, string[]>,
  { pop = Object.keys(pop_conf), ...more }: { pop?: string[]; expired_time?: number; bandwidth?: number } = {},
): Promise<Answer> =>
  world.call(who, contract.workOrders.create, {
    network_number,
    network_ticket_type: WORK_ORDER_TYPE,
    ticket: { pop, expired_time: 1, bandwidth: 100, ...more },
    pop_conf,
  })

/**
 * Places an order, which must succeed, and returns its number. One without members is placed with a member that is then taken out in the
 * database, as when its last member was deleted.
 */
export async function anOrder(
  world: World,
  who: Person,
  network_number: string,
  pop_conf: Record<string, string[]>,
  choice: Parameters<typeof order>[4] = {},
): Promise<string> {
  const { pop = Object.keys(pop_conf) } = choice
  const [region] = pop as [string]
  const passing = Object.values(pop_conf).flat().length === 0 ? await aMemberOf(world, who, network_number) : undefined
  const assigned = passing === undefined ? pop_conf : { ...pop_conf, [region]: [passing] }
  const answer = await order(world, who, network_number, assigned, { ...choice, pop })
  if (answer.code !== 200) throw new Error(`network/ticket answered ${answer.code} ${answer.msg}`)
  const { network_ticket_number } = answer.data as { network_ticket_number: string }
  if (passing !== undefined)
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('network_ticket')
        .set({ pop_conf: JSON.stringify(Object.fromEntries(pop.map((name) => [name, []]))) })
        .where('network_ticket_number', '=', network_ticket_number)
        .execute(),
    )
  return network_ticket_number
}

/** Returns a member of the network that an order may assign. */
async function aMemberOf(world: World, who: Person, network_number: string): Promise<string> {
  const { data } = await world.call(who, contract.workOrders.config, { network_number, type: WORK_ORDER_TYPE })
  return (data as { member: { router_name: string }[] }).member[0]!.router_name
}

export async function viewOf(world: World, who: Person, network_ticket_number: string): Promise<WorkOrder> {
  const answer = await world.call(who, contract.workOrders.view, { network_ticket_number })
  if (answer.code !== 200) throw new Error(`network/ticket_view answered ${answer.code} ${answer.msg}`)
  return answer.data
}

export const accept = (world: World, engineer: OperatorPerson, network_ticket_number: string): Promise<Answer> =>
  world.call(engineer, opsContract.workOrders.accept, { network_ticket_number })
export const reject = (world: World, engineer: OperatorPerson, network_ticket_number: string, reason = '该区域暂未开通'): Promise<Answer> =>
  world.call(engineer, opsContract.workOrders.reject, { network_ticket_number, reason })
export const ask = (world: World, engineer: OperatorPerson, network_ticket_number: string, content = '请说明用途'): Promise<Answer> =>
  world.call(engineer, opsContract.workOrders.ask, { network_ticket_number, content })
export const complete = (world: World, engineer: OperatorPerson, network_ticket_number: string, areas: string[]): Promise<Answer> =>
  world.call(engineer, opsContract.workOrders.complete, { network_ticket_number, areas })

/** Orders access in the regions of these POPs and completes the order; returns the order and the resource. */
export async function aResource(
  world: World,
  { owner, engineer }: { owner: Person; engineer: OperatorPerson },
  network_number: string,
  pops: Record<string, string>,
  pop_conf: Record<string, string[]> = {},
) {
  const network_ticket_number = await anOrder(world, owner, network_number, pop_conf, { pop: Object.keys(pops) })
  await accept(world, engineer, network_ticket_number)
  const answer = await complete(world, engineer, network_ticket_number, Object.values(pops))
  if (answer.code !== 200) throw new Error(`work_orders/complete answered ${answer.code} ${answer.msg}`)
  return { network_ticket_number, network_fr_id: (answer.data as { network_fr_id: string }).network_fr_id }
}

export async function resourcesOf(world: World, who: Person): Promise<PopResourceSummary[]> {
  const answer = await world.call(who, contract.popResources.list, { limit: 100 })
  if (answer.code !== 200) throw new Error(`network_fr/lists answered ${answer.code} ${answer.msg}`)
  return answer.data
}

/** Inserts an order of any state and day without the API. */
export async function anOldOrder(
  world: World,
  { account_id }: { account_id: number },
  network_number: string,
  { status, at, pop_conf = {} }: { status: 1 | 2 | 3 | 4; at?: Date; pop_conf?: Record<string, string[]> },
): Promise<string> {
  const network_ticket_number = digits(14)
  await world.asSystem(({ sql }) =>
    sql
      .insertInto('network_ticket')
      .values({
        account_id,
        network_ticket_number,
        network_number,
        network_name: '旧名',
        network_ticket_type: 1001,
        network_ticket_status: status,
        bandwidth: 50,
        expired_time: 1,
        pop: Object.keys(pop_conf),
        pop_conf: JSON.stringify(pop_conf),
        ...(at && { create_time: at }),
      })
      .execute(),
  )
  return network_ticket_number
}
