import { type NetworkSettings, NO_CENTER_LINK, patchOf, sectionsOf } from '@weft/member-config'
import { describe, expect, it } from 'vitest'
import { aNetwork, factsOf, settled } from '../../../../test/network-rules-fixtures.ts'
import { movedBy, movesOnly, portOf, withPort } from './trial.rules.ts'

const NONE = { public_ip: null, public_port: null, static_port: null }
const at = (public_ip: string, port = 4500) => ({ public_ip, public_port: port, static_port: port })
const base = settled(aNetwork(['A', 'B'], ['P', 'S1']))
const linked = settled({ ...base, center_link: { ...NO_CENTER_LINK, enable: 1, center_router_name: 'A', segment: '10.9.0.0/24' } })
const read = (settings: NetworkSettings) => [settings, sectionsOf({ settings, facts: factsOf() })] as const
const moved = (before: NetworkSettings, after: NetworkSettings) => movedBy(read(before), read(settled(after)))

describe('the services that a change moves', () => {
  it.each([
    ['hardware', base],
    ['software', base],
    ['twin', linked],
  ] as const)('are that of %s members alone, with the former and the present setting', (service, before) => {
    const after = withPort(before, 'A', service, at('198.51.100.9'))
    expect(portOf(after, 'A', service)).toEqual(at('198.51.100.9'))
    expect(moved(before, after)).toEqual([{ router_name: 'A', service, former: NONE, present: at('198.51.100.9') }])
  })

  it('are none if each listens and is dialled as before, though its setting differs', () => {
    const before = withPort(base, 'A', 'hardware', at('198.51.100.9'))
    expect(moved(before, withPort(before, 'A', 'hardware', { ...at('198.51.100.9'), public_port: null }))).toEqual([])
    expect(moved(base, { ...base, network_name: '分部' })).toEqual([])
  })

  it('are none if a center leaves or comes, and if the setting of the center link is another center’s', () => {
    const alone = aNetwork(['A'], ['P', 'S1'])
    expect(moved(base, alone)).toEqual([])
    expect(moved(alone, base)).toEqual([])
    expect(portOf(linked, 'B', 'twin')).toBeUndefined()
    expect(portOf(base, 'P', 'hardware')).toBeUndefined()
  })
})

describe('a patch that moves only these services', () => {
  const hardware = { router_name: 'A', service: 'hardware' as const }
  const software = { router_name: 'A', service: 'software' as const }
  const both = withPort(withPort(base, 'A', 'hardware', at('198.51.100.9')), 'A', 'software', at('198.51.100.9', 4600))

  it('touches the ports of all of them together, and nothing else', () => {
    const patch = patchOf(base, both)
    expect(movesOnly(patch, [hardware, software])).toBe(true)
    expect(movesOnly(patch, [hardware])).toBe(false)
    expect(movesOnly(patch, [{ ...hardware, router_name: 'B' }, software])).toBe(false)
    expect(movesOnly(patchOf(base, { ...both, network_name: '分部' }), [hardware, software])).toBe(false)
  })

  it('touches the center link', () => {
    const patch = patchOf(linked, withPort(linked, 'A', 'twin', at('198.51.100.9')))
    expect(movesOnly(patch, [{ router_name: 'A', service: 'twin' }])).toBe(true)
    expect(movesOnly(patch, [hardware])).toBe(false)
  })
})
