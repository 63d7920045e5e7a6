import { expect, it } from 'vitest'
import { blockersOf, blockersText, blockerText, type CenterUses } from './leaving.ts'
import { problemText } from './problem.ts'

const centers = ['HQ-0001', 'HQ-0002']
const uses = (more: Partial<CenterUses> = {}): CenterUses => ({
  centers,
  main_router: null,
  secondary_router: null,
  twin: 0,
  linked: new Map([
    ['SH-0002', ['HQ-0001']],
    ['BJ-0003', ['HQ-0001', 'HQ-0002']],
    ['GZ-0004', []],
  ]),
  ...more,
})

it('a center is blocked by the main or backup line, the center link and each branch without another center', () => {
  const all = uses({ main_router: 'HQ-0001', secondary_router: 'HQ-0002', twin: 1 })
  expect(blockersOf(all, new Set(['HQ-0001']))).toEqual([{ kind: 'main' }, { kind: 'twin' }, { kind: 'branch', router_name: 'SH-0002' }])
  expect(blockersOf(all, new Set(['HQ-0002'])).map(({ kind }) => kind)).toEqual(['backup', 'twin'])
})

it('a branch is never blocked, nor is a center when every branch has another', () => {
  const linked = new Map([
    ['SH-0002', centers],
    ['BJ-0003', centers],
  ])
  expect(blockersOf(uses({ main_router: 'HQ-0001', twin: 1 }), new Set(['SH-0002']))).toEqual([])
  expect(blockersOf(uses({ linked }), new Set(['HQ-0001']))).toEqual([])
})

it('a branch blocks no center when it leaves too, or when every center leaves', () => {
  const linked = new Map([
    ['SH-0002', ['HQ-0001']],
    ['BJ-0003', ['HQ-0001']],
  ])
  const branches = (...leaving: string[]) =>
    blockersOf(uses({ linked }), new Set(leaving)).map((one) => one.kind === 'branch' && one.router_name)
  expect(branches('HQ-0001')).toEqual(['SH-0002', 'BJ-0003'])
  expect(branches('HQ-0001', 'SH-0002')).toEqual(['BJ-0003'])
  expect(branches('HQ-0001', 'HQ-0002')).toEqual([])
})

it('the blockers of one of several leaving centers can be found separately', () => {
  const three = uses({
    centers: [...centers, 'HQ-0003'],
    main_router: 'HQ-0001',
    linked: new Map([['SH-0002', centers]]),
  })
  const leaving = new Set(centers)
  expect(blockersOf(three, leaving, new Set(['HQ-0002']))).toEqual([{ kind: 'branch', router_name: 'SH-0002' }])
  expect(blockersOf(three, leaving, new Set(['HQ-0003']))).toEqual([])
})

it('the refusal names the center and what depends on it, branches by their number', () => {
  const blockers = [{ kind: 'main' }, { kind: 'branch', router_name: 'SH-0002' }, { kind: 'branch', router_name: 'BJ-0003' }] as const
  const problem = { code: 'centerInUse', with: { name: 'HQ-0001', blockers } } as const
  expect(problemText(problem, 'zh-CN')).toBe('中心 HQ-0001 不能移出：主备线路的主中心、2 个分支仅连接此中心，请先调整')
  expect(blockersText([], 'zh-CN')).toBe('')
  expect(
    blockers.map((one) => blockerText(one, 'zh-CN', one.kind === 'branch' && one.router_name === 'BJ-0003' ? '北京店' : undefined)),
  ).toEqual(['主备线路的主中心', '分支 SH-0002 仅连接此中心', '分支 北京店 仅连接此中心'])
})
