import type { BatchProblems } from '@weft/contract'
import { agentContract, contract } from '@weft/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addAll, aList, aRow, aWorkbook, headings, MEGABYTE, upload } from '../../../../test/member-file-fixtures.ts'
import { aDirectory, aMember, many, memberOf } from '../../../../test/member-fixtures.ts'
import { aSubAccount, grant, logOf, rowsOf } from '../../../../test/network-fixtures.ts'
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

const membersOf = async (who: Person = owner) => (await rowsOf(world, who)).members.map(({ router_name }) => router_name)
const named = (username: string, { account_number }: Person = owner) => `${username}@${account_number}`
/** Returns the problems of a list, a line each. */
async function problemsOf(file: Buffer, language = 'zh-CN'): Promise<string[]> {
  const answer = await addAll(world, owner, file, '1', language)
  expect(answer).toMatchObject({ status: 422, code: 422 })
  return (answer.data as BatchProblems).errors.map(({ row, field, msg }) => `${row} ${field} ${msg}`)
}

describe('a list of members to add', () => {
  it('adds all its members, who can log in, with one row of the log', async () => {
    const rows = [aRow('zhangsan', '13800138001', '销售'), aRow('li.si_2'), ['wangwu', 123456, null, 13800138002, null]]
    const answer = await addAll(world, owner, await aList(...rows))
    expect(answer).toMatchObject({ status: 200, code: 200, data: { added: 3, total: 3 } })
    expect((answer.data as { rows: unknown[] }).rows).toEqual([
      { row: 2, username: 'zhangsan', area_code: '86', phone: '13800138001', note: '销售' },
      { row: 3, username: 'li.si_2', area_code: '', phone: '', note: '' },
      { row: 4, username: 'wangwu', area_code: '86', phone: '13800138002', note: '' },
    ])
    expect(await memberOf(world, owner, named('zhangsan'))).toMatchObject({
      router_type: 2,
      area_code: '86',
      phone: '13800138001',
      note: '销售',
    })
    expect(await memberOf(world, owner, named('li.si_2'))).toMatchObject({ area_code: null, phone: null, status: 1 })
    const login = { username: named('wangwu'), password: '123456' }
    expect(await world.call(undefined, agentContract.device.login, login)).toMatchObject({ code: 200 })
    expect(await logOf(world, owner)).toHaveLength(1)
  })

  it('takes a dial code with its plus sign, and phones of other countries', async () => {
    const rows = [
      ['hongkong', 'abc12345', '+852', '51234567', ''],
      ['singapore', 'abc12345', '65', '81234567', ''],
    ]
    expect(await addAll(world, owner, await aList(...rows))).toMatchObject({ code: 200 })
    expect(await memberOf(world, owner, named('hongkong'))).toMatchObject({ area_code: '852', phone: '51234567' })
  })

  it('gets the same answer with check and leaves nothing behind', async () => {
    await grant(world, owner, 'software_member', 50)
    const before = await rowsOf(world, owner)
    const rows = Array.from({ length: 25 }, (_, i) => aRow(`user${i}`))
    const answer = await addAll(world, owner, await aList(...rows), '1')
    expect(answer).toMatchObject({ code: 200, data: { added: 0, total: 25 } })
    expect((answer.data as { rows: unknown[] }).rows).toHaveLength(20)
    expect(await rowsOf(world, owner)).toEqual(before)
    expect(await logOf(world, owner)).toHaveLength(1)
  })

  it('needs the right to create members if a sub-account sends it', async () => {
    const may = await aSubAccount(world, owner, { member_create: 1 })
    const mayNot = await aSubAccount(world, owner, { member_edit: 1, member_delete: 1 })
    expect(await addAll(world, mayNot, await aList(aRow('zhangsan')))).toMatchObject({ code: 403 })
    expect(await addAll(world, may, await aList(aRow('zhangsan')))).toMatchObject({ code: 200 })
  })
})

describe('the problems of a list', () => {
  it('name the row, the column and the fault of each wrong field', async () => {
    const file = await aList(
      aRow('good.one'),
      ['ab', 'abc12345', '', '', ''],
      ['a b', 'short', '999', '13800138000', '二十五个字的备注二十五个字的备注二十五个字的备注二'],
      [],
      ['', '', '86', '12345', ''],
      ['ok.name', '中文密码中文', '852', '13800138000', ''],
    )
    expect(await problemsOf(file)).toEqual([
      '3 username 用户名为 3–18 位字母、数字、下划线或点',
      '4 username 用户名为 3–18 位字母、数字、下划线或点',
      '4 password 密码长度为 6–18 位',
      '4 area_code 区号格式不正确',
      '4 note 备注不能超过 24 个字符',
      '6 username 用户名不能为空',
      '6 password 密码长度为 6–18 位',
      '6 phone 请输入正确的手机号',
      '7 password 密码只能包含字母、数字和符号',
    ])
  })

  it('include characters that look like allowed ones', async () => {
    const file = await aList(aRow('zhangsаn'), aRow('phone', '1.38E+10'), aRow('a@b'), aRow("'; drop"))
    expect((await problemsOf(file)).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      '2 username',
      '3 phone',
      '4 username',
      '5 username',
    ])
  })

  it('include names and phones that occur twice in the list, whatever their case', async () => {
    const file = await aList(aRow('zhangsan', '13800138001'), aRow('ZhangSan'), aRow('lisi', '13800138001'), aRow('lisi'))
    expect(await problemsOf(file)).toEqual(['3 username 用户名重复', '4 phone 手机号重复', '5 username 用户名重复'])
  })

  it('include names and phones that members have, also in rows with a wrong password', async () => {
    await aMember(world, owner, 'zhangsan', { phone: '13800138001' })
    const file = await aList(['ZHANGSAN', 'x', '', '', ''], aRow('lisi', '13800138001'))
    expect(await problemsOf(file)).toEqual([
      '2 username 成员 ZHANGSAN 已存在',
      '2 password 密码长度为 6–18 位',
      '3 phone 该手机号已绑定其他成员',
    ])
  })

  it('include formulas', async () => {
    const file = await aWorkbook([headings, aRow('zhangsan'), aRow('lisi')], {
      cells: new Map([['2,1', { formula: '1+1', formulaResult: 123456 }]]),
    })
    expect(await problemsOf(file)).toEqual(['3 password 密码不能是公式，请填写文本'])
  })

  it('are in the language of the caller', async () => {
    const file = await aList(['ab', 'abc12345', '', '', ''], aRow('zhangsan'), aRow('zhangsan'))
    expect(await problemsOf(file, 'en')).toEqual([
      '2 username Username must be 3–18 letters, digits, underscores or dots',
      '4 username Username occurs twice',
    ])
    expect((await addAll(world, owner, file, '0', 'en')).msg).toBe('Row 2: Username must be 3–18 letters, digits, underscores or dots')
  })

  it('keep all rows from being added if one of many is wrong', async () => {
    const rows = [...Array.from({ length: 30 }, (_, i) => aRow(`user${i}`)), aRow('user3')]
    const answer = await addAll(world, owner, await aList(...rows))
    expect(answer).toMatchObject({
      status: 422,
      msg: '第 32 行：用户名重复',
      data: { total: 31, errors: [{ row: 32, field: 'username' }] },
    })
    // The first twenty rows and each wrong one.
    expect((answer.data as BatchProblems).rows.map(({ row }) => row)).toEqual([...Array.from({ length: 20 }, (_, i) => i + 2), 32])
    expect(JSON.stringify(answer.data)).not.toContain('abc12345')
    expect(await membersOf()).toEqual([])
  })
})

describe('a list as a whole', () => {
  it('is refused if it would exceed the limit of software members, also with check', async () => {
    const { data } = await world.call(owner, contract.router.quantity, {})
    const { max }: { max: number } = data
    await many(world, owner, 'old', max - 1)
    const two = await aList(aRow('zhangsan'), aRow('lisi'))
    for (const check of ['0', '1'] as const)
      expect(await addAll(world, owner, two, check)).toMatchObject({ code: 403, msg: `软件成员数量不能超过 ${max}，剩余 1` })
    await grant(world, owner, 'software_member', 1)
    expect(await addAll(world, owner, two)).toMatchObject({ code: 200 })
  })

  it('is refused while a directory manages the members', async () => {
    await aDirectory(world, owner)
    for (const check of ['0', '1'] as const)
      expect(await addAll(world, owner, await aList(aRow('zhangsan')), check)).toMatchObject({
        code: 403,
        msg: expect.stringContaining('目录同步'),
      })
    expect(await membersOf()).toEqual([])
  })

  it.each<[string, () => Buffer | Promise<Buffer>, number, string]>([
    ['text', () => Buffer.from('用户名,密码\n'), 422, '仅支持 xlsx 格式的文件'],
    ['nothing below the headings', () => aList(), 422, '文件中没有数据'],
    ['other headings', () => aWorkbook([['姓名', '密码']]), 422, '表头不正确，应为：用户名、密码、区号、手机号、备注'],
    ['too many rows', () => aList(...Array.from({ length: 1001 }, (_, i) => aRow(`user${i}`))), 422, '一次最多 1000 行，文件中有 1001 行'],
    ['a byte too much', () => Buffer.alloc(2 * MEGABYTE + 1), 413, '提交的内容超过大小限制'],
  ])('is refused if the file is wrong: %s', async (_, file, code, msg) => {
    expect(await addAll(world, owner, await file())).toMatchObject({ status: code, code, msg })
  })

  it('is refused with two files, another field, or a type that no spreadsheet has', async () => {
    const bytes = await aList(aRow('zhangsan'))
    const refusals: [Parameters<typeof upload>[3], number][] = [
      [[{ bytes }, { bytes }], 422],
      [[{ bytes, field: 'data' }], 422],
      [[], 422],
      [[{ bytes, type: 'text/csv' }], 415],
    ]
    for (const [parts, code] of refusals) expect(await upload(world, owner, contract.memberFiles.batch, parts)).toMatchObject({ code })
    expect(await membersOf()).toEqual([])
  })

  it('is accepted if its name ends as a list does, and refused under any other', async () => {
    const bytes = await aList(aRow('zhangsan'))
    const added = (name: string) => upload(world, owner, contract.memberFiles.batch, [{ bytes, name }])
    const msg = '仅支持 xlsx 格式'
    for (const name of ['a.exe', 'a.xls', 'xlsx', 'a.xlsx.exe'])
      expect(await added(name), name).toMatchObject({ code: 422, msg, data: { errors: [{ field: 'file', msg }] } })
    expect(await added('../../A.XLSX')).toMatchObject({ code: 200, msg: '已添加 1 个成员' })
  })
})

it('the same list sent twice at once adds its members once', async () => {
  // Enough for both: otherwise the later one may be refused for the limit.
  await grant(world, owner, 'software_member', 20)
  const file = await aList(...Array.from({ length: 10 }, (_, i) => aRow(`user${i}`, `1380013800${i}`)))
  const answers = await Promise.all([addAll(world, owner, file), addAll(world, owner, file)])
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 422])
  expect(await membersOf()).toHaveLength(10)
})

it('a name that another account has is no conflict, since names end with the account’s sign', async () => {
  const other = await world.anOwner()
  await aMember(world, other, 'zhangsan', { phone: '13800138001' })
  expect(await addAll(world, owner, await aList(aRow('zhangsan', '13800138001')))).toMatchObject({ code: 200 })
  expect(await membersOf(other)).toEqual([named('zhangsan', other)])
})
