import type { NetworkConfig, NetworkInfo } from '@weft/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aMember, aNetwork } from '../../../../test/data.ts'
import { builderInput, type Candidate, isChanged, problemOf, removedFrom, startBuilder, usageOf } from './builder-state.ts'
import { networkBuilder } from './network-builder.ts'

const limits: NetworkConfig = {
  network_router_use: 0,
  network_router_count: 10,
  network_level: 1,
  network_center_count: 1,
  dns_quantity: 2,
}
const hardware = (router_name: string): Candidate => ({ router_name, note: '', router_type: 1, online: 1 })
const software = (router_name: string): Candidate => ({ router_name, note: '', router_type: 2, online: 0 })

const network = (revision: number, places: Record<string, 'center' | 'point'>, network_name = '总部'): NetworkInfo =>
  aNetwork({
    network_name,
    revision,
    member: Object.entries(places).map(([router_name, member_type]) => aMember({ ...hardware(router_name), member_type })),
  })
const names = (members: readonly Candidate[]) => members.map((m) => m.router_name)

describe('the builder', () => {
  it('adds as many members as the account has room for and reports that the limit is reached', () => {
    const start = startBuilder({ ...limits, network_router_use: 8 })
    const next = networkBuilder(start, { type: 'added', place: 'point', members: ['a', 'b', 'c'].map(hardware) })
    expect(names(next.point)).toEqual(['a', 'b'])
    expect(next.problem).toEqual({ code: 'memberLimit', with: { used: 10, count: 10 } })
    expect(usageOf(next)).toBe(10)
  })

  it('applies the limit of centers to added and to moved members', () => {
    const both = networkBuilder(startBuilder(limits), { type: 'added', place: 'center', members: ['a', 'b'].map(hardware) })
    expect(names(both.center)).toEqual([])
    expect(both.problem).toEqual({ code: 'centerLimit', with: { n: 1 } })
    const one = networkBuilder(both, { type: 'added', place: 'center', members: [hardware('a')] })
    const two = networkBuilder(one, { type: 'added', place: 'center', members: [hardware('b')] })
    expect(names(two.center)).toEqual(['a'])
    expect(two.problem).toEqual({ code: 'centerLimit', with: { n: 1 } })
    const moved = networkBuilder(networkBuilder(two, { type: 'added', place: 'point', members: [hardware('b')] }), {
      type: 'moved',
      place: 'center',
      router_name: 'b',
    })
    expect(names(moved.point)).toEqual(['b'])
    expect(moved.problem).toEqual({ code: 'centerLimit', with: { n: 1 } })
  })

  it('names the limit of centers, not of members, when too many for both are to be centers', () => {
    const members = Array.from({ length: 11 }, (_, at) => hardware(`h${at}`))
    const state = networkBuilder(startBuilder(limits), { type: 'added', place: 'center', members })
    expect([state.center, state.problem]).toEqual([[], { code: 'centerLimit', with: { n: 1 } }])
  })

  it('never makes a software member a center', () => {
    const mixed = networkBuilder(startBuilder(limits), { type: 'added', place: 'center', members: [software('s@x'), hardware('h')] })
    expect(names(mixed.center)).toEqual(['h'])
    expect(mixed.problem?.code).toBe('softwareNeverCenter')
    const branch = networkBuilder(startBuilder(limits), { type: 'added', place: 'point', members: [software('s@x')] })
    const moved = networkBuilder(branch, { type: 'moved', place: 'center', router_name: 's@x' })
    expect(names(moved.point)).toEqual(['s@x'])
    expect(moved.problem?.code).toBe('softwareNeverCenter')
  })

  it('frees the room of members that are removed from the network', () => {
    const start = startBuilder({ ...limits, network_router_use: 10 }, network(3, { a: 'center', b: 'point' }))
    expect(usageOf(start)).toBe(10)
    const next = networkBuilder(networkBuilder(start, { type: 'removed', router_name: 'b' }), {
      type: 'added',
      place: 'point',
      members: ['c', 'd'].map(hardware),
    })
    expect(names(next.point)).toEqual(['c'])
    expect(names(removedFrom(next))).toEqual(['b'])
  })

  it('lets a network shrink that exceeds a limit because services lapsed', () => {
    const start = startBuilder(
      { ...limits, network_router_use: 4, network_router_count: 2 },
      network(3, { a: 'center', b: 'center', c: 'point', d: 'point' }),
    )
    expect(problemOf(networkBuilder(start, { type: 'removed', router_name: 'd' }))).toBeUndefined()
  })

  it('lets an unusable network only shrink, as the server does', () => {
    const unusable = { ...network(3, { a: 'center', b: 'point', c: 'point' }), network_status: 0 as const }
    const start = startBuilder({ ...limits, network_router_use: 3, network_center_count: 2 }, unusable)
    const more = networkBuilder(start, { type: 'added', place: 'point', members: [hardware('x')] })
    expect(more.problem?.code).toBe('networkUnusable')
    expect(names(more.point)).toEqual(['b', 'c'])
    expect(networkBuilder(start, { type: 'moved', place: 'center', router_name: 'b' }).problem?.code).toBe('networkUnusable')
    const back = networkBuilder(networkBuilder(start, { type: 'removed', router_name: 'b' }), {
      type: 'added',
      place: 'point',
      members: [hardware('b')],
    })
    expect(isChanged(back)).toBe(false)
    expect(problemOf(networkBuilder(start, { type: 'removed', router_name: 'b' }))).toBeUndefined()
  })

  it('keeps all limits in any order of steps', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd', 's@x', 't@x')
    const place = fc.constantFrom('center' as const, 'point' as const)
    const member = name.map((n) => (n.includes('@') ? software(n) : hardware(n)))
    const action = fc.oneof(
      fc.record({ type: fc.constant('added' as const), place, members: fc.array(member, { maxLength: 4 }) }),
      fc.record({ type: fc.constant('moved' as const), place, router_name: name }),
      fc.record({ type: fc.constant('removed' as const), router_name: name }),
    )
    fc.assert(
      fc.property(fc.array(action, { maxLength: 30 }), (actions) => {
        const end = actions.reduce(networkBuilder, startBuilder({ ...limits, network_router_use: 7 }))
        const all = names([...end.center, ...end.point])
        expect(new Set(all).size).toBe(all.length)
        expect(usageOf(end)).toBeLessThanOrEqual(10)
        expect(end.center.length).toBeLessThanOrEqual(1)
        expect(end.center.every((m) => m.router_type === 1)).toBe(true)
      }),
    )
  })
})

describe('saving', () => {
  it('needs a name and a member', () => {
    const start = startBuilder(limits)
    expect(problemOf(start)?.code).toBe('nameMissing')
    const named = networkBuilder(start, { type: 'named', network_name: ' 总部 ' })
    expect(problemOf(named)?.code).toBe('networkNeedsMember')
    expect(problemOf(networkBuilder(named, { type: 'named', network_name: '长'.repeat(25) }))).toEqual({
      code: 'networkNameTooLong',
      with: { max: 24 },
    })
    const full = networkBuilder(named, { type: 'added', place: 'center', members: [hardware('a')] })
    expect(builderInput(full)).toEqual({ network_name: '总部', center: ['a'], point: [] })
  })

  it('treats a member that was removed and added again as no change', () => {
    const start = startBuilder(limits, network(3, { a: 'center', b: 'point' }))
    const out = networkBuilder(start, { type: 'removed', router_name: 'b' })
    expect(isChanged(out)).toBe(true)
    expect(isChanged(networkBuilder(out, { type: 'added', place: 'point', members: [hardware('b')] }))).toBe(false)
  })
})

describe('reloading a network that someone else changed', () => {
  const mine = [
    { type: 'removed', router_name: 'b' },
    { type: 'added', place: 'point', members: [hardware('new')] },
  ] as const
  const start = startBuilder({ ...limits, network_router_use: 3 }, network(3, { a: 'center', b: 'point', c: 'point' }))
  const changed = mine.reduce(networkBuilder, start)

  it('keeps the user’s choice and takes everything else from the server', () => {
    const theirs = network(7, { a: 'center', b: 'point', d: 'point' }, '上海总部')
    const next = networkBuilder(changed, { type: 'rebased', network: theirs, limits: { ...limits, network_router_use: 3 } })
    expect(names(next.center)).toEqual(['a'])
    expect(names(next.point)).toEqual(['d', 'new'])
    expect(next.network_name).toBe('上海总部')
    expect(builderInput(next).revision).toBe(7)
    expect(names(removedFrom(next))).toEqual(['b'])
  })

  it('keeps a name that the user typed', () => {
    const named = networkBuilder(changed, { type: 'named', network_name: '北京总部' })
    const next = networkBuilder(named, { type: 'rebased', network: network(7, { a: 'center' }, '上海总部'), limits })
    expect(next.network_name).toBe('北京总部')
  })

  it('checks the limits again, since the other change may have used up the room', () => {
    const theirs = network(7, { a: 'center', b: 'point', c: 'point' })
    const next = networkBuilder(changed, {
      type: 'rebased',
      network: theirs,
      limits: { ...limits, network_router_use: 3, network_router_count: 3 },
    })
    expect(problemOf(next)).toBeUndefined()
    const more = networkBuilder(next, { type: 'added', place: 'point', members: [hardware('more')] })
    expect(more.problem?.code).toBe('memberLimit')
  })
})
