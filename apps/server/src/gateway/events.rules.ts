import { type AgentEvent, DAY_SECONDS } from '@weft/contract'

/** One tunnel: a branch's connection to a center within a network. */
export interface LinkKey {
  account_id: number
  network_number: string
  center_router_name: string
  router_name: string
}
export interface LinkState extends LinkKey {
  vpn_online: 0 | 1
  vpn_online_since: number | null
  vpn_offline_since: number | null
}
export interface TunnelEvent extends LinkKey {
  up: boolean
  since: number
  vpn_ip: string | null
  orig: string | null
  input: number
  out: number
}
export interface SessionOpened extends LinkKey {
  vpn_ip: string | null
  orig: string | null
  start_time: number
  end_time: number | null
  input: number
  out: number
}
export interface SessionClosed extends LinkKey {
  end_time: number
  input: number
  out: number
}

/** Seconds within which the reports of a tunnel's two ends, each with its own clock, mean the same moment. */
const SAME_MOMENT = 2
/** Seconds after which an end's report that the tunnel came up means another session, whose beginning was not reported. */
const ANOTHER_SESSION = 60
/** Reports older than this are taken as this old; those of the future as now. */
const OLDEST = 7 * DAY_SECONDS

const keyOf = (link: LinkKey): string => `${link.network_number} ${link.center_router_name} ${link.router_name}`

/**
 * Returns the new ones of a device's events: those after the last one kept. Returns none while the device still holds older ones
 * that the controller has not seen, because it will send those first.
 */
export function newEvents(kept: number, oldest: number, events: readonly AgentEvent[]): readonly AgentEvent[] {
  const first = events.findIndex((event) => event.seq > kept)
  if (first === -1) return []
  const seq = events[first]?.seq ?? 0
  return first > 0 || seq === kept + 1 || oldest >= seq ? events.slice(first) : []
}

/**
 * Returns a device's report as a report of a tunnel, in the controller's time. A branch does not know its address outside its NAT, so
 * the address of its connection is used.
 */
export function tunnelEvent(
  device: { account_id: number; router_name: string; remote_ip: string },
  event: AgentEvent,
  sent: number,
  now: number,
): TunnelEvent {
  const { type, network_number, who, vpn_ip, address, since, input = 0, out = 0 } = event
  const byPoint = type === 'link_up' || type === 'link_down'
  return {
    account_id: device.account_id,
    network_number,
    center_router_name: byPoint ? who : device.router_name,
    router_name: byPoint ? device.router_name : who,
    up: type === 'link_up' || type === 'client_up',
    since: Math.min(now, Math.max(now - OLDEST, since + now - sent)),
    vpn_ip,
    orig: address ?? (byPoint ? device.remote_ip.replace(/^::ffff:(?=\d+\.)/i, '') : null),
    input,
    out,
  }
}

export interface Folded {
  changed: LinkState[]
  opened: SessionOpened[]
  closed: SessionClosed[]
}

/**
 * Applies events to tunnels. Both ends report a tunnel, so each change may be reported twice, and the second report
 * changes nothing; an old report of an end that was away changes nothing either.
 */
export function fold(links: readonly LinkState[], events: readonly TunnelEvent[]): Folded {
  const states = new Map(links.map((link) => [keyOf(link), link]))
  const changed = new Map<string, LinkState>()
  const openNow = new Map<string, SessionOpened>()
  const opened: SessionOpened[] = []
  const closed: SessionClosed[] = []

  function close(key: string, event: TunnelEvent): void {
    const { account_id, network_number, center_router_name, router_name, since: end_time, input, out } = event
    const session = openNow.get(key)
    if (session) Object.assign(session, { end_time, input, out })
    else closed.push({ account_id, network_number, center_router_name, router_name, end_time, input, out })
    openNow.delete(key)
  }

  for (const event of events) {
    const key = keyOf(event)
    const link = states.get(key)
    if (!link) {
      // The link was removed from its network meanwhile; only its session still has to be ended.
      if (!event.up) close(key, event)
      continue
    }
    const since = link.vpn_online === 1 ? (link.vpn_online_since ?? 0) : undefined
    if (event.up && since !== undefined && event.since <= since + ANOTHER_SESSION) continue
    if (!event.up && (since === undefined || event.since < since - SAME_MOMENT)) continue
    if (since !== undefined) close(key, { ...event, since: Math.max(event.since, since), ...(event.up && { input: 0, out: 0 }) })
    const { account_id, network_number, center_router_name, router_name } = link
    const state: LinkState = {
      ...link,
      ...(event.up
        ? { vpn_online: 1, vpn_online_since: event.since, vpn_offline_since: null }
        : { vpn_online: 0, vpn_online_since: null, vpn_offline_since: Math.max(event.since, since ?? 0) }),
    }
    states.set(key, state)
    changed.set(key, state)
    if (!event.up) continue
    const { vpn_ip, orig, since: start_time } = event
    const session = {
      account_id,
      network_number,
      center_router_name,
      router_name,
      vpn_ip,
      orig,
      start_time,
      end_time: null,
      input: 0,
      out: 0,
    }
    opened.push(session)
    openNow.set(key, session)
  }
  return { changed: [...changed.values()], opened, closed }
}
