import { compile, type MemberDocument, type NetworkIntent, newMember } from '@weft/member-config'
import { expect, test } from 'vitest'
import { centerAt, networkOf } from '../../../../packages/member-config/test/networks.ts'
import { differenceOf } from './difference.ts'

function documentOf(name: string, change?: (intent: NetworkIntent) => void): MemberDocument {
  const branch = { ...newMember('point'), links: { HUB: { vpn_ip: '10.128.0.2', enable: 1 as const } } }
  return compile([networkOf({ HUB: centerAt(0), SN1: branch }, change)]).get(name)!
}
const difference = (name: string, change: (intent: NetworkIntent) => void) =>
  differenceOf(documentOf(name, change), documentOf(name)).map((action) => action.replace('network 1000000000: ', ''))

test.each<[string, (intent: NetworkIntent) => void, string[]]>([
  ['SN1', () => {}, []],
  ['SN1', ({ settings }) => void (settings.dns = ['223.5.5.5']), ['other DNS servers']],
  ['SN1', ({ settings }) => void (settings.mode = 3), ['dials in another order']],
  ['SN1', ({ settings }) => void (settings.members.SN1!.default_route = 2), ['routes, prefixes or preferences change']],
  ['SN1', ({ settings }) => void (settings.members.SN1!.links.HUB!.enable = 0), ['1 tunnels removed or moved']],
  [
    'HUB',
    ({ settings }) => void (settings.members.SN1!.links.HUB!.vpn_ip = '10.128.0.3'),
    ['1 tunnels added or moved', '1 tunnels removed or moved'],
  ],
  [
    'HUB',
    ({ settings }) => void (settings.members.HUB!.center!.router_port.static_port = 4000),
    ['services restart on another port or segment'],
  ],
  ['HUB', ({ settings }) => void (settings.ncp_ciphers = 'sm'), ['services restart with other ciphers']],
])('the effects of a change on %s are listed (%#)', (name, change, actions) => {
  expect(difference(name, (intent) => change(Object.assign(intent, structuredClone(intent))))).toEqual(actions)
})

test('a network that is joined or left is listed', () => {
  expect(differenceOf(documentOf('SN1'), null)).toEqual(['network 1000000000: joined as point'])
  expect(differenceOf(null, documentOf('SN1'))).toEqual(['network 1000000000: left'])
})
