import type { DiagnosisCause, Flag, MemberType, RouterType } from '@weft/contract'

/** A center that a branch should have a tunnel to. */
export interface DialledCenter {
  router_name: string
  note: string
  /** State of the link to it. */
  enable: Flag
  /** True if it is signed in to the platform or has a tunnel to anyone. */
  up: boolean
  report_time: number | null
}
export interface DiagnosedNetwork {
  network_number: string
  member_type: MemberType
  /** The centers that a branch dials. */
  centers: readonly DialledCenter[]
  /** The number of POPs that it dials. */
  pops: number
}
/** An address where a member was seen, and the Unix time. */
export interface Seen {
  address: string
  time: number
}

/** What is known of a member, as far as the caller may know it. */
export interface DiagnosisFacts {
  router_type: RouterType
  status: Flag
  online: Flag
  online_status: Flag
  network_usable: Flag
  config_error: string | null
  /** When its control connection last opened, and when it last reported. */
  connect_time: number | null
  report_time: number | null
  networks: readonly DiagnosedNetwork[]
  /** True if it is in a network that the caller may not see, which its errors may be about. */
  hidden: boolean
  /** The openings of its two newest control connections, the newest first. */
  connections: readonly Seen[]
  login: Seen | null
  /** The tunnel session that it began last. */
  session: { address: string | null; start_time: number; end_time: number | null } | null
}

export interface Verdict {
  cause: DiagnosisCause
  since: number | null
  /** Parameters of the sentence; null if unknown, or not for the caller to know. */
  params: Readonly<Record<string, string | null | readonly string[]>>
  network_number: string | null
}

/** Seconds within which a center notices, after a change of address, that the tunnel from the former one is down. */
const TUNNEL_LOSS_SECONDS = 120
const ERROR_SHOWN = 200

const verdict = (cause: DiagnosisCause, details: Partial<Omit<Verdict, 'cause'>> = {}): Verdict => ({
  cause,
  since: null,
  params: {},
  network_number: null,
  ...details,
})

/** Returns why a member is offline: the first cause that holds, the most serious first. */
export function diagnose(facts: DiagnosisFacts): Verdict {
  if (facts.status !== 1) return verdict('disabled')
  if (facts.network_usable !== 1) return verdict('service_lapsed')
  // A standard client has tunnels and no control connection.
  if (facts.online_status !== 1 && !(facts.router_type === 2 && facts.online === 1)) return away(facts)
  const [network] = facts.networks
  if (facts.config_error !== null && network)
    return verdict('config_failed', {
      params: { error: facts.hidden ? null : oneLine(facts.config_error) },
      network_number: network.network_number,
    })
  if (facts.online === 1) return verdict('online', { since: facts.session?.end_time === null ? facts.session.start_time : null })
  if (!network) return verdict('no_network')
  return withoutTunnel(facts)
}

/** Returns the cause for a member that is not signed in. */
function away({ router_type, connect_time, report_time, connections: [last], login, session }: DiagnosisFacts): Verdict {
  const connected = connect_time !== null ? { address: last?.address ?? null, time: report_time ?? connect_time } : undefined
  if (router_type === 1)
    return connected
      ? verdict('connection_lost', { since: connected.time, params: { address: connected.address } })
      : verdict('never_activated')
  const dialled = session && { address: session.address, time: session.end_time ?? session.start_time }
  const newest = [connected, login, dialled].filter((seen) => seen != null).toSorted((a, b) => b.time - a.time)[0]
  return newest ? verdict('signed_out', { since: newest.time, params: { address: newest.address } }) : verdict('never_signed_in')
}

/** Returns the cause for a member that is signed in and in a network but has no tunnel. */
function withoutTunnel({ networks, connections, session }: DiagnosisFacts): Verdict {
  const dialling = networks
    .filter((one) => one.member_type === 'point')
    .map((one) => ({ ...one, centers: one.centers.filter((center) => center.enable === 1) }))
  const [first] = dialling
  if (!first) return verdict('no_branch')
  if (dialling.every((one) => one.centers.length === 0 && one.pops === 0))
    return verdict('no_center', { network_number: first.network_number })
  const stranded = dialling.find((one) => one.centers.length > 0 && one.centers.every((center) => !center.up))
  if (stranded) {
    const heard = stranded.centers.flatMap(({ report_time }) => report_time ?? [])
    return verdict('center_down', {
      since: heard.length > 0 ? Math.max(...heard) : null,
      params: { center: stranded.centers.map(({ note, router_name }) => note || router_name) },
      network_number: stranded.network_number,
    })
  }
  const [now, before] = connections
  const lost = session?.end_time ?? null
  const moved =
    now !== undefined &&
    before !== undefined &&
    now.address !== before.address &&
    session !== null &&
    session.start_time < now.time &&
    lost !== null &&
    lost <= now.time + TUNNEL_LOSS_SECONDS
  return moved
    ? verdict('address_changed', { since: now.time, params: { before: before.address, address: now.address } })
    : verdict('tunnel_down', { since: lost })
}

/** Returns a device's text on one line and not too long, without the phase that precedes it. */
const oneLine = (error: string): string => {
  const text = error
    .replace(/^(failed|rolled_back): /, '')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  return [...text].length > ERROR_SHOWN ? `${[...text].slice(0, ERROR_SHOWN).join('')}…` : text
}
