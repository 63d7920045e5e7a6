import { agentContract, contract, opsContract, type OutputOf } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { returnDevice } from '../device/device.service.ts'
import { assignHardware, releaseHardware } from './member.service.ts'
import { activationHash } from '../../../kernel/activation.ts'
import { anOperator } from '../../../../test/matrix/people.ts'
import { aCredential, aMember, credentialsOf, memberOf, eventsDuring } from '../../../../test/member-fixtures.ts'
import { aNetwork, aSubAccount, grant, hardware, infoOf, logOf, rowsOf } from '../../../../test/network-fixtures.ts'
import { expectManyDeleted, SOME_MEMBERS } from '../../../../test/many/members.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const { delete: DELETE, delete_check: CHECK, batch_delete: BATCH, remove_disable: REMOVE } = contract.router
type LeftNetworks = OutputOf<typeof CHECK>
const lastOf = async (owner: Person) => (await logOf(world, owner)).at(-1)
const disable = (names: readonly string[]) =>
  world.asSystem(({ sql }) =>
    sql
      .updateTable('member')
      .set({ status: 0 })
      .where('router_name', 'in', [...names])
      .execute(),
  )
const CODE = 'ABCD-EFGH-JKMN-PQRS'
/** Adds a router to the stock, with a code that would activate it, and assigns it to the account. */
async function aRouter(owner: Person, router_name: string): Promise<string> {
  await world.asSystem(async (system) => {
    const device = { router_name, kind: 'router' as const, router_model: 'WR-1', activation_hash: activationHash(CODE) }
    await system.sql.insertInto('device').values(device).execute()
    await assignHardware(system, 'system', owner.account_id, router_name)
  })
  return router_name
}
const deviceOf = (router_name: string) =>
  world.asSystem(({ sql }) =>
    sql
      .selectFrom('device')
      .select(['account_id', 'activation_hash', 'activate_time'])
      .where('router_name', '=', router_name)
      .executeTakeFirst(),
  )

/** Creates a network that a role sees and one that it does not, each with a center and a software member of its own. */
async function twoNetworks() {
  const owner = await world.anOwner()
  await grant(world, owner, 'network_member', 20)
  const [a, b] = (await hardware(world, owner, 2)) as [string, string]
  const [ann, ben, cyd] = [await aMember(world, owner, 'ann'), await aMember(world, owner, 'ben'), await aMember(world, owner, 'cyd')]
  const seen = await aNetwork(world, owner, '可见', [a], [ann])
  const hidden = await aNetwork(world, owner, '隐藏', [b], [ben])
  const sub = await aSubAccount(world, owner, { member_delete: 1, designated: [seen] })
  return { owner, sub, hub: a, hidden_hub: b, ann, ben, cyd, seen, hidden }
}

describe('router/delete', () => {
  it('takes a software member out of its networks, disconnects it and names the networks in the log', async () => {
    const owner = await world.anOwner()
    const [hub] = (await hardware(world, owner, 1)) as [string]
    const [ann, ben] = [await aMember(world, owner, 'ann', { note: '安' }), await aMember(world, owner, 'ben')]
    const network_number = await aNetwork(world, owner, '总部', [hub], [ann, ben])
    await aCredential(world, owner, ann)
    const before = await rowsOf(world, owner)
    const { account_id } = owner
    const events = await eventsDuring(world, async () => expect((await world.call(owner, DELETE, { router_name: ann })).code).toBe(200))
    expect(events).toContainEqual({ type: 'cut', account_id, router_name: ann })
    expect(events).toContainEqual({ type: 'config', account_id, network_number })
    expect(events).toContainEqual({ type: 'revision', account_id, network_number })
    expect(await memberOf(world, owner, ann)).toBeUndefined()
    expect(await credentialsOf(world, ann)).toEqual([])
    const info = await infoOf(world, owner, network_number)
    expect(info).toMatchObject({ revision: 2, member: [{ router_name: hub }, { router_name: ben }], link: [{ router_name: ben }] })
    const raised = (await rowsOf(world, owner)).members.filter(
      (m) => m.config_revision > before.members.find((one) => one.router_name === m.router_name)!.config_revision,
    )
    expect(raised.map((m) => m.router_name)).toEqual([hub])
    expect(await lastOf(owner)).toMatchObject({
      message: `删除软件成员 安（${ann}），移出组网「总部」`,
      detail: { before: { networks: ['总部'] } },
    })
    expect((await world.call(owner, DELETE, { router_name: ann })).code).toBe(204)
    expect(await aMember(world, owner, 'ann')).toBe(ann)
  })

  it('returns hardware to the stock, where no code activates it until the operator sets another', async () => {
    const [owner, next] = [await world.anOwner(), await world.anOwner()]
    const router_name = await aRouter(owner, 'WR9000001')
    await aNetwork(world, owner, '独', [router_name])
    await aCredential(world, owner, router_name)
    expect((await world.call(owner, DELETE, { router_name })).code).toBe(200)
    expect(await deviceOf(router_name)).toEqual({ account_id: null, activation_hash: null, activate_time: null })
    expect(await credentialsOf(world, router_name)).toEqual([])
    expect(await lastOf(owner)).toMatchObject({ message: `删除硬件成员 ${router_name}，移出组网「独」` })
    await world.asSystem((system) => assignHardware(system, 'system', next.account_id, router_name))
    const activate = (activation_code: string) => world.call(undefined, agentContract.device.activate, { router_name, activation_code })
    expect((await activate(CODE)).code).toBe(401)
    await world.asSystem((system) => releaseHardware(system, 'system', router_name, activationHash('WXYZ-WXYZ-WXYZ-WXYZ')))
    await world.asSystem((system) => assignHardware(system, 'system', next.account_id, router_name))
    expect((await activate('WXYZ-WXYZ-WXYZ-WXYZ')).code).toBe(200)
  })

  it('leaves the router in stock, where the operator can give it a code at once, and changes no other router', async () => {
    const owner = await world.anOwner()
    const [router_name, other] = [await aRouter(owner, 'WR9000002'), await aRouter(owner, 'WR9000003')]
    const operator = await anOperator(world, 'admin')
    expect((await world.call(owner, DELETE, { router_name })).code).toBe(200)
    expect(await deviceOf(other)).toMatchObject({ account_id: owner.account_id, activation_hash: activationHash(CODE) })
    const released = await world.call(operator, opsContract.devices.release, { router_name })
    expect(released).toMatchObject({ code: 200, data: { activation_code: expect.any(String) } })
    expect((await world.call(operator, opsContract.devices.release, { router_name })).code).toBe(403)
  })

  it('returns no router of another account, even if the database function is called directly', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    const router_name = await aRouter(owner, 'WR9000005')
    expect((await world.call(stranger, DELETE, { router_name })).code).toBe(204)
    await world.asAccount(stranger, (db) => returnDevice(db, router_name))
    expect(await deviceOf(router_name)).toMatchObject({ account_id: owner.account_id, activation_hash: activationHash(CODE) })
  })

  it('is refused if a network would lose its last center, names that network and changes nothing', async () => {
    const owner = await world.anOwner()
    const router_name = await aRouter(owner, 'WR9000004')
    await aNetwork(world, owner, '独', [router_name])
    await aNetwork(world, owner, '总部', [router_name], [await aMember(world, owner, 'ann')])
    const before = await rowsOf(world, owner)
    expect(await world.call(owner, DELETE, { router_name })).toMatchObject({ code: 403, msg: '组网「总部」仍有分支，不能移出最后一个中心' })
    expect(await rowsOf(world, owner)).toEqual(before)
    expect(await deviceOf(router_name)).toMatchObject({ account_id: owner.account_id })
  })

  it('is refused for a member of a network that the role does not see, and does not name that network', async () => {
    const { owner, sub, hub, hidden_hub, ann, ben, cyd } = await twoNetworks()
    const before = await rowsOf(world, owner)
    for (const router_name of [ben, hidden_hub])
      expect(await world.call(sub, DELETE, { router_name })).toMatchObject({
        code: 403,
        msg: '成员已加入您无权管理的组网，请联系主账号管理员',
      })
    expect(await world.call(sub, DELETE, { router_name: hub })).toMatchObject({ code: 403, msg: expect.stringContaining('「可见」') })
    expect(await rowsOf(world, owner)).toEqual(before)
    for (const router_name of [ann, cyd]) expect((await world.call(sub, DELETE, { router_name })).code).toBe(200)
  })
})

describe('router/delete_check', () => {
  it('says what the deletion of a center does to the members of its network, and changes nothing', async () => {
    const owner = await world.anOwner()
    await grant(world, owner, 'network_center', 1)
    const [a, b] = (await hardware(world, owner, 2)) as [string, string]
    const ann = await aMember(world, owner, 'ann')
    const network_number = await aNetwork(world, owner, '总部', [a, b], [ann])
    await world.call(owner, contract.router.note, { router_name: ann, note: '安' })
    const before = await rowsOf(world, owner)
    const answer = await world.call(owner, CHECK, { router_name: a })
    expect(answer).toMatchObject({
      code: 200,
      data: {
        count: 1,
        members: [{ router_name: a, note: '' }],
        networks: [
          {
            network_number,
            network_name: '总部',
            count: 1,
            members: [{ router_name: a, note: '' }],
            impact: expect.arrayContaining([{ kind: 'bounce', seconds: 2, count: 1, router_names: [ann], names: ['安'] }]),
          },
        ],
      },
    })
    expect(await rowsOf(world, owner)).toEqual(before)
  })

  it('counts the members that leave each network, and leaves out those that a batch does not delete', async () => {
    const { owner, sub, hub, ann, ben, cyd, seen, hidden } = await twoNetworks()
    const { networks } = (await world.call(owner, CHECK, { router_name: [ann, ben, cyd, hub] })).data as LeftNetworks
    expect(networks.map(({ network_number, count, members }) => [network_number, count, members.map((one) => one.router_name)])).toEqual(
      expect.arrayContaining([
        [seen, 1, [ann]],
        [hidden, 1, [ben]],
      ]),
    )
    const some = (await world.call(sub, CHECK, { router_name: [ann, ben, cyd] })).data as LeftNetworks
    expect(some.networks.map(({ network_number }) => network_number)).toEqual([seen])
  })

  it('refuses what the deletion would refuse, and does not name a network that the role does not see', async () => {
    const { owner, sub, hub, ben, cyd } = await twoNetworks()
    expect(await world.call(owner, CHECK, { router_name: hub })).toMatchObject({ code: 403, msg: expect.stringContaining('「可见」') })
    expect(await world.call(sub, CHECK, { router_name: ben })).toMatchObject({
      code: 403,
      msg: '成员已加入您无权管理的组网，请联系主账号管理员',
    })
    expect((await world.call(sub, CHECK, { router_name: cyd })).data).toEqual({
      count: 1,
      members: [{ router_name: cyd, note: '' }],
      networks: [],
    })
    expect((await world.call(owner, CHECK, { router_name: ['nobody'] })).code).toBe(204)
    for (const router_name of [[], '', Array.from({ length: 5001 }, (_, i) => `n${i}`)])
      expect((await world.call(owner, CHECK, { router_name })).code).toBe(422)
  })
})

describe('router/batch_delete', () => {
  it('returns a row for every name in the order asked, whatever its result', async () => {
    const stranger = await world.anOwner()
    const theirs = await aMember(world, stranger, 'ann')
    const { owner, sub, hub, ann, ben, cyd } = await twoNetworks()
    await world.call(owner, contract.router.note, { router_name: cyd, note: '希德' })
    const names = [cyd, ben, 'nobody', theirs, hub, ann, cyd, "'; drop table member"]
    const log = (await logOf(world, owner)).length
    const answer = await world.call(sub, BATCH, { router_name: names })
    const row = (router_name: string, result: string, deleted: 0 | 1, name = router_name) => ({ name, router_name, result, deleted })
    expect(answer.data).toEqual([
      row(cyd, '删除成功', 1, '希德'),
      row(ben, '没有权限移出该成员所在的组网', 0),
      row('nobody', '成员不存在', 0),
      row(theirs, '成员不存在', 0),
      row(hub, '硬件成员不能批量删除', 0),
      row(ann, '删除成功', 1),
      row("'; drop table member", '成员不存在', 0),
    ])
    expect((await rowsOf(world, owner)).members.map((m) => m.router_name)).toEqual(expect.arrayContaining([ben, hub]))
    expect(await memberOf(world, owner, ann)).toBeUndefined()
    expect(await memberOf(world, stranger, theirs)).toBeDefined()
    const rows = (await logOf(world, owner)).slice(log)
    expect(rows).toMatchObject([{ message: `批量删除软件成员 希德（${cyd}）、${ann}，移出组网「可见」`, detail: { count: 2 } }])
  })

  it('writes nothing if it deletes nothing, and answers in the caller’s language', async () => {
    const owner = await world.anOwner()
    const log = await logOf(world, owner)
    const answer = await world.call(owner, BATCH, { router_name: ['nobody'] }, { headers: { 'accept-language': 'en' } })
    expect(answer.data).toEqual([{ name: 'nobody', router_name: 'nobody', result: 'No such member', deleted: 0 }])
    expect(await logOf(world, owner)).toEqual(log)
    for (const router_name of [[], [''], Array.from({ length: 5001 }, (_, i) => `n${i}`)])
      expect((await world.call(owner, BATCH, { router_name })).code).toBe(422)
  })

  it('deletes many members in a few statements', () => expectManyDeleted(world, SOME_MEMBERS))
})

describe('router/remove_disable', () => {
  it('removes every disabled software member and no other', async () => {
    const owner = await world.anOwner()
    const [hub, off] = (await hardware(world, owner, 2)) as [string, string]
    const [ann, ben, cyd] = [await aMember(world, owner, 'ann'), await aMember(world, owner, 'ben'), await aMember(world, owner, 'cyd')]
    await aNetwork(world, owner, '总部', [hub], [ann, ben])
    await disable([ann, cyd, off])
    const whom = { removed: 2, members: [ann, cyd].map((router_name) => ({ router_name, note: '' })) }
    expect((await world.call(owner, REMOVE, { check: true })).data).toEqual(whom)
    expect((await rowsOf(world, owner)).members).toHaveLength(5)
    expect((await world.call(owner, REMOVE, {})).data).toEqual(whom)
    expect((await rowsOf(world, owner)).members.map((m) => m.router_name).toSorted()).toEqual([ben, hub, off].toSorted())
    expect(await lastOf(owner)).toMatchObject({ message: `删除已停用的软件成员 ${ann}、${cyd}，移出组网「总部」` })
    const log = await logOf(world, owner)
    expect((await world.call(owner, REMOVE, {})).data).toEqual({ removed: 0, members: [] })
    expect(await logOf(world, owner)).toEqual(log)
  })

  it('keeps the members of a network that the role does not see', async () => {
    const { owner, sub, ann, ben, cyd } = await twoNetworks()
    await disable([ann, ben, cyd])
    const { members } = (await world.call(sub, REMOVE, { check: true })).data as { members: { router_name: string }[] }
    expect(members.map(({ router_name }) => router_name)).toEqual([ann, cyd])
    expect((await world.call(sub, REMOVE, {})).data).toMatchObject({ removed: 2 })
    expect(await memberOf(world, owner, ben)).toBeDefined()
  })
})
