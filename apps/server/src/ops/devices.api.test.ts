import { agentContract, contract, opsContract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BusEvent } from '../adapters/bus/events.ts'
import { activationHash } from '../kernel/activation.ts'
import { digest } from '../kernel/secrets.ts'
import { aDevice, anOperator, type OperatorPerson, unixNow } from '../../test/ops-people.ts'
import { createWorld, type Person, type World } from '../../test/world.ts'

let world: World
let engineer: OperatorPerson
beforeAll(async () => {
  world = await createWorld()
  engineer = await anOperator(world, 'network')
})
afterAll(() => world.close())

const { devices, accounts } = opsContract
const assign = (owner: Pick<Person, 'account_number'>, router_name: string) =>
  world.call(engineer, devices.assign, { account_number: owner.account_number, router_name })
const release = (router_name: string) => world.call(engineer, devices.release, { router_name })
const register = (input: Record<string, unknown>) =>
  world.call(engineer, devices.register, { router_model: 'WR-900', kind: 'router', ...input })
const list = async (query: Record<string, unknown>) => {
  const answer = await world.call(engineer, devices.list, { limit: 100, ...query })
  return answer.data as { router_name: string; state: string; kind: string; account_number: string | null }[]
}
const stateOf = async (router_name: string) => (await list({ search: router_name }))[0]
const row = (router_name: string) =>
  world.db.systemNow.sql.selectFrom('device').selectAll().where('router_name', '=', router_name).executeTakeFirstOrThrow()
const hardware = async (owner: Person) =>
  ((await world.call(owner, contract.router.hardware, {})).data as { router_name: string }[]).map((member) => member.router_name)

describe('the list of devices', () => {
  it('shows those of one account, and those of one state', async () => {
    const owner = await world.anOwner()
    const [stock, given] = [await aDevice(world, engineer), await aDevice(world, engineer)]
    await assign(owner, given.router_name)
    const names = async (query: Record<string, unknown>) => (await list(query)).map(({ router_name }) => router_name)
    expect(await names({ account_number: owner.account_number })).toEqual([given.router_name])
    expect(await names({ account_number: owner.account_number, state: 'stock' })).toEqual([])
    expect(await names({ account_number: owner.account_number, state: 'activated' })).toEqual([])
    expect(await names({ state: 'assigned' })).toContain(given.router_name)
    expect(await names({ state: 'stock' })).toContain(stock.router_name)
    expect(await names({ state: 'stock' })).not.toContain(given.router_name)
  })
})

describe('registering a device', () => {
  it('takes it into stock and shows its activation code once', async () => {
    const { router_name, activation_code } = await aDevice(world, engineer, { router_mac: '3C:52:82:1A:00:01' })
    expect(activation_code).toMatch(/^[2-9A-HJKMNP-Z]{4}(-[2-9A-HJKMNP-Z]{4}){3}$/)
    expect(await stateOf(router_name)).toMatchObject({ router_name, state: 'stock', account_number: null, nickname: null, kind: 'router' })
    expect(JSON.stringify(await list({ search: router_name }))).not.toContain(activation_code)
    expect((await row(router_name)).activation_hash).toEqual(digest(activation_code))
  })

  it('accepts the code however it is typed', async () => {
    const { activation_code } = await aDevice(world, engineer)
    for (const typed of [activation_code.toLowerCase(), activation_code.replaceAll('-', ''), activation_code.replaceAll('-', ' ')])
      expect(activationHash(typed)).toEqual(digest(activation_code))
    expect(activationHash(`${activation_code}2`)).not.toEqual(digest(activation_code))
  })

  it('refuses a name that is registered', async () => {
    const { router_name } = await aDevice(world, engineer)
    expect(await register({ router_name })).toMatchObject({ code: 422, msg: `设备 ${router_name} 已登记` })
  })

  it('refuses a name that is registered in another case, and names the registered one', async () => {
    const { router_name } = await aDevice(world, engineer)
    const msg = `设备 ${router_name} 已登记`
    expect(await register({ router_name: router_name.toLowerCase() })).toMatchObject({
      code: 422,
      msg,
      data: { errors: [{ field: 'router_name', msg }] },
    })
    expect(await list({ search: router_name })).toHaveLength(1)
  })

  it('registers only one of several names that differ by case when they are sent at once', async () => {
    const names = ['WR9TWICE', 'wr9twice', 'Wr9Twice']
    const codes = (await Promise.all(names.map((router_name) => register({ router_name })))).map(({ code }) => code)
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 422, 422])
  })

  it.each([
    'A',
    'li.wei@12345678',
    "SN'; drop table device; --",
    '../../etc/passwd',
    'SN 1',
    '设备一',
    'SN\n1',
    `S${'N'.repeat(64)}`,
    '<b>SN</b>',
  ])('refuses %j as a name', async (router_name) => {
    expect(await register({ router_name })).toMatchObject({ status: 422, code: 422, msg: '成员名称格式不正确' })
  })

  it('reports every problem of an input', async () => {
    const answer = await world.call(engineer, devices.register, {
      router_name: 'WR9HOSTILE1',
      router_model: 'a\u0000b',
      router_mac: '3C:52',
      kind: 'tank',
      bandwidth: 0,
      account_number: '12345678',
    })
    expect(answer).toMatchObject({ status: 422, code: 422, msg: '设备型号不能包含换行或控制字符' })
    expect((answer.data as { errors: unknown[] }).errors).toEqual([
      { field: 'router_model', msg: '设备型号不能包含换行或控制字符' },
      { field: 'router_mac', msg: 'MAC 地址格式不正确' },
      { field: 'kind', msg: '请选择正确的设备种类' },
      { field: 'bandwidth', msg: '带宽不能小于 1' },
      { field: 'account_number', msg: '不支持的字段：account_number' },
    ])
    expect(await list({ search: 'WR9HOSTILE1' })).toEqual([])
  })

  it('survives bodies that are no objects', async () => {
    for (const payload of ['null', '[]', '"text"', '{"router_name":{"$ne":""}}', '{"__proto__":{"kind":"router"}}', '{'])
      expect(
        (
          await world.apps.ops.inject({
            method: 'POST',
            url: '/ops/v1/devices/register',
            headers: { authorization: `Bearer ${engineer.access_token}`, 'content-type': 'application/json' },
            payload,
          })
        ).json(),
      ).toMatchObject({ code: 422 })
  })
})

describe('assigning a device', () => {
  it('makes it a hardware member of the account, and of no other', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    const { router_name } = await aDevice(world, engineer)
    expect((await assign(owner, router_name)).code).toBe(200)
    expect(await stateOf(router_name)).toMatchObject({
      state: 'assigned',
      account_number: owner.account_number,
      nickname: expect.stringMatching(/./),
    })
    expect(await hardware(owner)).toEqual([router_name])
    expect(await hardware(other)).toEqual([])
  })

  it('refuses one that an account already has, an unknown one, and an unknown account', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    const { router_name } = await aDevice(world, engineer)
    await assign(owner, router_name)
    expect(await assign(other, router_name)).toMatchObject({ code: 403, msg: `设备 ${router_name} 已分配给账号` })
    expect(await assign(owner, 'WR9NOBODY')).toMatchObject({ code: 204, msg: '设备不存在' })
    const fresh = await aDevice(world, engineer)
    expect(await assign({ account_number: '00000002' }, fresh.router_name)).toMatchObject({ code: 204, msg: '账号不存在' })
    expect(await stateOf(fresh.router_name)).toMatchObject({ state: 'stock' })
  })

  it('assigns it to one account when two are requested at once', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    const { router_name } = await aDevice(world, engineer)
    const answers = await Promise.all([assign(owner, router_name), assign(other, router_name)])
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([200, 403]))
    expect([...(await hardware(owner)), ...(await hardware(other))]).toEqual([router_name])
  })

  it('allows its activation once, only with its code', async () => {
    const owner = await world.anOwner()
    const { router_name, activation_code } = await aDevice(world, engineer)
    const activate = (code: string) =>
      world.call(undefined, agentContract.device.activate, { router_name, activation_code: code }, { address: '10.77.0.1' })
    expect((await activate(activation_code)).code).toBe(401)
    await assign(owner, router_name)
    expect((await activate('2222-2222-2222-2222')).code).toBe(401)
    expect(await activate(activation_code.toLowerCase().replaceAll('-', ' '))).toMatchObject({
      code: 200,
      data: { router_name, credential: expect.any(String) },
    })
    expect(await stateOf(router_name)).toMatchObject({ state: 'activated' })
    expect((await activate(activation_code)).code).toBe(401)
  })
})

describe('releasing a device', () => {
  it('returns it to stock with another code, out of its networks, with its credential ended and its connection cut', async () => {
    const owner = await world.anOwner()
    const names = [await aDevice(world, engineer), await aDevice(world, engineer)].map(({ router_name }) => router_name)
    for (const name of names) await assign(owner, name)
    const [center, point] = names as [string, string]
    await world.call(owner, contract.network.create, { network_name: '总部', center: [center], point: [point] })
    const before = (await row(point)).activation_hash
    const cut = new Promise<BusEvent>((resolve) => {
      const stop = world.infrastructure.bus.subscribe((event) => {
        if (event.type !== 'cut' || event.router_name !== point) return
        stop()
        resolve(event)
      })
    })
    const answer = await release(point)
    expect(answer).toMatchObject({ code: 200, data: { activation_code: expect.stringMatching(/^[2-9A-Z-]{19}$/) } })
    expect(await cut).toEqual({ type: 'cut', account_id: owner.account_id, router_name: point })
    expect(await row(point)).toMatchObject({ account_id: null, activate_time: null, csr: null })
    expect((await row(point)).activation_hash).not.toEqual(before)
    expect(await hardware(owner)).toEqual([center])
    const networks = (await world.call(owner, contract.network.list, {})).data as { member_count: number }[]
    expect(networks[0]!.member_count).toBe(1)
    const credentials = await world.db.systemNow.sql
      .selectFrom('member_credential')
      .select('router_name')
      .where('router_name', '=', point)
      .execute()
    expect(credentials).toEqual([])
  })

  it('is refused for the last center of a network that has branches, and the refusal names the network', async () => {
    const owner = await world.anOwner()
    const [center, point] = [await aDevice(world, engineer), await aDevice(world, engineer)]
    for (const { router_name } of [center, point]) await assign(owner, router_name)
    const members = { center: [center.router_name], point: [point.router_name] }
    await world.call(owner, contract.network.create, { network_name: '华东组网', ...members })
    const answer = await release(center.router_name)
    expect(answer.code).toBe(403)
    expect(answer.msg).toContain('华东组网')
    expect(await stateOf(center.router_name)).toMatchObject({ state: 'assigned' })
  })

  it('is refused for one in stock, and allows another account to have the device next', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    const { router_name } = await aDevice(world, engineer)
    expect(await release(router_name)).toMatchObject({ code: 403, msg: `设备 ${router_name} 未分配` })
    expect((await release('WR9NOBODY')).code).toBe(204)
    await assign(owner, router_name)
    await release(router_name)
    expect((await assign(other, router_name)).code).toBe(200)
    expect(await hardware(other)).toEqual([router_name])
  })
})

describe('a SaaS device', () => {
  const holding = async (owner: Person) =>
    (
      (await world.call(engineer, accounts.info, { account_number: owner.account_number })).data as { services: { service_code: string }[] }
    ).services.filter(({ service_code }) => service_code === 'saas')

  it('is a service of the account until it is released, and never a member', async () => {
    const owner = await world.anOwner()
    const expire_date = unixNow() + 90 * 86_400
    const { router_name } = await aDevice(world, engineer, { kind: 'saas', bandwidth: 50, expire_date })
    expect((await assign(owner, router_name)).code).toBe(200)
    expect(await holding(owner)).toMatchObject([{ quantity: 1, expired_time: expire_date, service_name: 'SaaS 加速设备' }])
    expect(await stateOf(router_name)).toMatchObject({ kind: 'saas', state: 'assigned', bandwidth: 50, expire_date })
    expect(await hardware(owner)).toEqual([])
    expect((await release(router_name)).code).toBe(200)
    expect(await holding(owner)).toEqual([])
    expect(await stateOf(router_name)).toMatchObject({ state: 'stock' })
  })

  it('is released even if its service was revoked before', async () => {
    const owner = await world.anOwner()
    const admin = await anOperator(world, 'admin')
    const { router_name } = await aDevice(world, engineer, { kind: 'saas' })
    await assign(owner, router_name)
    const [service] = (await holding(owner)) as unknown as { id: string }[]
    expect((await world.call(admin, opsContract.services.revoke, { id: service!.id })).code).toBe(200)
    expect((await release(router_name)).code).toBe(200)
  })

  it('is listed by its kind', async () => {
    await aDevice(world, engineer, { kind: 'saas' })
    await aDevice(world, engineer)
    expect(new Set((await list({ kind: 'saas' })).map(({ kind }) => kind))).toEqual(new Set(['saas']))
    expect(new Set((await list({ kind: 'router' })).map(({ kind }) => kind))).toEqual(new Set(['router']))
    expect((await world.call(engineer, devices.list, { kind: 'tank' })).code).toBe(422)
  })
})
