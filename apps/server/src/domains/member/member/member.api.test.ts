import { contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addSoftwareMember, assignHardware, releaseHardware, type SoftwareMember, setMemberStatus } from './member.service.ts'
import { digest, passwordFits } from '../../../kernel/secrets.ts'
import { aNetwork, grant, hardware, infoOf, logOf, rowsOf, software } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { hear } from '../../../../test/heard-events.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const options = async (who: Person, endpoint: typeof contract.router.hardware, input: object = {}) => {
  const answer = await world.call(who, endpoint, input)
  return { count: answer.count, names: (answer.data as { router_name: string }[]).map((m) => m.router_name) }
}
const add = (owner: Person, member: Partial<SoftwareMember> & { username: string }) =>
  world.asAccount(owner, (db) => addSoftwareMember(db, 'system', { password: 'secret-1', note: '', ...member }))
const memberOf = async (owner: Person, router_name: string) =>
  (await rowsOf(world, owner)).members.find((m) => m.router_name === router_name)
const aDevice = async (router_name: string) => {
  await world.asSystem(({ sql }) =>
    sql.insertInto('device').values({ router_name, kind: 'router', router_model: 'WR-1', router_mac: '02:00:00:00:00:01' }).execute(),
  )
  return router_name
}
/** Returns the events that the bus delivers while `work` runs. */
async function eventsDuring(work: () => Promise<unknown>) {
  const heard = await hear(world)
  await work()
  return heard()
}

describe('router/hardware and router/software', () => {
  it('offer the members of their kind that are not in the network yet, newest first', async () => {
    const owner = await world.anOwner()
    const [a, b] = (await hardware(world, owner, 2)) as [string, string]
    const [c] = (await software(world, owner, 1)) as [string]
    const network_number = await aNetwork(world, owner, '总部', [a])
    await world.pass(1)
    const [d] = (await hardware(world, owner, 1)) as [string]
    expect(await options(owner, contract.router.hardware)).toEqual({ count: 3, names: [d, a, b] })
    expect(await options(owner, contract.router.hardware, { network_number })).toEqual({ count: 2, names: [d, b] })
    expect(await options(owner, contract.router.software, { network_number })).toEqual({ count: 1, names: [c] })
    const lan = { interface: 'br-lan', ipv4: '192.168.7.1', ipv4_subnet_mask: '255.255.255.0' }
    const wan = { interface: 'wan', ipv4: '100.64.0.9', ipv4_subnet_mask: '255.192.0.0' }
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('member')
        .set({ router_ipv4: '203.0.113.7', interfaces: JSON.stringify([lan, wan]) })
        .where('router_name', '=', a)
        .execute(),
    )
    expect((await world.call(owner, contract.router.hardware, { search: a })).data).toEqual([
      {
        router_name: a,
        note: '',
        online: 0,
        network_count: 1,
        network_number,
        networks: [{ network_number, network_name: '总部' }],
        lan: ['192.168.7.0/24'],
        address: '203.0.113.7',
      },
    ])
  })

  it('find members by name or serial number, and offer no disabled one', async () => {
    const owner = await world.anOwner()
    const ann = await add(owner, { username: 'ann', note: '上海 100%' })
    const ben = await add(owner, { username: 'ben', note: '北京' })
    expect((await options(owner, contract.router.software, { search: '100%' })).names).toEqual([ann])
    expect((await options(owner, contract.router.software, { search: 'BEN@' })).names).toEqual([ben])
    await world.asAccount(owner, (db) => setMemberStatus(db, 'system', ben, 0))
    expect((await options(owner, contract.router.software)).names).toEqual([ann])
  })

  it('return one page, with the count even past the last page', async () => {
    const owner = await world.anOwner()
    const names = await hardware(world, owner, 25)
    const pages = await Promise.all([1, 2, 3, 4].map((page) => options(owner, contract.router.hardware, { page })))
    expect(pages.map((page) => page.count)).toEqual([25, 25, 25, 25])
    expect(pages.flatMap((page) => page.names)).toEqual(names)
    expect((await options(owner, contract.router.hardware, { limit: 100 })).names).toHaveLength(25)
    expect((await world.call(owner, contract.router.hardware, { limit: 101 })).code).toBe(422)
  })
})

describe('a software member', () => {
  it('has the account’s sign in its name, and its password is stored as a hash', async () => {
    const owner = await world.anOwner()
    const router_name = await add(owner, { username: 'ann', password: 'secret-2', note: '安' })
    expect(router_name).toBe(`ann@${owner.account_number}`)
    const { password_hash } = (await memberOf(owner, router_name))!
    expect(password_hash).toMatch(/^\$argon2id\$/)
    expect(await passwordFits('secret-2', password_hash)).toBe(true)
    const log = await logOf(world, owner)
    expect(log.at(-1)).toMatchObject({ area: 'member', message: `添加软件成员 安（${router_name}）` })
    expect(JSON.stringify(log)).not.toContain('secret-2')
  })

  it('is refused over the limit with the number left, with an existing name, and with a bound phone', async () => {
    const owner = await world.anOwner()
    await add(owner, { username: 'ann', phone: '13800000000' })
    await expect(add(owner, { username: 'ann' })).rejects.toMatchObject({ reason: 'memberNameTaken' })
    await expect(add(owner, { username: 'ben', phone: '13800000000', area_code: '86' })).rejects.toMatchObject({
      reason: 'memberPhoneBound',
    })
    await software(world, owner, 9)
    await expect(add(owner, { username: 'cyd' })).rejects.toMatchObject({ reason: 'softwareMemberLimit', params: { max: 10, surplus: 0 } })
    await grant(world, owner, 'software_member', 1)
    expect((await world.call(owner, contract.router.quantity, {})).data).toEqual({
      hardware: 0,
      software: 10,
      max: 11,
      software_surplus: 1,
    })
    expect(await add(owner, { username: 'cyd' })).toBe(`cyd@${owner.account_number}`)
  })

  it('is disconnected when it is disabled, and its center admits it no longer', async () => {
    const owner = await world.anOwner()
    const [hub, other] = (await hardware(world, owner, 2)) as [string, string]
    const router_name = await add(owner, { username: 'ann' })
    await aNetwork(world, owner, '总部', [hub], [router_name, other])
    const before = await rowsOf(world, owner)
    const events = await eventsDuring(() => world.asAccount(owner, (db) => setMemberStatus(db, 'system', router_name, 0)))
    expect(events).toContainEqual({ type: 'cut', account_id: owner.account_id, router_name })
    expect(events).toContainEqual({ type: 'config', account_id: owner.account_id })
    const after = await rowsOf(world, owner)
    // Its network is sent again, which dates it, and is no revision.
    const undated = ({ networks }: typeof before) => networks.map(({ update_time: _dated, ...network }) => network)
    expect(undated(after)).toEqual(undated(before))
    const raised = after.members.filter((m, i) => m.config_revision > before.members[i]!.config_revision)
    expect(raised.map((m) => m.router_name).toSorted()).toEqual([hub, router_name].toSorted())
    await world.asAccount(owner, (db) => setMemberStatus(db, 'system', router_name, 0))
    expect(await rowsOf(world, owner)).toEqual(after)
  })
})

describe('a hardware member', () => {
  it('is assigned from the stock only once', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    const router_name = await aDevice('WR0000001')
    const assign = (to: Person, name = router_name) => world.asSystem((system) => assignHardware(system, 'system', to.account_id, name))
    await assign(owner)
    expect(await memberOf(owner, router_name)).toMatchObject({ router_type: 1, router_model: 'WR-1', router_mac: '02:00:00:00:00:01' })
    await expect(assign(other)).rejects.toMatchObject({ reason: 'deviceAssigned' })
    await expect(assign(other, 'WR0000009')).rejects.toMatchObject({ reason: 'deviceNotFound' })
    expect((await options(other, contract.router.hardware)).names).toEqual([])
  })

  it('leaves its networks and loses its connection and credentials when it goes back to the stock', async () => {
    const owner = await world.anOwner()
    const router_name = await aDevice('WR0000002')
    await world.asSystem((system) => assignHardware(system, 'system', owner.account_id, router_name))
    const [hub] = (await hardware(world, owner, 1)) as [string]
    const network_number = await aNetwork(world, owner, '总部', [hub], [router_name])
    await aNetwork(world, owner, '独', [router_name])
    await world.asSystem(({ sql }) =>
      sql
        .insertInto('member_credential')
        .values({ account_id: owner.account_id, router_name, credential_hash: digest('key'), enrolment: digest('key') })
        .execute(),
    )
    const events = await eventsDuring(() => world.asSystem((system) => releaseHardware(system, 'system', router_name, digest('next'))))
    expect(events).toContainEqual({ type: 'cut', account_id: owner.account_id, router_name })
    expect(events).toContainEqual({ type: 'revision', account_id: owner.account_id, network_number })
    expect(await memberOf(owner, router_name)).toBeUndefined()
    expect(await infoOf(world, owner, network_number)).toMatchObject({ revision: 2, member: [{ router_name: hub }], link: [] })
    const left = await world.asSystem(async ({ sql }) => [
      await sql.selectFrom('member_credential').selectAll().where('router_name', '=', router_name).execute(),
      await sql.selectFrom('device').select(['account_id', 'activation_hash']).where('router_name', '=', router_name).execute(),
    ])
    expect(left).toEqual([[], [{ account_id: null, activation_hash: digest('next') }]])
    expect((await logOf(world, owner)).at(-1)?.message).toMatch(/^收回硬件成员 WR0000002，移出组网「(总部」「独|独」「总部)」$/)
  })

  it('stays if it is the last center of a network with branches, which the refusal names', async () => {
    const owner = await world.anOwner()
    const router_name = await aDevice('WR0000003')
    await world.asSystem((system) => assignHardware(system, 'system', owner.account_id, router_name))
    await aNetwork(world, owner, '独', [router_name])
    await aNetwork(world, owner, '总部', [router_name], await software(world, owner, 1))
    const before = await rowsOf(world, owner)
    await expect(world.asSystem((system) => releaseHardware(system, 'system', router_name, digest('next')))).rejects.toMatchObject({
      reason: 'lastCenterNeeded',
      params: { network: '总部' },
    })
    expect(await rowsOf(world, owner)).toEqual(before)
  })
})
