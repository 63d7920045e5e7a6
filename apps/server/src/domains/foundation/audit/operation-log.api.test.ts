import { auditActionNames, auditAreaNames, contract, type OperationRecord, operationValues } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { audit, auditBy, auditSystem } from './audit.service.ts'
import { type Keeper, openAsKeeper } from '../../../../test/matrix/rows.ts'
import { rowsIn } from '../../../../test/member-file-fixtures.ts'
import { aLimitedColleague, aNetwork, aSubAccount, hardware } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

const none = { create: 0, edit: 0, delete: 0 } as const
const noRights = { easylink: { router: none, network: { ...none, networks: [] } }, monitor: none }

let world: World
let keeper: Keeper
beforeAll(async () => {
  world = await createWorld()
  keeper = await openAsKeeper(world.url)
})
afterAll(async () => {
  await keeper.close()
  await world.close()
})

async function log(owner: Person, input: object = {}): Promise<{ count: number | undefined; rows: OperationRecord[] }> {
  const reply = await world.call(owner, contract.operationLog.lists, input)
  expect(reply, reply.msg).toMatchObject({ code: 200 })
  return { count: reply.count, rows: reply.data }
}
const messages = async (owner: Person, input: object = {}) => (await log(owner, input)).rows.map(({ message }) => message)

/** Logs an operation of a login, or of the system where none is given, at a given time. */
async function did(owner: Person, message: string, { at, by }: { at?: Date; by?: Person } = {}): Promise<void> {
  const entry = { area: 'member', action: 'note', message } as const
  await world.asAccount(owner, (db) =>
    by
      ? audit(db, { login_id: by.login_id, username: by.username, ram: 1, address: '127.0.0.1' }, entry)
      : auditSystem(db, owner.account_id, entry),
  )
  if (at)
    await keeper.client.query('update audit set create_time = $1 where account_id = $2 and message = $3', [at, owner.account_id, message])
}
/** Returns the day in Shanghai that is so many days ago. */
const dayAgo = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format(Date.now() - days * 86_400_000)

describe('the operation log', () => {
  it('shows the owner all operations of the account, newest first, with actor and address', async () => {
    const owner = await world.anOwner()
    const colleague = await aSubAccount(world, owner, { network_edit: 1 })
    const network_number = await aNetwork(world, owner, '总部', await hardware(world, owner, 1))
    await world.call(colleague, contract.network.rename, { network_number, network_name: '新名' }, { address: '203.0.113.9' })
    await did(owner, '到期')
    const { rows } = await log(owner)
    expect(rows).toMatchObject([
      { actor: 'system', actor_kind: 'system', mode: 'member', address: null },
      { actor: colleague.username, actor_kind: 'sub_account', mode: 'network', action: 'name', address: '203.0.113.9' },
      { actor: owner.username, actor_kind: 'owner', mode: 'network', action: 'create' },
    ])
    expect(rows[1]!.message).toMatch(/总部.*新名/)
    for (const { mode, action } of rows) {
      expect(auditAreaNames).toHaveProperty(mode)
      expect(auditActionNames).toHaveProperty(action)
    }
  })

  it('can be filtered by one sub-account, and comes in pages', async () => {
    const owner = await world.anOwner()
    const [one, other] = [await aSubAccount(world, owner, {}), await aSubAccount(world, owner, {})]
    for (const message of ['一', '二', '三']) await did(owner, message, { by: one })
    await did(owner, '别人', { by: other })
    const ram_id = String(one.login_id)
    expect(await log(owner, { ram_id, limit: 2 })).toMatchObject({ count: 3, rows: [{ message: '三' }, { message: '二' }] })
    expect(await messages(owner, { ram_id, limit: 2, page: 2 })).toEqual(['一'])
    expect((await world.call(owner, contract.operationLog.lists, { ram_id: String(owner.login_id) })).code).toBe(204)
  })

  it('is searched by a part of its sentences, of who did it, and of the address, and narrowed to a part of the account', async () => {
    const owner = await world.anOwner()
    const one = await aSubAccount(world, owner, {})
    await did(owner, '停用成员 合肥店（WR210M）')
    await did(owner, '另一件 100%', { by: one })
    expect(await messages(owner, { search: '合肥' })).toEqual(['停用成员 合肥店（WR210M）'])
    expect(await messages(owner, { search: 'wr210m' })).toEqual(['停用成员 合肥店（WR210M）'])
    expect(await messages(owner, { search: '%' })).toEqual(['另一件 100%'])
    expect(await messages(owner, { search: one.username })).toContain('另一件 100%')
    expect(await messages(owner, { search: '合肥', area: 'ticket' })).toEqual([])
  })

  it('is narrowed to a person, a kind of operation and an object, and leaves out what operators only looked at', async () => {
    const owner = await world.anOwner()
    const one = await aSubAccount(world, owner, { network_edit: 1 })
    const [member] = await hardware(world, owner, 1)
    const network_number = await aNetwork(world, owner, '总部', [member!])
    await world.call(one, contract.network.rename, { network_number, network_name: '新名' })
    await did(owner, '到期')
    await world.asAccount(owner, (db) =>
      auditBy(
        db,
        { operator_id: 1, username: 'desk', role: 'support', address: '10.0.0.9' },
        {
          area: 'account',
          action: 'view',
          message: '查看账号详情',
        },
      ),
    )
    const renamed = [expect.stringContaining('新名')]
    expect(await messages(owner, { person: String(one.login_id) })).toEqual(renamed)
    expect(await messages(owner, { person: 'system' })).toEqual(['到期'])
    expect(await messages(owner, { action: 'name' })).toEqual(renamed)
    expect(await messages(owner, { object: network_number, action: 'create' })).toHaveLength(1)
    expect(await messages(owner, { object: network_number })).toHaveLength(2)
    expect(await messages(owner, { object: member! })).toEqual([expect.stringContaining('创建组网')])
    expect(await messages(owner, { object: '$.** ? (@ == 1)' })).toEqual([])
    expect(await messages(owner)).not.toContain('查看账号详情')
    expect(await messages(owner, { views: 1 })).toContain('查看账号详情')
    expect(await messages(owner, { action: 'view' })).toEqual(['查看账号详情'])
    expect((await world.call(owner, contract.operationLog.counts, { person: 'operator' })).data).toEqual({ changes: 0, views: 1 })
    expect((await world.call(owner, contract.operationLog.counts, { action: 'name' })).data).toEqual({ changes: 1, views: 1 })
    const wrong: [object, string][] = [
      [{ person: 'everybody' }, '操作者'],
      [{ action: 'destroy' }, '操作类型'],
    ]
    for (const [input, field] of wrong) {
      const { code, msg } = await world.call(owner, contract.operationLog.lists, input)
      expect([code, msg]).toEqual([422, expect.stringContaining(field)])
    }
    const { data } = await world.call(owner, contract.operationLog.people, {})
    expect(data).toEqual([
      { id: String(owner.login_id), name: owner.username, kind: 'owner' },
      { id: String(one.login_id), name: one.username, kind: 'sub_account' },
    ])
  })

  it('shows a role that is limited to some members the areas that name none, and no area that was added since', async () => {
    const owner = await world.anOwner()
    await world.asAccount(owner, async (db) => {
      await auditSystem(db, owner.account_id, { area: 'account', action: 'note', message: '修改账号' })
      await auditSystem(db, owner.account_id, { area: 'of tomorrow' as 'account', action: 'note', message: '成员 SN00000001' })
    })
    const shown = await messages(await aLimitedColleague(world, owner))
    expect(shown).toContain('修改账号')
    expect(shown).not.toContain('成员 SN00000001')
  })

  it('shows the values before and after, of a revision as well', async () => {
    const owner = await world.anOwner()
    const [member] = await hardware(world, owner, 1)
    const network_number = await aNetwork(world, owner, '总部', [member!])
    await world.call(owner, contract.network.rename, { network_number, network_name: '新名' })
    await world.call(owner, contract.roles.create, { name: '门店运维', note: '周末', auth: noRights })
    const { rows } = await log(owner)
    const said = rows.map((row) => operationValues(row, 'zh-CN', String))
    expect(said[0]).toEqual(
      expect.arrayContaining([
        { name: '名称', hint: undefined, before: undefined, after: ['门店运维'] },
        { name: '备注', hint: undefined, before: undefined, after: ['周末'] },
      ]),
    )
    expect(said[1]).toEqual([{ name: '组网名称', hint: expect.any(String), before: ['总部'], after: ['新名'] }])
    expect(JSON.stringify(rows)).not.toContain('account_id')
  })

  it('is filtered by days of Shanghai, the first and the last included', async () => {
    const owner = await world.anOwner()
    const [from, to] = [dayAgo(4), dayAgo(3)]
    await did(owner, '前一秒', { at: new Date(`${dayAgo(5)}T23:59:59+08:00`) })
    await did(owner, '第一秒', { at: new Date(`${from}T00:00:00+08:00`) })
    await did(owner, '最后一秒', { at: new Date(`${to}T23:59:59.999+08:00`) })
    await did(owner, '后一秒', { at: new Date(`${dayAgo(2)}T00:00:00+08:00`) })
    expect(await messages(owner, { start_time: from, end_time: to })).toEqual(['最后一秒', '第一秒'])
    expect(await messages(owner, { end_time: from })).toEqual(['第一秒', '前一秒'])
    expect(await messages(owner, { start_time: dayAgo(2) })).toEqual(['后一秒'])
    const wrong: [object, string][] = [
      [{ start_time: to, end_time: from }, '结束日期不能早于开始日期'],
      [{ start_time: '2026-02-30' }, '开始时间格式不正确'],
      [{ start_time: "2026-01-01'; drop table audit" }, '开始时间格式不正确'],
    ]
    for (const [input, msg] of wrong) expect(await world.call(owner, contract.operationLog.lists, input)).toMatchObject({ code: 422, msg })
  })

  it('is exported as a workbook of any length with names instead of codes, and never empty', async () => {
    const owner = await world.anOwner()
    const one = await aSubAccount(world, owner, {})
    const file = (input: object) => {
      const query = new URLSearchParams(input as Record<string, string>)
      return world.apps.console.inject({
        url: `/api/v1/${contract.operationLog.file.path}?${query}`,
        headers: { authorization: `Bearer ${owner.access_token}` },
      })
    }
    expect((await file({ ram_id: String(one.login_id) })).json()).toMatchObject({ code: 422, msg: '导出数据为空' })
    await keeper.client.query('set role weft_system')
    await keeper.client.query(
      `select audit_append($1, 'sub_account', $2, $3, null, 'member', 'note', '=改备注 ' || n, '{}') from generate_series(1, 2500) n`,
      [owner.account_id, one.login_id, one.username],
    )
    await keeper.client.query('reset role')
    const answer = await file({ ram_id: String(one.login_id) })
    expect(answer.headers['content-disposition']).toContain(encodeURIComponent('操作日志'))
    const rows = await rowsIn(answer.rawPayload, [
      '时间（北京时间）',
      '时间（UTC）',
      '操作者',
      '模块',
      '操作',
      '内容',
      '改之前',
      '改之后',
      'IP 地址',
    ])
    expect(rows).toHaveLength(2500)
    // The newest operation comes first, and no text is a formula.
    expect(Object.values(rows[0]!.cells).join('|')).toContain("'=改备注 2500")
  })
})
