import {
  type AreaFacts,
  endsOf,
  type NetworkFacts,
  type NetworkIntent,
  type NetworkSettings,
  newCenter,
  newMember,
  newSettings,
} from '@weft/member-config'
import { formatPrefix, parsePrefix } from '@weft/net'
import { describe, expect, it } from 'vitest'
import { claimText } from './claim.ts'
import { claimsOf, endAfter, type SourcedClaim } from './network-claims.ts'
import { problemParams, problemText } from './problem.ts'

const area: AreaFacts = {
  area: '区域1',
  pop_name: 'pop1',
  public_ip: '198.51.100.1',
  port: 1194,
  slot: 0,
  router_segment: '10.200.1.0/24',
  software_segment: '10.201.1.0/24',
}
/** A network of the centers A and B and the branch P. Both centers are dialled at 203.0.113.1. */
function aNetwork(): { settings: NetworkSettings; facts: NetworkFacts } {
  const center = (router: string, software: string) => ({ ...newMember('center'), center: newCenter(router, software) })
  const members = {
    A: center('10.128.0.0/20', '10.128.16.0/20'),
    B: center('10.129.0.0/20', '10.150.0.0/20'),
    P: newMember('point'),
  }
  const fact = { router_type: 1, status: 1, address: '203.0.113.1' } as const
  return {
    settings: { ...newSettings('总部'), members },
    facts: { network_number: '1000000001', network_status: 1, members: { A: fact, B: fact, P: fact }, areas: { '1': area } },
  }
}

it('the claims of a network are its segments, those of its POP resource, and the permitted prefixes and LANs of its members', () => {
  const { settings, facts } = aNetwork()
  settings.members['P']!.prefix = [
    { ip: '192.168.1.0', mask: 24, permission: 'permit', ge: null, le: null },
    { ip: '192.168.2.0', mask: 24, permission: 'deny', ge: null, le: null },
  ]
  settings.center_link = { ...settings.center_link, segment: '10.9.0.0/24' }
  const lan = (owner: string): SourcedClaim => ({ purpose: 'lan', owner, ...parsePrefix('192.168.5.0/24')!, source: 'reported' })
  const claims = claimsOf(settings, facts, {
    lans: [lan('P'), lan('GONE')],
    pop: { segment: '10.200.0.0/16', other_segment: '10.202.0.0/24' },
  })
  expect(claims.map((claim) => [claim.purpose, claim.owner, formatPrefix(claim), claim.source])).toEqual([
    ['center_hardware', 'A', '10.128.0.0/20', 'allocated'],
    ['center_software', 'A', '10.128.16.0/20', 'allocated'],
    ['center_hardware', 'B', '10.129.0.0/20', 'allocated'],
    ['center_software', 'B', '10.150.0.0/20', 'allocated'],
    ['center_link', '', '10.9.0.0/24', 'edited'],
    ['pop', '', '10.200.0.0/16', 'operator'],
    ['pop_software', '区域1', '10.201.1.0/24', 'operator'],
    ['other', '', '10.202.0.0/24', 'operator'],
    ['prefix', 'P', '192.168.1.0/24', 'edited'],
    ['lan', 'P', '192.168.5.0/24', 'reported'],
  ])
  for (const language of ['zh-CN', 'en'] as const)
    expect(claims.map((claim) => claimText(claim, language)).join()).not.toMatch(/undefined|null/)
})

describe('the addresses where tunnels end', () => {
  const at = (address: string, segment: string) => {
    const { settings, facts } = aNetwork()
    settings.members['B']!.center!.software_segment = segment
    facts.members['A'] = { ...facts.members['A']!, address }
    return { settings, facts }
  }
  const free = at('203.0.113.9', '10.150.0.0/20')
  const usedBy = ({ settings, facts }: NetworkIntent) => ({
    claims: claimsOf(settings, facts, { lans: [], pop: undefined }),
    ends: endsOf({ settings, facts }),
  })
  const params = (before: typeof free, after: typeof free) => {
    const problem = endAfter(usedBy(before), usedBy(after))
    expect(problem?.code ?? 'segmentHoldsEnd').toBe('segmentHoldsEnd')
    return problem && problemParams(problem, 'zh-CN')
  }

  it('must not lie in a segment, whichever of the two was changed', () => {
    const said = { segment: '203.0.112.0/20', what: '中心 B 的软件互联网段', owner: 'A', address: '203.0.113.9' }
    // B is dialled at 203.0.113.1, in its own segment.
    expect(params(free, at('203.0.113.9', '203.0.112.0/20'))).toEqual({ ...said, owner: 'B', address: '203.0.113.1' })
    const fixed = at('203.0.113.9', '10.150.0.0/20')
    fixed.settings.members['A']!.center!.router_port = { public_ip: '10.150.0.9', public_port: 4000, static_port: 4000 }
    expect(params(free, fixed)).toEqual({ ...said, segment: '10.150.0.0/20', address: '10.150.0.9' })
    expect(params(free, at('203.0.113.9', '198.51.100.0/24'))).toMatchObject({ owner: '区域1', address: '198.51.100.1' })
  })
  it('are of another network in words, if the reader may not know whose they are', () => {
    const problem = endAfter(usedBy(free), usedBy(at('203.0.113.9', '203.0.112.0/20')))
    if (problem?.code !== 'segmentHoldsEnd') throw new Error('nothing is refused')
    const unnamed: typeof problem = { ...problem, with: { ...problem.with, end: { ...problem.with.end, owner: '' } } }
    expect(problemText(unnamed, 'zh-CN')).toBe(
      '203.0.112.0/20（中心 B 的软件互联网段）包含 其他组网 的公网地址 203.0.113.1，连到该地址的隧道将无法建立',
    )
    expect(problemText(unnamed, 'en')).toContain('the public address of another network')
  })
  it('may lie in a prefix, and in a segment after a center moved into it by itself', () => {
    const prefixed = at('203.0.113.9', '10.150.0.0/20')
    prefixed.settings.members['P']!.prefix = [{ ip: '203.0.113.0', mask: 24, permission: 'permit', ge: null, le: null }]
    expect(params(free, prefixed)).toBeUndefined()
    const moved = at('10.150.0.77', '10.150.0.0/20')
    expect(params(moved, { ...moved, settings: { ...moved.settings, dns: ['10.0.0.53'] } })).toBeUndefined()
  })
})
