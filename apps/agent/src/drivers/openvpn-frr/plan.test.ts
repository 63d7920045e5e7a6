import { describe, expect, it } from 'vitest'
import { planOf, type Situation, tunnelsIn } from './plan.ts'

const FRR = '/w/frr.conf'
const SERVICE = '/w/openvpn/1-hardware.conf'
const admission = (who: string) => `/w/openvpn/1-hardware/${who}`
const files = {
  [FRR]: 'router bgp 1',
  [SERVICE]: 'mode server',
  [admission('SN1')]: 'ifconfig-push 1',
  [admission('SN2')]: 'ifconfig-push 2',
}
const tree = (more: Record<string, string | undefined> = {}) =>
  new Map(Object.entries({ ...files, ...more }).flatMap(([path, content]) => (content === undefined ? [] : [[path, content] as const])))
const prints = (print: string) => new Map([['1-hardware', print]])

/** A situation in which nothing changes. */
const quiet: Situation = {
  root: '/w',
  before: tree(),
  after: tree(),
  running: prints('a'),
  wanted: prints('a'),
  urgent: true,
  due: new Map(),
  routing: true,
}
const nothing = { routing: 'keep', kill: [], stop: [], restart: [], start: [], later: [] }
const plan = (more: Partial<Situation>) => planOf({ ...quiet, ...more })

describe('the plan for a change of files', () => {
  it('is empty if nothing changed', () => expect(plan({})).toEqual(nothing))

  it('reloads changed routes', () => expect(plan({ after: tree({ [FRR]: 'router bgp 2' }) })).toEqual({ ...nothing, routing: 'reload' }))

  it('sends away only the member whose own file changed or was removed', () => {
    expect(plan({ after: tree({ [admission('SN2')]: 'ifconfig-push 3' }) }).kill).toEqual([{ tunnel: '1-hardware', who: 'SN2' }])
    expect(plan({ after: tree({ [admission('SN1')]: undefined }) }).kill).toEqual([{ tunnel: '1-hardware', who: 'SN1' }])
  })

  it('is empty if a member was added', () => expect(plan({ after: tree({ [admission('SN3')]: 'ifconfig-push 9' }) })).toEqual(nothing))

  it('restarts a tunnel that runs with something else, and then sends no member away as well', () => {
    const change = { wanted: prints('b'), after: tree({ [admission('SN1')]: undefined }) }
    expect(plan(change)).toEqual({ ...nothing, restart: ['1-hardware'] })
  })

  describe('of tunnels that need not restart at once', () => {
    const two = (a: string, b: string) =>
      new Map([
        ['1-hardware', a],
        ['1-twin', b],
      ])

    it('restarts them later if the document is the same, and then sends no member away as well', () => {
      const change = { urgent: false, wanted: prints('b'), after: tree({ [admission('SN1')]: 'ifconfig-push 9' }) }
      expect(plan(change)).toEqual({ ...nothing, later: ['1-hardware'] })
    })

    it('sends members away at a change, although the tunnel is due', () => {
      const change = { wanted: prints('b'), due: prints('b'), after: tree({ [admission('SN1')]: undefined }) }
      expect(plan(change)).toEqual({ ...nothing, later: ['1-hardware'], kill: [{ tunnel: '1-hardware', who: 'SN1' }] })
    })

    it('leaves those that are due as they are at a change of others', () => {
      const change = { running: two('a', 'a'), wanted: two('b', 'c'), due: two('b', 'b') }
      expect(plan(change)).toEqual({ ...nothing, restart: ['1-twin'], later: ['1-hardware'] })
    })

    it('starts new ones after them, which may leave a port to them', () =>
      expect(plan({ urgent: false, wanted: two('b', 'b') })).toEqual({ ...nothing, later: ['1-hardware', '1-twin'] }))

    it('starts new ones at once if none is due', () =>
      expect(plan({ urgent: false, wanted: two('a', 'b') })).toEqual({ ...nothing, start: ['1-twin'] }))
  })

  it('starts new tunnels and stops those that are over', () => {
    expect(plan({ running: new Map() })).toEqual({ ...nothing, start: ['1-hardware'] })
    expect(plan({ wanted: new Map(), after: new Map() })).toEqual({ ...nothing, routing: 'stop', stop: ['1-hardware'] })
  })

  it('starts the routing daemons that ended, even if their file is the same', () =>
    expect(plan({ routing: false })).toEqual({ ...nothing, routing: 'start' }))

  it('has no routing for a device that routes nothing', () => {
    const software = tree({ [FRR]: undefined })
    expect(plan({ before: software, after: software, routing: false })).toEqual({ ...nothing, routing: 'none' })
  })
})

it('tunnelsIn returns the configurations of tunnels, not the files of their members', () => {
  expect(tunnelsIn('/w', tree())).toEqual(new Map([['1-hardware', 'mode server']]))
})
