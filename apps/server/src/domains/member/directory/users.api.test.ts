import { contract, type DirectoryCheck, type DirectorySynced } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aDirectoryWorld, type DirectoryWorld, formOf, proved, setUp, syncNow, usersOf } from '../../../../test/directory-fixtures.ts'
import { BASE, type LdapServer, PEOPLE, person } from '../../../../test/ldap-server.ts'
import { lacks } from '../../../../test/lacks.ts'
import { aMember, memberOf } from '../../../../test/member-fixtures.ts'
import { aLimitedColleague, aNetwork, hardware, infoOf } from '../../../../test/network-fixtures.ts'
import type { Person, World } from '../../../../test/world.ts'

const { directory } = contract

let made: DirectoryWorld
let server: LdapServer
let dead: number
let world: World
let owner: Person
beforeAll(async () => {
  made = await aDirectoryWorld()
  ;({ server, dead, world } = made)
})
afterAll(() => made.close())
beforeEach(async () => {
  owner = await made.anOwner()
})

const call = (endpoint: (typeof directory)[keyof typeof directory], input: object = {}, who = owner) => world.call(who, endpoint, input)
const nameOf = (username: string) => `${username}@${owner.account_number}`

describe.skipIf(lacks('slapd'))('users of a directory', () => {
  beforeEach(() => setUp(world, owner, formOf(server)))

  it('are listed with the reason why they cannot be imported', async () => {
    await server.add([person('x'), person('有中文'), person('lisi2'), { ...person('zhangsan'), dn: `cn=another,${PEOPLE}`, cn: 'another' }])
    const { data, count } = await usersOf(world, owner)
    expect(count).toBe(7)
    const reasons = Object.fromEntries(data.map((user) => [`${user.username} ${user.description}`, user.reason]))
    expect(reasons).toMatchObject({
      'x 姓名 x': '用户名须为 3–18 位字母、数字、下划线或点',
      '有中文 姓名 有中文': '用户名须为 3–18 位字母、数字、下划线或点',
      'zhangsan 姓名 zhangsan': '目录中有多个用户使用此用户名',
      'lisi2 姓名 lisi2': null,
    })
  })

  it('are found by name and description, ten at most, with metacharacters taken literally', async () => {
    await server.add(Array.from({ length: 12 }, (_, i) => person(`team.${i}`)))
    await usersOf(world, owner)
    const find = async (search: string) => (await usersOf(world, owner, { search })).data.map((user) => user.username)
    expect((await find('TEAM')).length).toBe(10)
    expect(await find('姓名 lisi')).toEqual(['lisi'])
    for (const search of ['*', '%', '_', '(uid=*)', ')(', '\\']) expect(await find(search)).toEqual([])
  })

  it('are as the directory has them now, even if it was read a moment ago', async () => {
    const read = async () => {
      const { data, hash } = await usersOf(world, owner)
      return { hash, names: data.map(({ username }) => username) }
    }
    const before = await read()
    expect(before.names).toContain('lisi')
    await server.remove(`uid=lisi,${PEOPLE}`)
    const after = await read()
    expect(after.names).not.toContain('lisi')
    expect(after.hash).not.toBe(before.hash)
  })

  it('are refused with a message if the directory cannot be read', async () => {
    await world.asSystem(({ sql }) => sql.updateTable('directory').set({ port: dead }).where('account_id', '=', owner.account_id).execute())
    expect(await call(directory.user)).toMatchObject({
      code: 403,
      msg: `无法读取目录：127.0.0.1 的端口 ${dead} 拒绝连接，请检查端口和防火墙`,
    })
  })

  it('are imported and removed one by one, only with the hash of the present snapshot', async () => {
    const { data, hash } = await usersOf(world, owner)
    const lisi = data.find((user) => user.username === 'lisi')!
    expect(await call(directory.import, { hash, uuid: lisi.uuid })).toMatchObject({ code: 200, data: { router_name: nameOf('lisi') } })
    expect(await memberOf(world, owner, nameOf('lisi'))).toMatchObject({ note: '姓名 lisi', router_type: 2, password_hash: null })
    expect((await usersOf(world, owner, { exist: '1' })).data).toMatchObject([{ username: 'lisi', exist: true }])
    expect(await call(directory.import, { hash: '0'.repeat(64), uuid: lisi.uuid })).toMatchObject({
      code: 409,
      msg: '目录已变化，请刷新后重试',
    })
    expect(await call(directory.import, { hash, uuid: 'nobody' })).toMatchObject({ code: 204 })
    expect(await call(directory.remove, { hash, uuid: lisi.uuid })).toMatchObject({ code: 200, data: { removed: 1 } })
    expect(await memberOf(world, owner, nameOf('lisi'))).toBeUndefined()
  })

  it('are put into the network of the directory also by a role that is limited to members with a tag, which they have not', async () => {
    const network_number = await aNetwork(world, owner, '总部', await hardware(world, owner, 1))
    await setUp(world, owner, formOf(server, { network_number }))
    const { data, hash } = await usersOf(world, owner)
    const { uuid } = data.find((user) => user.username === 'lisi')!
    const limited = await aLimitedColleague(world, owner)
    expect(await call(directory.import, { hash, uuid }, limited)).toMatchObject({ code: 200, data: { router_name: nameOf('lisi') } })
    const { member } = await infoOf(world, owner, network_number)
    expect(member.map(({ router_name }) => router_name)).toContain(nameOf('lisi'))
  })

  it('do not replace a member of the same name', async () => {
    await call(directory.delete)
    await aMember(world, owner, 'LiSi')
    await setUp(world, owner, formOf(server))
    const { data, hash } = await usersOf(world, owner)
    const { uuid, reason } = data.find((user) => user.username === 'lisi')!
    expect(reason).toBe('已有同名的软件成员')
    expect(await call(directory.import, { hash, uuid })).toMatchObject({ code: 422, msg: '用户 lisi 不能导入：已有同名的软件成员' })
    expect(await call(directory.sync, { hash })).toMatchObject({ data: { imported: 2, refused: 1 } })
  })
})

describe.skipIf(lacks('slapd'))('a directory without entryUUID', () => {
  const identified = (name: string, nsUniqueId: string) => ({ ...person(name), objectClass: ['inetOrgPerson', 'identified'], nsUniqueId })
  let bare: DirectoryWorld
  let owner: Person
  beforeAll(async () => {
    bare = await aDirectoryWorld({ without_uuids: true })
  })
  afterAll(() => bare.close())
  beforeEach(async () => {
    owner = await bare.anOwner()
    await proved(bare.world, owner)
  })
  const checked = async () => (await bare.world.call(owner, directory.check, formOf(bare.server))).data as DirectoryCheck
  const synced = async () => (await syncNow(bare.world, owner)).data as DirectorySynced

  it('fails its check with the attributes that identify users', async () => {
    expect(await checked()).toMatchObject({
      ok: 0,
      steps: expect.arrayContaining([
        {
          step: 'users',
          ok: 0,
          msg: `${BASE} 下的用户没有唯一标识（entryUUID / nsUniqueId / ipaUniqueID），无法导入，请检查绑定账号是否有权读取该属性`,
        },
      ]),
    })
  })

  it('has users with nsUniqueId, and says in check, list and synchronisation how many have no identifier', async () => {
    await bare.server.add([identified('zhao.liu', '66446001-1dd211b2-66f5dbc1-ab5d1d0a')])
    expect(await checked()).toMatchObject({
      ok: 1,
      steps: expect.arrayContaining([{ step: 'users', ok: 1, msg: '最先读取的 4 个用户中有 3 个没有唯一标识，不能导入' }]),
    })
    await setUp(bare.world, owner, formOf(bare.server))
    const { data, count, hash } = await usersOf(bare.world, owner)
    expect([count, ...data.map(({ username, reason }) => [username, reason])]).toEqual([
      4,
      ['lisi', '目录没有给出此用户的唯一标识'],
      ['wang.wu', '目录没有给出此用户的唯一标识'],
      ['zhangsan', '目录没有给出此用户的唯一标识'],
      ['zhao.liu', null],
    ])
    expect(await bare.world.call(owner, directory.import, { hash, uuid: data[0]!.uuid })).toMatchObject({
      code: 422,
      msg: expect.stringContaining('唯一标识'),
    })
    expect(await synced()).toMatchObject({ imported: 1, refused: 3 })
  })

  it('is presumed broken if it suddenly gives no identifier of anybody', async () => {
    await bare.server.add([identified('zhao.liu', '66446001-1dd211b2-66f5dbc1-ab5d1d0a')])
    await setUp(bare.world, owner, formOf(bare.server))
    await synced()
    await bare.server.change(`uid=zhao.liu,${PEOPLE}`, 'nsUniqueId', [])
    expect(await syncNow(bare.world, owner)).toMatchObject({ code: 403, msg: expect.stringContaining('由 1 个减少到 0 个') })
  })

  it('are not disabled if the directory gives them other identifiers: the synchronisation stops and says why', async () => {
    await bare.server.add([identified('changing', '66446001-1dd211b2-66f5dbc1-ab5d1d0b')])
    await setUp(bare.world, owner, formOf(bare.server))
    await synced()
    for (const { username, exist } of (await usersOf(bare.world, owner)).data)
      if (exist)
        await bare.server.change(`uid=${username},${PEOPLE}`, 'nsUniqueId', [
          `66446001-1dd211b2-66f5dbc1-${username.padEnd(8, '0').slice(0, 8)}`,
        ])
    expect(await syncNow(bare.world, owner)).toMatchObject({ code: 403, msg: expect.stringContaining('唯一标识已改变，已停止同步') })
    expect(await syncNow(bare.world, owner, { dry_run: 1 })).toMatchObject({ code: 200 })
  })
})
