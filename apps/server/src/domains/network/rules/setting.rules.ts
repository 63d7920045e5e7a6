import type { Draftable, SegmentInput } from '@weft/contract'
import { type CenterSettings, type NetworkSettings, newCenter } from '@weft/member-config'
import { formatPrefix, parseIpv4, type Prefix } from '@weft/net'
import {
  advancedRuleProblem,
  backupAreaProblem,
  correctedRule,
  dnsLimitProblem,
  equalPorts,
  lastLinkProblem,
  nameLengthProblem,
  noMemberProblem,
  notNetworkProblem,
  otherCenter,
  repeatedDns,
  repeatedRules,
  routingProblem,
  tooSmallProblem,
  twoCentersProblem,
} from '@weft/network-rules'
import { Refusal } from '../../../kernel/refusal.ts'
import { branchesWanted, withBranches } from './branches.rules.ts'
import { checkResource } from './limit.rules.ts'
import { isPointToPoint } from './point-to-point.rules.ts'
import { planAdded, planRemoved, planMemberships, pointsOf, refuseTwice } from './network.rules.ts'
import { refuse } from './refuse.rules.ts'
import { centerNames, centerOf, isSoftware, memberOf, type Scene, type Wanted, withMember } from './scene.rules.ts'
import { planned, membershipsOf } from './membership.rules.ts'

const prefixOf = ({ gateway, mask }: SegmentInput): Prefix => ({ network: parseIpv4(gateway)!, mask })
const written = (segment: SegmentInput) => formatPrefix(prefixOf(segment))

/** Returns a segment as it is stored. @throws segmentTooSmall if it has too few addresses for the members that dial into it */
function segmentFor(segment: SegmentInput, members: number): string {
  refuse(tooSmallProblem(prefixOf(segment), members))
  return written(segment)
}

function withSegments(settings: NetworkSettings, router_name: string, router: SegmentInput, software: SegmentInput, scene: Scene) {
  const center = centerOf(settings, router_name)
  const points = pointsOf(membershipsOf(settings, scene))
  const soft = points.filter((membership) => membership.router_type === 2).length
  return withMember(settings, router_name, {
    center: { ...center, router_segment: segmentFor(router, points.length - soft), software_segment: segmentFor(software, soft) },
  })
}

/** Returns the settings of a center, or new ones for hardware of a point-to-point network that is to listen. @throws memberNotCenter */
function listenerOf(settings: NetworkSettings, router_name: string, scene: Scene): CenterSettings {
  const { center } = memberOf(settings, router_name)
  return !center && isPointToPoint(settings) && !isSoftware(router_name, scene) ? newCenter() : centerOf(settings, router_name)
}

/** @throws centerLinkNeedsTwo */
const twoCenters = (settings: NetworkSettings): void => refuse(twoCentersProblem(centerNames(settings).length))

/** Returns a typed segment as it is stored. @throws segmentNotNetwork */
function segmentTyped(gateway: string, mask: number): string {
  refuse(notNetworkProblem({ gateway, mask }))
  return written({ gateway, mask })
}

const allPoints = (settings: NetworkSettings, quagga: 0 | 1, scene: Scene): NetworkSettings => ({
  ...settings,
  members: Object.fromEntries(
    Object.entries(settings.members).map(([name, member]) => [
      name,
      member.member_type === 'point' && !isSoftware(name, scene) ? { ...member, quagga } : member,
    ]),
  ),
})

export type Apply<K extends Draftable> = (settings: NetworkSettings, input: Wanted<K>, scene: Scene) => NetworkSettings

/** For each call, the function that applies it to a network or refuses it. */
export const rules: { [K in Draftable]: Apply<K> } = {
  name: (settings, { network_name }) => {
    refuse(nameLengthProblem(network_name, settings.network_fr_id !== null))
    return { ...settings, network_name }
  },
  edit: (settings, { network_name, center, point }, scene) => {
    const plan = planMemberships(membershipsOf(settings, scene), { center, point }, scene.candidates)
    const next = rules.name(settings, { network_name }, scene)
    return planned(next, plan, scene)
  },
  add_member: (settings, input, scene) => {
    const candidate = scene.candidates.get(input.router_name)
    if (!candidate) throw new Refusal('memberNotFound')
    return planned(settings, planAdded(membershipsOf(settings, scene), input, candidate), scene)
  },
  add_branches: (settings, { rows }, scene) => withBranches(settings, branchesWanted(settings, rows, scene), scene),
  remove_member: (settings, { router_name }, scene) => {
    const plan = planRemoved(settings.network_name, membershipsOf(settings, scene), router_name)
    // As for `edit`: a network is to be deleted, not emptied.
    refuse(noMemberProblem(plan.after))
    return planned(settings, plan, scene)
  },
  edit_prefix: (settings, { router_name, prefix }, scene) => {
    memberOf(settings, router_name)
    if (isSoftware(router_name, scene)) throw new Refusal('prefixOfHardwareOnly', { name: router_name })
    const wanted = prefix.map((typed) => correctedRule(typed).rule)
    refuse(advancedRuleProblem(wanted, scene.room.quagga_advanced === 1))
    refuse(repeatedRules(wanted)[0])
    return withMember(settings, router_name, { prefix: wanted })
  },
  dns: (settings, { dns }, { room }) => {
    refuse(dnsLimitProblem(dns.length, room.dns_quantity))
    refuse(repeatedDns(dns)[0])
    return { ...settings, dns }
  },
  edit_routing: (settings, { type, main_router, secondary_router }) => {
    if (type === 1) return { ...settings, routing: { type, main_router: null, secondary_router: null } }
    const centers = centerNames(settings)
    const main = main_router ?? (secondary_router === null ? null : otherCenter(centers, secondary_router))
    const secondary = secondary_router ?? (main_router === null ? null : otherCenter(centers, main_router))
    refuse(routingProblem(centers.length, main, secondary))
    for (const name of [main, secondary]) if (name !== null) centerOf(settings, name)
    return { ...settings, routing: { type, main_router: main, secondary_router: secondary } }
  },
  default_route: (settings, { router_name, model, metric }, { room }) => {
    if (room.default_route === 0) throw new Refusal('defaultRouteOff')
    return withMember(settings, router_name, { default_route: model, metric: model === 1 ? (metric ?? 30) : null })
  },
  fixed_port: (settings, { router_name, router_service, software_service }, scene) => {
    const center = listenerOf(settings, router_name, scene)
    refuse(equalPorts(router_service, software_service)[0])
    return withMember(settings, router_name, { center: { ...center, router_port: router_service, software_port: software_service } })
  },
  edit_center_gateway: (settings, { router_name, router_network, software_network }, scene) =>
    withSegments(settings, router_name, router_network, software_network, scene),
  enable_center_link: (settings, { enable }) => {
    twoCenters(settings)
    if (enable === 1 && settings.center_link.center_router_name === null) throw new Refusal('centerLinkNotSet')
    return { ...settings, center_link: { ...settings.center_link, enable } }
  },
  center_link: (settings, { enable, center_router_name, public_ip, public_port, static_port, gateway, mask }) => {
    twoCenters(settings)
    if (center_router_name === null) throw new Refusal('centerLinkServer')
    centerOf(settings, center_router_name)
    if ((gateway === null) !== (mask === null)) throw new Refusal('centerLinkSegment')
    const segment = gateway === null || mask === null ? null : segmentTyped(gateway, mask)
    const ports = [public_ip, public_port, static_port]
    // With a public IP both ports are required, without one a segment (specification 2 §5).
    if (ports.some((part) => part !== null)) {
      if (ports.some((part) => part === null)) throw new Refusal('centerLinkPorts')
    } else if (segment === null) throw new Refusal('centerLinkSegment')
    return {
      ...settings,
      center_link: { enable, center_router_name, public_ip, public_port, static_port, segment: segment ?? settings.center_link.segment },
    }
  },
  edit_center_link_gateway: (settings, { gateway, mask }) => {
    twoCenters(settings)
    if (settings.center_link.center_router_name === null) throw new Refusal('centerLinkNotSet')
    return { ...settings, center_link: { ...settings.center_link, segment: segmentTyped(gateway, mask) } }
  },
  edit_point_link: (settings, { router_name, link_config }) => {
    const { member_type, center, links } = memberOf(settings, router_name)
    if (member_type === 'center') throw new Refusal('memberNotPoint', { name: router_name })
    refuseTwice(link_config.map(({ center_router_name }) => center_router_name))
    // Links to centers that were added in the same draft exist already and are on.
    const came = centerNames(settings).map((name) => [name, { vpn_ip: '', enable: 1 }] as const)
    const kept = Object.entries(links).filter(([name]) => settings.members[name]?.center)
    const next: typeof links = Object.fromEntries([...came, ...kept])
    for (const { center_router_name, enable } of link_config) {
      const link = next[center_router_name]
      if (!link) throw new Refusal('memberNotCenter', { name: center_router_name })
      next[center_router_name] = { ...link, enable }
    }
    const enabled = Object.values(next).map(({ enable }) => enable)
    refuse(lastLinkProblem(router_name, enabled, center !== null))
    return withMember(settings, router_name, { links: next })
  },
  edit_ip_address_pool: (settings, { center_link_network, center_network }, scene) => {
    const next = Object.entries(center_network).reduce(
      (now, [name, { router, software }]) => withSegments(now, name, router, software, scene),
      settings,
    )
    if (center_link_network === null) return next
    return rules.edit_center_link_gateway(next, center_link_network, scene)
  },
  ciphers: (settings, { ncp_ciphers }) => ({ ...settings, ncp_ciphers }),
  software_mode: (settings, { router_name, mode }, scene) => {
    memberOf(settings, router_name)
    if (!isSoftware(router_name, scene)) throw new Refusal('softwareMemberOnly', { name: router_name })
    return withMember(settings, router_name, { mode })
  },
  fr: (settings, { network_fr_id, mode }, { resources, reviewed, facts }) => {
    if (network_fr_id === null || network_fr_id === settings.network_fr_id) return { ...settings, network_fr_id, mode }
    const resource = resources.get(network_fr_id)
    if (!resource) throw new Refusal('popResourceNotFound')
    checkResource(resource, facts)
    // Other POPs have other segments, so the address pool is reviewed first (docs/design/screens.md §7.5.8).
    if (settings.network_fr_id !== null && reviewed !== network_fr_id) throw new Refusal('popReview')
    return { ...settings, network_fr_id, mode }
  },
  member_ov: (settings, { router_name, ov_id_main, ov_id_backup }, { facts, resources }) => {
    memberOf(settings, router_name)
    if (settings.network_fr_id === null) throw new Refusal('popResourceNone')
    const areas = resources.get(settings.network_fr_id)?.areas ?? facts.areas
    if (ov_id_main !== null && !areas[ov_id_main]) throw new Refusal('popAreaUnknown')
    if (ov_id_backup !== null && !areas[ov_id_backup]) throw new Refusal('popBackupAreaUnknown')
    refuse(backupAreaProblem(Object.keys(areas).length, ov_id_main, ov_id_backup))
    return withMember(settings, router_name, { ov_main: ov_id_main, ov_backup: ov_id_backup })
  },
  quagga: (settings, { router_name, enable }, scene) => {
    if (scene.room.quagga === 0) throw new Refusal('quaggaOff')
    memberOf(settings, router_name)
    if (isSoftware(router_name, scene)) throw new Refusal('quaggaOfHardwareOnly', { name: router_name })
    return withMember(settings, router_name, { quagga: enable })
  },
  quagga_enable: (settings, _, scene) => {
    if (scene.room.quagga === 0) throw new Refusal('quaggaOff')
    return allPoints(settings, 1, scene)
  },
  quagga_disable: (settings, _, scene) => {
    if (scene.room.quagga === 0) throw new Refusal('quaggaOff')
    return allPoints(settings, 0, scene)
  },
}
