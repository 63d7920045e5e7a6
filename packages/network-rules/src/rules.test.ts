import type { ServicePort } from '@weft/contract'
import { formatPrefix, parsePrefix } from '@weft/net'
import { expect, it } from 'vitest'
import { dnsLimitProblem, repeatedDns } from './dns.ts'
import { lastLinkProblem, twoCentersProblem } from './links.ts'
import {
  centerLimitProblem,
  centersAmong,
  memberLimitProblem,
  nameLengthProblem,
  noMemberProblem,
  softwareCenterProblem,
  unusableProblem,
} from './members.ts'
import { backupAreaProblem, offersBackup } from './pop-areas.ts'
import { equalPorts } from './port.ts'
import { type Problem, problemText } from './problem.ts'
import { otherCenter, routingProblem } from './routing.ts'
import { freeBeside, notNetworkProblem, segmentConflict, tooSmallProblem, typedSegment } from './segment.ts'

const said = (problem: Problem | undefined) => problem && problemText(problem, 'zh-CN')

it('a network may have as many DNS servers as the account allows or as it has already, each once', () => {
  expect(dnsLimitProblem(2, 2)).toBeUndefined()
  expect(said(dnsLimitProblem(3, 2))).toBe('最多支持 2 个 DNS')
  expect(dnsLimitProblem(3, 2, 3)).toBeUndefined()
  expect(repeatedDns(['1.1.1.1', '8.8.8.8'])).toEqual([])
  expect(repeatedDns(['1.1.1.1', '8.8.8.8', '1.1.1.1', '8.8.8.8']).map(({ where }) => where.index)).toEqual([2, 3])
})

it('two services of a member must differ in their local port, and in their public address or its port', () => {
  const port = (public_ip: string | null, public_port: number | null, static_port: number | null): ServicePort => ({
    public_ip,
    public_port,
    static_port,
  })
  expect(equalPorts(port(null, null, null), port(null, null, null))).toEqual([])
  expect(equalPorts(port('1.1.1.1', 4000, 4001), port('1.1.1.1', 4001, 4002))).toEqual([])
  const local = { code: 'portsEqual', where: { part: 'static_port' }, with: undefined }
  const dialled = { code: 'publicPortsEqual', where: { part: 'public_port' }, with: undefined }
  const one = port('1.1.1.1', 4000, 4001)
  expect(equalPorts(one, port('1.1.1.2', 4000, 4001))).toEqual([local])
  expect(equalPorts(one, port('1.1.1.1', 4000, 4002))).toEqual([dialled])
  expect(equalPorts(one, one)).toEqual([local, dialled])
})

it('a segment begins with the network number of its mask and has addresses for its members', () => {
  expect(notNetworkProblem({ gateway: '10.3.0.0', mask: 20 })).toBeUndefined()
  expect(said(notNetworkProblem({ gateway: '10.3.1.5', mask: 20 }))).toBe('网段错误，10.3.1.5 不是 /20 的网络地址')
  const segment = parsePrefix('10.3.0.0/24')!
  expect(tooSmallProblem(segment, 253)).toBeUndefined()
  expect(said(tooSmallProblem(segment, 254))).toBe('网段 10.3.0.0/24 只有 253 个地址，当前需要 254 个')
  expect(typedSegment('10.3.1.5', 20)).toEqual(parsePrefix('10.3.0.0/20'))
  expect(typedSegment(' 10.3.1.5 ', 20)).toEqual(parsePrefix('10.3.0.0/20'))
  expect(typedSegment('10.3.1', 20)).toBeUndefined()
  expect(typedSegment('10.3.1.5', null)).toBeUndefined()
})

it('a segment that was edited may overlap what it overlapped before, and nothing else', () => {
  const segment = (owner: string, text: string) => ({ purpose: 'center_hardware' as const, owner, ...parsePrefix(text)! })
  const others = [segment('B', '10.3.0.0/24'), segment('C', '10.4.0.0/24')]
  const [was, moved] = [segment('A', '10.3.0.0/20'), segment('A', '10.0.0.0/8')]
  expect(segmentConflict(segment('A', '10.9.0.0/20'), was, others)).toBeUndefined()
  expect(segmentConflict(was, was, others)).toMatchObject({ known: true, problem: { with: { claim: was, other: others[0] } } })
  expect(segmentConflict(was, undefined, others)).toMatchObject({ known: false, problem: { with: { claim: was, other: others[0] } } })
  expect(segmentConflict(moved, was, others)).toMatchObject({ known: false })
})

it('a free segment that was typed elsewhere meanwhile is replaced by the next free one', () => {
  const [free, ...typed] = ['10.128.0.0/20', '10.128.0.0/24', '10.128.16.0/20'].map((text) => parsePrefix(text)!)
  expect(formatPrefix(freeBeside(free!, typed))).toBe('10.128.32.0/20')
  expect(formatPrefix(freeBeside(free!, []))).toBe('10.128.0.0/20')
})

it('limits apply only to what is added', () => {
  const room = { network_router_use: 10, network_router_count: 10 }
  expect(memberLimitProblem(0, room)).toBeUndefined()
  expect(memberLimitProblem(-1, { ...room, network_router_use: 12 })).toBeUndefined()
  expect(said(memberLimitProblem(1, room))).toBe('成员名额已满（10/10），请申请扩容')
  expect(centerLimitProblem({ before: 2, after: 2 }, { network_center_count: 1 })).toBeUndefined()
  expect(said(centerLimitProblem({ before: 1, after: 2 }, { network_center_count: 1 }))).toBe('中心最多支持 1 个')
})

it('a network needs a name of the right length and a member, and no software member may be a center', () => {
  const long = '😀'.repeat(25)
  expect(nameLengthProblem('😀'.repeat(24), false)).toBeUndefined()
  expect(nameLengthProblem(long, false)).toEqual({ code: 'networkNameTooLong', with: { max: 24 } })
  expect(nameLengthProblem(long, true)).toBeUndefined()
  expect([unusableProblem(true, 1), unusableProblem(false, 0)]).toEqual([undefined, undefined])
  expect(unusableProblem(false, 1)?.code).toBe('networkUnusable')
  expect(noMemberProblem(['a'])).toBeUndefined()
  expect(noMemberProblem([])?.code).toBe('networkNeedsMember')
  expect(softwareCenterProblem([{ router_type: 1 }])).toBeUndefined()
  expect(softwareCenterProblem([{ router_type: 1 }, { router_type: 2 }])?.code).toBe('softwareNeverCenter')
  expect([
    ...centersAmong([
      { router_name: 'a', member_type: 'center' },
      { router_name: 'b', member_type: 'point' },
    ]),
  ]).toEqual(['a'])
})

it('a main and a backup line need two different centers', () => {
  expect(otherCenter(['a', 'b'], 'a')).toBe('b')
  expect(otherCenter(['a', 'b', 'c'], 'a')).toBeNull()
  expect(routingProblem(1, 'a', 'b')?.code).toBe('routingNeedsTwo')
  expect(routingProblem(2, null, 'b')?.code).toBe('routingChoose')
  expect(routingProblem(2, 'b', 'b')?.code).toBe('routingSame')
  expect(routingProblem(2, 'a', 'b')).toBeUndefined()
})

it('a backup area differs from the main one and is offered with three or more areas', () => {
  expect([offersBackup(2, '1'), offersBackup(3, null), offersBackup(3, '1')]).toEqual([false, false, true])
  expect(backupAreaProblem(2, '1', null)).toBeUndefined()
  expect(backupAreaProblem(2, '1', '2')?.code).toBe('popBackupNotOffered')
  expect(backupAreaProblem(3, null, '2')?.code).toBe('popBackupNotOffered')
  expect(backupAreaProblem(3, '1', '1')?.code).toBe('popAreasSame')
  expect(backupAreaProblem(3, '1', '2')).toBeUndefined()
})

it('a branch must keep one link unless others dial it; a link between centers needs exactly two centers', () => {
  expect(said(lastLinkProblem('P', [0, 0], false))).toBe('成员 P 至少保留一条中心链路')
  expect(lastLinkProblem('P', [0, 1], false)).toBeUndefined()
  expect(lastLinkProblem('P', [0], true)).toBeUndefined()
  expect([1, 2, 3].map((centers) => twoCentersProblem(centers)?.code)).toEqual(['centerLinkNeedsTwo', undefined, 'centerLinkNeedsTwo'])
})
