import { contract, type DirectorySynced, type DirectoryStatus } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  aDirectoryWorld,
  directoryMembers,
  type DirectoryWorld,
  formOf,
  setUp,
  syncNow,
  THREE,
  usersOf,
} from '../../../../test/directory-fixtures.ts'
import { type LdapServer, PEOPLE, person } from '../../../../test/ldap-server.ts'
import { lacks } from '../../../../test/lacks.ts'
import { aCredential, credentialsOf, memberOf, eventsDuring } from '../../../../test/member-fixtures.ts'
import { aNetwork, aSubAccount, hardware, infoOf } from '../../../../test/network-fixtures.ts'
import type { Person, World } from '../../../../test/world.ts'

const { directory } = contract

let made: DirectoryWorld
let server: LdapServer
let world: World
let owner: Person
beforeAll(async () => {
  made = await aDirectoryWorld()
  ;({ server, world } = made)
})
afterAll(() => made.close())
beforeEach(async () => {
  owner = await made.anOwner()
})

const call = (endpoint: (typeof directory)[keyof typeof directory], input: object = {}, who = owner) => world.call(who, endpoint, input)
const nameOf = (username: string) => `${username}@${owner.account_number}`
const synced = async (more: object = {}) => (await syncNow(world, owner, more)).data as DirectorySynced
const statusOf = async () => (await call(directory.sync_status)).data as DirectoryStatus

describe.skipIf(lacks('slapd'))('a synchronisation', () => {
  beforeEach(() => setUp(world, owner, formOf(server)))

  it('returns beforehand what it would do, and does nothing twice', async () => {
    const dry = await synced({ dry_run: 1 })
    expect(dry).toMatchObject({ imported: 0, added: 3, rows: [{ kind: 'add', username: 'lisi' }, {}, {}] })
    expect(await directoryMembers(world, owner)).toEqual([])
    expect(await synced()).toMatchObject({ imported: 3, added: 3, not_fit: 0 })
    expect(await synced()).toMatchObject({ imported: 0, added: 0, changed: 0, disabled: 0 })
    expect(await statusOf()).toMatchObject({
      count: 3,
      service: { status: 1, cycle: 30, message: '新增 0 个，变更 0 个，停用 0 个，启用 0 个' },
    })
  })

  it('adds as many users as fit, and counts the others', async () => {
    const { max } = (await world.call(owner, contract.router.quantity, {})).data as { max: number }
    await server.add(Array.from({ length: max }, (_, i) => person(`crowd${String(i).padStart(2, '0')}`)))
    expect(await synced()).toMatchObject({ imported: max, not_fit: 3 })
    expect((await statusOf()).service.message).toContain('超出软件成员名额 3 个')
  })

  it('disables at once users that vanished or were disabled, and enables those that came back', async () => {
    await synced()
    await aCredential(world, owner, nameOf('lisi'))
    await server.remove(`uid=zhangsan,${PEOPLE}`)
    await server.change(`uid=lisi,${PEOPLE}`, 'pwdAccountLockedTime', ['000001010000Z'])
    const events = await eventsDuring(world, () => synced())
    expect(events).toContainEqual(expect.objectContaining({ type: 'cut', router_name: nameOf('lisi') }))
    const after = Object.fromEntries((await directoryMembers(world, owner)).map((one) => [one.router_name, one.status]))
    expect(after).toEqual({ [nameOf('lisi')]: 0, [nameOf('zhangsan')]: 0, [nameOf('wang.wu')]: 1 })
    await server.change(`uid=lisi,${PEOPLE}`, 'pwdAccountLockedTime', [])
    expect(await synced()).toMatchObject({ enabled: 1 })
    expect(await memberOf(world, owner, nameOf('lisi'))).toMatchObject({ status: 1 })
    expect(await call(directory.remove_disable)).toMatchObject({ data: { removed: 1 } })
  })

  it('keeps a member disabled that an administrator disabled', async () => {
    await synced()
    await world.call(owner, contract.router.update_status, { router_name: nameOf('lisi'), status: 0 })
    expect(await synced()).toMatchObject({ enabled: 0 })
    expect(await memberOf(world, owner, nameOf('lisi'))).toMatchObject({ status: 0 })
  })

  it('renames the member of a renamed user, known by its uuid, and keeps its networks, phone and note', async () => {
    await synced()
    const [center] = await hardware(world, owner, 1)
    const network_number = await aNetwork(world, owner, '总部', [center!], [nameOf('lisi'), nameOf('wang.wu')])
    await world.asSystem(({ sql }) =>
      sql.updateTable('member').set({ area_code: '86', phone: '13800001234' }).where('router_name', '=', nameOf('lisi')).execute(),
    )
    await aCredential(world, owner, nameOf('lisi'))
    await server.rename(`uid=lisi,${PEOPLE}`, `uid=li.si,${PEOPLE}`)
    expect(await synced()).toMatchObject({ added: 0, changed: 1, disabled: 0 })
    expect(await memberOf(world, owner, nameOf('lisi'))).toBeUndefined()
    expect(await memberOf(world, owner, nameOf('li.si'))).toMatchObject({ phone: '13800001234', note: '姓名 lisi', status: 1 })
    const { member } = await infoOf(world, owner, network_number)
    expect(new Set(member.map((one) => one.router_name))).toEqual(new Set([center, nameOf('li.si'), nameOf('wang.wu')]))
    expect(await credentialsOf(world, nameOf('li.si'))).toEqual([])
    expect(await synced()).toMatchObject({ added: 0, changed: 0 })
  })

  it('writes a changed description into the note, unless somebody wrote another note', async () => {
    await synced()
    await world.call(owner, contract.router.note, { router_name: nameOf('lisi'), note: '自己的' })
    for (const name of ['lisi', 'zhangsan']) await server.change(`uid=${name},${PEOPLE}`, 'displayName', [`${name} 新`])
    expect(await synced()).toMatchObject({ changed: 2 })
    expect(await memberOf(world, owner, nameOf('lisi'))).toMatchObject({ note: '自己的' })
    expect(await memberOf(world, owner, nameOf('zhangsan'))).toMatchObject({ note: 'zhangsan 新' })
  })

  it('adds new members to the network of the configuration', async () => {
    const [center] = await hardware(world, owner, 1)
    const network_number = await aNetwork(world, owner, '总部', [center!])
    await setUp(world, owner, formOf(server, { network_number }))
    await synced()
    expect((await infoOf(world, owner, network_number)).member.length).toBe(4)
  })

  it('stops if the directory suddenly has no users, and goes on once it is restarted', async () => {
    await synced()
    for (const name of THREE) await server.remove(`uid=${name},${PEOPLE}`)
    const refused = await syncNow(world, owner)
    expect(refused).toMatchObject({ code: 403, msg: '目录用户由 3 个减少到 0 个，已停止同步，请确认目录无误后重启同步服务' })
    expect((await directoryMembers(world, owner)).map((one) => one.status)).toEqual([1, 1, 1])
    expect(await statusOf()).toMatchObject({ service: { status: 0, message: expect.stringContaining('已停止同步') } })
    const { data } = await world.call(owner, contract.messages.list, {})
    expect((data as { title: string }[])[0]?.title).toBe('目录同步已停止')
    expect(await call(directory.restart_sync)).toMatchObject({ code: 200 })
    expect(await synced()).toMatchObject({ disabled: 3 })
    expect(await statusOf()).toMatchObject({ service: { status: 1 } })
  })

  it('has all its members removed at once by remove_all', async () => {
    await synced()
    const { hash } = await usersOf(world, owner, {})
    expect(await call(directory.remove_all, { hash })).toMatchObject({ code: 200, data: { removed: 3 } })
    expect(await directoryMembers(world, owner)).toEqual([])
  })

  it('has no member removed from a network that the caller may not see', async () => {
    await synced()
    const [center] = await hardware(world, owner, 1)
    await aNetwork(world, owner, '隐藏', [center!], [nameOf('lisi')])
    const [other] = await hardware(world, owner, 1)
    const visible = await aNetwork(world, owner, '可见', [other!])
    const who = await aSubAccount(world, owner, { member_create: 1, member_edit: 1, member_delete: 1, designated: [visible] })
    const { hash, data } = await usersOf(world, owner, {})
    const { uuid } = data.find((user) => user.username === 'lisi')!
    expect(await call(directory.remove, { hash, uuid }, who)).toMatchObject({ code: 403 })
    expect(await call(directory.delete, {}, who)).toMatchObject({ code: 403 })
    expect(await call(directory.remove_all, { hash }, who)).toMatchObject({ data: { removed: 2 } })
    expect(await memberOf(world, owner, nameOf('lisi'))).toBeDefined()
  })
})
