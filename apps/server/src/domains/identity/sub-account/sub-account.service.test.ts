import { contract, type Permission, usualRights } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWorld, type Person, type World } from '../../../../test/world.ts'
import { createRole } from './role.service.ts'
import { createSubAccount } from './sub-account.service.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const role = (owner: Person, flags: Permission[] = [], networks: string[] = []) =>
  world.asAccount(owner, (db) => createRole(db, 'system', { name: '网络运维', flags: [...usualRights, ...flags], networks }))
const subAccount = (owner: Person, role_id: number, username: string) =>
  world.asAccount(owner, (db) => createSubAccount(db, 'system', { role_id, nickname: '李伟', username, password: 'secret-1234' }))
const authOf = async (owner: Person, login_id: number) => {
  const who = await world.signedIn({ account_id: owner.account_id, login_id })
  return (await world.call(who, contract.account.info, {})).data as {
    ram: number
    username: string
    auth: { easylink: Record<string, object>; monitor: object }
  }
}
async function aNetwork(owner: Person) {
  const network_number = String(5_000_000_000 + owner.account_id * 100)
  await world.db.systemNow.sql
    .insertInto('network')
    .values({ account_id: owner.account_id, network_number, network_name: '总部' })
    .execute()
  return network_number
}

describe('a role', () => {
  it('gives its sub-accounts exactly its rights', async () => {
    const owner = await world.anOwner()
    const login_id = await subAccount(owner, await role(owner, ['member.edit', 'network.create', 'monitor.edit']), 'liwei')
    expect(await authOf(owner, login_id)).toMatchObject({
      ram: 1,
      username: 'liwei',
      auth: {
        easylink: { router: { create: 0, edit: 1, delete: 0 }, network: { create: 1, edit: 0, delete: 0, networks: [] } },
        monitor: { view: 1, create: 0, edit: 1, delete: 0 },
      },
    })
  })

  it('cannot create networks when it designates some', async () => {
    const owner = await world.anOwner()
    const network_number = await aNetwork(owner)
    const login_id = await subAccount(
      owner,
      await role(owner, ['network.create', 'network.edit'], [network_number, network_number]),
      'liwei',
    )
    const { auth } = await authOf(owner, login_id)
    expect(auth.easylink.network).toEqual({ view: 1, create: 0, edit: 1, delete: 0, networks: [network_number] })
  })

  it('cannot designate a network of another account, nor an unknown one', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    const theirs = await aNetwork(other)
    await expect(role(owner, [], [theirs])).rejects.toMatchObject({ reason: 'networkNotFound' })
    await expect(role(owner, [], ['1000000000'])).rejects.toMatchObject({ reason: 'networkNotFound' })
  })
})

describe('a sub-account', () => {
  it('signs in with its name and the account’s number', async () => {
    const owner = await world.anOwner()
    await subAccount(owner, await role(owner), 'liwei')
    const { uniqid } = (await world.call(undefined, contract.verify.code, {})).data as { uniqid: string }
    const code = (await world.services.captchas.read(uniqid))!
    const username = `liwei@${owner.account_number}`
    const answer = await world.call(undefined, contract.login.ram, { username, password: 'secret-1234', code, uniqid })
    expect(answer).toMatchObject({ code: 200, data: { user: { username: 'liwei', nickname: '李伟', ram: 1 } } })
  })

  it('is refused beyond the granted number, also when many are created at once', async () => {
    const owner = await world.anOwner()
    const role_id = await role(owner)
    const tries = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => subAccount(owner, role_id, `person${i}`)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    await expect(subAccount(owner, role_id, 'onemore')).rejects.toMatchObject({ reason: 'subAccountLimit', params: { used: 3, count: 3 } })
  })

  it('has a name of its own within the account, regardless of case, which another account may use too', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    const role_id = await role(owner)
    await subAccount(owner, role_id, 'liwei')
    await expect(subAccount(owner, role_id, 'LiWei')).rejects.toMatchObject({ reason: 'nameTaken' })
    expect(await subAccount(other, await role(other), 'liwei')).toBeGreaterThan(0)
  })

  it('cannot have a role of another account', async () => {
    const [owner, other] = [await world.anOwner(), await world.anOwner()]
    const theirs = await role(other)
    await expect(subAccount(owner, theirs, 'liwei')).rejects.toMatchObject({ reason: 'roleNotFound' })
  })

  it('is logged without its password', async () => {
    const owner = await world.anOwner()
    await subAccount(owner, await role(owner), 'liwei')
    const rows = await world.db.systemNow.sql
      .selectFrom('audit')
      .select(['area', 'action', 'message', 'detail'])
      .where('account_id', '=', owner.account_id)
      .orderBy('seq')
      .execute()
    expect(rows.map(({ action, message }) => [action, message])).toEqual([
      [
        'create_role',
        '创建角色「网络运维」：可查看全部成员；可查看全部组网；监控仅查看；可提交售后工单，可查看、处理全部售后工单；可查看日志、服务、SaaS 设备、LDAP 目录、客户端下载；不可查看操作日志',
      ],
      ['create_sub_account', '创建子账号 liwei（李伟），角色「网络运维」'],
    ])
    expect(JSON.stringify(rows)).not.toContain('secret-1234')
  })
})
