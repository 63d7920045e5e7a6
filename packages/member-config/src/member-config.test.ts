import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson, compile, ContradictoryIntent, hashOf, MemberDocument, type NetworkIntent } from './index.ts'

const name = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.@-]{1,20}$/)
const flag = fc.constantFrom(0 as const, 1 as const)

/** A network as the database would hold it: addresses given in order, every point linked to every center. */
const network = (number: number): fc.Arbitrary<NetworkIntent> =>
  fc
    .record({
      names: fc.uniqueArray(name, { minLength: 2, maxLength: 12 }),
      centers: fc.integer({ min: 0, max: 2 }),
      mode: fc.constantFrom(1 as const, 2 as const, 3 as const),
      ncp_ciphers: fc.constantFrom('default' as const, 'sm' as const),
      network_status: flag,
      types: fc.array(fc.constantFrom(1 as const, 2 as const), { minLength: 12, maxLength: 12 }),
      enable: fc.array(flag, { minLength: 24, maxLength: 24 }),
      status: fc.array(flag, { minLength: 12, maxLength: 12 }),
    })
    .map(({ names, centers, types, enable, status, ...rest }) => {
      const center = names.slice(0, centers).map((router_name, i) => ({
        router_name,
        router_segment: `10.${128 + number}.${i * 32}.0/20`,
        software_segment: `10.${128 + number}.${i * 32 + 16}.0/20`,
      }))
      const point = names.slice(centers).map((router_name, i) => ({ router_name, router_type: types[i] ?? 1, status: status[i] ?? 1 }))
      const link = center.flatMap((hub, c) =>
        point.map(({ router_name, router_type }, p) => ({
          center_router_name: hub.router_name,
          router_name,
          vpn_ip: `${(router_type === 1 ? hub.router_segment : hub.software_segment).replace(/0\/20$/, '')}${p + 2}`,
          enable: enable[c * 12 + p] ?? 1,
        })),
      )
      return { network_number: `${1_000_000_000 + number}`, ...rest, center, point, link }
    })
const networks = fc.tuple(network(0), network(1), network(2)).map((all) => all as NetworkIntent[])

const bytes = (all: readonly NetworkIntent[]) =>
  [...compile(all)].map(([router_name, document]) => `${router_name} ${canonicalJson(document)}`).toSorted()

test('the same intent in any order gives the same bytes', () => {
  const shuffled = networks.chain((all) =>
    fc.record({
      all: fc.constant(all),
      other: fc
        .tuple(
          ...all.map((one) =>
            fc
              .tuple(
                fc.shuffledSubarray([...one.center], { minLength: one.center.length }),
                fc.shuffledSubarray([...one.point], { minLength: one.point.length }),
                fc.shuffledSubarray([...one.link], { minLength: one.link.length }),
              )
              .map(([center, point, link]) => ({ ...one, center, point, link })),
          ),
        )
        .chain((list) => fc.shuffledSubarray(list, { minLength: list.length })),
    }),
  )
  fc.assert(
    fc.property(shuffled, ({ all, other }) => {
      expect(bytes(other)).toEqual(bytes(all))
    }),
  )
})

test('every document passes its own schema, and the schema changes nothing in it', () => {
  fc.assert(
    fc.property(networks, (all) => {
      for (const document of compile(all).values()) expect(MemberDocument.parse(structuredClone(document))).toEqual(document)
    }),
  )
})

test('two members of a center never share an address, and none has the own address of the center', () => {
  fc.assert(
    fc.property(networks, (all) => {
      for (const { networks: sections } of compile(all).values())
        for (const section of sections) {
          if (section.position === 'point') continue
          const { hardware, software } = section.services
          const addresses = [hardware, software].flatMap((s) => [s.gateway, ...s.peers.map((peer) => peer.address)])
          expect(new Set(addresses).size).toBe(addresses.length)
        }
    }),
  )
})

test('both ends of a link that is on agree on its address; a link that is off or whose member is disabled is not let in', () => {
  fc.assert(
    fc.property(networks, (all) => {
      const documents = compile(all)
      for (const { network_number, network_status, link, point } of all)
        for (const { center_router_name, router_name, vpn_ip, enable } of link) {
          const section = documents.get(center_router_name)?.networks.find((one) => one.network_number === network_number)
          const services = section?.position === 'center' ? section.services : undefined
          const peer = [...(services?.hardware.peers ?? []), ...(services?.software.peers ?? [])].find((p) => p.router_name === router_name)
          const on = network_status === 1 && enable === 1 && point.find((p) => p.router_name === router_name)?.status === 1
          expect(peer?.address).toBe(on ? vpn_ip : undefined)
        }
    }),
  )
})

test('a part of the intent that holds all links of a member gives it the same document as the whole', () => {
  fc.assert(
    fc.property(networks, (all) => {
      const whole = compile(all)
      for (const name of whole.keys()) {
        const part = all
          .filter(({ center, point }) => [...center, ...point].some((member) => member.router_name === name))
          .map((one) => ({ ...one, link: one.link.filter((l) => l.router_name === name || l.center_router_name === name) }))
        expect(compile(part, [name]).get(name)).toEqual(whole.get(name))
      }
    }),
  )
})

const small = (vpn_ip: string, second = '10.128.0.9'): NetworkIntent => ({
  network_number: '1000000000',
  mode: 1,
  ncp_ciphers: 'default',
  network_status: 1,
  center: [{ router_name: 'HUB', router_segment: '10.128.0.0/20', software_segment: '10.128.16.0/20' }],
  point: [
    { router_name: 'P1', router_type: 1, status: 1 },
    { router_name: 'P2', router_type: 1, status: 1 },
  ],
  link: [
    { center_router_name: 'HUB', router_name: 'P1', vpn_ip, enable: 1 },
    { center_router_name: 'HUB', router_name: 'P2', vpn_ip: second, enable: 1 },
  ],
})

test.each([
  ['given twice', '10.128.0.9'],
  ['outside the segment', '10.128.16.2'],
  ['the own address of the center', '10.128.0.1'],
  ['no address', '10.128.0.2\npush "route 0.0.0.0"'],
])('an address that is %s is refused', (_, address) => {
  expect(() => compile([small(address)])).toThrow(ContradictoryIntent)
})

test('a name with a line break or a quote never passes the schema', () => {
  const hostile = fc.string().filter((text) => /["'\s\\;#]/.test(text))
  fc.assert(
    fc.property(hostile, (router_name) => {
      expect(MemberDocument.safeParse({ version: 1, router_name, networks: [] }).success).toBe(false)
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
  const point = Array.from({ length: count }, (_, i) => ({ router_name: `P${i}`, router_type: 1 as const, status: 1 as const }))
  const link = point.map(({ router_name }, i) => ({
    center_router_name: 'HUB',
    router_name,
    vpn_ip: `10.128.${(i + 2) >> 8}.${(i + 2) & 255}`,
    enable: 1 as const,
  }))
  const documents = compile([{ ...small('10.128.0.2'), point, link }])
  expect(documents.size).toBe(count + 1)
  expect(canonicalJson(documents.get('HUB') ?? null).length).toBeLessThan(4 * 1024 * 1024)
})
