import { dottedMask, formatIpv4, parsePrefix } from '@weft/net'
import { CIPHERS } from '../ciphers.ts'
import type { CenterSection, Link, Peer, PointSection, PopLink, Preference, Section, Service, CenterLinkEnd } from '../document.ts'
import { TUNNEL_MTU } from '../tunnel-mtu.ts'
import { interfaceOf, pki, type RenderedFile, ROOT } from './names.ts'

/** Returns `10.0.0.0/20` as OpenVPN writes it, `10.0.0.0 255.255.240.0`. */
function dotted(prefix: string): string {
  const { network, mask } = parsePrefix(prefix) ?? { network: 0, mask: 0 }
  return `${formatIpv4(network)} ${dottedMask(mask)}`
}
const maskOf = (segment: string) => dottedMask(parsePrefix(segment)?.mask ?? 0)
const file = (name: string, lines: readonly string[]): RenderedFile => ({
  path: `${ROOT}/openvpn/${name}`,
  content: `${lines.join('\n')}\n`,
})

/** Returns the lines that all tunnels of a network have: certificates, tls-crypt key, ciphers, lengths of packets, and options while they run. */
const common = ({ network_number, ciphers }: Section, name: string) => [
  `ca ${pki(network_number, 'ca.crt')}`,
  `tls-crypt ${pki(network_number, 'tls-crypt.key')}`,
  `crl-verify ${ROOT}/revoked/${network_number} dir`,
  'tls-version-min 1.2',
  ...CIPHERS[ciphers],
  `tun-mtu ${TUNNEL_MTU}`,
  // Without `fixed` it would be the length outside.
  `mssfix ${TUNNEL_MTU} fixed`,
  `management /run/weft/${name}.sock unix`,
  'persist-key',
  // Writes without polling the socket first: saves a tenth of the processor's time.
  'fast-io',
  // Causes of failures and handshakes. At level 3 it also logs each question of the agent, which asks every two seconds.
  'verb 2',
]
/**
 * The other end may begin to listen a moment later, or have been away for long: the first packet to it is repeated after one second and
 * three, and after four it is dialled again. By default OpenVPN would repeat the packet after ever longer pauses, of up to half a minute.
 * An end that stops between its first answer and its last is dialled again after fifteen seconds, by default after a minute.
 */
const REDIAL = ['connect-retry 1 10', 'connect-timeout 4', 'tls-timeout 1', 'hand-window 15']
/** Answers from the address that was asked. By default a device with several addresses answers from the first one of its interface. */
const MULTIHOME = 'multihome'
/** Keeps the routes of a tunnel during an interruption; FRR decides whether they are used. */
const PERSISTENT = 'persist-tun'
const certificate = (network_number: string) => [`cert ${pki(network_number, 'member.crt')}`, `key ${pki(network_number, 'member.key')}`]

/** Returns the configurations of all tunnels that a section listens for or dials. */
export function openvpnFiles(section: Section): RenderedFile[] {
  const files: RenderedFile[] = []
  if (section.position === 'point') files.push(...section.links.flatMap((link) => dialCenter(section, link)))
  const { services } = section
  if (services) for (const kind of ['hardware', 'software'] as const) files.push(...serviceFiles(section, kind, services[kind]))
  if (section.position === 'center' && section.twin) files.push(...centerLinkFile(section, section.twin))
  if (section.position !== 'pop') files.push(...section.pop_links.flatMap((link) => dialPop(section, link)))
  return files
}

function serviceFiles(section: Section, kind: 'hardware' | 'software', service: Service): RenderedFile[] {
  const { network_number, dns } = section
  const { segment, gateway, port, device, peers } = service
  const name = `${network_number}-${kind}`
  // Hardware members hold certificates; software members have a login, which the script compares with a salted hash without the agent. It also
  // waits for the member's file, without which OpenVPN would send a client away for good.
  const proof =
    kind === 'hardware'
      ? ['verify-client-cert require', 'remote-cert-tls client', 'ccd-exclusive']
      : [
          'verify-client-cert none',
          'username-as-common-name',
          'script-security 2',
          `auth-user-pass-verify "${ROOT}/bin/verify-login ${network_number}" via-file`,
          // Logins pass through it: in memory, and in a folder that lives as long as OpenVPN.
          'tmp-dir /run/weft/sign-ins',
        ]
  const server = file(`${name}.conf`, [
    'mode server',
    'tls-server',
    'proto udp',
    `port ${port}`,
    MULTIHOME,
    `dev ${interfaceOf[kind](network_number)}`,
    `dev-type ${device}`,
    'topology subnet',
    `ifconfig ${gateway} ${maskOf(segment)}`,
    'push "topology subnet"',
    `push "route-gateway ${gateway}"`,
    ...certificate(network_number),
    'dh none',
    ...proof,
    `client-config-dir ${ROOT}/openvpn/${name}`,
    'keepalive 3 12',
    'explicit-exit-notify 1',
    `status /run/weft/${name}.status 5`,
    'status-version 2',
    ...common(section, name),
    PERSISTENT,
  ])
  return [server, ...peers.map((peer) => file(`${name}/${peer.router_name}`, admission(service, kind, peer, dns)))]
}

/** Returns a service's file for one member; a member without a file is refused. */
function admission(
  { segment, device, routes }: Service,
  kind: 'hardware' | 'software',
  { address, prefixes, default_route: { model } }: Peer,
  dns: readonly string[],
): string[] {
  const lines = [`ifconfig-push ${address} ${maskOf(segment)}`]
  // Here rather than for the whole service, which would have to restart. Hardware members learn routes by BGP and have their own resolvers.
  if (kind === 'software') {
    const directives = [
      ...dns.map((server) => `dhcp-option DNS ${server}`),
      ...routes.map((route) => `route ${dotted(route)}`),
      ...(model === 2 ? ['redirect-gateway def1'] : []),
    ]
    return [...lines, ...directives.map((directive) => `push "${directive}"`)]
  }
  if (device === 'tap') return lines
  return [...lines, ...[...prefixes, ...(model === 1 ? ['0.0.0.0/0'] : [])].map((prefix) => `iroute ${dotted(prefix)}`)]
}

/** Metrics of a software member's routes: of equal routes the kernel uses the lowest that is up, and no two metrics may be equal. */
const CENTER_METRICS: Record<Preference, number> = { main: 100, equal: 150, backup: 200, last: 250 }
const POP_METRICS = { before: { main: 10, backup: 50 }, behind: { main: 300, backup: 350 } } as const

function dialCenter(section: PointSection, link: Link): RenderedFile[] {
  const { network_number, kind, links } = section
  const { enable, remote, device, center, preference } = link
  if (!enable || !remote) return []
  const before = links.slice(0, links.indexOf(link)).filter((other) => other.enable && other.remote)
  return [
    dialling(section, kind, `${network_number}-center-${center}`, {
      interface: interfaceOf.center(network_number, center),
      device,
      remote,
      other: center,
      metric: CENTER_METRICS[preference] + before.length,
    }),
  ]
}

function dialPop(section: CenterSection | PointSection, { pop_name, remote, preference }: PopLink): RenderedFile[] {
  const { network_number, dial_mode } = section
  if (!remote) return []
  const kind = section.position === 'point' ? section.kind : 'hardware'
  const name = interfaceOf.pop(network_number, pop_name)
  const metric = POP_METRICS[dial_mode === 3 ? 'before' : 'behind'][preference]
  return [dialling(section, kind, `${network_number}-pop-${pop_name}`, { interface: name, device: 'tun', remote, other: pop_name, metric })]
}

interface Dialled {
  interface: string
  device: Link['device']
  remote: NonNullable<Link['remote']>
  other: string
  metric: number
}
/** Returns the configuration of a tunnel to one remote. It dials once the agent releases it (`management-hold`). */
function dialling(section: Section, kind: PointSection['kind'], name: string, to: Dialled): RenderedFile {
  const proof =
    kind === 'hardware'
      ? [...certificate(section.network_number), 'route-nopull']
      : ['auth-user-pass', 'auth-nocache', 'auth-retry interact', 'management-query-passwords', `route-metric ${to.metric}`]
  return file(`${name}.conf`, [
    'client',
    'proto udp',
    `remote ${to.remote.address} ${to.remote.port}`,
    `dev ${to.interface}`,
    `dev-type ${to.device}`,
    'nobind',
    'resolv-retry infinite',
    ...REDIAL,
    ...proof,
    'remote-cert-tls server',
    `verify-x509-name ${to.other} name`,
    'management-hold',
    'explicit-exit-notify 1',
    ...common(section, name),
    // Without this option the routes of a tunnel that is down leave the kernel, and those of the next tunnel apply.
    ...(kind === 'hardware' ? [PERSISTENT] : []),
  ])
}

/** Returns the configuration of the tunnel between two centers. It has no other ends, so it carries whatever either sends. */
function centerLinkFile(section: CenterSection, { role, peer, port, remote, address, peer_address }: CenterLinkEnd): RenderedFile[] {
  const { network_number } = section
  const name = `${network_number}-twin`
  if (role === 'dial' && !remote) return []
  return [
    file(`${name}.conf`, [
      ...(remote
        ? ['tls-client', `remote ${remote.address} ${remote.port}`, 'nobind', ...REDIAL]
        : ['tls-server', `port ${port}`, MULTIHOME, 'dh none']),
      'proto udp',
      `dev ${interfaceOf.twin(network_number)}`,
      'dev-type tun',
      `ifconfig ${address} ${peer_address}`,
      ...certificate(network_number),
      `remote-cert-tls ${role === 'listen' ? 'client' : 'server'}`,
      `verify-x509-name ${peer} name`,
      'keepalive 3 12',
      ...common(section, name),
      PERSISTENT,
    ]),
  ]
}
