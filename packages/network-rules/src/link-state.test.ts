import type { LinkState } from '@weft/contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DialledLink, type Dialler, stateBetween, statesOfLinks } from './link-state.ts'

const dual: Dialler = {
  routing: { type: 1, main_router: null, secondary_router: null },
  mode: 1,
  ov_main: '1',
  state: 'up',
  network_usable: 1,
  pops: 1,
}
const backup: Dialler = { ...dual, routing: { type: 2, main_router: 'MAIN', secondary_router: 'SPARE' } }
const center = (name: string, up: 0 | 1, enable: 0 | 1 = 1): DialledLink => ({
  kind: 'center',
  center_router_name: name,
  ov_id: null,
  enable,
  vpn_online: up,
})
const pop = (ov_id: string, up: 0 | 1): DialledLink => ({
  kind: 'pop',
  center_router_name: `POP${ov_id}`,
  ov_id,
  enable: 1,
  vpn_online: up,
})

describe('the states of a branch’s links', () => {
  it.each<[string, Dialler, DialledLink[], LinkState[]]>([
    ['both centers carry where routing does not distinguish them', dual, [center('A', 1), center('B', 1)], ['up', 'up']],
    ['the other one is still only up when one fails', dual, [center('A', 0), center('B', 1)], ['down', 'up']],
    ['the main center carries, the backup waits', backup, [center('MAIN', 1), center('SPARE', 1)], ['up', 'standby']],
    ['the backup takes over', backup, [center('MAIN', 0), center('SPARE', 1)], ['down', 'takeover']],
    [
      'a third center waits behind the backup',
      backup,
      [center('MAIN', 0), center('SPARE', 1), center('THIRD', 1)],
      ['down', 'takeover', 'standby'],
    ],
    ['a link that is off is no longer preferred', backup, [center('MAIN', 0, 0), center('SPARE', 1)], ['disabled', 'up']],
    ['a POP waits while a center is preferred', dual, [center('A', 1), pop('1', 1)], ['up', 'standby']],
    ['the main POP takes over before the backup POP', dual, [center('A', 0), pop('1', 1), pop('2', 1)], ['down', 'takeover', 'standby']],
    ['the backup POP takes over if the main one is down', dual, [center('A', 0), pop('1', 0), pop('2', 1)], ['down', 'down', 'takeover']],
    ['with POP first the POP carries, and centers are not dialled', { ...dual, mode: 3 }, [center('A', 0), pop('1', 1)], ['standby', 'up']],
    ['with POP first a center takes over', { ...dual, mode: 3 }, [center('A', 1), pop('1', 0)], ['takeover', 'down']],
    ['with center first POPs are not dialled while a center is up', { ...dual, mode: 2 }, [center('A', 1), pop('1', 0)], ['up', 'standby']],
    ['with center preferred a POP is dialled all the time', dual, [center('A', 1), pop('1', 0)], ['up', 'down']],
    ['a POP that has ended is off', { ...dual, pops: 0 }, [center('A', 1), pop('1', 0)], ['up', 'disabled']],
    ['all is down', backup, [center('MAIN', 0), center('SPARE', 0)], ['down', 'down']],
    ['a member that never connected', { ...dual, state: 'never' }, [center('A', 0)], ['never']],
    ['software that is signed out has no fault', { ...dual, state: 'idle' }, [center('A', 0)], ['standby']],
    ['a member that is disabled', { ...dual, state: 'disabled' }, [center('A', 1)], ['disabled']],
    ['networks that are stopped', { ...dual, network_usable: 0 }, [center('A', 0), pop('1', 1)], ['disabled', 'disabled']],
    ['a device that lost its control connection', { ...dual, state: 'down' }, [center('A', 0), center('B', 1)], ['down', 'up']],
  ])('%s', (_, dialler, links, states) => {
    expect(statesOfLinks(links, dialler)).toEqual(states)
  })

  it('a link between centers is up or down by itself', () => {
    const twin = (up: 0 | 1): DialledLink => ({ ...center('B', up), kind: 'twin' })
    expect([statesOfLinks([twin(1)], backup), statesOfLinks([twin(0)], backup)]).toEqual([['up'], ['down']])
  })

  it('exactly the best links that are up carry, and only a link that is down is called so', () => {
    const link = fc.oneof(
      fc
        .tuple(fc.constantFrom('MAIN', 'SPARE', 'THIRD'), fc.constantFrom<0 | 1>(0, 1), fc.constantFrom<0 | 1>(0, 1))
        .map((of) => center(...of)),
      fc.tuple(fc.constantFrom('1', '2'), fc.constantFrom<0 | 1>(0, 1)).map((of) => pop(...of)),
    )
    const any = fc.record({ routing: fc.constantFrom(dual.routing, backup.routing), mode: fc.constantFrom<1 | 2 | 3>(1, 2, 3) })
    fc.assert(
      fc.property(fc.array(link, { maxLength: 6 }), any, (links, how) => {
        const states = statesOfLinks(links, { ...dual, ...how })
        const ups = links.filter((_, at) => states[at] === 'up' || states[at] === 'takeover')
        const downs = links.filter((_, at) => states[at] === 'down')
        expect([...ups.filter((one) => one.vpn_online === 0), ...downs.filter((one) => one.vpn_online === 1)]).toEqual([])
        expect(links.map(({ enable }) => enable === 0)).toEqual(states.map((state) => state === 'disabled'))
        const isUp = links.some(({ enable, vpn_online }) => enable === 1 && vpn_online === 1)
        expect(states.some((state) => state === 'up' || state === 'takeover')).toBe(isUp)
        expect(states.includes('up') && states.includes('takeover')).toBe(false)
      }),
    )
  })
})

it('a link whose two ends are lost is down, whatever was reported last; while one end is connected, its word counts', () => {
  expect((['up', 'standby', 'takeover', 'down', 'disabled'] as const).map((state) => stateBetween(state, 'down', 'down'))).toEqual([
    'down',
    'down',
    'down',
    'down',
    'disabled',
  ])
  expect(stateBetween('up', 'down', 'up')).toBe('up')
  expect(stateBetween('up', 'up', 'down')).toBe('up')
  expect(stateBetween('up', 'down', undefined)).toBe('up')
})
