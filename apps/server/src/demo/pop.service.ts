import { WORK_ORDER_TYPE } from '@weft/contract'
import { asAccount, type SystemDb } from '../db/client.ts'
import { acceptOrder, completeOrder, rejectOrder } from '../domains/network/work-order/work-order.handle.service.ts'
import { create } from '../domains/network/work-order/work-order.service.ts'
import type { Actor, OperatorActor } from '../kernel/actor.ts'
import { issuePopCredential } from '../gateway/activation.service.ts'
import type { FleetLine } from '../ops/fleet-members.ts'
import { createPop } from '../ops/pop.service.ts'
import * as company from './company.ts'

/** The numbers of the company's networks, and the names of its people's clients. */
interface Customer {
  headquarters: string
  erp: string
  mobile: string
  clients: readonly string[]
}

/** Registers the POPs, which the fleet runs, and orders access: one order is completed, for mobile people; one is rejected; one waits. */
export async function orderPops(db: SystemDb, operator: OperatorActor, owner: Actor, customer: Customer): Promise<FleetLine[]> {
  const ids = new Map<string, string>()
  const agents: FleetLine[] = []
  for (const pop of company.pops) {
    const { id, pop_name } = await createPop(db, operator, pop)
    ids.set(pop.region, id)
    agents.push({ router_name: pop_name, kind: 'pop', credential: await issuePopCredential(db, pop_name) })
  }
  const own = asAccount(db, owner.account_id)
  const order = async (network_number: string, years: 1 | 2, bandwidth: number, pop_conf: Record<string, string[]>) => {
    const ticket = { pop: Object.keys(pop_conf), expired_time: years, bandwidth }
    const made = await create(own, owner, { network_number, network_ticket_type: WORK_ORDER_TYPE, ticket, pop_conf })
    return made.network_ticket_number
  }
  const branch = (note: string) => company.branches.find((one) => one.note === note)!.router_name

  // The person who looks after the headquarters' computers connects to their center alone.
  const travelling = customer.clients.filter((name) => !name.startsWith(`${company.atHeadquarters}@`))
  const areas = { 上海: travelling.slice(0, 6), 北京: travelling.slice(6, 9), 广州: travelling.slice(9) }
  const bought = await order(customer.mobile, 2, 100, areas)
  await acceptOrder(db, operator, bought)
  await completeOrder(
    db,
    operator,
    bought,
    Object.keys(areas).map((region) => ids.get(region)!),
  )
  const dropped = await order(customer.erp, 1, 50, { 上海: [branch('上海静安店')], 北京: [] })
  await rejectOrder(db, operator, dropped, '上海静安的机房正在扩容，预计下月完成。可先改选北京，或扩容后再申请。')
  await order(customer.headquarters, 1, 150, { 成都: [branch('成都锦江店'), branch('西安雁塔店')], 广州: [branch('深圳南山店')] })
  return agents
}
