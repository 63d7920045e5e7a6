import { contract, type Service, type ServiceTotal } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { limitsOf } from '../limits/limits.service.ts'
import { grantService, lapseServices, renew, revoke } from '../sale/sale.service.ts'
import { aNetwork, grant, hardware, logOf, SOLD_LONG_AGO } from '../../../../test/network-fixtures.ts'
import { rowsIn } from '../../../../test/member-file-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const now = () => Math.floor(Date.now() / 1000)
const HOUR = 3600
const countOf = async (owner: Person) => (await world.asAccount(owner, limitsOf)).network_router_count
const usable = async (owner: Person) =>
  (
    await world.asSystem(({ sql }) =>
      sql.selectFrom('account').select('network_usable').where('account_id', '=', owner.account_id).executeTakeFirstOrThrow(),
    )
  ).network_usable
const move = (id: string, to: { start_time?: Date; expired_time?: Date }) =>
  world.asSystem(({ sql }) => sql.updateTable('service').set(to).where('id', '=', Number(id)).execute())

describe('a service', () => {
  it('counts once it has started, until it ends or is revoked', async () => {
    const owner = await world.anOwner()
    const sell = (start_time: number, expired_time: number | null) =>
      world.asSystem((system) =>
        grantService(system, 'system', {
          account_number: owner.account_number,
          service_code: 'network_member',
          quantity: 5,
          start_time,
          expired_time,
        }),
      )
    expect(await countOf(owner)).toBe(10)
    await sell(now() + HOUR, null)
    expect(await countOf(owner)).toBe(10)
    await sell(now() - 2 * HOUR, now() - HOUR)
    expect(await countOf(owner)).toBe(10)
    const { id } = await sell(now() - HOUR, now() + HOUR)
    expect(await countOf(owner)).toBe(15)
    await world.asSystem((system) => revoke(system, 'system', { id }))
    expect(await countOf(owner)).toBe(10)
  })

  it('is added up with the others of its kind while it runs, and the list can be saved as a file', async () => {
    const owner = await world.anOwner()
    const sell = (quantity: number, start_time: number, expired_time: number | null) =>
      world.asSystem((system) =>
        grantService(system, 'system', { account_number: owner.account_number, service_code: 'dns', quantity, start_time, expired_time }),
      )
    const ends = now() + HOUR
    await sell(5, now() - HOUR, ends)
    await sell(7, now() - HOUR, null)
    await sell(11, now() + HOUR, null)
    await sell(13, now() - 2 * HOUR, now() - HOUR)
    const { data } = await world.call(owner, contract.account.service_totals, {})
    expect((data as ServiceTotal[])[0]).toEqual({
      service_code: 'dns',
      service_name: 'DNS 服务器',
      unit: '个',
      count: 2,
      quantity: 12,
      next_end: ends,
    })
    const file = async (query: string) =>
      world.apps.console.inject({
        url: `/api/v1/${contract.account.service_file.path}?${query}`,
        headers: { authorization: `Bearer ${owner.access_token}` },
      })
    const rows = await rowsIn((await file('service_code=dns')).rawPayload, ['服务名称', '数量', '开始时间', '到期时间'])
    expect(rows.map(({ cells }) => Object.values(cells)[1])).toEqual(['5', '11', '7', '13'])
    expect((await file('service_code=saas')).json()).toMatchObject({ code: 422, msg: '导出数据为空' })
  })

  it('is listed before those that end later, after which come those without an end and those that have ended', async () => {
    const owner = await world.anOwner()
    const sell = (quantity: number, start_time: number, expired_time: number | null) =>
      world.asSystem((system) =>
        grantService(system, 'system', {
          account_number: owner.account_number,
          service_code: 'software_member',
          quantity,
          start_time,
          expired_time,
        }),
      )
    await sell(101, now() - 2 * HOUR, now() - HOUR)
    await sell(102, now() - HOUR, null)
    await sell(103, now() - HOUR, now() + 9 * HOUR)
    await sell(104, now() - HOUR, now() + HOUR)
    const { id } = await sell(105, now() - HOUR, now() + 2 * HOUR)
    await world.asSystem((system) => revoke(system, 'system', { id }))
    const held = (await world.call(owner, contract.account.service, { limit: 100 })).data as Service[]
    expect(held.map(({ quantity }) => quantity).filter((quantity) => quantity > 100)).toEqual([104, 103, 102, 101, 105])
  })

  it('counts for its own account alone', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    await grant(world, owner, 'network_member', 5)
    expect([await countOf(owner), await countOf(other)]).toEqual([15, 10])
  })

  it('is refused when it comes only with something else, ends before it starts, or names no account', async () => {
    const owner = await world.anOwner()
    const sell = (change: object) =>
      world.asSystem((system) =>
        grantService(system, 'system', {
          account_number: owner.account_number,
          service_code: 'dns',
          quantity: 1,
          start_time: SOLD_LONG_AGO,
          expired_time: null,
          ...change,
        }),
      )
    await expect(sell({ service_code: 'saas' })).rejects.toMatchObject({ reason: 'serviceByDeviceOnly' })
    await expect(sell({ service_code: 'pop' })).rejects.toMatchObject({ reason: 'serviceByWorkOrderOnly' })
    await expect(sell({ expired_time: SOLD_LONG_AGO })).rejects.toMatchObject({ reason: 'serviceEndsBeforeStart' })
    await expect(sell({ account_number: '00000000' })).rejects.toMatchObject({ reason: 'accountNotFound' })
    const { id } = await sell({})
    await expect(world.asSystem((system) => renew(system, 'system', { id, expired_time: 1 }))).rejects.toMatchObject({
      reason: 'serviceEndsBeforeStart',
    })
    await world.asSystem((system) => revoke(system, 'system', { id }))
    for (const work of [renew, revoke])
      await expect(world.asSystem((system) => work(system, 'system', { id, expired_time: now() }))).rejects.toMatchObject({
        reason: 'serviceNotFound',
      })
  })

  it('is logged in the account when it is sold, renewed and revoked', async () => {
    const owner = await world.anOwner()
    const { id } = await grant(world, owner, 'dns', 3)
    await world.asSystem((system) => renew(system, 'system', { id, expired_time: 1_893_427_200 }))
    await world.asSystem((system) => revoke(system, 'system', { id }))
    expect((await logOf(world, owner)).map((row) => [row.action, row.message])).toEqual([
      ['grant', '开通「DNS 服务器」3 个，自 2020/09/13 起，到期时间：长期有效'],
      ['renew', '续费「DNS 服务器」3 个，到期时间由 长期有效 改为 2030/01/01'],
      ['revoke', '终止「DNS 服务器」3 个，原到期时间：2030/01/01'],
    ])
  })
})

describe('the lapse job', () => {
  async function full(extra: number) {
    const owner = await world.anOwner()
    const { id } = await grant(world, owner, 'network_member', extra)
    await aNetwork(world, owner, '总部', [], await hardware(world, owner, 10 + extra))
    return { owner, id }
  }

  it('finds services that ended or started since its last run, and none before', async () => {
    const { owner, id } = await full(1)
    await lapseServices(world.db)
    await move(id, { expired_time: new Date() })
    expect(await usable(owner)).toBe(1)
    expect(await lapseServices(world.db)).toBeGreaterThan(0)
    expect(await usable(owner)).toBe(0)
    const { id: next } = await world.asSystem((system) =>
      grantService(system, 'system', {
        account_number: owner.account_number,
        service_code: 'network_member',
        quantity: 1,
        start_time: now() + HOUR,
        expired_time: null,
      }),
    )
    expect(await usable(owner)).toBe(0)
    await move(next, { start_time: new Date() })
    await lapseServices(world.db)
    expect(await usable(owner)).toBe(1)
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('job_mark')
        .set({ last_time: new Date(Date.now() + HOUR * 1000) })
        .execute(),
    )
    expect(await lapseServices(world.db)).toBe(0)
  })

  it('catches up after a pause, and is harmless on several instances at once', async () => {
    const { owner, id } = await full(2)
    await lapseServices(world.db)
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('job_mark')
        .set({ last_time: new Date(Date.now() - 48 * HOUR * 1000) })
        .execute(),
    )
    await move(id, { expired_time: new Date(Date.now() - 24 * HOUR * 1000) })
    await Promise.all([lapseServices(world.db), lapseServices(world.db), lapseServices(world.db)])
    expect(await usable(owner)).toBe(0)
    expect((await logOf(world, owner)).filter((row) => row.action === 'usability')).toHaveLength(1)
  })

  it('shows its effect in the console at the next call', async () => {
    const { owner, id } = await full(1)
    await move(id, { expired_time: new Date() })
    await lapseServices(world.db)
    expect((await world.call(owner, contract.network.list, { status: '0' })).count).toBe(1)
  })
})
