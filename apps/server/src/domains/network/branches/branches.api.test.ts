import { type BranchesAnswer, type BranchRow, contract, MAX_BRANCHES, MAX_PREFIXES } from '@weft/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAsKeeper, type Keeper } from '../../../../test/matrix/rows.ts'
import { aNetwork, aSubAccount, grant, hardware, infoOf, logOf, software } from '../../../../test/network-fixtures.ts'
import { aCompany, draft, effectOf, prefixesOf } from '../../../../test/network-setting-fixtures.ts'
import { type Answer, createWorld, type Person, type World } from '../../../../test/world.ts'

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

const row = (router_name: string, more: Partial<BranchRow> = {}) => ({ note: '', router_name, prefix: [], center: [], ...more })
const add = (who: Person, network_number: string, rows: unknown, more: object = {}): Promise<Answer> =>
  world.call(who, contract.branches.add, { network_number, rows, ...more })
const check = async (who: Person, network_number: string, rows: unknown): Promise<BranchesAnswer> => {
  const answer = await add(who, network_number, rows, { check: 1 })
  expect(answer).toMatchObject({ code: 200 })
  return answer.data
}
const said = ({ problems }: BranchesAnswer) => problems.map(({ row: at, field, level, text }) => `${at + 1} ${field} ${level} ${text}`)
const nameOf = async (who: Person, network_number: string, router_name: string) =>
  (await infoOf(world, who, network_number)).member.find((one) => one.router_name === router_name)?.note

describe('network/add_branches', () => {
  it('adds all rows as one revision, with names, prefixes and links, and reports the same when it only checks', async () => {
    const { owner, network_number, a, b } = await aCompany(world)
    const [one, two] = (await hardware(world, owner, 2)) as [string, string]
    const rows = [
      row(one, { note: '苏州吴中店', prefix: ['192.168.61.0/24'] }),
      row(two.toLowerCase(), { note: '=1+1', prefix: ['192.168.62.0 255.255.255.0', '10.62.0.0/16'], center: [b] }),
    ]
    const before = await keeper.rowsOf(owner.account_id)
    const checked = await check(owner, network_number, rows)
    expect(await keeper.rowsOf(owner.account_id)).toEqual(before)
    expect(checked).toMatchObject({ revision: 1, rows: [0, 1], problems: [], over: 0, links: 3, prefixes: 3, offline: 2, interrupted: 0 })
    const { answer, info, rose, log, notified } = await effectOf(world, owner, network_number, () => add(owner, network_number, rows))
    expect(answer).toMatchObject({ code: 200, data: { ...checked, revision: 2 } })
    expect(rose).toBe(1)
    expect(notified.toSorted()).toEqual([a, b, one, two].toSorted())
    expect(log).toHaveLength(2)
    expect(log[0]).toContain('add_branches 修改组网「总部」')
    expect(log[1]).toBe(`note 修改成员名称：${one} 为「苏州吴中店」、${two} 为「=1+1」`)
    expect(info.member.filter(({ router_name }) => [one, two].includes(router_name)).map(({ note }) => note)).toEqual([
      '苏州吴中店',
      '=1+1',
    ])
    expect(await prefixesOf(world, owner, network_number)).toEqual([
      `${one} 192.168.61.0/24`,
      `${two} 192.168.62.0/24`,
      `${two} 10.62.0.0/16`,
    ])
    const linked = (name: string) =>
      info.link.filter((link) => link.router_name === name && link.enable === 1).map((link) => link.center_router_name)
    expect([linked(one), linked(two)]).toEqual([[a, b], [b]])
  })

  it('refuses all rows if one has a problem, and names it', async () => {
    const { owner, network_number, p } = await aCompany(world)
    const [one] = (await hardware(world, owner, 1)) as [string]
    const before = await keeper.rowsOf(owner.account_id)
    const answer = await add(owner, network_number, [row(one), row('NOBODY'), row(p)])
    expect(answer).toMatchObject({
      code: 422,
      msg: '第 2 行：没有这台设备',
      data: { errors: [{ field: 'rows.1.router_name' }, { field: 'rows.2.router_name', msg: '已在本组网中，名称相同' }] },
    })
    expect(await keeper.rowsOf(owner.account_id)).toEqual(before)
  })

  it('finds every problem of a hostile sheet, and reveals nothing of another account', async () => {
    const { owner, network_number, p, soft } = await aCompany(world)
    const stranger = await aCompany(world)
    const [one, two, three] = (await hardware(world, owner, 3)) as [string, string, string]
    const [theirs] = (await hardware(world, stranger.owner, 1)) as [string]
    await world.call(owner, contract.networkSettings.edit_prefix, {
      network_number,
      router_name: p,
      prefix: [{ ip: '192.168.12.0', mask: 24 }],
    })
    const letter = one.replace('0', 'O')
    const answer = await check(owner, network_number, [
      row(theirs),
      row('ZZZZZZZZ'),
      row(letter),
      row(p, { note: '' }),
      row(soft),
      row(two, { prefix: ['192.168.12.0/24'] }),
      row(three, { note: '\u202e', prefix: ['192.168.13.0/24'] }),
      row(three, { prefix: ['192.168.13.128/25'] }),
      row("'; drop table member; --", { prefix: ['=cmd|"/c calc"!A1'] }),
      row('constructor', { note: '一'.repeat(60), center: ['__proto__'] }),
    ])
    expect(said(answer)).toEqual([
      '1 router_name error 没有这台设备',
      '2 router_name error 没有这台设备',
      '3 router_name error 没有这台设备：第 3 位是字母 O，像是数字 0',
      '4 router_name skip 已在本组网中，名称相同',
      '5 router_name skip 已在本组网中，名称相同',
      expect.stringMatching(/^6 prefix error 与 \S+ 的网段相同$/),
      '7 note error 名称不能包含换行或控制字符',
      '8 router_name error 与第 7 行重复',
      '8 prefix error 与 第 7 行 的 192.168.13.0/24 重叠',
      '9 router_name error 没有这台设备',
      '9 prefix error 「=cmd」不是网段，例如 192.168.1.0/24',
      '10 note error 名称最多 24 个字',
      '10 router_name error 没有这台设备',
      '10 center error 本组网没有「__proto__」',
    ])
    expect(answer.rows).toEqual([])
    expect(answer.problems[2]!.fix).toEqual({ label: `改为 ${one}`, value: one })
  })

  it('refuses a row whose cell has more prefixes than a member may have, and names the row', async () => {
    const { owner, network_number } = await aCompany(world)
    const [one, two] = (await hardware(world, owner, 2)) as [string, string]
    const cell = Array.from({ length: MAX_PREFIXES + 1 }, (_, i) => `10.${i >> 8}.${i & 255}.0/24`).join('、')
    const checked = await check(owner, network_number, [row(one, { prefix: ['172.16.1.0/24'] }), row(two, { prefix: [cell] })])
    expect(said(checked)).toEqual(['2 prefix error 填写了 501 个内网网段，一个站点最多 500 个'])
  })

  it('takes only rows of the right shape, and at most MAX_BRANCHES', async () => {
    const { owner, network_number } = await aCompany(world)
    const hostile = [
      [],
      {},
      'x',
      null,
      [{}],
      [row('A', { prefix: 'x' as never })],
      [{ ...row('A'), account_id: 1 }],
      [row('A'.repeat(300))],
    ]
    for (const rows of [...hostile, Array.from({ length: MAX_BRANCHES + 1 }, (_, i) => row(`A${i}`))])
      expect((await add(owner, network_number, rows)).code, JSON.stringify(rows)?.slice(0, 60)).toBe(422)
  })

  it('says how many rows exceed the limit, and refuses to add them', async () => {
    const owner = await world.anOwner()
    await grant(world, owner, 'network_member', 5)
    const devices = await hardware(world, owner, 18)
    const made = await world.call(owner, contract.network.create, { network_name: '小网', center: [devices[0]], point: [devices[1]] })
    const { network_number } = made.data as { network_number: string }
    const { network_router_use, network_router_count } = (await world.call(owner, contract.network.config, {})).data as Record<
      string,
      number
    >
    const room = network_router_count! - network_router_use!
    const rows = devices.slice(2).map((name) => row(name))
    expect(await check(owner, network_number, rows)).toMatchObject({
      used: 2,
      count: network_router_count,
      over: rows.length - room,
      links: room,
    })
    expect(await add(owner, network_number, rows)).toMatchObject({ code: 403 })
    expect(await add(owner, network_number, rows.slice(0, room))).toMatchObject({ code: 200 })
  })

  it('refuses a revision that another change has replaced', async () => {
    const { owner, network_number } = await aCompany(world)
    const [one] = (await hardware(world, owner, 1)) as [string]
    expect(await add(owner, network_number, [row(one)], { revision: 7 })).toMatchObject({ code: 409 })
  })

  it('leaves names alone if the role may not change members, and does not exist for a network that the role does not see', async () => {
    const { owner, network_number } = await aCompany(world)
    const [one] = (await hardware(world, owner, 1)) as [string]
    const editor = await aSubAccount(world, owner, { network_edit: 1 })
    expect(said(await check(editor, network_number, [row(one, { note: '新名' })]))).toContain(
      '1 note error 您没有修改名称的权限，现在是「」',
    )
    expect(await add(editor, network_number, [row(one)])).toMatchObject({ code: 200 })
    const [hub] = (await hardware(world, owner, 1)) as [string]
    const other = await aNetwork(world, owner, '别处', [hub])
    const elsewhere = await aSubAccount(world, owner, { network_edit: 1, designated: [other] })
    expect(await add(elsewhere, network_number, [row(one)], { check: 1 })).toMatchObject({ code: 204 })
  })

  it('adds software members too, without prefixes', async () => {
    const { owner, network_number } = await aCompany(world)
    const [person] = (await software(world, owner, 1)) as [string]
    expect(said(await check(owner, network_number, [row(person, { prefix: ['10.1.0.0/24'] })]))).toEqual([
      `1 prefix error 软件成员 ${person} 不能设置路由前缀`,
    ])
    expect(await add(owner, network_number, [row(person, { note: '李四' })])).toMatchObject({ code: 200 })
    expect(await nameOf(owner, network_number, person)).toBe('李四')
  })

  it('waits in a draft with its names, and is checked again there', async () => {
    const { owner, network_number, b } = await aCompany(world)
    const [one, two] = (await hardware(world, owner, 2)) as [string, string]
    const change = (rows: BranchRow[]) => [{ call: 'add_branches', input: { rows } }]
    const rows = [row(one, { note: '苏州吴中店', prefix: ['192.168.61.0/24'], center: [b] }), row(two.toLowerCase())]
    expect(await draft(world, owner, network_number, change([...rows, row('NOBODY')]))).toMatchObject({
      code: 422,
      msg: '第 1 项修改：第 3 行：没有这台设备',
    })
    expect(await draft(world, owner, network_number, change(rows), { dry_run: true })).toMatchObject({ code: 200 })
    expect(await nameOf(owner, network_number, one)).toBeUndefined()
    const applied = await draft(world, owner, network_number, change(rows))
    expect(applied).toMatchObject({ code: 200, data: { revision: 2 } })
    // The answer is made after the commit, so it knows the new names.
    expect((applied.data as { diff: { text: string }[] }).diff.map(({ text }) => text).join()).toContain('苏州吴中店')
    expect(await nameOf(owner, network_number, one)).toBe('苏州吴中店')
    expect((await logOf(world, owner)).map(({ action }) => action)).toContain('note')
  })
})
