import { contract, type Role, type RoleAuth } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aProvedOwner } from '../../../../test/credential-fixtures.ts'
import { createSubAccount } from './sub-account.service.ts'
import { aNetwork as networkOf, hardware } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const aNetwork = async (owner: Person, name: string) => networkOf(world, owner, name, await hardware(world, owner, 1))
const NONE = { create: 0, edit: 0, delete: 0 } as const
type Network = Partial<RoleAuth['easylink']['network']>
const auth = (network: Network = {}, router: Partial<RoleAuth['easylink']['router']> = {}, monitor = {}) => ({
  easylink: { router: { ...NONE, ...router }, network: { ...NONE, networks: [], ...network } },
  monitor: { ...NONE, ...monitor },
})
const create = async (who: Person, name: string, given: object = auth(), note = '') => {
  const answer = await world.call(who, contract.roles.create, { name, note, auth: given })
  expect(answer, answer.msg).toMatchObject({ code: 200 })
  return (answer.data as { id: string }).id
}
const read = async (who: Person, id: string): Promise<Role> => (await world.call(who, contract.roles.info, { id })).data
const user = async (owner: Person, role_id: string, username: string) => {
  const person = { role_id: Number(role_id), nickname: '李伟', username, password: 'secret-1234' }
  const login_id = await world.asAccount(owner, (db) => createSubAccount(db, 'system', person))
  return { account_id: owner.account_id, login_id, ...(await world.signedIn({ account_id: owner.account_id, login_id })) }
}
const messages = async (owner: Person): Promise<string[]> => {
  const rows = await world.db.systemNow.sql
    .selectFrom('audit')
    .select('message')
    .where('account_id', '=', owner.account_id)
    .where('area', '=', 'role')
    .orderBy('seq')
    .execute()
  return rows.map(({ message }) => message)
}

describe('a role', () => {
  it('is returned as it was created: its rights, viewing always on, its networks by name', async () => {
    const owner = await aProvedOwner(world)
    const network_number = await aNetwork(owner, '总部')
    const id = await create(
      owner,
      '网络运维',
      auth({ edit: 1, create: 1, networks: [network_number, '', network_number] }, { edit: 1 }),
      '夜班',
    )
    expect(await read(owner, id)).toMatchObject({
      id,
      name: '网络运维',
      note: '夜班',
      users: 0,
      auth: {
        easylink: {
          router: { create: 0, edit: 1, delete: 0 },
          // A confined role cannot create networks.
          network: { create: 0, edit: 1, delete: 0, confined: 1, networks: [{ network_number, network_name: '总部' }] },
        },
        monitor: { view: 1, create: 0, edit: 0, delete: 0 },
      },
    })
  })

  it('is found by a part of its name, newest first, in pages', async () => {
    const owner = await aProvedOwner(world)
    for (const name of ['运维 A', '运维 B', '只读']) await create(owner, name)
    const page = await world.call(owner, contract.roles.lists, { search: '运维', limit: 1 })
    expect(page).toMatchObject({ count: 2, data: [{ name: '运维 B' }] })
    expect(await world.call(owner, contract.roles.lists, { search: '%' })).toMatchObject({ count: 0, data: [] })
    const select = (await world.call(owner, contract.roles.select, {})).data as { name: string }[]
    expect(select.map(({ name }) => name).toSorted()).toEqual(['只读', '运维 A', '运维 B'])
  })

  it('applies from the next call after an edit, also for the networks that its user may see', async () => {
    const owner = await aProvedOwner(world)
    const [head, branch] = [await aNetwork(owner, '总部'), await aNetwork(owner, '分店')]
    const id = await create(owner, '运维', auth({ edit: 1 }))
    const one = await user(owner, id, 'liwei')
    const rename = (network_number: string) =>
      world.call(one, contract.network.rename, { network_number, network_name: `新名 ${network_number}` })
    expect((await rename(branch)).code).toBe(200)
    await world.call(owner, contract.roles.edit, { id, name: '运维', note: '', auth: auth({ edit: 1, networks: [head] }) })
    expect((await rename(branch)).code).toBe(204)
    expect((await rename(head)).code).toBe(200)
    expect(await world.call(one, contract.network.list, {})).toMatchObject({ count: 1, data: [{ network_number: head }] })
    await world.call(owner, contract.roles.edit, { id, name: '运维', note: '', auth: auth({ networks: [head] }) })
    expect((await rename(head)).code).toBe(403)
  })

  it('is not deleted while it is in use, and the refusal says by how many', async () => {
    const owner = await aProvedOwner(world)
    const id = await create(owner, '运维')
    const one = await user(owner, id, 'liwei')
    const key = { name: '脚本', role_id: id, expire_time: Math.floor(Date.now() / 1000) + 3600 }
    expect((await world.call(owner, contract.accessKeys.create, key)).code).toBe(200)
    const refused = await world.call(owner, contract.roles.delete, { id })
    expect(refused).toMatchObject({ code: 403, msg: '角色「运维」正在被 2 个子账号或访问密钥使用，请先为其更换角色' })
    await world.call(owner, contract.subAccounts.delete, { id: String(one.login_id) })
    const [{ id: key_id }] = (await world.call(owner, contract.accessKeys.lists, {})).data as [{ id: string }]
    await world.call(owner, contract.accessKeys.delete, { id: key_id })
    expect((await world.call(owner, contract.roles.delete, { id })).code).toBe(200)
    expect((await world.call(owner, contract.roles.info, { id })).code).toBe(204)
  })

  it('refuses wrong input with a sentence at the field, and stays unchanged', async () => {
    const owner = await aProvedOwner(world)
    const id = await create(owner, '运维')
    const edit = (change: object) => world.call(owner, contract.roles.edit, { id, name: '运维', note: '', auth: auth(), ...change })
    const cases: [object, string, string][] = [
      [{ name: ' ' }, 'name', '名称不能为空'],
      [{ name: '长'.repeat(25) }, 'name', '名称不能超过 24 个字符'],
      [{ note: '长'.repeat(25) }, 'note', '备注不能超过 24 个字符'],
      [{ auth: auth({ confined: 1 }) }, 'auth.easylink.network.networks', '请至少选择一个组网'],
      [{ auth: { ...auth(), owner: 1 } }, 'auth.owner', '不支持的字段：owner'],
      [{ account_id: 1 }, 'account_id', '不支持的字段：account_id'],
    ]
    for (const [change, field, msg] of cases)
      expect(await edit(change), msg).toMatchObject({ code: 422, data: { errors: [expect.objectContaining({ field, msg })] } })
    expect((await edit({ auth: auth({ networks: ['1234567890'] }) })).code).toBe(204)
    expect(await read(owner, id)).toMatchObject({ name: '运维', auth: { easylink: { network: { confined: 0 } } } })
  })

  it('is logged in words: what was granted, what was taken, which networks by name', async () => {
    const owner = await aProvedOwner(world)
    const [head, branch] = [await aNetwork(owner, '总部'), await aNetwork(owner, '分店')]
    const id = await create(owner, '运维', auth({ edit: 1, networks: [head] }))
    await world.call(owner, contract.roles.edit, {
      id,
      name: '网管',
      note: '夜班',
      auth: auth({ delete: 1, networks: [branch] }, { create: 1 }),
    })
    await world.call(owner, contract.roles.edit, { id, name: '网管', note: '夜班', auth: auth({ delete: 1 }, { create: 1 }) })
    await world.call(owner, contract.roles.delete, { id })
    expect(await messages(owner)).toEqual([
      '创建角色「运维」，指定组网：总部；可查看全部成员；可编辑 1 个指定组网；监控仅查看；可提交售后工单，可查看、处理全部售后工单；可查看日志、服务、SaaS 设备、LDAP 目录、客户端下载；不可查看操作日志',
      '修改角色「运维」：名称改为「网管」；备注由「」改为「夜班」；增加权限：成员创建、组网删除；取消权限：组网编辑；增加组网：分店；移除组网：总部',
      '修改角色「网管」：由指定组网改为全部组网',
      '删除角色「网管」',
    ])
  })

  it('is not edited over another user’s change when the caller says what it read', async () => {
    const owner = await aProvedOwner(world)
    const id = await create(owner, '运维')
    const { update_time } = await read(owner, id)
    const edit = (name: string, ifMatch: number) =>
      world.call(owner, contract.roles.edit, { id, name, note: '', auth: auth() }, { headers: { 'if-match': `"${ifMatch}"` } })
    await world.asSystem(({ sql }) =>
      sql
        .updateTable('role')
        .set({ update_time: new Date((update_time - 60) * 1000) })
        .where('role_id', '=', Number(id))
        .execute(),
    )
    expect((await edit('网管', update_time - 60)).code).toBe(200)
    expect(await edit('值班', update_time - 60)).toMatchObject({ code: 409, msg: '内容已被他人修改，请刷新后重试' })
    expect((await read(owner, id)).name).toBe('网管')
  })

  it('ends as one of two edits at once, and the log agrees', async () => {
    const owner = await aProvedOwner(world)
    const id = await create(owner, '运维')
    const edits = [auth({ edit: 1 }), auth({ delete: 1 })].map((given) =>
      world.call(owner, contract.roles.edit, { id, name: '运维', note: '', auth: given }),
    )
    expect((await Promise.all(edits)).map(({ code }) => code)).toEqual([200, 200])
    const { network } = (await read(owner, id)).auth.easylink
    expect(network.edit + network.delete).toBe(1)
    expect((await messages(owner)).at(-1)).toMatch(/增加权限：.*；取消权限：/)
  })
})
