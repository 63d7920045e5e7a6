import { contract, type MemberInfo, type MembersChanged } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aMember, listSoftware, many, memberOf, statementsOf } from '../../../../test/member-fixtures.ts'
import { aSubAccount, hardware, logOf, rowsOf } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const { label: LABEL, labels: LABELS } = contract.router
const label = async (who: Person, input: object): Promise<MembersChanged> => {
  const answer = await world.call(who, LABEL, input)
  expect([answer.code, answer.msg]).toEqual([200, expect.any(String)])
  return answer.data
}
const found = async (who: Person, filter: object) => {
  const { count, rows } = await listSoftware(world, who, filter)
  return { count, names: rows.map((row) => row.router_name) }
}

describe('router/label', () => {
  it('sets the place of several members, adds and removes tags, and logs it in one row', async () => {
    const owner = await world.anOwner()
    const [ann, ben] = [await aMember(world, owner, 'ann'), await aMember(world, owner, 'ben')]
    const answer = await label(owner, { router_name: [ann, ben], province: '安徽', city: '合肥', add_tags: ['旗舰店', 'VIP'] })
    expect(answer).toEqual({
      changed: 2,
      unchanged: 0,
      rows: [ann, ben].map((router_name) => ({ router_name, note: '', before: '', after: '安徽 合肥 · 旗舰店、VIP' })),
    })
    await label(owner, { router_name: ann, add_tags: ['夜班'], remove_tags: ['vip'] })
    expect(await memberOf(world, owner, ann)).toMatchObject({ province: '安徽', city: '合肥', tags: ['旗舰店', '夜班'] })
    expect((await logOf(world, owner)).slice(-2)).toMatchObject([
      { message: `修改成员 ${ann}、${ben}：地区为「安徽 合肥」，添加标签「旗舰店」「VIP」` },
      {
        message: `修改成员 ${ann}：添加标签「夜班」，移除标签「vip」`,
        detail: { before: [{ router_name: ann, province: '安徽', city: '合肥', tags: ['旗舰店', 'VIP'] }] },
      },
    ])
    await label(owner, { router_name: ann, province: '', city: '' })
    expect(await memberOf(world, owner, ann)).toMatchObject({ province: '', city: '' })
    expect((await logOf(world, owner)).at(-1)).toMatchObject({ message: `修改成员 ${ann}：清除地区` })
  })

  it('changes nothing with check, nor where nothing differs: a tag in another case is the same tag', async () => {
    const owner = await world.anOwner()
    const ann = await aMember(world, owner, 'ann')
    await label(owner, { router_name: ann, province: '上海', city: '上海', add_tags: ['vip'] })
    const [before, log] = [await rowsOf(world, owner), await logOf(world, owner)]
    expect(await label(owner, { router_name: ann, add_tags: ['夜班'], check: 1 })).toMatchObject({
      rows: [{ before: '上海 · vip', after: '上海 · vip、夜班' }],
    })
    expect(await label(owner, { router_name: ann, province: '上海', city: '上海', add_tags: ['VIP'], remove_tags: ['无'] })).toMatchObject({
      changed: 0,
    })
    expect(await rowsOf(world, owner)).toEqual(before)
    expect(await logOf(world, owner)).toEqual(log)
  })

  it('labels 1,000 members in a few statements', async () => {
    const owner = await world.anOwner()
    const names = await many(world, owner, 'm', 1000)
    const statements = await statementsOf(async () => {
      expect(await label(owner, { router_name: names, province: '福建', city: '福州', add_tags: ['门店'] })).toMatchObject({
        changed: 1000,
      })
    })
    expect(statements).toBeLessThan(40)
    expect((await found(owner, { tag: '门店', province: '福建' })).count).toBe(1000)
  })

  it.each([
    [{ province: '安徽省' }, 'province', '没有省份「安徽省」'],
    [{ province: '安徽', city: '福州' }, 'city', '安徽没有城市「福州」'],
    [{ city: '合肥' }, 'province', '省份不能为空'],
    [{}, 'province', '省份不能为空'],
    [{ province: '', city: '合肥' }, 'province', '省份不能为空'],
    [{ add_tags: ['字'.repeat(13)] }, 'add_tags.0', '添加的标签不能超过 12 个字符'],
    [{ add_tags: [' '] }, 'add_tags.0', '添加的标签不能为空'],
    [{ add_tags: ['a\nb'] }, 'add_tags.0', '添加的标签不能包含换行或控制字符'],
    [{ add_tags: ['vip', 'VIP'] }, 'add_tags', '添加的标签重复'],
    [{ add_tags: Array.from({ length: 11 }, (_, i) => `${i}`) }, 'add_tags', '添加的标签最多 10 项'],
  ])('refuses %j', async (input, field, msg) => {
    const owner = await world.anOwner()
    const router_name = await aMember(world, owner, 'ann')
    const answer = await world.call(owner, LABEL, { router_name, ...input })
    expect(answer).toMatchObject({ code: 422, data: { errors: [{ field, msg }] } })
    expect(await memberOf(world, owner, router_name)).toMatchObject({ province: '', tags: [] })
  })

  it('refuses an eleventh tag and names the member that has ten', async () => {
    const owner = await world.anOwner()
    const [ann, ben] = [await aMember(world, owner, 'ann'), await aMember(world, owner, 'ben')]
    const ten = Array.from({ length: 10 }, (_, i) => `标签 ${i}`)
    await label(owner, { router_name: ann, add_tags: ten })
    expect(await world.call(owner, LABEL, { router_name: [ben, ann], add_tags: ['又一个'] })).toMatchObject({
      code: 422,
      msg: `成员 ${ann} 的标签不能超过 10 个，请先移除不再需要的标签`,
    })
    expect(await memberOf(world, owner, ben)).toMatchObject({ tags: [] })
    await label(owner, { router_name: ann, add_tags: ['又一个'], remove_tags: ['标签 0'] })
    expect(await memberOf(world, owner, ann)).toMatchObject({ tags: [...ten.slice(1), '又一个'] })
  })

  it('refuses members of others, and a role without the right', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    const ann = await aMember(world, owner, 'ann')
    expect((await world.call(stranger, LABEL, { router_name: ann, add_tags: ['我的'] })).code).toBe(204)
    const sub = await aSubAccount(world, owner, { member_create: 1 })
    expect((await world.call(sub, LABEL, { router_name: ann, add_tags: ['我的'] })).code).toBe(403)
  })
})

describe('the list of members', () => {
  it('is filtered by province and by tag in any case, with the right count, and by both with a text', async () => {
    const [owner, stranger] = [await world.anOwner(), await world.anOwner()]
    const names = await many(world, owner, 'shop', 30)
    const [theirs] = (await many(world, stranger, 'shop', 1)) as [string]
    await label(stranger, { router_name: theirs, province: '安徽', add_tags: ['vip'] })
    await label(owner, { router_name: names.slice(0, 12), province: '安徽', city: '合肥' })
    await label(owner, { router_name: names.slice(10, 15), add_tags: ['VIP'] })
    expect(await found(owner, { province: '安徽' })).toMatchObject({ count: 12 })
    expect(await found(owner, { tag: 'vip' })).toEqual({ count: 5, names: names.slice(10, 15).toSorted() })
    expect(await found(owner, { tag: 'Vip', province: '安徽' })).toEqual({ count: 2, names: names.slice(10, 12) })
    expect(await found(owner, { tag: 'VIP', province: '安徽', search: 'shop12' })).toEqual({ count: 1, names: [names[11]] })
    expect(await found(owner, { province: '福建' })).toEqual({ count: 0, names: [] })
    const all = await world.call(owner, contract.router.names, { type: '2', tag: 'vip' })
    expect((all.data as string[]).toSorted()).toEqual(names.slice(10, 15).toSorted())
  })

  it('offers the provinces and tags in use, those of most members first', async () => {
    const owner = await world.anOwner()
    const names = await many(world, owner, 'shop', 3)
    await label(owner, { router_name: names, province: '上海', add_tags: ['门店'] })
    await label(owner, { router_name: names[0], province: '安徽', add_tags: ['vip'] })
    await label(owner, { router_name: names[1], add_tags: ['VIP'] })
    expect((await world.call(owner, LABELS, {})).data).toEqual({
      provinces: [
        { name: '上海', members: 2 },
        { name: '安徽', members: 1 },
      ],
      tags: [
        { name: '门店', members: 3 },
        { name: expect.stringMatching(/^vip$/i), members: 2 },
      ],
    })
    await world.call(owner, contract.router.delete, { router_name: names[1] })
    expect((await world.call(owner, LABELS, {})).data).toMatchObject({ tags: [{ members: 2 }, { name: 'vip', members: 1 }] })
  })
})

describe('the guess of a place', () => {
  const guessOf = async (owner: Person, router_name: string) =>
    ((await world.call(owner, contract.router.info, { router_name })).data as MemberInfo).region_guess
  const write = (router_name: string, router_ipv4: string) =>
    world.asSystem(({ sql }) => sql.updateTable('member').set({ router_ipv4 }).where('router_name', '=', router_name).execute())
  const connected = ({ account_id }: Person, router_name: string, remote_ip: string) =>
    world.asSystem(({ sql }) =>
      sql
        .insertInto('connect_log')
        .values({ account_id, router_name, remote_ip, remote_port: 40_000, version: '1', online: 1, create_time: new Date() } as never)
        .execute(),
    )

  it('is made from the public address until a province is chosen', async () => {
    const owner = await world.anOwner()
    const [router_name] = (await hardware(world, owner, 1)) as [string]
    expect(await guessOf(owner, router_name)).toBeNull()
    await write(router_name, '192.168.1.1')
    expect(await guessOf(owner, router_name)).toBeNull()
    await connected(owner, router_name, '60.166.1.1')
    expect(await guessOf(owner, router_name)).toEqual({ province: '安徽', city: '合肥' })
    await label(owner, { router_name, province: '福建', city: '福州' })
    expect(await guessOf(owner, router_name)).toBeNull()
  })

  it('takes the address of the device where its connection comes from a private one', async () => {
    const owner = await world.anOwner()
    const [router_name] = (await hardware(world, owner, 1)) as [string]
    await connected(owner, router_name, '10.0.0.9')
    await write(router_name, '218.85.157.99')
    expect(await guessOf(owner, router_name)).toEqual({ province: '福建', city: '福州' })
  })
})
