import { contains, overlaps, parseIpv4, parsePrefix } from '@weft/net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { networkIntents } from '../test/intents.ts'
import { centerAt, networkOf } from '../test/networks.ts'
import {
  assignedPort,
  canonicalJson,
  compile,
  ContradictoryIntent,
  DOCUMENT_VERSION,
  hashOf,
  MemberDocument,
  type MemberSettings,
  type NetworkIntent,
  NO_CENTER_LINK,
  newMember,
  popPorts,
  type Section,
  type Service,
  sectionsOf,
} from './index.ts'

const bytes = (all: readonly NetworkIntent[]) =>
  [...compile(all)].map(([router_name, document]) => `${router_name} ${canonicalJson(document)}`).toSorted()

/** Returns the same value with the keys of its records in another order. */
function shuffled<T>(value: T, next: () => number): T {
  if (Array.isArray(value) || typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]) => [key, shuffled(item, next)] as const)
  return Object.fromEntries(
    entries
      .map((entry) => [next(), entry] as const)
      .toSorted(([a], [b]) => a - b)
      .map(([, entry]) => entry),
  ) as T
}

test('the same intent in any order gives the same bytes', () => {
  fc.assert(
    fc.property(networkIntents, fc.infiniteStream(fc.nat()), (all, stream) => {
      const next = () => stream.next().value ?? 0
      const other = shuffled(Object.fromEntries(all.entries()), next)
      expect(
        bytes(
          Object.values(other)
            .map((one) => shuffled(one, next))
            .toReversed(),
        ),
      ).toEqual(bytes(all))
    }),
  )
})

test('every document passes its own schema, and the schema changes nothing in it', () => {
  fc.assert(
    fc.property(networkIntents, (all) => {
      for (const document of compile(all).values()) expect(MemberDocument.parse(structuredClone(document))).toEqual(document)
    }),
  )
})

const servicesIn = (section: Section): Service[] => (section.services ? [section.services.hardware, section.services.software] : [])

test('no two services of a network share an address, and no two members of one service do', () => {
  fc.assert(
    fc.property(networkIntents, (all) => {
      for (const intent of all) {
        const sections = [...sectionsOf(intent).values()]
        const twins = sections.flatMap((section) =>
          section.position === 'center' && section.twin?.role === 'listen' ? [section.twin] : [],
        )
        const segments = [...sections.flatMap(servicesIn), ...twins].map(({ segment }) => parsePrefix(segment)!)
        expect(segments.some((a, i) => segments.slice(i + 1).some((b) => overlaps(a, b)))).toBe(false)
        for (const { segment, gateway, peers } of sections.flatMap(servicesIn)) {
          const addresses = [gateway, ...peers.map((peer) => peer.address)]
          expect(new Set(addresses).size).toBe(addresses.length)
          expect(addresses.every((address) => contains(parsePrefix(segment)!, parseIpv4(address)!))).toBe(true)
        }
      }
    }),
  )
})

test('a member is let in at the address of its link, unless the link is off or the member is disabled', () => {
  fc.assert(
    fc.property(networkIntents, (all) => {
      for (const intent of all) {
        const sections = sectionsOf(intent)
        const { members } = intent.settings
        for (const [name, { links, pop_links }] of Object.entries(members)) {
          const { status, router_type } = intent.facts.members[name]!
          const peerAt = (hub: string) => {
            const section = sections.get(hub)
            return section && servicesIn(section)[router_type - 1]?.peers.find((peer) => peer.router_name === name)?.address
          }
          const on = intent.facts.network_status === 1 && status === 1
          for (const [center, { vpn_ip, enable }] of Object.entries(links))
            expect(peerAt(center)).toBe(on && enable === 1 ? vpn_ip : undefined)
          for (const [ov_id, { vpn_ip }] of Object.entries(pop_links))
            expect(peerAt(intent.facts.areas[ov_id]!.pop_name)).toBe(on ? vpn_ip : undefined)
        }
      }
    }),
  )
})

test('a part of the intent with a member, all centers, and a center’s branches gives the member the same document as the whole', () => {
  fc.assert(
    fc.property(networkIntents, (all) => {
      const whole = compile(all)
      for (const name of all.flatMap(({ settings }) => Object.keys(settings.members))) {
        const part = all
          .filter(({ settings }) => name in settings.members)
          .map(({ settings, facts }): NetworkIntent => {
            const kept = Object.entries(settings.members).filter(([key, { links, center }]) => key === name || center || name in links)
            const members = kept.map(([key, member]): [string, MemberSettings] => {
              const links = Object.entries(member.links).filter(([center]) => key === name || center === name)
              return [key, { ...member, links: Object.fromEntries(links), pop_links: key === name ? member.pop_links : {} }]
            })
            return { settings: { ...settings, members: Object.fromEntries(members) }, facts }
          })
        expect(compile(part, [name]).get(name)).toEqual(whole.get(name))
      }
    }),
  )
})

test('documents hold no section of a network that is down', () => {
  fc.assert(
    fc.property(networkIntents, (all) => {
      const down = all.map(({ settings, facts }) => ({ settings, facts: { ...facts, network_status: 0 as const } }))
      for (const { networks } of compile(down).values()) expect(networks).toEqual([])
    }),
  )
})

/** Returns a network of two centers and two hardware branches. */
function small(change?: (intent: NetworkIntent) => void): NetworkIntent {
  const point = (host: number): MemberSettings => ({
    ...newMember('point'),
    links: { A: { vpn_ip: `10.128.0.${host}`, enable: 1 }, B: { vpn_ip: `10.128.32.${host}`, enable: 1 } },
  })
  return networkOf({ A: centerAt(0), B: centerAt(1), P1: point(2), P2: point(3) }, change)
}
const linksOf = (intent: NetworkIntent, name: string) => {
  const section = sectionsOf(intent).get(name)
  return section?.position === 'point' ? section.links : []
}
const twinOf = (intent: NetworkIntent, name: string) => {
  const section = sectionsOf(intent).get(name)
  return section?.position === 'center' ? section.twin : undefined
}

test('in a point-to-point network all others dial a branch that listens, and of two that listen the lower name dials', () => {
  fc.assert(
    fc.property(networkIntents, (all) => {
      for (const { settings, facts } of all) {
        const names = Object.keys(settings.members)
        if (Object.keys(facts.areas).length > 0 || names.some((name) => settings.members[name]!.member_type === 'center')) continue
        const sections = sectionsOf({ settings, facts: { ...facts, network_status: 1 } })
        const point = (name: string) => sections.get(name) as Extract<Section, { position: 'point' }>
        const listens = (name: string) => point(name).services !== null
        for (const [i, a] of names.entries())
          for (const b of names.slice(i + 1)) {
            const [low, high] = a < b ? [a, b] : [b, a]
            const dials = (from: string, to: string) => point(from).links.filter((link) => link.center === to).length
            expect([dials(low, high), dials(high, low)]).toEqual(listens(high) ? [1, 0] : listens(low) ? [0, 1] : [0, 0])
          }
      }
    }),
  )
})

describe('an intent contradicts itself if', () => {
  const contradictions: [string, (intent: NetworkIntent) => void][] = [
    ['an address is given twice', ({ settings }) => void (settings.members.P2!.links.A!.vpn_ip = '10.128.0.2')],
    ['an address is outside the segment', ({ settings }) => void (settings.members.P2!.links.A!.vpn_ip = '10.128.16.2')],
    ['an address is the center’s own', ({ settings }) => void (settings.members.P2!.links.A!.vpn_ip = '10.128.0.1')],
    ['an address is none', ({ settings }) => void (settings.members.P2!.links.A!.vpn_ip = '10.128.0.2\npush "route 0.0.0.0"')],
    ['a segment is none', ({ settings }) => void (settings.members.A!.center!.router_segment = '10.128.0.0/20\nuser root')],
    ['two centers’ segments overlap', ({ settings }) => void (settings.members.B!.center!.software_segment = '10.128.0.0/24')],
    [
      'a link leads to a member that is no center',
      ({ settings }) => void (settings.members.P2!.links.P1 = { vpn_ip: '10.128.0.9', enable: 1 }),
    ],
    ['the main router is no center', ({ settings }) => void (settings.routing = { type: 2, main_router: 'P1', secondary_router: 'A' })],
    [
      'the center link listens at no center',
      ({ settings }) => void (settings.center_link = { ...NO_CENTER_LINK, enable: 1, center_router_name: 'P1', segment: '10.129.0.0/24' }),
    ],
    [
      'the center link lies in a center’s segment',
      ({ settings }) => void (settings.center_link = { ...NO_CENTER_LINK, enable: 1, center_router_name: 'A', segment: '10.128.0.0/24' }),
    ],
    ['nothing is known of a member', ({ facts }) => void delete facts.members.P1],
  ]
  test.each(contradictions)('%s', (_, change) => {
    expect(() => compile([small()])).not.toThrow()
    expect(() => compile([small(change)])).toThrow(ContradictoryIntent)
  })
})

test('a branch prefers the main router, and neither center where both carry traffic', () => {
  const preferences = (intent: NetworkIntent) => linksOf(intent, 'P1').map(({ center, preference }) => `${center} ${preference}`)
  expect(preferences(small())).toEqual(['A equal', 'B equal'])
  const routing = { type: 2 as const, main_router: 'B', secondary_router: 'A' }
  expect(preferences(small(({ settings }) => void (settings.routing = routing)))).toEqual(['A backup', 'B main'])
})

test('a center is dialled at its fixed port or address, at its known ones, or not at all while its address is unknown', () => {
  const remotes = (intent: NetworkIntent) => linksOf(intent, 'P1').map((link) => link.remote)
  const intent = small(({ settings, facts }) => {
    facts.members.A!.address = '203.0.113.1'
    settings.members.A!.center!.router_port = { public_ip: null, public_port: null, static_port: 4500 }
  })
  expect(remotes(intent)).toEqual([{ address: '203.0.113.1', port: 4500 }, null])
  intent.settings.members.A!.center!.router_port = { public_ip: '198.51.100.1', public_port: 443, static_port: 4500 }
  intent.facts.members.B!.address = '203.0.113.2'
  const port = assignedPort('1000000000', 'hardware')
  expect(remotes(intent)).toEqual([
    { address: '198.51.100.1', port: 443 },
    { address: '203.0.113.2', port },
  ])
  expect(sectionsOf(intent).get('A')).toMatchObject({ services: { hardware: { port: 4500 } } })
  expect(sectionsOf(intent).get('B')).toMatchObject({ services: { hardware: { port } } })
})

test('one end of the center link listens and the other dials it; without a second center there is no center link', () => {
  const intent = small(({ settings, facts }) => {
    settings.center_link = {
      enable: 1,
      center_router_name: 'B',
      segment: '10.129.0.0/24',
      public_ip: null,
      public_port: null,
      static_port: 6000,
    }
    facts.members.B!.address = '203.0.113.2'
  })
  const segment = '10.129.0.0/24'
  expect(twinOf(intent, 'B')).toEqual({
    role: 'listen',
    peer: 'A',
    port: 6000,
    remote: null,
    segment,
    address: '10.129.0.1',
    peer_address: '10.129.0.2',
  })
  expect(twinOf(intent, 'A')).toEqual({
    role: 'dial',
    peer: 'B',
    port: null,
    remote: { address: '203.0.113.2', port: 6000 },
    segment,
    address: '10.129.0.2',
    peer_address: '10.129.0.1',
  })
  delete intent.settings.members.A
  for (const name of ['P1', 'P2']) delete intent.settings.members[name]!.links.A
  expect(twinOf(intent, 'B')).toBeNull()
})

test('software members get routes in few networks, without the LANs of disabled members', () => {
  const rule = (ip: string, permission: 'permit' | 'deny' = 'permit') => ({ ip, mask: 24, permission, ge: null, le: null })
  const intent = small(({ settings, facts }) => {
    settings.members.P1!.prefix = [rule('192.168.0.0'), rule('192.168.9.0', 'deny')]
    settings.members.A!.prefix = [rule('192.168.1.0')]
    settings.members.P2!.prefix = [rule('192.168.7.0')]
    facts.members.P2!.status = 0
  })
  expect(sectionsOf(intent).get('B')).toMatchObject({ services: { software: { routes: ['192.168.0.0/23'] }, hardware: { routes: [] } } })
})

test('no route into a tunnel covers the end of a tunnel, whatever prefix holds the end', () => {
  fc.assert(
    fc.property(networkIntents, (all) => {
      for (const intent of all) {
        const sections = [...sectionsOf(intent).values()]
        const links = sections.flatMap((section) =>
          section.position === 'pop' ? [] : [...section.pop_links, ...(section.position === 'point' ? section.links : [section.twin])],
        )
        const ends = links.flatMap((link) => (link?.remote ? [parseIpv4(link.remote.address)!] : []))
        const led = sections.flatMap((section) => [
          ...servicesIn(section).flatMap(({ routes, peers }) => [...routes, ...peers.flatMap((peer) => peer.prefixes)]),
          ...(section.position === 'pop'
            ? []
            : section.prefixes.filter(({ permission, ge }) => permission === 'permit' && ge === null).map(({ prefix }) => prefix)),
        ])
        for (const prefix of led) expect(ends.filter((end) => contains(parsePrefix(prefix)!, end))).toEqual([])
      }
    }),
  )
})
test('a prefix that holds the end of a tunnel is announced without it, and learnt ranges that hold it are denied', () => {
  const rule = (ge: number | null, le: number | null) => ({ ip: '203.0.113.0', mask: 24, permission: 'permit' as const, ge, le })
  const advertised = (...prefix: MemberSettings['prefix']) => {
    const sections = sectionsOf(
      small(({ settings, facts }) => {
        settings.members.P1!.prefix = prefix
        facts.members.A!.address = '203.0.113.5'
      }),
    )
    const [own, hub] = [sections.get('P1'), sections.get('A')]
    if (own?.position !== 'point' || hub?.position !== 'center') throw new Error('no such sections')
    const rules = own.prefixes.map(({ prefix: of, permission, ge, le }) => `${permission} ${of} ${ge ?? ''}-${le ?? ''}`)
    return { rules, sent: hub.services.hardware.peers.find((peer) => peer.router_name === 'P1')?.prefixes }
  }
  const rest = ['203.0.113.128/25', '203.0.113.64/26', '203.0.113.32/27', '203.0.113.16/28', '203.0.113.8/29']
  const last = ['203.0.113.0/30', '203.0.113.6/31', '203.0.113.4/32']
  expect(advertised(rule(null, null))).toEqual({ rules: [...rest, ...last].map((one) => `permit ${one} -`), sent: [...rest, ...last] })
  expect(advertised(rule(null, 30)).rules).toEqual([...rest.map((one) => `permit ${one} -30`), ...last.map((one) => `permit ${one} -`)])
  expect(advertised(rule(26, 27))).toEqual({
    rules: ['deny 203.0.113.0/26 -', 'deny 203.0.113.0/27 -', 'permit 203.0.113.0/24 26-27'],
    sent: [...rest, ...last],
  })
})

test('services of one device in several networks listen on different ports', () => {
  const ports = ['1000000000', '1000000001', '9999999999'].flatMap((number) =>
    (['hardware', 'software', 'twin'] as const).map((service) => assignedPort(number, service)),
  )
  expect(new Set(ports).size).toBe(ports.length)
  expect(Math.min(...ports)).toBeGreaterThan(1024)
  expect(assignedPort('0000017999', 'twin')).toBeLessThan(65_536)
})

test('a name with a line break or a quote never passes the schema', () => {
  const hostile = fc.string().filter((text) => /["'\s\\;#]/.test(text))
  expect(MemberDocument.safeParse({ version: DOCUMENT_VERSION, router_name: 'SN1', networks: [] }).success).toBe(true)
  fc.assert(
    fc.property(hostile, (router_name) => {
      expect(MemberDocument.safeParse({ version: DOCUMENT_VERSION, router_name, networks: [] }).success).toBe(false)
    }),
  )
})

test('networks of one POP never share a port', () => {
  const port = fc.integer({ min: 1, max: 65_535 })
  const slots = fc.uniqueArray(fc.integer({ min: 0, max: 30_000 }), { minLength: 2, maxLength: 20 })
  fc.assert(
    fc.property(port, slots, (first, taken) => {
      const ports = taken.flatMap((slot) => Object.values(popPorts(first, slot)))
      expect(new Set(ports).size).toBe(ports.length)
      expect(ports.every((one) => one > 0 && one <= 65_535)).toBe(true)
      expect(popPorts(first, 0).hardware).toBe(first)
    }),
  )
})

test('the hash depends on the content alone', () => {
  expect(hashOf({ b: 1, a: [true, null] })).toBe(hashOf({ a: [true, null], b: 1 }))
  expect(hashOf({ a: 1 })).not.toBe(hashOf({ a: 2 }))
  expect(() => hashOf({ a: 0.5 })).toThrow(TypeError)
})

test('the document of a center with four thousand peers fits into a frame', () => {
  const count = 4000
  const intent = small(({ settings, facts }) => {
    for (let i = 0; i < count; i++) {
      const vpn_ip = `10.128.${(i + 4) >> 8}.${(i + 4) & 255}`
      settings.members[`SN${String(i).padStart(18, '0')}`] = {
        ...newMember('point'),
        prefix: [{ ip: `172.${16 + (i >> 8)}.${i & 255}.0`, mask: 24, permission: 'permit', ge: null, le: null }],
        links: { A: { vpn_ip, enable: 1 } },
      }
      facts.members[`SN${String(i).padStart(18, '0')}`] = { router_type: 1, status: 1, address: null }
    }
  })
  const documents = compile([intent])
  expect(documents.size).toBe(count + 4)
  expect(canonicalJson(documents.get('A') ?? null).length).toBeLessThan(4 * 1024 * 1024)
})
