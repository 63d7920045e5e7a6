import { ACCESS_KEY_DAYS_MAX, type AccessKey, contract, usualRights } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aProvedOwner } from '../../../../test/credential-fixtures.ts'
import { createIdentifyService } from '../session/identify.service.ts'
import { createSessionService } from '../session/session.service.ts'
import { createRole } from '../sub-account/role.service.ts'
import { aNetwork, hardware } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const DAY = 86_400
const now = () => Math.floor(world.infrastructure.clock.now().getTime() / 1000)
const aRole = (owner: Person, networks: string[] = []) =>
  world.asAccount(owner, async (db) =>
    String(await createRole(db, 'system', { name: '脚本', flags: [...usualRights, 'network.edit'], networks })),
  )
async function aKey(owner: Person, role_id: string, expire_time = now() + DAY) {
  const answer = await world.call(owner, contract.accessKeys.create, { name: '每日巡检', role_id, expire_time })
  expect(answer, answer.msg).toMatchObject({ code: 200 })
  const { id, access_key } = answer.data as { id: string; access_key: string }
  return { id, access_token: access_key }
}
const keysOf = async (owner: Person): Promise<AccessKey[]> => (await world.call(owner, contract.accessKeys.lists, {})).data
const networks = (who: { access_token: string }) => world.call(who, contract.network.list, {})

describe('an access key', () => {
  it('calls with the rights of its role and sees what its role sees', async () => {
    const owner = await aProvedOwner(world)
    const [head, branch] = [
      await aNetwork(world, owner, '总部', await hardware(world, owner, 1)),
      await aNetwork(world, owner, '分店', await hardware(world, owner, 1)),
    ]
    const key = await aKey(owner, await aRole(owner, [head]))
    expect(key.access_token).toMatch(/^weft_[\w-]{40,}$/)
    expect(await networks(key)).toMatchObject({ code: 200, count: 1, data: [{ network_number: head }] })
    const rename = (network_number: string) => world.call(key, contract.network.rename, { network_number, network_name: '新名' })
    expect([(await rename(head)).code, (await rename(branch)).code]).toEqual([200, 204])
    expect((await world.call(key, contract.network.delete, { network_number: head })).code).toBe(403)
    expect(await world.call(key, contract.subAccounts.lists, {})).toMatchObject({ code: 403 })
    expect(
      await world.call(key, contract.ram.password, { old_password: 'x-123456', password: 'x-123456', reset_password: 'x-123456' }),
    ).toMatchObject({
      code: 403,
      msg: '访问密钥不能执行此操作，请登录控制台',
    })
  })

  it('is written as used once a minute by a server that remembers it; of too many the one that was written longest ago is forgotten', async () => {
    const owner = await aProvedOwner(world)
    const role = await aRole(owner)
    const [a, b, c] = [await aKey(owner, role), await aKey(owner, role), await aKey(owner, role)]
    const identify = createIdentifyService(world.infrastructure, createSessionService(world.infrastructure), 2)
    const use = ({ access_token }: { access_token: string }, address: string) =>
      identify.byToken({
        token: access_token,
        address,
        language: 'zh-CN',
        user_agent: '',
        cookie: undefined,
        device: undefined,
        setCookie() {},
        setDevice() {},
        clearCookie() {},
      })
    const addresses = async () => {
      const keys = await keysOf(owner)
      return [a, b, c].map(({ id }) => keys.find((key) => key.id === id)?.last_address)
    }
    for (const key of [a, b, c]) await use(key, '203.0.113.1')
    for (const key of [c, b]) await use(key, '203.0.113.2')
    expect(await addresses()).toEqual(['203.0.113.1', '203.0.113.1', '203.0.113.1'])
    await use(a, '203.0.113.2')
    await use(c, '203.0.113.2')
    expect(await addresses()).toEqual(['203.0.113.2', '203.0.113.1', '203.0.113.1'])
    await world.pass(61)
    for (const key of [a, b, c]) await use(key, '203.0.113.3')
    expect(await addresses()).toEqual(['203.0.113.3', '203.0.113.3', '203.0.113.3'])
  })

  it('is stored only as a digest, and shown once', async () => {
    const owner = await aProvedOwner(world)
    const { access_token } = await aKey(owner, await aRole(owner))
    const tables = ['login', 'session', 'session_token', 'audit'] as const
    for (const table of tables) {
      const rows = await world.db.systemNow.sql.selectFrom(table).selectAll().where('account_id', '=', owner.account_id).execute()
      expect(rows.length, table).toBeGreaterThan(0)
      expect(JSON.stringify(rows), table).not.toContain(access_token)
    }
    expect(JSON.stringify(await keysOf(owner))).not.toContain(access_token)
  })

  it('shows when and from where it was last used, to the minute', async () => {
    const owner = await aProvedOwner(world)
    const key = await aKey(owner, await aRole(owner))
    expect(await keysOf(owner)).toMatchObject([{ id: key.id, name: '每日巡检', role_name: '脚本', last_time: null, last_address: null }])
    await world.call(key, contract.network.list, {}, { address: '203.0.113.9' })
    expect(await keysOf(owner)).toMatchObject([{ last_time: expect.any(Number), last_address: '203.0.113.9' }])
  })

  it('survives idle hours and its owner’s new password, and ends at its expiry', async () => {
    const owner = await aProvedOwner(world)
    const key = await aKey(owner, await aRole(owner))
    await world.pass(5 * 3600)
    expect((await networks(key)).code).toBe(200)
    expect((await world.call(key, contract.login.refresh, {})).code).toBe(2002)
    await world.asAccount(owner, (db) =>
      world.services.sessions.revoke(db, owner.account_id, { login_id: owner.login_id }, 2003, 'password'),
    )
    expect((await networks(key)).code).toBe(200)
    await world.pass(DAY)
    expect((await networks(key)).code).toBe(2002)
  })

  it('is refused once it is deleted, and while its account is disabled', async () => {
    const owner = await aProvedOwner(world)
    const role_id = await aRole(owner)
    const [gone, kept] = [await aKey(owner, role_id), await aKey(owner, role_id)]
    expect((await world.call(owner, contract.accessKeys.delete, { id: gone.id })).code).toBe(200)
    expect([(await networks(gone)).code, (await networks(kept)).code]).toEqual([2001, 200])
    await world.asSystem(({ sql }) => sql.updateTable('account').set({ status: 0 }).where('account_id', '=', owner.account_id).execute())
    expect((await networks(kept)).code).toBe(2004)
  })

  it('cannot be used to sign in, and is not counted as a sub-account', async () => {
    const owner = await aProvedOwner(world)
    await aKey(owner, await aRole(owner))
    const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
    const code = (await world.services.captchas.read(uniqid))!
    const reply = await world.call(undefined, contract.login.ram, {
      username: `每日巡检@${owner.account_number}`,
      password: 'secret-1234',
      code,
      uniqid,
    })
    expect(reply.code).toBe(401)
    expect((await world.call(owner, contract.subAccounts.quantity, {})).data).toMatchObject({ use: 0 })
    expect(await world.call(owner, contract.subAccounts.lists, {})).toMatchObject({ count: 0 })
  })

  it('needs an end within a year, a role of its account and a name', async () => {
    const owner = await aProvedOwner(world)
    const role_id = await aRole(owner)
    const create = (change: object) =>
      world.call(owner, contract.accessKeys.create, { name: '每日巡检', role_id, expire_time: now() + DAY, ...change })
    for (const expire_time of [now() - 1, now(), now() + ACCESS_KEY_DAYS_MAX * DAY + 60])
      expect(await create({ expire_time })).toMatchObject({ code: 422, data: { errors: [{ field: 'expire_time' }] } })
    expect(await create({ name: '' })).toMatchObject({ code: 422, data: { errors: [{ field: 'name' }] } })
    expect((await create({ role_id: await aRole(await aProvedOwner(world)) })).code).toBe(204)
    expect(await keysOf(owner)).toEqual([])
  })

  it('appears in the operation log as an access key, with its own name', async () => {
    const owner = await aProvedOwner(world)
    const head = await aNetwork(world, owner, '总部', await hardware(world, owner, 1))
    const key = await aKey(owner, await aRole(owner))
    await world.call(key, contract.network.rename, { network_number: head, network_name: '新名' })
    const log = await world.call(owner, contract.operationLog.lists, { ram_id: key.id })
    // The log can be filtered by a sub-account, not by an access key.
    expect(log).toMatchObject({ code: 204 })
    const all = (await world.call(owner, contract.operationLog.lists, {})).data as { actor: string; actor_kind: string; mode: string }[]
    expect(all[0]).toMatchObject({ actor: '每日巡检', actor_kind: 'access_key', mode: 'network' })
  })
})
