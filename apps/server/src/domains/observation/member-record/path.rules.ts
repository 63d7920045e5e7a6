import {
  type DiagnosisCause,
  type Flag,
  type HopFact,
  type HopKind,
  hopKinds,
  type Lan,
  type MemberInterface,
  type MemberPath,
  type MemberState,
  type NetworkInfo,
  type PathHop,
  type PathNetwork,
  type PathTarget,
  type RouterType,
  type State,
} from '@weft/contract'
import { formatIpv4, maskBits, networkAddress, parseIpv4 } from '@weft/net'
import { statesOfLinks } from '@weft/network-rules'

/** A tunnel that a member should have, with its own state. */
export type KnownTarget = PathTarget & { state: Exclude<PathTarget['state'], 'unknown'> }

export interface KnownNetwork extends Omit<PathNetwork, 'state'> {
  /** Number of prefixes that the member announces to it. */
  prefixes: number
}

/** A link of a member before its state is judged. */
export type DialledTarget = Omit<KnownTarget, 'state' | 'role' | 'since'> & {
  enable: Flag
  vpn_online: Flag
  up_since: number | null
  down_since: number | null
  /** True if it is a center or branch that is neither signed in nor has a tunnel, and when that last reported. */
  away: boolean
  heard: number | null
}
/** A network of a member, with what decides which of its links there carries its traffic. */
export type DiallingNetwork = KnownNetwork & {
  /** How the member is in this network, as it is stored, and why. */
  state: MemberState | null
  cause: DiagnosisCause | null
  routing: NetworkInfo['routing']
  mode: NetworkInfo['mode']
  ov_main: string | null
  /** 0 once the POP resource of the network has ended. */
  pops: Flag
  prefix: { ip: string; mask: number; permission: 'permit' | 'deny' }[]
  targets: DialledTarget[]
}

/** What is known of a member on its way to its networks, as far as the caller may know it. Times are Unix seconds. */
export interface PathFacts {
  router_type: RouterType
  online_status: Flag
  online: Flag
  create_time: number
  /** When its control connection last opened, and when it last reported. */
  connect_time: number | null
  report_time: number | null
  os: string | null
  version: string | null
  router_ipv4: string | null
  interfaces: readonly MemberInterface[]
  networks: readonly KnownNetwork[]
  targets: readonly KnownTarget[]
  /** Of a center: the branches that should be connected to it, and those that are. */
  branches: { up: number; total: number }
}

/** Returns the tunnels of a member in its networks with their states. */
export function judgeTargets(networks: readonly DiallingNetwork[], state: MemberState, network_usable: Flag): KnownTarget[] {
  return networks.flatMap(({ targets, routing, mode, pops, ov_main }) => {
    const links = targets.map(({ router_name, ...link }) => ({ ...link, center_router_name: router_name ?? '' }))
    const states = statesOfLinks(links, { state, network_usable, routing, mode, pops, ov_main })
    const roleOf = ({ router_name, ov_id }: DiallingNetwork['targets'][number]) => {
      const [main, backup] = ov_id === null ? [routing.main_router, routing.secondary_router] : [ov_main, null]
      const name = ov_id ?? router_name
      if (ov_id === null && routing.type !== 2) return null
      return name === main ? 'main' : ov_id !== null || name === backup ? 'backup' : null
    }
    return targets.map((target, at) => {
      const { enable: _, away: _away, heard: _heard, vpn_online, up_since, down_since, ...shown } = target
      return { ...shown, role: roleOf(target), state: states[at]!, since: vpn_online === 1 ? up_since : down_since }
    })
  })
}

/** Returns the local networks of a member: those that rules of its networks announce, and those that the device reports, each once. */
export function lansOf(networks: readonly DiallingNetwork[], interfaces: readonly MemberInterface[]): Lan[] {
  const announced = networks.flatMap(({ network_number, prefix }) =>
    prefix.flatMap(({ ip, mask, permission }): Lan[] => (permission === 'permit' ? [{ ip, mask, source: 'prefix', network_number }] : [])),
  )
  const reported = interfaces.flatMap(({ interface: name, ipv4, ipv4_subnet_mask }): Lan[] => {
    const [address, mask] = [parseIpv4(ipv4 ?? ''), maskBits(ipv4_subnet_mask ?? '')]
    if (!/^(br-)?lan/.test(name) || address === undefined || mask === undefined) return []
    return [{ ip: formatIpv4(networkAddress(address, mask)), mask, source: 'reported', network_number: null }]
  })
  const found = new Map<string, Lan>()
  for (const lan of [...announced, ...reported]) if (!found.has(`${lan.ip}/${lan.mask}`)) found.set(`${lan.ip}/${lan.mask}`, lan)
  return [...found.values()]
}

/** How a member is, why, and since when. */
export interface Finding {
  state: MemberState
  cause: DiagnosisCause
  since: number | null
}

/** The hop that each cause is about; a refused configuration is about the networks if tunnels of the former one are still up. */
const hopOf: Record<DiagnosisCause, HopKind | null> = {
  disabled: 'device',
  service_lapsed: 'networks',
  never_activated: 'device',
  never_signed_in: 'device',
  signed_out: 'device',
  connection_lost: 'internet',
  address_changed: 'targets',
  config_failed: 'device',
  no_network: 'networks',
  no_center: 'targets',
  pop_lapsed: 'targets',
  center_down: 'targets',
  tunnel_down: 'targets',
  no_branch: null,
  online: null,
}

const carries = ({ state }: Pick<KnownTarget, 'state'>) => state === 'up' || state === 'standby' || state === 'takeover'

/** Returns where the way from a member to its networks breaks, and every hop of it. */
export function pathOf(facts: PathFacts, finding: Finding): Pick<MemberPath, 'hops' | 'broken'> {
  const broken = brokenHop(facts, finding)
  const last = broken === null ? Infinity : hopKinds.indexOf(broken)
  // Where tunnels are down beside others, what follows is still reached.
  const ends = finding.state === 'degraded' ? Infinity : last
  const hops = hopKinds.map((kind, at): PathHop => {
    const state = at > ends ? 'unknown' : at === last ? brokenState(kind, finding) : stateBefore(kind, facts, finding)
    return {
      kind,
      state,
      since: at === last ? finding.since : kind === 'device' && state === 'up' ? facts.connect_time : null,
      facts: factsOf(kind, state, facts, finding),
      ...(kind === 'targets' && { targets: facts.targets.map((target) => ({ ...target, ...(at > ends && UNKNOWN) })) }),
      ...(kind === 'networks' && { networks: networksOf(state, facts) }),
    }
  })
  return { hops, broken }
}

const UNKNOWN = { state: 'unknown', since: null } as const

function brokenHop({ targets, online }: PathFacts, { cause }: Finding): HopKind | null {
  if (cause === 'config_failed' && (online === 1 || targets.some(carries))) return 'networks'
  return hopOf[cause]
}

/** Returns the state of the hop that the cause is about. */
function brokenState(kind: HopKind, { state, cause }: Finding): State {
  if (cause === 'no_network' || cause === 'no_center') return 'unknown'
  if (kind === 'internet' || cause === 'service_lapsed' || cause === 'pop_lapsed') return 'down'
  return cause === 'config_failed' ? 'failed' : state
}

/** Returns the state of a hop that comes before the break, or of any hop if nothing is broken. */
function stateBefore(kind: HopKind, facts: PathFacts, { cause }: Finding): State {
  const heard = facts.online_status === 1 || (facts.router_type === 2 && facts.online === 1)
  if (kind === 'device' || kind === 'internet') return heard ? 'up' : 'unknown'
  if (kind === 'targets') {
    // The networks of an account that must renew have no tunnels on purpose.
    if (cause === 'service_lapsed') return 'disabled'
    const { targets, branches } = facts
    return targets.some(carries) || branches.up > 0 ? 'up' : 'unknown'
  }
  return worstOf(networksOf('up', facts))
}

const worstOf = (networks: readonly PathNetwork[]): State => {
  if (networks.length === 0) return 'unknown'
  return networks.every(({ state }) => state === 'up') ? 'up' : 'degraded'
}

/** Returns each network with the state of its hop; if that is well, with the state that its own tunnels give it. */
function networksOf(hop: State, { networks, targets }: PathFacts): PathNetwork[] {
  return networks.map(({ network_number, network_name, member_type }) => {
    const own = targets.filter((target) => target.network_number === network_number)
    const reached = member_type === 'center' || own.some(carries)
    const state =
      hop !== 'up' && hop !== 'degraded' ? hop : !reached ? 'down' : own.some((target) => target.state === 'down') ? 'degraded' : 'up'
    return { network_number, network_name, member_type, state }
  })
}

function factsOf(kind: HopKind, state: State, facts: PathFacts, { cause, since }: Finding): HopFact[] {
  const { connect_time, report_time } = facts
  const found: (HopFact | false | null)[] = {
    device: () => [
      facts.router_type === 2 &&
        (facts.os !== null || facts.version !== null) &&
        ({ fact: 'client', os: facts.os, version: facts.version } as const),
      facts.online_status === 1 && connect_time !== null && ({ fact: 'connected', at: connect_time } as const),
      cause === 'connection_lost' &&
        connect_time !== null &&
        report_time !== null &&
        report_time > connect_time &&
        ({ fact: 'connected_before', seconds: report_time - connect_time } as const),
      cause === 'never_activated' && ({ fact: 'registered', at: facts.create_time } as const),
      cause === 'signed_out' && since !== null && ({ fact: 'signed_out', at: since } as const),
    ],
    internet: () => {
      if (state === 'unknown') return []
      const uplink = facts.interfaces.find(({ interface: name }) => !/^(br-)?lan/.test(name))
      return [
        state === 'down' && report_time !== null && ({ fact: 'last_heard', at: report_time } as const),
        facts.router_type === 1 &&
          uplink !== undefined &&
          ({ fact: 'uplink', interface: uplink.interface, protocol: uplink.protocol } as const),
        facts.router_ipv4 !== null && ({ fact: 'address', address: facts.router_ipv4 } as const),
      ]
    },
    targets: () => [facts.branches.total > 0 && state !== 'unknown' && ({ fact: 'branches', ...facts.branches } as const)],
    networks: () => {
      const count = facts.networks.reduce((sum, { prefixes }) => sum + prefixes, 0)
      if (facts.networks.length === 0) return []
      return [
        state !== 'unknown' && count > 0 && ({ fact: 'prefixes', count } as const),
        cause === 'never_activated' && ({ fact: 'prepared' } as const),
        (cause === 'connection_lost' || cause === 'center_down') && state === 'unknown' && ({ fact: 'reconnects' } as const),
      ]
    },
  }[kind]()
  return found.filter((fact) => fact !== false && fact !== null)
}
