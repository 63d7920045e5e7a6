import { contract, opsContract, type PopArea, type PopResource } from '@weft/contract'
import { compile } from '@weft/member-config'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { configsOf } from '../configuration/configuration.service.ts'
import { loadIntents } from '../configuration/intent.queries.ts'
import { lapseServices } from '../../foundation/sale/sale.service.ts'
import { aSubAccount, infoOf } from '../../../../test/network-fixtures.ts'
import { anOperator, type OperatorPerson, unixNow } from '../../../../test/ops-people.ts'
import { aCustomer, aNetworkOf, aPop, aResource, resourcesOf } from '../../../../test/pop-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
let engineer: OperatorPerson
let sales: OperatorPerson
let pops: { 上海: string; 北京: string; 广州: string }
beforeAll(async () => {
  world = await createWorld()
  engineer = await anOperator(world, 'network')
  sales = await anOperator(world, 'sales')
  pops = { 上海: await aPop(world, engineer, '上海'), 北京: await aPop(world, engineer, '北京'), 广州: await aPop(world, engineer, '广州') }
})
afterAll(() => world.close())

const { popResources } = contract
const DAY = 86_400
const attachable = async (who: Person, network_number: string) => {
  const answer = await world.call(who, popResources.config, { network_number })
  expect(answer.code).toBe(200)
  return (answer.data as PopResource[]).map((one) => one.network_fr_id)
}
const areasOf = (who: Person, input: object) => world.call(who, popResources.areas, input)
const detach = (who: Person, network_number: string) =>
  world.call(who, contract.networkSettings.fr, { network_number, network_fr_id: '', mode: 1 })

const serviceOf = async (network_fr_id: string) => {
  const { service_id } = await world.db.systemNow.sql
    .selectFrom('network_fr')
    .select('service_id')
    .where('network_fr_id', '=', Number(network_fr_id))
    .executeTakeFirstOrThrow()
  return String(service_id)
}
const revisionsOf = async ({ account_id }: Person): Promise<Record<string, number>> => {
  const rows = await world.db.systemNow.sql
    .selectFrom('member')
    .select(['router_name', 'config_revision'])
    .where('account_id', '=', account_id)
    .execute()
  return Object.fromEntries(rows.map((row) => [row.router_name, row.config_revision]))
}

describe('POP resources', () => {
  it('are listed with their term, their network and the members of each area', async () => {
    const { owner, network_number, hub, branch, person, other } = await aCustomer(world)
    const { network_fr_id } = await aResource(
      world,
      { owner, engineer },
      network_number,
      { 上海: pops.上海, 北京: pops.北京 },
      { 上海: [person, branch], 北京: [other] },
    )
    const [resource, ...more] = await resourcesOf(world, owner)
    expect(more).toEqual([])
    expect(resource).toMatchObject({
      network_fr_id,
      shortname: 'POP-上海-北京',
      bandwidth: 100,
      status: 1,
      network_number,
      network_name: '总部',
      areas: [
        { area: '上海', members: [branch, person].toSorted() },
        { area: '北京', members: [other] },
      ],
    })
    expect(resource!.areas.flatMap((area) => area.members)).not.toContain(hub)
    expect(Math.abs(resource!.expire_time - unixNow() - 365 * DAY)).toBeLessThan(2 * DAY)
    expect(resource!.expire_day).toBe(Math.ceil((resource!.expire_time - unixNow()) / DAY))
  })

  it('are listed newest first, in pages, with the count even past the last page', async () => {
    const { owner, network_number } = await aCustomer(world)
    const made: string[] = []
    for (let i = 0; i < 3; i++)
      made.unshift((await aResource(world, { owner, engineer }, network_number, { 上海: pops.上海 })).network_fr_id)
    const page = async (input: object) => {
      const answer = await world.call(owner, popResources.list, input)
      return [answer.count, (answer.data as PopResource[]).map((one) => one.network_fr_id)]
    }
    expect(await page({ limit: 2 })).toEqual([3, made.slice(0, 2)])
    expect(await page({ limit: 2, page: 2 })).toEqual([3, made.slice(2)])
    expect(await page({ limit: 2, page: 3 })).toEqual([3, []])
    expect((await resourcesOf(world, owner)).map((one) => one.shortname)).toEqual(['POP-上海-3', 'POP-上海-2', 'POP-上海'])
  })

  it('may be attached while they run and no other network uses them', async () => {
    const { owner, network_number } = await aCustomer(world)
    const other = await aNetworkOf(world, owner, '另一个')
    const { network_fr_id } = await aResource(world, { owner, engineer }, network_number, { 上海: pops.上海 })
    expect(await attachable(owner, network_number)).toEqual([network_fr_id])
    expect(await attachable(owner, other.network_number)).toEqual([])
    expect((await detach(owner, network_number)).code).toBe(200)
    expect(await attachable(owner, other.network_number)).toEqual([network_fr_id])
    await world.call(sales, opsContract.services.revoke, { id: await serviceOf(network_fr_id) })
    expect(await attachable(owner, network_number)).toEqual([])
    expect(await resourcesOf(world, owner)).toMatchObject([{ status: 0, expire_day: 0 }])
  })

  it('return their areas by their own number, or by that of the network that uses them', async () => {
    const { owner, network_number } = await aCustomer(world)
    const other = await aNetworkOf(world, owner, '另一个')
    const { network_fr_id } = await aResource(world, { owner, engineer }, network_number, pops)
    const byItself = await areasOf(owner, { network_fr_id })
    expect((byItself.data as PopArea[]).map((one) => one.area)).toEqual(['上海', '北京', '广州'])
    expect((await areasOf(owner, { network_number })).data).toEqual(byItself.data)
    expect((await areasOf(owner, { network_fr_id, network_number })).data).toEqual(byItself.data)
    expect((await areasOf(owner, { network_number: other.network_number })).data).toEqual([])
    expect((await areasOf(owner, { network_fr_id, network_number: other.network_number })).code).toBe(204)
    expect((await areasOf(owner, { network_fr_id: '999999999999999999' })).code).toBe(204)
    const neither = await areasOf(owner, {})
    expect([neither.code, neither.msg]).toEqual([422, '组网编号不能为空'])
    for (const wrong of ['-1', '1;drop', '1e3', '9999999999999999999'])
      expect((await areasOf(owner, { network_fr_id: wrong })).code).toBe(422)
  })
})

describe('networks of one POP', () => {
  it('have separate ports there, the same for the POP as for its members, also across accounts and when created at once', async () => {
    const shared = await aPop(world, engineer, '南京')
    const [one, two] = [await aCustomer(world), await aCustomer(world)]
    const third = await aNetworkOf(world, one.owner, '另一个')
    const networks = [one, two, { ...third, owner: one.owner }]
    await Promise.all(
      networks.map(({ owner, network_number, branch, person }) =>
        aResource(world, { owner, engineer }, network_number, { 南京: shared }, { 南京: [branch, person] }),
      ),
    )
    const ports: number[] = []
    for (const { owner, network_number, branch, person } of networks)
      await world.db.account(owner.account_id, 'read', async (db) => {
        const intents = await loadIntents(db, { network_number })
        const { pop_name } = Object.values(intents[0]!.facts.areas)[0]!
        const [atPop] = compile(intents, [pop_name]).get(pop_name)!.networks
        if (atPop?.position !== 'pop') throw new Error('the POP has no part in the network')
        const { hardware, software } = atPop.services
        const configs = await configsOf(db, [branch, person])
        const dialled = [branch, person].map((name) => {
          const own = configs.get(name)!.document.networks[0]!
          return 'pop_links' in own && own.pop_links[0]?.remote?.port
        })
        expect(dialled).toEqual([hardware.port, software.port])
        ports.push(hardware.port, software.port)
      })
    expect(ports.toSorted((a, b) => a - b)).toEqual([1194, 1195, 1196, 1197, 1198, 1199])
  })
})

describe('a POP resource', () => {
  it('is hidden from every other account', async () => {
    const { owner, network_number } = await aCustomer(world)
    const { network_fr_id } = await aResource(world, { owner, engineer }, network_number, { 上海: pops.上海 })
    const stranger = await aCustomer(world)
    expect(await resourcesOf(world, stranger.owner)).toEqual([])
    expect(await attachable(stranger.owner, stranger.network_number)).toEqual([])
    for (const input of [{ network_fr_id }, { network_number }]) expect((await areasOf(stranger.owner, input)).code).toBe(204)
    expect((await world.call(stranger.owner, popResources.config, { network_number })).code).toBe(204)
  })

  it('is visible to a role with designated networks only if one of these uses it', async () => {
    const { owner, network_number } = await aCustomer(world)
    const hidden = await aNetworkOf(world, owner, '隐藏')
    const seen = await aResource(world, { owner, engineer }, network_number, { 上海: pops.上海 })
    const unseen = await aResource(world, { owner, engineer }, hidden.network_number, { 上海: pops.上海 })
    const sub = await aSubAccount(world, owner, { network_edit: 1, designated: [network_number] })
    expect((await resourcesOf(world, sub)).map((one) => one.network_fr_id)).toEqual([seen.network_fr_id])
    expect((await areasOf(sub, { network_fr_id: unseen.network_fr_id })).code).toBe(204)
    await detach(owner, hidden.network_number)
    expect((await resourcesOf(world, sub)).map((one) => one.network_fr_id)).toEqual([seen.network_fr_id])
    expect((await areasOf(sub, { network_fr_id: unseen.network_fr_id })).code).toBe(204)
    expect(await attachable(sub, network_number)).toEqual([seen.network_fr_id])
    expect(await attachable(owner, network_number)).toEqual([unseen.network_fr_id, seen.network_fr_id])
  })
})

describe('the service of a resource', () => {
  async function attached() {
    const customer = await aCustomer(world)
    const aside = await aNetworkOf(world, customer.owner, '另一个')
    const { network_fr_id } = await aResource(
      world,
      { owner: customer.owner, engineer },
      customer.network_number,
      { 上海: pops.上海 },
      { 上海: [customer.person] },
    )
    const service = await serviceOf(network_fr_id)
    /** Returns the members whose configuration is raised by the work. */
    const raisedBy = async (work: () => Promise<unknown>) => {
      const before = await revisionsOf(customer.owner)
      await work()
      const after = await revisionsOf(customer.owner)
      return Object.keys(after)
        .filter((name) => after[name] !== before[name])
        .toSorted()
    }
    const members = [customer.hub, customer.branch, customer.person, customer.other].toSorted()
    return { ...customer, aside, network_fr_id, service, raisedBy, members }
  }
  const setEnd = (id: string, at: Date) =>
    world.asSystem(({ sql }) =>
      sql
        .updateTable('service')
        .set({ start_time: new Date(at.getTime() - 1000), expired_time: at })
        .where('id', '=', Number(id))
        .execute(),
    )

  it('prolongs the resource when it is renewed, and reconfigures no member', async () => {
    const { owner, service, raisedBy } = await attached()
    const expired_time = unixNow() + 1000 * DAY
    expect(await raisedBy(() => world.call(sales, opsContract.services.renew, { id: service, expired_time }))).toEqual([])
    expect((await resourcesOf(world, owner))[0]).toMatchObject({ status: 1, expire_time: expired_time, expire_day: 1000 })
  })

  it('ends the resource when it is revoked, and the network keeps the resource', async () => {
    const { owner, network_number, network_fr_id, service, raisedBy, members } = await attached()
    expect(await raisedBy(() => world.call(sales, opsContract.services.revoke, { id: service }))).toEqual(members)
    expect((await resourcesOf(world, owner))[0]).toMatchObject({ network_fr_id, network_number, status: 0, expire_day: 0 })
    expect((await infoOf(world, owner, network_number)).network_fr).toMatchObject({ network_fr_id, status: 0 })
  })

  it('reconfigures the members once when it lapses, and once when it is renewed', async () => {
    const { service, raisedBy, members } = await attached()
    expect(await raisedBy(() => lapseServices(world.db))).toEqual([])
    await setEnd(service, new Date(Date.now() - 1000))
    expect(await raisedBy(() => lapseServices(world.db))).toEqual(members)
    expect(await raisedBy(() => lapseServices(world.db))).toEqual([])
    expect(await raisedBy(() => world.call(sales, opsContract.services.renew, { id: service, expired_time: unixNow() + DAY }))).toEqual(
      members,
    )
  })

  it('cannot be granted by itself', async () => {
    const { owner } = await attached()
    const sold = { account_number: owner.account_number, service_code: 'pop', quantity: 1, start_time: unixNow() }
    const answer = await world.call(sales, opsContract.services.grant, sold)
    expect([answer.code, answer.msg]).toEqual([422, 'POP 资源随工单完成产生，不能单独开通'])
  })
})
