import { BranchRow, check, MAX_BRANCH_PREFIXES, MAX_PREFIX_TEXT, MAX_PREFIXES } from '@weft/contract'
import { parsePrefix } from '@weft/net'
import { describe, expect, it } from 'vitest'
import type { BranchScene } from './branch.ts'
import { judgeBranches } from './branches.ts'
import type { Claim } from './claim.ts'
import { problemText } from './problem.ts'

const claim = (purpose: Claim['purpose'], owner: string, text: string, more: Partial<Claim> = {}): Claim => ({
  purpose,
  owner,
  ...parsePrefix(text)!,
  ...more,
})
const device = (router_name: string, more: object = {}) => ({ router_name, router_type: 1 as const, status: 1 as const, note: '', ...more })
const scene = (more: Partial<BranchScene> = {}): BranchScene => ({
  devices: new Map(
    [
      device('WR1'),
      device('WR2'),
      device('WR3', { note: '旧名' }),
      device('OFF', { status: 0 }),
      device('IN'),
      device('soft@a', { router_type: 2 }),
    ].map((one) => [one.router_name.toLowerCase(), one]),
  ),
  near: new Map([['WRl', 'WR1']]),
  members: [
    { router_name: 'HUB', note: '上海总部机房', member_type: 'center' },
    { router_name: 'HUB2', note: '南京灾备机房', member_type: 'center' },
    { router_name: 'IN', note: '杭州滨江店', member_type: 'point' },
    { router_name: 'OLD', note: '上海浦东仓', member_type: 'point' },
  ],
  claims: [
    claim('center_hardware', 'HUB', '10.128.0.0/20'),
    claim('prefix', 'OLD', '192.168.12.0/24'),
    claim('lan', 'OLD', '192.168.1.0/24'),
  ],
  mayName: true,
  ...more,
})
const row = (more: Partial<BranchRow> = {}): BranchRow => ({
  router_name: 'WR1',
  note: '',
  prefix: ['192.168.61.0/24'],
  center: [],
  ...more,
})
const judged = (rows: BranchRow[], more: Partial<BranchScene> = {}) => {
  const { problems, branches } = judgeBranches(rows, scene(more))
  return {
    branches,
    said: problems.map(({ row: at, field, level, problem, fix }) =>
      [at + 1, field, level, problemText(problem, 'zh-CN'), ...(fix ? [fix.how, ...('value' in fix ? [fix.value] : [])] : [])].join(' '),
    ),
  }
}

describe('a row of a branch to add', () => {
  it('is read: device in any case, centers by name, prefixes each once, a name that is new', () => {
    const typed = row({
      router_name: ' wr3',
      note: ' 苏州吴中店 ',
      prefix: ['192.168.61.0 255.255.255.0', '192.168.61.0/24、10.1.0.0/16'],
      center: ['南京灾备机房'],
    })
    expect(judged([typed])).toEqual({
      said: ['1 note warning 「旧名」会改名为「苏州吴中店」，在所有组网中生效'],
      branches: [
        {
          row: 0,
          router_name: 'WR3',
          note: '苏州吴中店',
          prefix: [
            { ip: '192.168.61.0', mask: 24, permission: 'permit', ge: null, le: null },
            { ip: '10.1.0.0', mask: 16, permission: 'permit', ge: null, le: null },
          ],
          center: ['HUB2'],
        },
      ],
    })
    expect(judged([row({ router_name: 'WR3', note: '旧名', center: ['hub', '全部'] })]).branches[0]).toMatchObject({
      note: undefined,
      center: [],
    })
  })
  it.each<[string, Partial<BranchRow>, string]>([
    ['no serial number', { router_name: ' ' }, 'router_name error 请填写序列号 skip'],
    ['an unknown one', { router_name: 'NOBODY' }, 'router_name error 没有这台设备'],
    ['a mistyped one', { router_name: 'WRl' }, 'router_name error 没有这台设备：第 3 位是字母 L，像是数字 1 change WR1'],
    ['a disabled device', { router_name: 'OFF' }, 'router_name error OFF 已停用 skip'],
    ['a member', { router_name: 'IN', note: '杭州滨江店' }, 'router_name skip 已在本组网中，名称相同 skip'],
    ['a member of another name', { router_name: 'in', note: '绍兴店' }, 'router_name skip 已在本组网中，名称是「杭州滨江店」 skip'],
    ['a long name', { note: '一'.repeat(25) }, `note error 名称最多 24 个字 change ${'一'.repeat(24)}`],
    ['a name of two lines', { note: '苏州\n店' }, 'note error 名称不能包含换行或控制字符 change 苏州 店'],
    ['a name that changes the direction', { note: '苏\u202e州' }, 'note error 名称不能包含换行或控制字符 change 苏 州'],
    ['an unknown center', { center: ['上海总部机房', '杭州机房'] }, 'center error 本组网没有「杭州机房」 all 全部'],
    ['no prefix at all', { prefix: ['=1+1'] }, 'prefix error 「=1+1」不是网段，例如 192.168.1.0/24'],
    ['no mask', { prefix: ['192.168.64.9'] }, 'prefix error 192.168.64.9 没有掩码 change 192.168.64.0/24'],
    ['a mask that is too short', { prefix: ['10.0.0.0/7'] }, 'prefix error 掩码范围为 8–32'],
    ['a reserved block', { prefix: ['127.0.0.0/8'] }, 'prefix error 不能使用保留网段 127.0.0.0/8 内的地址'],
    ['zero', { prefix: ['0.0.0.0/8'] }, 'prefix error 不能使用保留网段 0.0.0.0/8 内的地址'],
    [
      'another address than that of the network',
      { prefix: ['10.9.0.0/16', '192.168.64.10/24'] },
      'prefix error 192.168.64.10 不是 /24 的网络地址 change 10.9.0.0/16、192.168.64.0/24',
    ],
    ['the prefix of another site', { prefix: ['192.168.12.0/24'] }, 'prefix error 与 上海浦东仓 的网段相同 free 192.168.13.0/24'],
    ['a part of it', { prefix: ['192.168.12.128/25'] }, 'prefix error 与 上海浦东仓 的 192.168.12.0/24 重叠 free 192.168.13.0/25'],
    ['a segment', { prefix: ['10.128.1.0/24'] }, 'prefix error 与 中心 HUB 的硬件互联网段 的 10.128.0.0/20 重叠 free 10.128.16.0/24'],
    ['the LAN that another site reports', { prefix: ['192.168.1.0/24'] }, 'prefix warning 与 上海浦东仓 的网段相同 free 192.168.2.0/24'],
    ['a prefix for a person', { router_name: 'soft@a' }, 'prefix error 软件成员 soft@a 不能设置路由前缀 clear '],
  ])('with %s is told apart, with a fix', (_what, more, expected) => {
    const { said, branches } = judged([row(more)])
    expect(said).toEqual([`1 ${expected}`])
    expect(branches).toHaveLength(expected.includes(' warning ') ? 1 : 0)
  })
  it('repeats an earlier one, and may not overlap it; the proposals are all different', () => {
    const rows = [
      row(),
      row({ router_name: 'wr1', prefix: [] }),
      row({ router_name: 'WR2' }),
      row({ router_name: 'WR3', prefix: ['192.168.61.128/25', '192.168.12.0/24'] }),
    ]
    const { said, branches } = judged(rows)
    expect(said).toEqual([
      '2 router_name error 与第 1 行重复 skip',
      '3 prefix error 与 第 1 行 的网段相同 free 192.168.62.0/24',
      '4 prefix error 与 第 1 行 的 192.168.61.0/24 重叠 free 192.168.63.0/25、192.168.64.0/24',
    ])
    expect(branches.map(({ row: at }) => at)).toEqual([0])
  })
  it('has at most MAX_PREFIXES prefixes, and with the rows before it at most MAX_BRANCH_PREFIXES', () => {
    const prefixes = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => `10.${(from + i) >> 8}.${(from + i) & 255}.0/24`).join(' ')
    const devices = new Map(Array.from({ length: 6 }, (_, i) => [`wr${i}`, device(`WR${i}`)]))
    const full = Array.from({ length: MAX_BRANCH_PREFIXES / MAX_PREFIXES }, (_, i) =>
      row({ router_name: `WR${i}`, prefix: [prefixes(i * MAX_PREFIXES, MAX_PREFIXES)] }),
    )
    const over = row({ router_name: 'WR4', prefix: [prefixes(5000, 1)] })
    const { branches, said } = judged([...full, over, row({ router_name: 'WR5', prefix: [prefixes(6000, MAX_PREFIXES + 1)] })], { devices })
    expect(branches.map(({ prefix }) => prefix.length)).toEqual(full.map(() => MAX_PREFIXES))
    expect(said).toEqual([
      '5 prefix error 截至本行共 2001 个内网网段，一次最多添加 2000 个，请分批添加',
      '6 prefix error 填写了 501 个内网网段，一个站点最多 500 个',
    ])
  })
  it('has at most MAX_PREFIX_TEXT characters of prefixes, in however many texts they are written', () => {
    const textsOf = (length: number) => [' '.repeat(length / 2), 'x'.repeat(length - length / 2)]
    expect(check(BranchRow, row({ prefix: textsOf(MAX_PREFIX_TEXT) }), 'zh-CN').ok).toBe(true)
    expect(check(BranchRow, row({ prefix: textsOf(MAX_PREFIX_TEXT + 2) }), 'zh-CN')).toEqual({
      ok: false,
      errors: [{ field: 'prefix', msg: '路由前缀不能超过 20000 个字符' }],
    })
  })
  it('without a prefix gets the LAN that its device reports, or a free one', () => {
    const reports = (text: string) => ({ claims: [...scene().claims, claim('lan', 'WR1', text)] })
    expect(judged([row({ prefix: [] })], reports('192.168.5.0/24')).said).toEqual([
      '1 prefix hint 没有填写内网网段 reported 192.168.5.0/24',
    ])
    expect(judged([row({ prefix: [] })], reports('192.168.12.0/24')).said).toEqual(['1 prefix hint 没有填写内网网段 free 192.168.13.0/24'])
    expect(judged([row({ prefix: [] })]).branches).toHaveLength(1)
  })
  it('keeps the name where the caller may not change it', () => {
    const mayName = false
    expect(judged([row({ router_name: 'WR3', note: '新名' })], { mayName }).said).toEqual([
      '1 note error 您没有修改名称的权限，现在是「旧名」 keep 旧名',
    ])
    expect(judged([row({ router_name: 'WR3', note: '旧名' })], { mayName }).said).toEqual([])
  })
  it('names a range of a network that the caller may not see without its owner', () => {
    const claims = [claim('prefix', 'FAR', '10.1.0.0/16', { network_name: '' })]
    expect(judged([row({ prefix: ['10.1.0.0/16'] })], { claims }).said[0]).toContain('与 其他组网 的网段相同')
  })
})
