import { contract } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aProvedOwner, signedInLongAgo } from '../../../../test/credential-fixtures.ts'
import { createRole } from './role.service.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const aRole = (owner: Person, name = '运维') =>
  world.asAccount(owner, async (db) => String(await createRole(db, 'system', { name, flags: ['network.edit'], networks: [] })))
const create = (owner: Person, role_id: string, username: string, change: object = {}) =>
  world.call(owner, contract.subAccounts.create, { role_id, nickname: '李伟', username, password: 'secret-1234', ...change })
async function created(owner: Person, role_id: string, username: string): Promise<string> {
  const answer = await create(owner, role_id, username)
  expect(answer, answer.msg).toMatchObject({ code: 200 })
  return (answer.data as { id: string }).id
}
async function signIn(owner: Person, username: string, password: string) {
  const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
  const code = (await world.services.captchas.read(uniqid))!
  const reply = await world.call(undefined, contract.login.ram, { username: `${username}@${owner.account_number}`, password, code, uniqid })
  return { code: reply.code, access_token: (reply.data as { access_token: string } | null)?.access_token ?? '' }
}
const infoCode = async (who: { access_token: string }) => (await world.call(who, contract.account.info, {})).code

describe('a sub-account', () => {
  it('is created, listed with its role and found by name or nickname; its sign-in domain is the account number', async () => {
    const owner = await aProvedOwner(world)
    const role_id = await aRole(owner)
    expect((await world.call(owner, contract.subAccounts.domain, {})).data).toEqual({ domain: owner.account_number })
    const id = await created(owner, role_id, 'li.wei')
    await create(owner, role_id, 'zhang-san', { nickname: '张三' })
    expect((await world.call(owner, contract.subAccounts.quantity, {})).data).toEqual({ use: 2, max: 3 })
    expect(await world.call(owner, contract.subAccounts.lists, {})).toMatchObject({
      count: 2,
      data: [{ username: 'zhang-san' }, { id, username: 'li.wei', nickname: '李伟', role_id, role_name: '运维', login_time: null }],
    })
    for (const search of ['LI.W', '李'])
      expect(await world.call(owner, contract.subAccounts.lists, { search })).toMatchObject({ count: 1, data: [{ id }] })
    const { code } = await signIn(owner, 'li.wei', 'secret-1234')
    expect(code).toBe(200)
    const { data } = await world.call(owner, contract.subAccounts.info, { id })
    expect(data).toMatchObject({ login_time: expect.any(Number) })
  })

  it('is created by a script that has just signed in, and not by an older session or one from a login link', async () => {
    const owner = await world.anOwner()
    const role_id = await aRole(owner)
    const script = await create(owner, role_id, 'script')
    expect(script).toMatchObject({ code: 200, msg: '保存成功' })
    // The password of one that is there already takes a further proof.
    const { id } = script.data as { id: string }
    const edit = { id, role_id, nickname: '李伟' }
    expect((await world.call(owner, contract.subAccounts.edit, { ...edit, password: 'secret-5678' })).code).toBe(401)
    expect((await world.call(owner, contract.subAccounts.edit, { ...edit, password: '' })).code).toBe(200)
    await signedInLongAgo(world, owner)
    expect(await create(owner, role_id, 'older')).toMatchObject({ code: 401 })
    const { account_id, login_id } = owner
    const link = { access_token: await world.asSystem((system) => world.services.sessions.issueLink(system, { account_id, login_id })) }
    expect(
      (await world.call(link, contract.subAccounts.create, { role_id, nickname: '李伟', username: 'link', password: 'secret-1234' })).code,
    ).toBe(403)
    expect((await world.call(owner, contract.subAccounts.quantity, {})).data).toMatchObject({ use: 1 })
  })

  it('loses its sessions with its old password, and keeps both when the password field is empty', async () => {
    const owner = await aProvedOwner(world)
    const role_id = await aRole(owner)
    const id = await created(owner, role_id, 'liwei')
    const before = await signIn(owner, 'liwei', 'secret-1234')
    const edit = (change: object) => world.call(owner, contract.subAccounts.edit, { id, role_id, nickname: '李伟', ...change })
    expect((await edit({ nickname: '李大伟', password: '' })).code).toBe(200)
    expect(await infoCode(before)).toBe(200)
    expect((await edit({ password: 'secret-5678' })).code).toBe(200)
    expect(await infoCode(before)).toBe(2003)
    expect([(await signIn(owner, 'liwei', 'secret-1234')).code, (await signIn(owner, 'liwei', 'secret-5678')).code]).toEqual([401, 200])
  })

  it('has the rights of another role from the next call on', async () => {
    const owner = await aProvedOwner(world)
    const [editor, reader] = [await aRole(owner, '运维'), await aRole(owner, '只读')]
    await world.call(owner, contract.roles.edit, {
      id: reader,
      name: '只读',
      note: '',
      auth: {
        easylink: { router: { create: 0, edit: 0, delete: 0 }, network: { create: 0, edit: 0, delete: 0, networks: [] } },
        monitor: { create: 0, edit: 0, delete: 0 },
      },
    })
    const id = await created(owner, editor, 'liwei')
    const who = await signIn(owner, 'liwei', 'secret-1234')
    const right = async () =>
      ((await world.call(who, contract.account.info, {})).data as { auth: { easylink: { network: { edit: number } } } }).auth.easylink
        .network.edit
    expect(await right()).toBe(1)
    await world.call(owner, contract.subAccounts.edit, { id, role_id: reader, nickname: '李伟', password: '' })
    expect(await right()).toBe(0)
  })

  it('loses access at once when it is deleted; its name is free, and its log entries remain', async () => {
    const owner = await aProvedOwner(world)
    const role_id = await aRole(owner)
    const id = await created(owner, role_id, 'liwei')
    const who = await signIn(owner, 'liwei', 'secret-1234')
    expect((await world.call(owner, contract.subAccounts.delete, { id })).code).toBe(200)
    expect(await infoCode(who)).toBe(2001)
    expect((await signIn(owner, 'liwei', 'secret-1234')).code).toBe(401)
    expect((await world.call(owner, contract.subAccounts.info, { id })).code).toBe(204)
    expect(await created(owner, role_id, 'liwei')).not.toBe(id)
    const log = (await world.call(owner, contract.operationLog.lists, {})).data as { message: string }[]
    expect(log.map(({ message }) => message)).toEqual(
      expect.arrayContaining(['创建子账号 liwei（李伟），角色「运维」', '删除子账号 liwei（李伟）', 'liwei 登录控制台']),
    )
  })

  it('is refused with a sentence at the wrong field', async () => {
    const owner = await aProvedOwner(world)
    const role_id = await aRole(owner)
    await created(owner, role_id, 'liwei')
    const named = '为 1–18 位字母、数字、下划线、点或连字符，以字母或数字开头'
    for (const username of ['li@wei', '@', 'liwei@', '.liwei', 'a'.repeat(19), '李伟', 'li wei', 'constructor/'])
      expect(await create(owner, role_id, username), username).toMatchObject({
        code: 422,
        data: { errors: [{ field: 'username', msg: `用户名${named}` }] },
      })
    expect(await create(owner, role_id, 'LiWei')).toMatchObject({ code: 422, msg: '用户名已被使用' })
    expect(await create(owner, role_id, 'wangwu', { nickname: ' ' })).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'nickname' }] },
    })
    expect(await create(owner, role_id, 'wangwu', { password: '12345' })).toMatchObject({
      code: 422,
      data: { errors: [{ field: 'password' }] },
    })
    expect(await create(owner, role_id, 'wangwu', { ram: 0 })).toMatchObject({ code: 422, msg: '不支持的字段：ram' })
    expect((await create(owner, '999', 'wangwu')).code).toBe(204)
    expect((await world.call(owner, contract.subAccounts.quantity, {})).data).toMatchObject({ use: 1 })
  })

  it('is created once by a repeated call, and never beyond the account’s limit', async () => {
    const owner = await aProvedOwner(world)
    const role_id = await aRole(owner)
    const headers = { 'idempotency-key': 'one-sub-account' }
    const body = { role_id, nickname: '李伟', username: 'liwei', password: 'secret-1234' }
    const twice = await Promise.all([1, 2].map(() => world.call(owner, contract.subAccounts.create, body, { headers })))
    expect(twice[0]!.data).toEqual(twice[1]!.data)
    const many = await Promise.all(Array.from({ length: 6 }, (_, i) => create(owner, role_id, `person${i}`)))
    expect(many.filter(({ code }) => code === 200)).toHaveLength(2)
    expect(many.find(({ code }) => code === 403)?.msg).toBe('子账号名额已满（3/3），请申请扩容')
  })

  it('never appears in the log with its password', async () => {
    const owner = await aProvedOwner(world)
    const role_id = await aRole(owner)
    const id = await created(owner, role_id, 'liwei')
    await world.call(owner, contract.subAccounts.edit, { id, role_id, nickname: '李伟', password: 'secret-5678' })
    const rows = await world.db.systemNow.sql.selectFrom('audit').selectAll().where('account_id', '=', owner.account_id).execute()
    expect(rows.map(({ message }) => message)).toContain('修改子账号 liwei：重置密码')
    expect(JSON.stringify(rows)).not.toMatch(/secret-(1234|5678)/)
  })
})
