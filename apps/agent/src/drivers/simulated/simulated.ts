import { DAY_SECONDS } from '@weft/contract'
import type { Measured } from '@weft/contract/agent-protocol'
import type { MemberDocument } from '@weft/member-config'
import { differenceOf, type TunnelEnd, tunnelsOf } from '../../apply/difference.ts'
import type { NewEvent } from '../../protocol/event-ring.ts'
import { linksOf } from '../../quality/quality.ts'
import { seeded } from '../../seeded.ts'
import type { Driver, DriverCheck, OpAnswer, OpMessage } from '../driver.ts'
import { factsOf, interfacesOf, outerAddress, type SimulatedKind, uplinkAddress } from './device.ts'
import type { End, Ether, Half, Tunnel } from './ether.ts'
import { checkTargets } from '../targets.ts'
import { figuresOf, usualRtt } from './figures.ts'
import { simulatedCounters, tunnelBytes } from './traffic.ts'

/** Bytes a minute at the peak: about 20 Mbit/s of a branch, 1.6 of a software member, 40 of a SaaS device and 130 of a POP. */
const PEAK = { router: 150_000_000, app: 12_000_000, saas: 300_000_000, pop: 1_000_000_000 } as const
/** The POP that SaaS devices dial, which no agent runs. */
const SAAS_POP = 'saas-pop'

export interface SimulatedDriver extends Driver {
  /** Simulates a power failure: the device reports nothing more, and its tunnels break. */
  switchOff(): void
}

/** Returns the driver of a device that exists only in the ether, and behaves the same in every run with the same seed. */
export function simulatedDriver(ether: Ether, router_name: string, kind: SimulatedKind, seed: string): SimulatedDriver {
  const own = `${seed} ${router_name}`
  let listener: (event: NewEvent) => void = () => {}
  let running: MemberDocument | null = null
  const names = interfacesOf(kind, own).map((one) => one.interface)
  const counted = simulatedCounters(own, PEAK[kind], Date.now)

  /** Returns the traffic of a tunnel until a moment. Both ends count the same. */
  function bytes({ point, center, since }: Tunnel, until: number): { input: number; out: number } {
    return tunnelBytes(`${seed} ${point} ${center}`, PEAK[point === router_name ? kind : kindOf(point)], since, until)
  }

  function eventOf(tunnel: Tunnel, up: boolean, at: number): NewEvent {
    const { network_number, center, point, vpn_ip } = tunnel
    const asPoint = point === router_name
    return {
      type: asPoint ? (up ? 'link_up' : 'link_down') : up ? 'client_up' : 'client_down',
      network_number,
      who: asPoint ? center : point,
      vpn_ip,
      since: at,
      address: outerAddress(`${seed} ${point}`),
      ...(!up && bytes(tunnel, at)),
    }
  }

  /** Returns figures as of a quiet line, the same in every run. */
  function measured(line: string): Measured {
    const rtt = usualRtt(line)
    return { rtt, jitter: Math.round(rtt * 0.4) / 10, loss: 0 }
  }

  async function check(): Promise<DriverCheck> {
    const up = ether
      .up(router_name)
      .map(({ network_number, center, point }) => ({ network_number, who: point === router_name ? center : point }))
    return {
      uptime: DAY_SECONDS + Math.round(4e6 * seeded(own)),
      load: Math.round(60 * seeded(`${own} load`)) / 100,
      memory: 20 + Math.round(40 * seeded(`${own} memory`)),
      gateway: { address: '192.168.255.1', measured: { rtt: 0.6, jitter: 0.1, loss: 0 } },
      tunnels: await checkTargets(running, up, async ({ who }) => measured(`${own} ${who}`)),
    }
  }

  const end: End = { router_name, changed: (tunnel, up, at) => listener(eventOf(tunnel, up, at)) }

  /** A SaaS device dials without a document, and outside of every network. */
  const uplinks: Half[] =
    kind === 'saas'
      ? [{ network_number: '', center: SAAS_POP, point: router_name, vpn_ip: uplinkAddress(own), place: '', alone: true }]
      : []
  const halves = (document: MemberDocument | null) => [...halvesOf(router_name, document), ...uplinks]

  return {
    async apply(next, before) {
      running = next
      ether.want(end, halves(next))
      return differenceOf(next, before)
    },
    onTunnel(hear) {
      listener = hear
      if (uplinks.length > 0) ether.want(end, uplinks)
    },
    up: () => ether.up(router_name).map((tunnel) => eventOf(tunnel, true, tunnel.since) as ReturnType<Driver['up']>[number]),
    carried() {
      const at = Math.floor(Date.now() / 1000)
      return ether.up(router_name).map((tunnel) => {
        const { network_number, center, point, since } = tunnel
        const dialled = point === router_name
        return { network_number, who: dialled ? center : point, dialled, since, ...bytes(tunnel, at) }
      })
    },
    quality() {
      const up = new Set(ether.up(router_name).map(({ network_number, center }) => `${network_number} ${center}`))
      const minute = Math.floor(Date.now() / 60_000) * 60
      return linksOf(running)
        .filter(({ network_number, who }) => up.has(`${network_number} ${who}`))
        .map(({ network_number, who }) => ({ network_number, who, ...figuresOf(`${own} ${who}`, minute) }))
    },
    device: () => factsOf(kind, own),
    interfaces: () => interfacesOf(kind, own),
    counters() {
      const { down, upload } = counted()
      // Bytes that enter from outside leave to the inside, and the other way round.
      return names.map((name, i) => (i === 0 ? { interface: name, down, upload } : { interface: name, down: upload, upload: down }))
    },
    async perform({ kind: op, data }: OpMessage): Promise<OpAnswer> {
      if (op === 'diagnose') return { ok: true, error: null, data: await check() }
      if (op === 'resend_config') return { ok: true, error: null }
      const wanted = halves(running)
      const who = op === 'kill_user' ? (data as { who?: string } | undefined)?.who : undefined
      if (op === 'kill_user' && who === undefined) return { ok: false, error: 'nobody is named' }
      // Down and up again: a killed user may reconnect.
      ether.want(end, who === undefined ? [] : wanted.filter((half) => half.point !== who))
      ether.want(end, wanted)
      return { ok: true, error: null }
    },
    switchOff() {
      listener = () => {}
      ether.leave(end)
    },
  }
}

/** Returns the kind of the other end of a tunnel by its name: software members have an @ in theirs. */
const kindOf = (router_name: string): SimulatedKind => (router_name.includes('@') ? 'app' : 'router')

/** Returns where a section listens for a tunnel, or whom it dials. */
function placeOf(section: MemberDocument['networks'][number], { other, role }: Pick<TunnelEnd, 'other' | 'role'>): string {
  const twin = section.position === 'center' && section.twin?.peer === other ? section.twin : null
  if (twin) return JSON.stringify(twin.remote ?? twin.port)
  if (role === 'point') return String(section.services?.[other.includes('@') ? 'software' : 'hardware'].port)
  return JSON.stringify(section.position === 'point' ? section.links.find(({ center }) => center === other)?.remote : null)
}

const halvesOf = (router_name: string, document: MemberDocument | null): Half[] =>
  (document?.networks ?? []).flatMap((section) =>
    tunnelsOf(section).map(({ other, address: vpn_ip, role }) => {
      const [center, point] = role === 'point' ? [router_name, other] : [other, router_name]
      return { network_number: section.network_number, center, point, vpn_ip, place: placeOf(section, { other, role }), alone: false }
    }),
  )
