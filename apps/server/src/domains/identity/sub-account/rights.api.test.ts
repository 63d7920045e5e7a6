import { contract, type Permission, permissionName, permissions, refusals, type Role, usualRights } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { aNetwork, hardware } from '../../../../test/network-fixtures.ts'
import { createRole } from './role.service.ts'

let world: World
let made = 0
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

/** Makes a sub-account with exactly these rights, signed in. */
async function colleague(owner: Person, flags: readonly Permission[], networks: string[] = []): Promise<Person> {
  made += 1
  const name = `colleague${made}`
  const role_id = await world.asAccount(owner, (db) => createRole(db, 'system', { name, flags, networks }))
  const login = await world.asSystem(({ sql }) =>
    sql
      .insertInto('login')
      .values({ account_id: owner.account_id, ram: 1, username: name, nickname: name, password_hash: 'none', role_id })
      .returning(['account_id', 'login_id'])
      .executeTakeFirstOrThrow(),
  )
  return { ...owner, ...login, username: name, ...(await world.signedIn(login)) }
}
const without = (...left: Permission[]) => permissions.filter((permission) => !left.includes(permission))

const aTicket = async (who: Person, title: string): Promise<string> => {
  const answer = await world.call(who, contract.supportTickets.create, {
    title,
    content: '总部断网，请尽快处理一下',
    type: 1,
    file_ids: [],
  })
  expect(answer, answer.msg).toMatchObject({ code: 200 })
  return (answer.data as { ticket_number: string }).ticket_number
}
const titles = async (who: Person) =>
  ((await world.call(who, contract.supportTickets.list, {})).data as { ticket_title: string }[]).map(({ ticket_title }) => ticket_title)

describe('a hidden area', () => {
  it.each<[Permission, () => object]>([
    ['member.view', () => contract.router.list],
    ['network.view', () => contract.network.list],
    ['monitor.view', () => contract.monitor.config],
    ['log.view', () => contract.logs.online],
    ['service.view', () => contract.account.service],
    ['saas.view', () => contract.saas.list],
    ['directory.view', () => contract.directory.config],
    ['operation_log.view', () => contract.operationLog.lists],
  ])('answers a role without %s by a sentence that names it', async (permission, endpoint) => {
    const owner = await world.anOwner()
    const one = await colleague(owner, without(permission))
    const answer = await world.call(one, endpoint() as typeof contract.router.list, {})
    expect(answer).toMatchObject({ code: 403, msg: `没有「${permissionName(permission)['zh-CN']}」权限，请联系主账号管理员开通` })
    const other = await colleague(owner, permissions)
    expect((await world.call(other, endpoint() as typeof contract.router.list, {})).code).toBe(200)
  })

  it('is left out of what is gathered from all: the search, the verdict and the events', async () => {
    const owner = await world.anOwner()
    const names = await hardware(world, owner, 2)
    const network_number = await aNetwork(world, owner, '总部网', names.slice(0, 1), names.slice(1))
    const found = async (who: Person, search: string) => {
      const { members, networks } = (await world.call(who, contract.search.all, { search })).data as {
        members: object[]
        networks: object[]
      }
      return [members.length, networks.length]
    }
    const counted = async (who: Person) => {
      const { sites, networks, problems, reminders } = (await world.call(who, contract.verdict.read, {})).data as {
        sites: { total: number }
        networks: { total: number }
        problems: object[]
        reminders: { kind: string }[]
      }
      return { sites: sites.total, networks: networks.total, problems: problems.length, reminders: reminders.map(({ kind }) => kind) }
    }
    const [noMembers, noNetworks] = [await colleague(owner, without('member.view')), await colleague(owner, without('network.view'))]
    expect([await found(noMembers, names[0]!), await found(owner, names[0]!)]).toEqual([
      [0, 0],
      [1, 0],
    ])
    expect([await found(noNetworks, '总部网'), await found(owner, '总部网')]).toEqual([
      [0, 0],
      [0, 1],
    ])
    expect(await counted(noMembers)).toMatchObject({ sites: 0, networks: 1, problems: 0 })
    expect((await counted(noMembers)).reminders).not.toContain('never_connected')
    expect(await counted(noNetworks)).toMatchObject({ sites: 0, networks: 0, problems: 0 })
    expect((await world.call(noNetworks, contract.network.info, { network_number })).code).toBe(403)
    // A member is still shown, without the networks that the role does not see.
    expect((await world.call(noNetworks, contract.router.info, { router_name: names[0]! })).data).toMatchObject({ network: [] })
  })
})

describe('the right to tickets', () => {
  it('lets everybody see, answer and delete their own, and those of others as far as the role says', async () => {
    const owner = await world.anOwner()
    const theirs = await aTicket(owner, '主账号的工单')
    const [own, reader, agent, cleaner] = [
      await colleague(owner, ['ticket.create']),
      await colleague(owner, ['ticket.view']),
      await colleague(owner, ['ticket.view', 'ticket.edit']),
      await colleague(owner, ['ticket.view', 'ticket.delete']),
    ]
    await world.pass(1)
    const mine = await aTicket(own, '我的工单')
    expect(await titles(own)).toEqual(['我的工单'])
    expect(await titles(reader)).toEqual(['我的工单', '主账号的工单'])
    const reply = (who: Person, ticket_number: string) =>
      world.call(who, contract.supportTickets.reply, { ticket_number, content: '补充', file_ids: [] })
    const appraise = (who: Person, ticket_number: string) =>
      world.call(who, contract.supportTickets.appraise, { ticket_number, grade: 5, content: '好' })
    const remove = (who: Person, ticket_number: string) => world.call(who, contract.supportTickets.delete, { ticket_number })
    expect(await reply(own, theirs)).toMatchObject({ code: 204 })
    expect(await reply(reader, theirs)).toMatchObject({ code: 403, msg: '没有「售后工单处理」权限，请联系主账号管理员开通' })
    expect(await appraise(reader, theirs)).toMatchObject({ code: 403 })
    expect(await remove(agent, theirs)).toMatchObject({ code: 403, msg: '没有「售后工单删除」权限，请联系主账号管理员开通' })
    expect([(await reply(agent, theirs)).code, (await reply(own, mine)).code]).toEqual([200, 200])
    expect([(await remove(cleaner, theirs)).code, (await remove(own, mine)).code]).toEqual([200, 200])
    expect(await titles(owner)).toEqual([])
    expect(
      (
        await world.call(reader, contract.supportTickets.create, {
          title: '新的',
          content: '请尽快处理一下谢谢你们',
          type: 1,
          file_ids: [],
        })
      ).msg,
    ).toContain('售后工单提交')
  })

  it('never lets a read-only role delete the tickets of the owner, who may always delete all', async () => {
    const owner = await world.anOwner()
    const usual = await colleague(owner, usualRights)
    const [first, second] = [await aTicket(owner, '第一个'), await aTicket(usual, '第二个')]
    expect((await world.call(usual, contract.supportTickets.delete, { ticket_number: first })).code).toBe(403)
    expect((await world.call(owner, contract.supportTickets.delete, { ticket_number: second })).code).toBe(200)
    expect(await titles(owner)).toEqual(['第一个'])
  })
})

describe('a role', () => {
  const none = { create: 0, edit: 0, delete: 0 }
  const former = { easylink: { router: { ...none, edit: 1 }, network: { ...none, networks: [] } }, monitor: none }
  const read = async (owner: Person, id: string): Promise<Role> => (await world.call(owner, contract.roles.info, { id })).data
  const create = async (owner: Person, name: string, auth: object): Promise<string> =>
    ((await world.call(owner, contract.roles.create, { name, auth })).data as { id: string }).id

  it('of a caller that knows only the former areas grants what such roles always did, and an edit keeps what was chosen since', async () => {
    const owner = await world.anOwner()
    const id = await create(owner, '旧程序', former)
    expect((await read(owner, id)).auth).toMatchObject({
      easylink: { router: { view: 1, edit: 1 }, network: { view: 1 } },
      monitor: { view: 1 },
      ticket: { view: 1, create: 1, edit: 1, delete: 0 },
      log: { view: 1 },
      directory: { view: 1, edit: 1 },
      operation_log: { view: 0 },
    })
    const chosen = { ...former, log: { view: 0 }, ticket: { view: 0, create: 1, edit: 0, delete: 0 } }
    expect((await world.call(owner, contract.roles.edit, { id, name: '旧程序', auth: chosen })).code).toBe(200)
    expect((await world.call(owner, contract.roles.edit, { id, name: '改名', auth: former })).code).toBe(200)
    expect((await read(owner, id)).auth).toMatchObject({ log: { view: 0 }, ticket: { view: 0, create: 1, edit: 0 }, service: { view: 1 } })
  })

  it('refuses unknown rights, and rights to an area that it may not view, and names the field', async () => {
    const owner = await world.anOwner()
    const refused = async (auth: object) => {
      const { code, data } = await world.call(owner, contract.roles.create, { name: '试', auth })
      return [code, (data as { errors: { field: string; msg: string }[] }).errors[0]]
    }
    expect(await refused({ ...former, billing: { view: 1 } })).toEqual([422, { field: 'auth.billing', msg: '不支持的字段：billing' }])
    expect(await refused({ ...former, log: { view: 1, delete: 1 } })).toEqual([
      422,
      { field: 'auth.log.delete', msg: '不支持的字段：delete' },
    ])
    expect(await refused({ ...former, directory: { view: 0, edit: 1 } })).toEqual([
      422,
      { field: 'auth.directory.view', msg: '请先勾选 LDAP 目录的查看，再授予其他权限' },
    ])
  })

  it('has a name that no other role of the account has, in whatever case, also when two are created at once', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    const id = await create(owner, 'Ops', former)
    const second = await create(owner, '客服', former)
    const taken = { code: 422, msg: '角色名称已存在', data: { errors: [{ field: 'name', msg: '角色名称已存在' }] } }
    expect(await world.call(owner, contract.roles.create, { name: 'ops', auth: former })).toMatchObject(taken)
    expect(await world.call(owner, contract.roles.edit, { id: second, name: 'OPS', auth: former })).toMatchObject(taken)
    expect((await world.call(owner, contract.roles.edit, { id, name: 'OPS', auth: former })).code).toBe(200)
    expect(await create(other, 'Ops', former)).toBeTruthy()
    const both = await Promise.all(['财务', '财务'].map((name) => world.call(owner, contract.roles.create, { name, auth: former })))
    expect(both.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 422])
  })
})

describe('a disabled sub-account', () => {
  it('is signed out at once, is refused at the sign-in with a sentence, and works again once it is enabled', async () => {
    const owner = await world.anOwner()
    const one = await colleague(owner, usualRights)
    const id = String(one.login_id)
    expect((await world.call(one, contract.network.list, {})).code).toBe(200)
    expect((await world.call(owner, contract.subAccounts.disable, { id })).code).toBe(200)
    expect((await world.call(owner, contract.subAccounts.disable, { id })).code).toBe(200)
    expect(await world.call(one, contract.network.list, {})).toMatchObject({ code: 2004, msg: refusals.subAccountDisabled['zh-CN'] })
    expect((await world.call(owner, contract.subAccounts.info, { id })).data).toMatchObject({ status: 0 })
    expect((await world.call(owner, contract.subAccounts.enable, { id })).code).toBe(200)
    expect((await world.call(owner, contract.subAccounts.info, { id })).data).toMatchObject({ status: 1 })
    // The sessions that were ended stay ended.
    expect((await world.call(one, contract.network.list, {})).code).toBe(2003)
    expect((await world.call({ ...one, ...(await world.signedIn(one)) }, contract.network.list, {})).code).toBe(200)
    const { data } = await world.call(owner, contract.operationLog.lists, {})
    const messages = (data as { action: string; message: string }[]).map(({ action, message }) => `${action} ${message}`)
    expect(messages.slice(0, 2)).toEqual([
      `enable_sub_account 启用子账号 ${one.username}（${one.username}）`,
      `disable_sub_account 停用子账号 ${one.username}（${one.username}）`,
    ])
  })
})
