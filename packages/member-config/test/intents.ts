import fc from 'fast-check'
import {
  type CenterSettings,
  DYNAMIC_PORT,
  type MemberFacts,
  type MemberSettings,
  type NetworkIntent,
  NO_CENTER_LINK,
  newMember,
  type PrefixRule,
} from '../src/index.ts'

/** Names of members, except those that every object has as a property. */
const memberName = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_.@-]{1,20}$/).filter((name) => !(name in {}))
const flag = fc.constantFrom(0 as const, 1 as const)
const mode = fc.constantFrom(1 as const, 2 as const, 3 as const)
const metric = fc.constantFrom(30 as const, 60 as const, 90 as const, 120 as const, 150 as const)
const port = fc.integer({ min: 1025, max: 65_535 })
const servicePort = fc.oneof(
  fc.constant(DYNAMIC_PORT),
  fc.record({ public_ip: fc.constant('198.51.100.9'), public_port: port, static_port: port }),
)
/** A permitted or denied part of 172.16.0.0/12, or a network in which tunnels end, with bounds that fit its mask. */
const rule = fc
  .record({
    public_block: fc.option(fc.constantFrom('203.0.113.0', '198.51.100.0')),
    second: fc.integer({ min: 16, max: 31 }),
    third: fc.nat(255),
    mask: fc.integer({ min: 12, max: 24 }),
    permission: fc.constantFrom('permit' as const, 'deny' as const),
    bounds: fc.option(fc.tuple(fc.integer({ min: 25, max: 28 }), fc.option(fc.integer({ min: 28, max: 32 })))),
  })
  .map(({ public_block, second, third, mask: any, permission, bounds }): PrefixRule => {
    const mask = public_block === null ? any : 24
    const ip = public_block ?? (mask < 16 ? '172.16.0.0' : mask < 24 ? `172.${second}.0.0` : `172.${second}.${third}.0`)
    return { ip, mask, permission, ge: bounds?.[0] ?? null, le: bounds?.[1] ?? null }
  })

const many = <T>(one: fc.Arbitrary<T>, count: number) => fc.array(one, { minLength: count, maxLength: count })
const MEMBERS = 12

/**
 * Returns a network as the server would hold it: addresses assigned in order, every branch linked to every center and to its areas, if
 * any. If there is neither, hardware with a known address listens, and of two that listen the lower name dials.
 */
const networkIntent = (number: number): fc.Arbitrary<NetworkIntent> =>
  fc
    .record({
      names: fc.uniqueArray(memberName, { minLength: 2, maxLength: MEMBERS }),
      centers: fc.integer({ min: 0, max: 3 }),
      areas: fc.integer({ min: 0, max: 2 }),
      shared: fc.record({
        mode,
        ncp_ciphers: fc.constantFrom('default' as const, 'sm' as const),
        dns: fc.subarray(['10.0.0.53', '223.5.5.5']),
      }),
      network_status: flag,
      routing: fc.constantFrom(1 as const, 2 as const),
      twin: fc.record({ enable: flag, listener: flag, port: servicePort }),
      each: many(
        fc.record({
          router_type: fc.constantFrom(1 as const, 2 as const),
          status: flag,
          known: fc.boolean(),
          enable: many(flag, 3),
          default_route: fc.constantFrom(0 as const, 1 as const, 2 as const),
          metric,
          quagga: flag,
          mode: fc.option(mode),
          prefix: fc.array(rule, { maxLength: 4 }),
          ports: fc.tuple(servicePort, servicePort),
        }),
        MEMBERS,
      ),
    })
    .map(({ names, centers, areas, shared, network_status, routing, twin, each }) => {
      const members: Record<string, MemberSettings> = {}
      const facts: Record<string, MemberFacts> = {}
      const areaIds = Array.from({ length: areas }, (_, i) => `${number * 10 + i + 1}`)
      const pointToPoint = centers === 0 && areas === 0
      const [mask, step] = pointToPoint ? [21, 8] : [20, 16]
      const segment = (i: number) => `10.${128 + number}.${i * step}.0/${mask}`
      const hubs = names.flatMap((name, i) =>
        i < centers || (pointToPoint && each[i]!.router_type === 1 && each[i]!.known) ? [[name, i] as const] : [],
      )
      names.forEach((name, i) => {
        const of = each[i]!
        const isCenter = i < centers
        const router_type = isCenter ? 1 : of.router_type
        const inside = (block: number) => `10.${128 + number}.${block * step}.${i + 2}`
        const listens = hubs.some(([hub]) => hub === name)
        const dialled = isCenter ? [] : hubs.filter(([hub]) => hub !== name && (!listens || !pointToPoint || name < hub))
        const own = router_type === 1 ? 0 : 1
        const center: CenterSettings = {
          router_segment: segment(i * 2),
          software_segment: segment(i * 2 + 1),
          router_port: of.ports[0],
          software_port: of.ports[1],
        }
        members[name] = {
          ...newMember(isCenter ? 'center' : 'point'),
          default_route: of.default_route,
          metric: of.default_route === 1 ? of.metric : null,
          quagga: of.quagga,
          mode: router_type === 2 ? of.mode : null,
          prefix: router_type === 1 ? of.prefix : [],
          ov_main: areaIds[0] ?? null,
          ov_backup: areaIds[1] ?? null,
          center: listens ? center : null,
          links: Object.fromEntries(dialled.map(([hub, n]) => [hub, { vpn_ip: inside(n * 2 + own), enable: of.enable[n % 3]! }])),
          pop_links: Object.fromEntries(areaIds.map((ov_id, n) => [ov_id, { vpn_ip: inside(8 + n * 2 + own) }])),
        }
        facts[name] = { router_type, status: isCenter ? 1 : of.status, address: of.known ? `203.0.113.${i + 1}` : null }
      })
      return {
        settings: {
          network_name: `网络 ${number}`,
          ...shared,
          routing:
            routing === 2 && centers > 1
              ? { type: 2, main_router: names[0]!, secondary_router: names[1]! }
              : { type: 1, main_router: null, secondary_router: null },
          center_link:
            centers === 2
              ? { ...twin.port, enable: twin.enable, center_router_name: names[twin.listener]!, segment: segment(15) }
              : NO_CENTER_LINK,
          network_fr_id: areas > 0 ? '1' : null,
          members,
        },
        facts: {
          network_number: `${1_000_000_000 + number}`,
          network_status,
          members: facts,
          areas: Object.fromEntries(
            areaIds.map((ov_id, n) => [
              ov_id,
              {
                area: '华东 "; rm',
                pop_name: `POP${ov_id}`,
                public_ip: '198.51.100.200',
                port: 4000,
                slot: n,
                router_segment: segment(8 + n * 2),
                software_segment: segment(9 + n * 2),
              },
            ]),
          ),
        },
      }
    })

export const networkIntents: fc.Arbitrary<NetworkIntent[]> = fc.tuple(networkIntent(0), networkIntent(1), networkIntent(2))
