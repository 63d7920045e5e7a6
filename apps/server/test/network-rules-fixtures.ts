import { type NetworkFacts, type NetworkSettings, newMember, newSettings } from '@weft/member-config'
import { claimsOf } from '@weft/network-rules'
import { changed } from '../src/domains/network/rules/change.rules.ts'
import type { Change, Resource, Scene } from '../src/domains/network/rules/scene.rules.ts'
import { settle } from '../src/domains/network/rules/settle.rules.ts'
import { Refusal } from '../src/kernel/refusal.ts'

/** Returns the type of a member in the tests: names that begin with S are software. */
const typeOf = (name: string): 1 | 2 => (name.startsWith('S') ? 2 : 1)
/** Members that can be dialled in a network without centers. */
export const REACHABLE = ['A', 'B', 'P', 'Q', 'S1']
const addressOf = (name: string) => (REACHABLE.includes(name) ? '203.0.113.1' : null)
const NAMES = ['A', 'B', 'C', 'D', 'P', 'Q', 'R', 'S1', 'S2', 'S3']

export const area = (n: number) => ({
  area: `区域${n}`,
  pop_name: `pop${n}`,
  public_ip: `198.51.100.${n}`,
  port: 1194,
  slot: 0,
  router_segment: `10.200.${n}.0/24`,
  software_segment: `10.201.${n}.0/24`,
})

/** Makes a settled network of these centers and branches. */
export function aNetwork(centers: string[], points: string[] = []): NetworkSettings {
  const members = Object.fromEntries([
    ...centers.map((name) => [name, newMember('center')] as const),
    ...points.map((name) => [name, newMember('point')] as const),
  ])
  return settled({ ...newSettings('总部'), members })
}

export const factsOf = (areas: NetworkFacts['areas'] = {}): NetworkFacts => ({
  network_number: '1000000001',
  network_status: 1,
  members: Object.fromEntries(NAMES.map((name) => [name, { router_type: typeOf(name), status: 1, address: addressOf(name) }])),
  areas,
})
export const settled = (settings: NetworkSettings, areas: NetworkFacts['areas'] = {}): NetworkSettings =>
  settle(settings, {
    facts: factsOf(areas),
    areas,
    taken: claimsOf(settings, factsOf(areas), { lans: [], pop: undefined }),
  })

/** Returns the facts that decide about changes of a network, of an account that has every feature. */
export function sceneOf(
  settings: NetworkSettings,
  { room = {}, areas = {} }: { room?: Partial<Scene['room']>; areas?: Resource['areas'] } = {},
): Scene {
  const all = factsOf(areas)
  return {
    facts: { ...all, members: Object.fromEntries(Object.entries(all.members).filter(([name]) => settings.members[name])) },
    room: {
      network_router_use: Object.keys(settings.members).length,
      network_router_count: 100,
      network_center_count: 4,
      network_usable: 1,
      dns_quantity: 2,
      quagga: 1,
      quagga_advanced: 1,
      default_route: 1,
      ...room,
    },
    candidates: new Map(NAMES.map((router_name) => [router_name, { router_name, router_type: typeOf(router_name), status: 1 }])),
    resources: new Map(
      ['7', '8'].map((network_fr_id) => [
        network_fr_id,
        { network_fr_id, network_name: null, network_number: null, usable: true, areas: network_fr_id === '7' ? areas : {} },
      ]),
    ),
    reviewed: undefined,
    mayName: true,
  }
}

/** Returns a network after changes. */
export const after = (settings: NetworkSettings, changes: Change[], more?: Parameters<typeof sceneOf>[1]): NetworkSettings =>
  changed(settings, changes, sceneOf(settings, more))

/** Returns why changes are refused; undefined if they are not. */
export function refusal(work: () => unknown): { reason: string; params?: unknown } | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { reason: error.reason, ...(error.params !== undefined && { params: error.params }) }
  }
}
