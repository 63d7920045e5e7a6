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

/** All is well and stays so. */
const quiet: Situation = { root: '/w', before: tree(), after: tree(), running: prints('a'), wanted: prints('a'), routing: true }
const nothing = { routing: 'keep', kill: [], stop: [], restart: [], start: [] }
const plan = (more: Partial<Situation>) => planOf({ ...quiet, ...more })

describe('what a change of files means', () => {
  it('is nothing where nothing changed', () => expect(plan({})).toEqual(nothing))

  it('is live for routes', () => expect(plan({ after: tree({ [FRR]: 'router bgp 2' }) })).toEqual({ ...nothing, routing: 'reload' }))

  it('concerns one member alone where its own file changed or went', () => {
    expect(plan({ after: tree({ [admission('SN2')]: 'ifconfig-push 3' }) }).kill).toEqual([{ tunnel: '1-hardware', who: 'SN2' }])
    expect(plan({ after: tree({ [admission('SN1')]: undefined }) }).kill).toEqual([{ tunnel: '1-hardware', who: 'SN1' }])
  })

  it('concerns nobody where a member came', () => expect(plan({ after: tree({ [admission('SN3')]: 'ifconfig-push 9' }) })).toEqual(nothing))

  it('is a restart where a tunnel runs with something else, and then nobody is sent away beside it', () => {
    const change = { wanted: prints('b'), after: tree({ [admission('SN1')]: undefined }) }
    expect(plan(change)).toEqual({ ...nothing, restart: ['1-hardware'] })
  })

  it('begins and ends what is new and what is over', () => {
    expect(plan({ running: new Map() })).toEqual({ ...nothing, start: ['1-hardware'] })
    expect(plan({ wanted: new Map(), after: new Map() })).toEqual({ ...nothing, routing: 'stop', stop: ['1-hardware'] })
  })

  it('starts the routing daemons that ended, also where their file is the same', () =>
    expect(plan({ routing: false })).toEqual({ ...nothing, routing: 'start' }))

  it('is no routing at all for who routes nothing', () => {
    const software = tree({ [FRR]: undefined })
    expect(plan({ before: software, after: software, routing: false })).toEqual({ ...nothing, routing: 'none' })
  })
})

it('tunnels are the configurations, not what they say of their members', () => {
  expect(tunnelsIn('/w', tree())).toEqual(new Map([['1-hardware', 'mode server']]))
})
