import { expect, test } from 'vitest'
import { clientsOf, factsOf, stateOf } from './tunnel-facts.ts'

test('a configuration gives the role and the other end of its tunnel', () => {
  expect(factsOf('1000000001-hardware', 'mode server\ntls-server\nport 1\n')).toMatchObject({ role: 'service', who: undefined })
  expect(factsOf('1000000001-center-HUB-1', 'client\nremote 203.0.113.1 4000\nverify-x509-name HUB-1 name\n')).toEqual({
    network_number: '1000000001',
    role: 'dial',
    who: 'HUB-1',
    peer_address: undefined,
    remote: '203.0.113.1',
  })
  expect(factsOf('1000000001-twin', 'tls-server\nifconfig 10.0.0.1 10.0.0.2\nverify-x509-name HUB2 name\n')).toMatchObject({
    role: 'listen',
    who: 'HUB2',
    peer_address: '10.0.0.2',
  })
})

test('a service lists the members that it has let in, not those that are still signing in', () => {
  const line = (...parts: string[]) => ['CLIENT_LIST', ...parts].join('\t')
  const status = [
    'TITLE\tOpenVPN 2.6.14',
    'HEADER\tCLIENT_LIST\tCommon Name',
    line('SN1', '198.51.100.7:4321', '10.128.0.2', '', '100', '200', '2026-11-22 10:00:00', '1795341600', 'UNDEF', '3', '0', 'AES-256-GCM'),
    line('UNDEF', '198.51.100.8:1', '', '', '0', '0', '2026-11-22 10:00:00', '1795341600', 'UNDEF', '4', '1', ''),
  ]
  expect(clientsOf('1000000001', status)).toEqual([
    {
      network_number: '1000000001',
      who: 'SN1',
      dialled: false,
      vpn_ip: '10.128.0.2',
      address: '198.51.100.7',
      since: 1_795_341_600,
      received: 100,
      sent: 200,
      cid: '3',
    },
  ])
})

test('a state gives its time and its addresses', () => {
  const line = '1795367150,CONNECTED,SUCCESS,10.128.32.3,198.51.100.12,36301,,'
  expect(stateOf(line)).toEqual({ since: 1_795_367_150, name: 'CONNECTED', own_address: '10.128.32.3', local_address: null })
})
