import { contract, opsContract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aDevice, anOperator, type OperatorPerson, unixNow } from '../../test/ops-people.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'

let world: World
let sales: OperatorPerson
let engineer: OperatorPerson
beforeAll(async () => {
  world = await createWorld()
  sales = await anOperator(world, 'sales')
  engineer = await anOperator(world, 'network')
})
afterAll(() => world.close())

const { services, accounts, devices } = opsContract
const YEAR = 365 * 86_400

function grant(owner: Person, service_code: string, quantity: number, more: Record<string, unknown> = {}) {
  const input = { account_number: owner.account_number, service_code, quantity, start_time: unixNow() - 10, expired_time: unixNow() + YEAR }
  return world.call(sales, services.grant, { ...input, ...more })
}
const idOf = (answer: { data: never }) => (answer.data as { id: string }).id
async function account(owner: Person) {
  const { data } = await world.call(sales, accounts.info, { account_number: owner.account_number })
  return data as {
    limits: Record<string, number>
    services: { id: string; service_code: string; quantity: number; expired_time: number | null }[]
  }
}
/** Makes a network of the owner with one center and this many branches. */
async function aNetwork(owner: Person, branches: number) {
  const names: string[] = []
  for (let i = 0; i <= branches; i++) {
    const { router_name } = await aDevice(world, engineer)
    await world.call(engineer, devices.assign, { account_number: owner.account_number, router_name })
    names.push(router_name)
  }
  const [center, ...point] = names
  const answer = await world.call(owner, contract.network.create, { network_name: '总部组网', center: [center], point })
  expect(answer.code).toBe(200)
  return answer.data as { network_number: string }
}
const networkStatus = async (owner: Person) =>
  ((await world.call(owner, contract.network.list, {})).data as { network_status: 0 | 1 }[])[0]!.network_status

describe('granting a service', () => {
  it.each([
    ['network_member', 40, { network_router_count: 50 }],
    ['software_member', 5, { software_max: 15 }],
    ['network_center', 1, { network_center_count: 2 }],
    ['dns', 2, { dns_quantity: 4 }],
    ['sub_account', 7, { sub_accounts_max: 10 }],
    ['quagga', 1, { quagga: 1 }],
    ['quagga_advanced', 1, { quagga_advanced: 1 }],
    ['default_route', 1, { default_route: 1 }],
    ['level_standard', 1, { network_level: 2 }],
  ])('%s × %i raises the limits that depend on it', async (service_code, quantity, limits) => {
    const owner = await world.anOwner()
    const before = (await account(owner)).limits
    const answer = await grant(owner, service_code, quantity)
    expect(answer).toMatchObject({ code: 200, data: { id: expect.stringMatching(/^\d+$/) } })
    expect((await account(owner)).limits).toEqual({ ...before, ...limits })
  })

  it('makes it count only from its start until its end', async () => {
    const owner = await world.anOwner()
    await grant(owner, 'network_member', 5, { start_time: unixNow() + 3600 })
    await grant(owner, 'network_member', 7, { start_time: unixNow() - 7200, expired_time: unixNow() - 3600 })
    expect((await account(owner)).limits).toMatchObject({ network_router_count: 10 })
  })

  it('refuses a service that comes only with a device or a work order', async () => {
    const owner = await world.anOwner()
    expect(await grant(owner, 'saas', 1)).toMatchObject({ code: 422, msg: 'SaaS 服务随设备分配产生，不能单独开通' })
    expect((await grant(owner, 'pop', 1)).code).toBe(422)
  })

  it('refuses an end before the start, and an unknown account', async () => {
    const owner = await world.anOwner()
    expect(await grant(owner, 'dns', 1, { expired_time: unixNow() - 20 })).toMatchObject({ code: 422, msg: '到期时间必须晚于开始时间' })
    expect(await grant({ ...owner, account_number: '00000001' }, 'dns', 1)).toMatchObject({ code: 204, msg: '账号不存在' })
    expect((await account(owner)).services).toHaveLength(4)
  })

  it('reports what is wrong, field by field', async () => {
    const answer = await world.call(sales, services.grant, {
      account_number: '12',
      service_code: 'everything',
      quantity: 0,
      start_time: 'now',
      price: 1,
    })
    expect(answer).toMatchObject({ status: 422, code: 422, msg: '账号编号格式不正确' })
    expect((answer.data as { errors: unknown[] }).errors).toEqual([
      { field: 'account_number', msg: '账号编号格式不正确' },
      { field: 'service_code', msg: '请选择正确的服务代码' },
      { field: 'quantity', msg: '数量不能小于 1' },
      { field: 'start_time', msg: '开始时间必须是数字' },
      { field: 'price', msg: '不支持的字段：price' },
    ])
  })
})

describe('renewing and revoking', () => {
  it('a revoked service raises no limit and is gone from the list', async () => {
    const owner = await world.anOwner()
    const id = idOf(await grant(owner, 'dns', 3))
    expect((await world.call(sales, services.revoke, { id })).code).toBe(200)
    const { limits, services: held } = await account(owner)
    expect(limits).toMatchObject({ dns_quantity: 2 })
    expect(held.map((service) => service.id)).not.toContain(id)
    expect(await world.call(sales, services.revoke, { id })).toMatchObject({ code: 204, msg: '服务不存在' })
  })

  it('a renewed service ends later', async () => {
    const owner = await world.anOwner()
    const id = idOf(await grant(owner, 'dns', 3, { expired_time: unixNow() - 5 }))
    expect((await account(owner)).limits).toMatchObject({ dns_quantity: 2 })
    expect((await world.call(sales, services.renew, { id, expired_time: unixNow() + 60 })).code).toBe(200)
    expect((await account(owner)).limits).toMatchObject({ dns_quantity: 5 })
    expect((await world.call(sales, services.renew, { id, expired_time: 1 })).code).toBe(422)
  })

  it.each(['0', '999999999999', '1; drop table service', '-1', ''])('no service is found for the id %j', async (id) => {
    expect([204, 422]).toContain((await world.call(sales, services.revoke, { id })).code)
  })

  it('the account’s networks become unusable and usable again', async () => {
    const owner = await world.anOwner()
    await aNetwork(owner, 3)
    const bought = idOf(await grant(owner, 'network_member', 4))
    const free = (await account(owner)).services.find((service) => service.service_code === 'network_member' && service.quantity === 10)!
    expect((await world.call(sales, services.revoke, { id: free.id })).code).toBe(200)
    expect(await networkStatus(owner)).toBe(1)
    await world.call(sales, services.renew, { id: bought, expired_time: unixNow() - 1 })
    expect(await networkStatus(owner)).toBe(0)
    await world.call(sales, services.renew, { id: bought, expired_time: unixNow() + YEAR })
    expect(await networkStatus(owner)).toBe(1)
    await world.call(sales, services.revoke, { id: bought })
    expect(await networkStatus(owner)).toBe(0)
    await grant(owner, 'network_member', 4)
    expect(await networkStatus(owner)).toBe(1)
  })

  it('both are logged where the account sees them', async () => {
    const owner = await world.anOwner()
    const id = idOf(await grant(owner, 'dns', 3))
    await world.call(sales, services.revoke, { id })
    const rows = await world.db.systemNow.sql
      .selectFrom('audit')
      .select(['actor_kind', 'actor_name', 'action'])
      .where('account_id', '=', owner.account_id)
      .where('area', '=', 'service')
      .where('action', '<>', 'view')
      .orderBy('seq')
      .execute()
    expect(rows).toEqual([
      { actor_kind: 'operator', actor_name: sales.username, action: 'grant' },
      { actor_kind: 'operator', actor_name: sales.username, action: 'revoke' },
    ])
  })
})

describe('the catalogue and the services that expire', () => {
  it('name every service and say which can be granted by themselves', async () => {
    const rows = (await world.call(sales, services.catalogue, {})).data as {
      service_code: string
      service_name: string
      grantable: 0 | 1
    }[]
    expect(rows).toHaveLength(11)
    expect(rows.filter(({ grantable }) => grantable === 0).map(({ service_code }) => service_code)).toEqual(['saas', 'pop'])
    expect(rows[0]).toMatchObject({ service_code: 'network_member', service_name: '组网成员', unit: '个' })
  })

  it('list the services that end within the given days, the next to end first', async () => {
    const owner = await world.anOwner()
    const [late, soon] = [
      idOf(await grant(owner, 'dns', 1, { expired_time: unixNow() + 20 * 86_400 })),
      idOf(await grant(owner, 'dns', 2, { expired_time: unixNow() + 3 * 86_400 })),
    ]
    await grant(owner, 'dns', 3, { expired_time: unixNow() + 40 * 86_400 })
    await grant(owner, 'dns', 4, { expired_time: unixNow() - 1 })
    const revoked = idOf(await grant(owner, 'dns', 5, { expired_time: unixNow() + 86_400 }))
    await world.call(sales, services.revoke, { id: revoked })
    const mine = async (days: number) => {
      const answer = await world.call(sales, services.expiring, { days, limit: 100 })
      return (answer.data as { id: string; account_number: string }[])
        .filter((row) => row.account_number === owner.account_number)
        .map((row) => row.id)
    }
    expect(await mine(30)).toEqual([soon, late])
    expect(await mine(5)).toEqual([soon])
    expect((await world.call(sales, services.expiring, { days: 0 })).code).toBe(422)
  })
})

describe('renewing several services at once', () => {
  const ends = async (owner: Person) => (await account(owner)).services.map(({ id, expired_time }) => ({ id, expired_time: expired_time! }))
  const renewAll = (wanted: readonly { id: string; seen_expired_time: number; expired_time: number }[]) =>
    world.call(sales, services.renew_all, { services: [...wanted] })
  const moved = (shown: Awaited<ReturnType<typeof ends>>, seconds: number) =>
    shown.map(({ id, expired_time }) => ({ id, seen_expired_time: expired_time, expired_time: expired_time + seconds }))

  it('moves all their ends, and can be undone', async () => {
    const owner = await world.anOwner()
    const granted = new Set([idOf(await grant(owner, 'dns', 1)), idOf(await grant(owner, 'sub_account', 1))])
    const before = (await ends(owner)).filter(({ id }) => granted.has(id))
    expect((await renewAll(moved(before, YEAR))).code).toBe(200)
    const after = (await ends(owner)).filter(({ id }) => granted.has(id))
    expect(after).toEqual(before.map(({ id, expired_time }) => ({ id, expired_time: expired_time + YEAR })))
    expect((await renewAll(moved(after, -YEAR))).code).toBe(200)
    expect((await ends(owner)).filter(({ id }) => granted.has(id))).toEqual(before)
  })

  it('renews none if the end of one was changed meanwhile', async () => {
    const owner = await world.anOwner()
    const ids = [idOf(await grant(owner, 'dns', 1)), idOf(await grant(owner, 'sub_account', 1))]
    const before = (await ends(owner)).filter(({ id }) => ids.includes(id))
    await world.call(sales, services.renew, { id: ids[1]!, expired_time: unixNow() + 2 * YEAR })
    expect(await renewAll(moved(before, YEAR))).toMatchObject({ code: 409, msg: '服务的到期时间刚刚被修改，请查看后再续费' })
    expect((await ends(owner)).find(({ id }) => id === ids[0])).toEqual(before.find(({ id }) => id === ids[0]))
  })

  it('renews once of two calls at once that name the same services in opposite order, and the other is refused', async () => {
    const owner = await world.anOwner()
    const ids = new Set([idOf(await grant(owner, 'dns', 1)), idOf(await grant(owner, 'sub_account', 1))])
    const before = (await ends(owner)).filter(({ id }) => ids.has(id))
    const answers = await Promise.all([renewAll(moved(before, YEAR)), renewAll(moved(before.toReversed(), YEAR))])
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await ends(owner)).filter(({ id }) => ids.has(id))).toEqual(
      before.map(({ id, expired_time }) => ({ id, expired_time: expired_time + YEAR })),
    )
  })

  it('refuses services of several accounts, and one that is not there, and renews none', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    const own = idOf(await grant(owner, 'dns', 1))
    const foreign = idOf(await grant(other, 'dns', 1))
    const shown = [...(await ends(owner)), ...(await ends(other))].filter(({ id }) => id === own || id === foreign)
    expect(await renewAll(moved(shown, YEAR))).toMatchObject({ code: 422, msg: '一次只能续费同一账号的服务' })
    const mine = shown.find(({ id }) => id === own)
    expect((await renewAll(moved([mine!, { ...mine!, id: '999999999999' }], YEAR))).code).toBe(204)
    expect([...(await ends(owner)), ...(await ends(other))]).toEqual(expect.arrayContaining(shown))
  })
})
