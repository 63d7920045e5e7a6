import type { PrefixInput } from '@weft/contract'
import type { PrefixRule } from '@weft/member-config'
import { parsePrefix } from '@weft/net'
import { describe, expect, it } from 'vitest'
import type { Claim } from './claim.ts'
import { advancedRuleProblem, correctedRule, overlappingRules, repeatedRules, rulesOnLans } from './prefix.ts'
import { problemText } from './problem.ts'

const typed = (ip: string, mask: number, more: Partial<PrefixInput> = {}): PrefixInput => ({ ip, mask, ...more })
const rule = (text: string, more: Partial<PrefixRule> = {}): PrefixRule => {
  const [ip, mask] = text.split('/')
  return { ip: ip!, mask: Number(mask), permission: 'permit', ge: null, le: null, ...more }
}

describe('a rule', () => {
  it('is corrected to the network number of its mask', () => {
    expect(correctedRule(typed('10.1.2.3', 8))).toEqual({ rule: rule('10.0.0.0/8'), from: '10.1.2.3/8' })
    expect(correctedRule(typed('10.1.2.3', 32)).from).toBeUndefined()
    expect(correctedRule(typed('255.255.255.255', 31)).rule.ip).toBe('255.255.255.254')
    expect(correctedRule(typed('10.0.0.0', 8, { ge: 9 })).rule).toMatchObject({ ge: 9, le: 32 })
    expect(correctedRule(typed('10.0.0.0', 8, { le: 9 })).rule).toMatchObject({ ge: null, le: 9 })
  })
  it.each([{ permission: 'deny' as const }, { ge: 25 }, { le: 25 }])('needs the advanced policy with %o', (more) => {
    const [plain, advanced] = [rule('10.1.0.0/24'), rule('10.1.0.0/24', more)]
    expect(advancedRuleProblem([plain], false)).toBeUndefined()
    expect(advancedRuleProblem([plain, advanced], false)?.code).toBe('prefixAdvancedOff')
    expect(advancedRuleProblem([advanced], true)).toBeUndefined()
  })
  it('repeats an earlier rule of the same network, ge and le, whatever its action; unreadable rows are skipped', () => {
    const rules = [rule('10.1.0.0/24'), undefined, rule('10.1.0.0/24', { ge: 25 }), rule('10.1.0.0/24', { permission: 'deny' })]
    const [problem, ...more] = repeatedRules(rules)
    expect(more).toEqual([])
    expect(problem).toEqual({ code: 'prefixTwice', where: { index: 3 }, with: { row: 4, other: 1 } })
    expect(problemText(problem!, 'zh-CN')).toBe('第 4 行与第 1 行重复')
  })
})

describe('the rules of a member', () => {
  const claim = (purpose: Claim['purpose'], owner: string, text: string, more: Partial<Claim> = {}): Claim => ({
    purpose,
    owner,
    ...parsePrefix(text)!,
    ...more,
  })
  const others = [claim('center_hardware', 'A', '10.128.0.0/20'), claim('prefix', 'B', '10.1.0.0/16', { center: true })]
  const found = (rules: (PrefixRule | undefined)[], { center = false, before = [] as PrefixRule[], beside = others } = {}) =>
    overlappingRules(rules, { owner: 'P', center, others: beside, before }).map(({ index, known, problem }) => [
      index,
      known,
      problemText(problem, 'zh-CN'),
    ])

  it('must not overlap a segment or the rules of other members', () => {
    expect(found([undefined, rule('10.128.1.0/24'), rule('10.0.0.0/8'), rule('172.16.0.0/16')])).toEqual([
      [2, false, '10.0.0.0/8（成员 P 的路由前缀）与成员 B 的路由前缀的 10.1.0.0/16 重叠'],
      [1, false, '10.128.1.0/24（成员 P 的路由前缀）与中心 A 的硬件互联网段的 10.128.0.0/20 重叠'],
    ])
  })
  it('may overlap a segment if they deny, and may overlap each other', () => {
    expect(found([rule('10.128.1.0/24', { permission: 'deny' }), rule('10.9.0.0/16'), rule('10.9.1.0/24')])).toEqual([])
  })
  it('may equal those of another center of this network, but not those of a center in another network', () => {
    expect(found([rule('10.1.0.0/16')], { center: true })).toEqual([])
    expect(found([rule('10.1.0.0/17')], { center: true })).toHaveLength(1)
    const elsewhere = [claim('prefix', 'B', '10.1.0.0/16', { network_name: 'ERP 专网' })]
    expect(found([rule('10.1.0.0/16')], { center: true, beside: elsewhere })).toEqual([
      [0, false, '10.1.0.0/16（成员 P 的路由前缀）与组网「ERP 专网」成员 B 的路由前缀的 10.1.0.0/16 重叠'],
    ])
  })
  it('may lie on the LAN that another member reports, which is said', () => {
    const lans = [claim('lan', 'B', '192.168.3.0/24'), claim('lan', 'P', '192.168.4.0/24')]
    const rules = [
      rule('192.168.3.0/24'),
      undefined,
      rule('192.168.3.128/25', { permission: 'deny' }),
      rule('192.168.0.0/16'),
      rule('192.168.4.0/24'),
    ]
    const said = rulesOnLans(rules, { owner: 'P', others: lans }, () => '上海浦东仓').map(({ index, problem }) => [
      index,
      problemText(problem, 'zh-CN'),
    ])
    expect(said).toEqual([
      [0, '与 上海浦东仓 的网段相同'],
      [3, '与 上海浦东仓 的 192.168.3.0/24 重叠'],
    ])
    expect(found(rules, { beside: lans })).toEqual([])
  })
  it('may keep an overlap that existed before, unless they were denied then', () => {
    const rules = [rule('10.128.1.0/24')]
    expect(found(rules, { before: rules })).toEqual([[0, true, expect.any(String)]])
    expect(found(rules, { before: [rule('10.128.1.0/24', { permission: 'deny' })] })).toEqual([[0, false, expect.any(String)]])
  })
})
