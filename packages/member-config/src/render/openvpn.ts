import { dottedMask, formatIpv4, parsePrefix } from '@weft/net'
import { CIPHERS } from '../ciphers.ts'
import type { CenterSection, Link, Peer, PointSection, PopLink, PopSection, Section, Service, Twin } from '../document.ts'
import { interfaceOf, pki, type RenderedFile, ROOT } from './names.ts'

/** `10.0.0.0/20` as OpenVPN writes it. */
function dotted(prefix: string): string {
  const { network, mask } = parsePrefix(prefix) ?? { network: 0, mask: 0 }
  return `${formatIpv4(network)} ${dottedMask(mask)}`
}
const maskOf = (segment: string) => dottedMask(parsePrefix(segment)?.mask ?? 0)
const file = (name: string, lines: readonly string[]): RenderedFile => ({
  path: `${ROOT}/openvpn/${name}`,
  content: `${lines.join('\n')}\n`,
})

/** Of every tunnel of a network: its key of tls-crypt, its ciphers, and what it does while it runs. */
const common = ({ network_number, ciphers }: Section, name: string) => [
  `ca ${pki(network_number, 'ca.crt')}`,
  `tls-crypt ${pki(network_number, 'tls-crypt.key')}`,
  'tls-version-min 1.2',
  ...CIPHERS[ciphers],
  `management /run/weft/${name}.sock unix`,
  'persist-tun',
  'persist-key',
  'verb 3',
]
const certificate = (network_number: string) => [`cert ${pki(network_number, 'member.crt')}`, `key ${pki(network_number, 'member.key')}`]

/** The configuration of every tunnel that a section listens for or dials. */
export function openvpnFiles(section: Section): RenderedFile[] {
  const files: RenderedFile[] = []
  if (section.position === 'point') files.push(...section.links.flatMap((link) => dialCenter(section, link)))
  else for (const kind of ['hardware', 'software'] as const) files.push(...serviceFiles(section, kind))
  if (section.position === 'center' && section.twin) files.push(...twinFile(section, section.twin))
  if (section.position !== 'pop') files.push(...section.pop_links.flatMap((link) => dialPop(section, link)))
  return files
}

function serviceFiles(section: CenterSection | PopSection, kind: 'hardware' | 'software'): RenderedFile[] {
  const { network_number, dns } = section
  const service = section.services[kind]
  const { segment, gateway, port, device, routes, peers } = service
  const name = `${network_number}-${kind}`
  // Hardware members hold certificates; software members have a login, whose salted hash the script finds without the agent.
  const proof =
    kind === 'hardware'
      ? ['verify-client-cert require', 'remote-cert-tls client']
      : [
          'verify-client-cert none',
          'username-as-common-name',
          'script-security 2',
          `auth-user-pass-verify "${ROOT}/bin/verify-login ${network_number}" via-file`,
        ]
  // Hardware members are told routes by BGP, and their resolver is configured beside it.
  const told =
    kind === 'hardware' ? [] : [...routes.map((route) => `route ${dotted(route)}`), ...dns.map((server) => `dhcp-option DNS ${server}`)]
  const server = file(`${name}.conf`, [
    'mode server',
    'tls-server',
    'proto udp',
    `port ${port}`,
    `dev ${interfaceOf[kind](network_number)}`,
    `dev-type ${device}`,
    'topology subnet',
    `ifconfig ${gateway} ${maskOf(segment)}`,
    'push "topology subnet"',
    `push "route-gateway ${gateway}"`,
    ...told.map((directive) => `push "${directive}"`),
    ...certificate(network_number),
    'dh none',
    ...proof,
    `client-config-dir ${ROOT}/openvpn/${name}`,
    'ccd-exclusive',
    'keepalive 3 12',
    'explicit-exit-notify 1',
    `status /run/weft/${name}.status 5`,
    'status-version 2',
    ...common(section, name),
  ])
  return [server, ...peers.map((peer) => file(`${name}/${peer.router_name}`, admission(service, kind, peer)))]
}

/** What a service knows of one member: nobody without comes in. */
function admission(
  { segment, device }: Service,
  kind: 'hardware' | 'software',
  { address, prefixes, default_route: { model } }: Peer,
): string[] {
  const lines = [`ifconfig-push ${address} ${maskOf(segment)}`]
  if (kind === 'software') return model === 2 ? [...lines, 'push "redirect-gateway def1"'] : lines
  if (device === 'tap') return lines
  return [...lines, ...[...prefixes, ...(model === 1 ? ['0.0.0.0/0'] : [])].map((prefix) => `iroute ${dotted(prefix)}`)]
}

function dialCenter(section: PointSection, { enable, remote, device, center }: Link): RenderedFile[] {
  const { network_number, kind } = section
  if (!enable || !remote) return []
  return [
    dialling(section, kind, `${network_number}-center-${center}`, {
      interface: interfaceOf.center(network_number, center),
      device,
      remote,
      other: center,
    }),
  ]
}

function dialPop(section: CenterSection | PointSection, { pop_name, remote }: PopLink): RenderedFile[] {
  const { network_number } = section
  if (!remote) return []
  const kind = section.position === 'point' ? section.kind : 'hardware'
  const name = interfaceOf.pop(network_number, pop_name)
  return [dialling(section, kind, `${network_number}-pop-${pop_name}`, { interface: name, device: 'tun', remote, other: pop_name })]
}

interface Dialled {
  interface: string
  device: Link['device']
  remote: NonNullable<Link['remote']>
  other: string
}
/** The agent lets it dial, in the order of the dial mode, and may name another remote. */
function dialling(section: Section, kind: PointSection['kind'], name: string, to: Dialled): RenderedFile {
  const proof =
    kind === 'hardware'
      ? [...certificate(section.network_number), 'route-nopull']
      : ['auth-user-pass', 'auth-nocache', 'management-query-passwords']
  return file(`${name}.conf`, [
    'client',
    'proto udp',
    `remote ${to.remote.address} ${to.remote.port}`,
    `dev ${to.interface}`,
    `dev-type ${to.device}`,
    'nobind',
    'resolv-retry infinite',
    'connect-retry 1 10',
    ...proof,
    'remote-cert-tls server',
    `verify-x509-name ${to.other} name`,
    'management-hold',
    'management-query-remote',
    'explicit-exit-notify 1',
    ...common(section, name),
  ])
}

/** The two centers are alone in this tunnel, so it carries whatever either sends. */
function twinFile(section: CenterSection, { role, peer, port, remote, address, peer_address }: Twin): RenderedFile[] {
  const { network_number } = section
  const name = `${network_number}-twin`
  if (role === 'dial' && !remote) return []
  return [
    file(`${name}.conf`, [
      ...(remote
        ? ['tls-client', `remote ${remote.address} ${remote.port}`, 'nobind', 'connect-retry 1 10']
        : ['tls-server', `port ${port}`, 'dh none']),
      'proto udp',
      `dev ${interfaceOf.twin(network_number)}`,
      'dev-type tun',
      `ifconfig ${address} ${peer_address}`,
      ...certificate(network_number),
      `remote-cert-tls ${role === 'listen' ? 'client' : 'server'}`,
      `verify-x509-name ${peer} name`,
      'keepalive 3 12',
      ...common(section, name),
    ]),
  ]
}
