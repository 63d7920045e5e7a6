import type { DeletionRow } from '@weft/contract'
import { contract } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { aDeletion, aWorkbook, deleteAll } from '../../../../test/member-file-fixtures.ts'
import { aMember } from '../../../../test/member-fixtures.ts'
import { aNetwork, aSubAccount, hardware, logOf, rowsOf } from '../../../../test/network-fixtures.ts'
import { createWorld, type Person, type World } from '../../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

let owner: Person
beforeEach(async () => {
  owner = await world.anOwner()
})
const membersOf = async () => (await rowsOf(world, owner)).members.map(({ router_name }) => router_name)

describe('a list of members to delete', () => {
  it('deletes by the name before @ or the whole name, returns a result for each and writes one row of the log', async () => {
    const [first, second, kept] = [
      await aMember(world, owner, 'zhangsan', { note: '销售' }),
      await aMember(world, owner, 'lisi'),
      await aMember(world, owner, 'wangwu'),
    ]
    const [router] = await hardware(world, owner, 1)
    const answer = await deleteAll(world, owner, await aDeletion('zhangsan', second, 'nobody', `${router}`, 'zhangsan', 'x@other'))
    expect(answer).toMatchObject({ code: 200 })
    const rows = answer.data as DeletionRow[]
    expect(rows.map(({ name, router_name, result, deleted }) => [name, router_name, result, deleted])).toEqual([
      ['销售', first, '删除成功', 1],
      [second, second, '删除成功', 1],
      ['nobody', `nobody@${owner.account_number}`, '成员不存在', 0],
      [router, `${router}@${owner.account_number}`, '成员不存在', 0],
      ['x@other', 'x@other', '成员不存在', 0],
    ])
    expect(new Set(await membersOf())).toEqual(new Set([router, kept]))
    expect((await logOf(world, owner)).length).toBe(4)
  })

  it('never deletes a member of another account', async () => {
    const other = await world.anOwner()
    const theirs = await aMember(world, other, 'zhangsan')
    const { data } = await deleteAll(world, owner, await aDeletion(theirs))
    expect(data).toMatchObject([{ name: theirs, result: '成员不存在', deleted: 0 }])
    expect((await rowsOf(world, other)).members).toHaveLength(1)
  })

  it('keeps a member of a network that the caller may not see, and does not name that network', async () => {
    const name = await aMember(world, owner, 'zhangsan')
    const [router, mine] = await hardware(world, owner, 2)
    await aNetwork(world, owner, '机密', [router!], [name])
    const seen = await aNetwork(world, owner, '公开', [mine!])
    const sub = await aSubAccount(world, owner, { member_delete: 1, designated: [seen] })
    const answer = await deleteAll(world, sub, await aDeletion('zhangsan'), 'en')
    expect(answer.data).toMatchObject([{ deleted: 0, result: expect.stringContaining('may not change a network') }])
    expect(JSON.stringify(answer)).not.toContain('机密')
    expect(await membersOf()).toContain(name)
  })

  it('needs the right to delete', async () => {
    const sub = await aSubAccount(world, owner, { member_create: 1, member_edit: 1 })
    expect(await deleteAll(world, sub, await aDeletion('zhangsan'))).toMatchObject({ code: 403 })
  })

  it('deletes nothing if it has a formula, other headings or no rows', async () => {
    const name = await aMember(world, owner, 'zhangsan')
    const formula = await aWorkbook([['用户名'], ['zhangsan'], ['lisi']], {
      cells: new Map([['2,0', { formula: 'A2', formulaResult: 'zhangsan' }]]),
    })
    expect(await deleteAll(world, owner, formula)).toMatchObject({ code: 422, msg: '第 3 行：用户名不能是公式，请填写文本' })
    expect(await deleteAll(world, owner, await aWorkbook([['成员'], ['zhangsan']]))).toMatchObject({ msg: '表头不正确，应为：用户名' })
    expect(await deleteAll(world, owner, await aDeletion())).toMatchObject({ msg: '文件中没有数据' })
    expect(await membersOf()).toEqual([name])
  })

  it('takes text that is no valid name as a name that no member has', async () => {
    const odd = ['=1+1', '张三', 'a'.repeat(300), "x' or '1'='1", 'a_x0000_b', '_xD800_']
    const { code, data } = await deleteAll(world, owner, await aDeletion(...odd))
    expect([code, (data as DeletionRow[]).map(({ deleted }) => deleted)]).toEqual([200, odd.map(() => 0)])
  })
})

it('a deletion without a file is refused', async () => {
  expect(await world.call(owner, contract.memberFiles.batch_delete, {})).toMatchObject({ code: 415 })
})
