import { digits } from '../../src/kernel/ids.ts'
import type { World } from '../world.ts'
import { aResource } from './network-setting-samples.ts'
import type { Given } from './samples.ts'
import type { Stock } from './things.ts'

type Sample<T> = (given: T, world: World) => Record<string, unknown> | Promise<Record<string, unknown>>

const REGION = '上海'
/** Makes a POP in the one region of the samples, new each time; returns its id. */
const aPop = (world: World): Promise<string> =>
  world.asSystem(async ({ sql }) => {
    const tail = digits(12)
    const pop = { name: `POP ${tail}`, pop_name: `pop-${tail}`, region: REGION, public_ip: '198.51.100.1', port: 1194, capacity: 1000 }
    const { id } = await sql.insertInto('pop').values(pop).returning('id').executeTakeFirstOrThrow()
    return String(id)
  })

interface Ordering {
  account_id: number
  network_number: string
  /** The members that the order assigns. */
  members?: string[]
  /** Whether its customer is asked something, or it was rejected. */
  change?: { dialogue: 'asked' } | { reject_time: Date }
}
/** Makes an order in some state. Of open orders a network has only one, so an existing open one is returned. */
export const anOrder = (
  world: World,
  { account_id, network_number, members = [], change }: Ordering,
  network_ticket_status: 1 | 2 | 3 | 4,
): Promise<string> =>
  world.asSystem(async ({ sql }) => {
    const there = await sql
      .selectFrom('network_ticket')
      .select('network_ticket_number')
      .where('account_id', '=', account_id)
      .where('network_number', '=', network_number)
      .where('network_ticket_status', '=', network_ticket_status)
      .executeTakeFirst()
    if (there) {
      if (change)
        await sql.updateTable('network_ticket').set(change).where('network_ticket_number', '=', there.network_ticket_number).execute()
      return there.network_ticket_number
    }
    const network_ticket_number = digits(14)
    await sql
      .insertInto('network_ticket')
      .values({
        account_id,
        network_ticket_number,
        network_number,
        network_name: '样本',
        network_ticket_type: 1001,
        network_ticket_status,
        bandwidth: 100,
        expired_time: 1,
        pop: [REGION],
        pop_conf: JSON.stringify({ [REGION]: members }),
        ...change,
      })
      .execute()
    return network_ticket_number
  })

const ordered =
  (status: 1 | 2 | 3 | 4): Sample<Given> =>
  async ({ caller: { account_id }, network_number }, world) => ({
    network_ticket_number: await anOrder(world, { account_id, network_number }, status),
  })

export const popSamples: Record<string, Sample<Given>> = {
  'GET network_fr/lists': () => ({ limit: 100 }),
  'GET network_fr/config': ({ network_number }) => ({ network_number }),
  'GET network_fr/ov': async (given, world) => {
    const { network_fr_id } = await aResource(world, given, 'attached')
    return { network_number: given.network_number, network_fr_id }
  },
  'GET network/ticket_lists': () => ({ limit: 100 }),
  'GET network/ticket_view': ordered(4),
  'GET network/ticket_config': ({ network_number }) => ({ network_number, type: 1001 }),
  'POST network/ticket': async ({ network_number, point }, world) => {
    await aPop(world)
    return {
      network_number,
      network_ticket_type: 1001,
      ticket: { pop: [REGION], expired_time: 1, bandwidth: 50 },
      pop_conf: { [REGION]: [point] },
    }
  },
  'POST network/ticket_cancel': ordered(3),
  'POST network/ticket_delete': ordered(4),
  'POST network/ticket_answer': async ({ caller: { account_id }, network_number }, world) => ({
    network_ticket_number: await anOrder(world, { account_id, network_number, change: { dialogue: 'asked' } }, 2),
    content: '三家门店',
  }),
  'POST network/ticket_resubmit': async ({ caller: { account_id }, network_number, point }, world) => {
    await aPop(world)
    return {
      network_ticket_number: await anOrder(world, { account_id, network_number, change: { reject_time: new Date() } }, 4),
      ticket: { pop: [REGION], expired_time: 1, bandwidth: 50 },
      pop_conf: { [REGION]: [point] },
    }
  },
  'POST network/ticket_remove_member': async ({ caller: { account_id }, network_number, point, center }, world) => ({
    network_ticket_number: await anOrder(world, { account_id, network_number, members: [point, center] }, 2),
    region: REGION,
    router_name: point,
  }),
}

/** Makes a network of the stock's account with an order. */
async function orderOf(world: World, { account_number }: Stock, status: 1 | 2, change?: Ordering['change']): Promise<string> {
  const network_number = digits(10)
  const { account_id } = await world.asSystem(async ({ sql }) => {
    const account = await sql
      .selectFrom('account')
      .select('account_id')
      .where('account_number', '=', account_number)
      .executeTakeFirstOrThrow()
    await sql
      .insertInto('network')
      .values({ ...account, network_number, network_name: `样本 ${network_number}` })
      .execute()
    return account
  })
  return anOrder(world, { account_id, network_number, ...(change && { change }) }, status)
}
const newPop = () => ({ name: `杭州 ${digits(8)}`, region: '杭州', public_ip: '203.0.113.1', port: 1194, capacity: 100 })

export const popDeskSamples: Record<string, Sample<Stock>> = {
  'GET pops/lists': () => ({ search: 'POP' }),
  'POST pops/create': newPop,
  'POST pops/activate_code': async (_, world) => ({ id: await aPop(world) }),
  'POST pops/edit': async (_, world) => ({ ...newPop(), id: await aPop(world) }),
  'GET work_orders/open': () => ({}),
  'GET work_orders/lists': ({ account_number }) => ({ account_number, status: 1 }),
  'GET work_orders/info': async (stock, world) => ({ network_ticket_number: await orderOf(world, stock, 1) }),
  'POST work_orders/accept': async (stock, world) => ({ network_ticket_number: await orderOf(world, stock, 1) }),
  'POST work_orders/complete': async (stock, world) => ({
    network_ticket_number: await orderOf(world, stock, 2),
    areas: [await aPop(world)],
  }),
  'POST work_orders/reject': async (stock, world) => ({ network_ticket_number: await orderOf(world, stock, 1), reason: '区域未开通' }),
  'POST work_orders/ask': async (stock, world) => ({ network_ticket_number: await orderOf(world, stock, 1), content: '哪几家门店？' }),
  'POST work_orders/resume': async (stock, world) => ({ network_ticket_number: await orderOf(world, stock, 2, { dialogue: 'asked' }) }),
}
