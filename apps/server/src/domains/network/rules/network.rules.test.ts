import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Candidate,
  centersOf,
  changesNothing,
  checkRoom,
  namesOf,
  planAdded,
  planRemoved,
  planMemberships,
  pointsOf,
  type Room,
  revisionStateOf,
  type Membership,
} from './network.rules.ts'

const hub = (router_name: string): Membership => ({ router_name, router_type: 1, member_type: 'center' })
const branch = (router_name: string, router_type: 1 | 2 = 1): Membership => ({ router_name, router_type, member_type: 'point' })
const knowing = (...memberships: (Candidate | Membership)[]) =>
  new Map(memberships.map((s) => [s.router_name, { status: 1 as const, ...s }]))
const room = (change: Partial<Room>): Room => ({
  network_router_use: 0,
  network_router_count: 10,
  network_center_count: 1,
  network_usable: 1,
  ...change,
})
const growing = { added: [branch('x')], removed: [], moved: [], after: [hub('a'), branch('x')] }
const shrinking = { added: [], removed: [branch('x')], moved: [], after: [hub('a')] }

describe('a plan', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const lists = fc
    .record({ center: fc.subarray(names), point: fc.subarray(names) })
    .map(({ center, point }) => ({ center, point: point.filter((name) => !center.includes(name)) }))
    .filter(({ center, point }) => center.length + point.length > 0)
  const membershipsOf = ({ center, point }: { center: string[]; point: string[] }) => [
    ...center.map(hub),
    ...point.map((name) => branch(name)),
  ]

  it('leads from the present members to the wanted ones, and changes nothing when repeated', () => {
    fc.assert(
      fc.property(lists, lists, (have, want) => {
        const before = membershipsOf(have)
        const known = knowing(...names.map((name) => branch(name)))
        const plan = planMemberships(before, want, known)
        const gone = new Set(namesOf([...plan.removed, ...plan.moved]))
        const reached = [...before.filter((s) => !gone.has(s.router_name)), ...plan.moved, ...plan.added]
        expect(namesOf(centersOf(reached)).toSorted()).toEqual(want.center.toSorted())
        expect(namesOf(pointsOf(reached)).toSorted()).toEqual(want.point.toSorted())
        expect(changesNothing(planMemberships(plan.after, want, known))).toBe(true)
      }),
    )
  })
  it.each([
    ['memberTwice', { center: ['a', 'a'], point: [] }],
    ['memberTwice', { center: [], point: ['a', 'b', 'a'] }],
    ['centerReplaced', { center: ['a'], point: ['b', 'a'] }],
    ['networkNeedsMember', { center: [], point: [] }],
    ['softwareNeverCenter', { center: ['soft'], point: [] }],
    ['memberDisabled', { center: [], point: ['off'] }],
    ['memberNotFound', { center: [], point: ['nobody'] }],
  ])('is refused with %s for %j', (reason, wanted) => {
    const known = knowing(branch('a'), branch('b'), branch('soft', 2), { router_name: 'off', router_type: 2, status: 0 })
    expect(() => planMemberships([], wanted, known)).toThrow(expect.objectContaining({ reason }))
  })
  it('keeps a member that was disabled after it joined', () => {
    const off: Candidate = { router_name: 'off', router_type: 2, status: 0 }
    expect(changesNothing(planMemberships([branch('off', 2)], { center: [], point: ['off'] }, knowing(off)))).toBe(true)
  })
})

describe('a single member', () => {
  it('is added only once', () => {
    const candidate: Candidate = { router_name: 'x', router_type: 2, status: 1 }
    expect(planAdded([hub('a')], { router_name: 'x', member_type: 'point' }, candidate).added).toEqual([branch('x', 2)])
    expect(() => planAdded([branch('x', 2)], { router_name: 'x', member_type: 'point' }, candidate)).toThrow(
      expect.objectContaining({ reason: 'memberAlreadyIn' }),
    )
  })
  it('is not removed if it is the last center while branches remain', () => {
    expect(() => planRemoved('总部', [hub('a'), branch('x')], 'a')).toThrow(
      expect.objectContaining({ reason: 'lastCenterNeeded', params: { network: '总部' } }),
    )
    expect(planRemoved('总部', [hub('a'), hub('b'), branch('x')], 'a').after).toEqual([hub('b'), branch('x')])
    expect(planRemoved('总部', [hub('a')], 'a').after).toEqual([])
    expect(planRemoved('总部', [branch('x'), branch('y')], 'x').after).toEqual([branch('y')])
  })
})

describe('the limit check', () => {
  it('applies only to what is added', () => {
    expect(() => checkRoom([hub('a')], growing, room({ network_router_use: 9 }))).not.toThrow()
    expect(() => checkRoom([hub('a')], growing, room({ network_router_use: 10 }))).toThrow(
      expect.objectContaining({ reason: 'memberLimit', params: { used: 10, count: 10 } }),
    )
    expect(() => checkRoom([hub('a'), branch('x')], shrinking, room({ network_router_use: 12 }))).not.toThrow()
  })
  it('allows as many centers as the limit, or as the network has already', () => {
    const two = { added: [], removed: [], moved: [], after: [hub('a'), hub('b')] }
    expect(() => checkRoom([hub('a')], { ...two, added: [hub('b')] }, room({}))).toThrow(
      expect.objectContaining({ reason: 'centerLimit', params: { n: 1 } }),
    )
    expect(() => checkRoom([hub('a'), hub('b')], two, room({}))).not.toThrow()
  })
  it('allows only removals in an unusable network', () => {
    const unusable = room({ network_usable: 0, network_router_use: 12 })
    const before = [hub('a'), branch('x')]
    for (const change of [growing, { ...growing, removed: [branch('y')] }, { ...shrinking, moved: [hub('b')] }])
      expect(() => checkRoom(before, change, unusable)).toThrow(expect.objectContaining({ reason: 'networkUnusable' }))
    expect(() => checkRoom(before, shrinking, unusable)).not.toThrow()
  })
})

it('a revision has failed if one member failed, and is applied once all have applied it', () => {
  expect(revisionStateOf(['applied', 'pending', 'failed'])).toBe('failed')
  expect(revisionStateOf(['applied', 'pending'])).toBe('pending')
  expect(revisionStateOf(['applied', 'applied'])).toBe('applied')
  expect(revisionStateOf(['applied', 'offline', 'never'])).toBe('applied')
})
