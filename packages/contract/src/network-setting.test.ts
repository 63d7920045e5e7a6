import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { check, networkRevisions, networkSettings, PrefixInput, RouterName, SegmentInput, ServicePortInput } from './index.ts'

const NUMBER = '1234567890'
/** Returns the names of the wrong fields. */
const wrong = (schema: Parameters<typeof check>[0], input: unknown): string[] => {
  const checked = check(schema, input, 'zh-CN')
  if (checked.ok) return []
  for (const { msg } of checked.errors) expect(msg).toMatch(/^[^{}]*[\u4e00-\u9fff][^{}]*$/)
  expect(JSON.stringify(checked.errors)).not.toMatch(/undefined|null|NaN/)
  return [...new Set(checked.errors.map(({ field }) => field))]
}

/** Values that a client may send in place of a number. */
const NO_NUMBERS = [1e308, -1, 1.5, NaN, '1e3', '0x10', '٢٠', [20], { valueOf: 20 }, true, '20; drop table network', '<b>20</b>']
const NO_ADDRESSES = [
  '0.0.0.0',
  '0.1.2.3',
  '256.1.1.1',
  '1.2.3',
  '1.2.3.4.5',
  '01.2.3.4',
  '1.2.3.4/8',
  '::1',
  "1.2.3.4' or 1=1",
  '<b>',
  {},
  1,
]

describe('a prefix rule', () => {
  const prefix = (more: object) => wrong(PrefixInput, { ip: '10.0.0.0', mask: 16, ...more })
  it.each([7, 33, ...NO_NUMBERS])('refuses the mask %j', (mask) => expect(prefix({ mask })).toEqual(['mask']))
  it.each([8, 32, '8', '32', ' 20 ', '２０', '20\u200b'])('accepts the mask %j', (mask) => expect(prefix({ mask })).toEqual([]))
  it.each(NO_ADDRESSES)('refuses the address %j', (ip) => expect(prefix({ ip })).toEqual(['ip']))
  it.each(['1.0.0.0', '223.255.255.255', '169.253.255.255', '169.255.0.0', '128.0.0.0', ' 10.0.0.1 ', '１０。0。0。1'])(
    'accepts the address %j',
    (ip) => expect(prefix({ ip })).toEqual([]),
  )
  it.each<[object, string[]]>([
    [{ ge: 16 }, ['ge']],
    [{ ge: 17 }, []],
    [{ ge: 32 }, []],
    [{ ge: 33 }, ['ge']],
    [{ ge: 24, le: 24 }, []],
    [{ ge: 24, le: 23 }, ['ge']],
    [{ le: 16 }, ['le']],
    [{ le: 17 }, []],
    [{ le: 33 }, ['le']],
    [{ ge: '', le: null }, []],
    [{ permission: 'allow' }, ['permission']],
    [{ name: 'mine' }, ['name']],
  ])('with %j reports problems in %j', (more, fields) => expect(prefix(more)).toEqual(fields))
})

describe('a segment', () => {
  const segment = (gateway: unknown, mask: unknown) => wrong(SegmentInput, { gateway, mask })
  it.each([15, 25, ...NO_NUMBERS])('refuses the mask %j', (mask) => expect(segment('10.0.0.0', mask)).toEqual(['mask']))
  it.each([16, 24])('accepts the mask %j', (mask) => expect(segment('10.0.0.0', mask)).toEqual([]))
  it.each([
    ['10.0.1.0', 23],
    ['10.0.0.1', 24],
    ['10.1.255.0', 16],
  ])('refuses the network %s/%i', (gateway, mask) => expect(segment(gateway, mask)).toEqual(['gateway']))
  it.each(NO_ADDRESSES)('refuses the address %j', (gateway) => expect(segment(gateway, 16)).toEqual(['gateway']))
})

describe('reserved addresses', () => {
  const reserved = [
    ['127.0.0.0', '127.0.0.0/8'],
    ['127.200.0.0', '127.0.0.0/8'],
    ['169.254.0.0', '169.254.0.0/16'],
    ['224.0.0.0', '224.0.0.0/4'],
    ['239.255.0.0', '224.0.0.0/4'],
    ['240.0.0.0', '240.0.0.0/4'],
    ['255.255.0.0', '240.0.0.0/4'],
  ] as const
  const one = { network_number: NUMBER }
  const segment = (gateway: string) => ({ gateway, mask: 16 })
  const link = { enable: 1, center_router_name: 'HUB-1', public_ip: '', public_port: '', static_port: '' }
  it.each(reserved)('%s is refused as a LAN, segment or DNS server, with the name of its block', (ip, block) => {
    const { edit_prefix, dns, edit_center_gateway, edit_center_link_gateway, center_link, edit_ip_address_pool } = networkSettings
    const inputs: [z.ZodType, object][] = [
      [edit_prefix.input, { ...one, router_name: 'R1', prefix: [{ ip, mask: 16 }] }],
      [dns.input, { ...one, dns: [ip] }],
      [edit_center_gateway.input, { ...one, router_name: 'R1', router_network: segment(ip), software_network: segment('10.0.0.0') }],
      [edit_center_link_gateway.input, { ...one, ...segment(ip) }],
      [center_link.input, { ...one, ...link, ...segment(ip) }],
      [edit_ip_address_pool.input, { ...one, center_link_network: segment(ip), center_network: {}, network_fr_id: '' }],
    ]
    for (const [schema, input] of inputs) {
      const checked = check(schema, input, 'zh-CN')
      const said = checked.ok ? [] : checked.errors.map(({ msg }) => msg)
      expect(said).toEqual([expect.stringMatching(/^(\p{Script=Han}+|DNS )不能使用保留网段 \S+ 内的地址$/u)])
      expect(said[0]).toContain(` ${block} `)
    }
  })
})

describe('a service port', () => {
  const ports = (more: object) => wrong(ServicePortInput, { public_ip: '1.2.3.4', public_port: 1025, static_port: 65_535, ...more })
  it.each([0, 1024, 65_536, ...NO_NUMBERS])('is refused as %j', (port) => {
    expect(ports({ public_port: port })).toEqual(['public_port'])
    expect(ports({ static_port: port })).toEqual(['static_port'])
  })
  it('is given together with the address, or both are empty', () => {
    expect(ports({})).toEqual([])
    expect(ports({ public_ip: '', public_port: '', static_port: '' })).toEqual([])
    for (const field of ['public_ip', 'public_port', 'static_port']) expect(ports({ [field]: '' })).toEqual(['public_ip'])
  })
})

describe('a network setting', () => {
  const member = { network_number: NUMBER, router_name: 'R1' }
  it.each([30, 60, 90, 120, 150, '', null])('accepts the metric %j', (metric) =>
    expect(wrong(networkSettings.default_route.input, { ...member, model: 1, metric })).toEqual([]),
  )
  it.each([0, 29, 31, 180, '30', 1e308, [30]])('refuses the metric %j', (metric) =>
    expect(wrong(networkSettings.default_route.input, { ...member, model: 1, metric })).toEqual(['metric']),
  )
  it.each(['1', true, 2, -1, null])('cannot be switched by %j', (enable) =>
    expect(wrong(networkSettings.quagga.input, { ...member, enable })).toEqual(['enable']),
  )
  it.each(NO_ADDRESSES)('refuses the DNS server %j', (dns) =>
    expect(wrong(networkSettings.dns.input, { network_number: NUMBER, dns: ['1.1.1.1', dns] })).toEqual(['dns.1']),
  )
  it.each(['<b>x</b>', '中', 'a b', 'constructor', 'toString', '__proto__', 'hasOwnProperty', "x'--", 'x'.repeat(65)])(
    'refuses the member name %j',
    (name) => {
      expect(wrong(networkSettings.quagga.input, { ...member, router_name: name, enable: 1 })).toEqual(['router_name'])
      expect(RouterName.safeParse(name).success).toBe(false)
    },
  )
  it.each([0, -1, 1.5, 2 ** 53, 1e308, '1', null])('cannot be rolled back to revision %j', (revision) =>
    expect(wrong(networkRevisions.rollback.input, { network_number: NUMBER, revision })).toEqual(['revision']),
  )
  it('accepts only numbers as POP areas', () => {
    for (const ov_id_main of ['constructor', '1e3', 'x', 1, '1'.repeat(19)])
      expect(wrong(networkSettings.member_ov.input, { ...member, ov_id_main, ov_id_backup: '' })).toEqual(['ov_id_main'])
  })
  it('refuses unknown fields and unknown ciphers', () => {
    expect(wrong(networkSettings.ciphers.input, { network_number: NUMBER, ncp_ciphers: 'sm', account_id: 1 })).toEqual(['account_id'])
    expect(wrong(networkSettings.ciphers.input, { network_number: NUMBER, ncp_ciphers: 'SM' })).toEqual(['ncp_ciphers'])
  })
})
