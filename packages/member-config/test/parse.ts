import { contains, formatIpv4, formatPrefix, listenerAddress, maskBits, memberAddresses, parseIpv4, parsePrefix, prefixOf } from '@weft/net'
import {
  DOCUMENT_VERSION,
  type Link,
  type MemberDocument,
  type Peer,
  type PopLink,
  type Preference,
  type Remote,
  type RenderedFile,
  type Rule,
  type Section,
  type Service,
} from '../src/index.ts'

const CENTERS: Record<string, Preference> = { 200: 'main', 150: 'equal', 100: 'backup', 50: 'last' }
const METRICS: Record<number, Link['preference']> = { 100: 'main', 150: 'equal', 200: 'backup', 250: 'last' }
const POPS: Record<string, PopLink['preference']> = { 300: 'main', 250: 'backup', 40: 'main', 30: 'backup' }
const PRIVATE = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16']

const valuesOf = (text: string, directive: string) =>
  text.split('\n').flatMap((line) => (line.startsWith(`${directive} `) ? [line.slice(directive.length + 1)] : []))
const valueOf = (text: string, directive: string) => valuesOf(text, directive)[0]
const slashed = (text: string) => {
  const [address = '', mask = ''] = text.split(' ')
  return formatPrefix(prefixOf(parseIpv4(address)!, maskBits(mask)!))
}
const remoteOf = (config: string | undefined): Remote | null => {
  const [address, port] = valueOf(config ?? '', 'remote')?.split(' ') ?? []
  return address === undefined ? null : { address, port: Number(port) }
}
const pushed = (config: string, what: string) =>
  valuesOf(config, 'push').flatMap((text) => (text.startsWith(`"${what} `) ? [text.slice(what.length + 2, -1)] : []))

/** Returns a segment, gateway and address for a tunnel of which the files name only the gateway. */
const around = (gateway: string, segments: readonly string[]) => {
  const segment =
    segments.find((one) => formatIpv4(listenerAddress(parsePrefix(one)!)) === gateway) ?? formatPrefix(prefixOf(parseIpv4(gateway)!, 24))
  return { segment, gateway, address: formatIpv4(memberAddresses(parsePrefix(segment)!).first) }
}

/**
 * Returns a document that says what these files say, with any values for what no file says. It renders to the files that were parsed,
 * unless rendering loses or adds something.
 */
export function parse(files: readonly RenderedFile[]): MemberDocument {
  const texts = new Map(files.map(({ path, content }) => [path.replace('/etc/weft/', ''), content]))
  const frr = texts.get('frr.conf') ?? ''
  const numbers = [
    ...[...texts.keys()].map((path) => /^openvpn\/(\d{10})-/.exec(path)?.[1]),
    ...[...frr.matchAll(/PL-(\d{10})-OWN/g)].map(([, number]) => number),
  ]
  const resolver = valuesOf(texts.get('resolv.conf') ?? '', 'nameserver')
  const networks = [...new Set(numbers)]
    .filter((number) => number !== undefined)
    .toSorted()
    .map((number) => sectionOf(number, texts, frr, resolver))
  const redistributes = frr.includes('redistribute')
  const learning = networks.some((section) => section.position !== 'pop' && section.quagga)
  // Only the whole file shows that a member with rules of its own also learns from its LAN.
  const listed = networks.find((section) => section.position !== 'pop' && section.prefixes.length > 0)
  if (redistributes && !learning && listed && listed.position !== 'pop') listed.quagga = true
  if (networks.length === 0 && files.length > 0) networks.push(pointOf('1000000000', 'software', resolver))
  return { version: DOCUMENT_VERSION, router_name: valueOf(frr, 'hostname') ?? 'X1', networks }
}

type Texts = ReadonlyMap<string, string>
const pointOf = (network_number: string, kind: 'hardware' | 'software', dns: string[]): Extract<Section, { position: 'point' }> => ({
  position: 'point',
  kind,
  network_number,
  ciphers: 'default',
  dns,
  dial_mode: 1,
  quagga: false,
  default_route: { model: 0, metric: null },
  prefixes: [],
  pop_links: [],
  links: [],
  services: null,
})

function sectionOf(number: string, texts: Texts, frr: string, resolver: string[]): Section {
  const of = (name: string) => texts.get(`openvpn/${number}-${name}.conf`)
  const any = [...texts].find(([path]) => path.startsWith(`openvpn/${number}-`) && path.endsWith('.conf'))?.[1] ?? ''
  const isHub = of('hardware') !== undefined
  const routed = frr.includes(`PL-${number}-OWN`)
  // A center pushes the DNS servers to its software members; if it has none, its own resolver lists them.
  const result = [...texts].find(([path]) => path.startsWith(`openvpn/${number}-software/`))?.[1]
  const section = pointOf(number, routed ? 'hardware' : 'software', result === undefined ? resolver : pushed(result, 'dhcp-option DNS'))
  section.ciphers = any.includes('SM4') ? 'sm' : 'default'
  const services = isHub
    ? { hardware: serviceOf(number, 'hardware', texts, frr), software: serviceOf(number, 'software', texts, frr) }
    : undefined

  // Its own list: rules, or if it learns and has no rules, all private addresses except the tunnels.
  const own = listOf(frr, `PL-${number}-OWN`)
  const clients = services ? [services.software.segment] : []
  const denied = own.filter((rule) => rule.permission === 'deny').map((rule) => rule.prefix)
  section.quagga =
    PRIVATE.join() ===
    own
      .slice(-3)
      .map((rule) => rule.prefix)
      .join()
  section.prefixes = section.quagga ? [] : own.slice(0, own.length - clients.length)
  const metric = /set metric (\d+)/.exec(mapOf(frr, `RM-${number}-DEFAULT`))?.[1]
  if (metric !== undefined) section.default_route = { model: 1, metric: Number(metric) as 30 }

  const listens = services !== undefined && (frr.includes(`large-comm-list CL-${number} delete`) || ofItself(services, frr, number))
  if (listens && services.hardware.peers.some((peer) => mapOf(frr, `RM-${number}-IN-${peer.router_name}`).includes('PL-DEFAULT')))
    section.default_route = { model: 2, metric: null }

  let twin: Extract<Section, { position: 'center' }>['twin'] = null
  for (const { gateway, name, own, preference } of neighboursOf(frr, number)) {
    const pop = POPS[preference]
    const place = around(gateway, denied)
    place.address = own
    if (!contains(parsePrefix(place.segment)!, parseIpv4(place.address)!)) place.segment = formatPrefix(prefixOf(parseIpv4(gateway)!, 16))
    if (services && name === 'TWIN') twin = twinOf(of('twin'), gateway, denied)
    else if (pop) {
      section.pop_links.push({ ...place, pop_name: name, ov_id: '1', remote: remoteOf(of(`pop-${name}`)), preference: pop })
      if (Number(preference) > 200) section.dial_mode = 3
    } else if (!services || listens) {
      const config = of(`center-${name}`)
      const device = (valueOf(config ?? '', 'dev-type') ?? 'tun') as Link['device']
      section.links.push({
        ...place,
        center: name,
        remote: remoteOf(config),
        device,
        enable: true,
        preference: CENTERS[preference] ?? 'equal',
      })
    }
    if ((!services || listens) && mapOf(frr, `RM-${number}-IN-${name}`).includes('PL-DEFAULT'))
      section.default_route = { model: 2, metric: null }
  }
  if (!routed)
    for (const [path, config] of texts) {
      const [, kind, name] = new RegExp(`^openvpn/${number}-(center|pop)-(.*)\\.conf$`).exec(path) ?? []
      const place = { ...around('10.0.0.1', []), remote: remoteOf(config) }
      const metric = Number(valueOf(config, 'route-metric'))
      if (kind === 'pop')
        section.pop_links.push({ ...place, pop_name: name!, ov_id: '1', preference: metric % 100 < 50 ? 'main' : 'backup' })
      if (kind === 'pop' && metric < 100) section.dial_mode = 3
      if (kind === 'center')
        section.links.push({
          ...place,
          center: name!,
          device: valueOf(config, 'dev-type') as Link['device'],
          enable: true,
          preference: METRICS[Math.floor(metric / 50) * 50] ?? 'equal',
        })
    }
  if (!services) return section
  if (listens) return { ...section, kind: 'hardware', services }
  const { kind: _, links: __, services: ___, ...member } = section
  // A POP has no resolver file of its own.
  if (member.dns.length > 0 && resolver.length === 0)
    return { network_number: number, ciphers: member.ciphers, dns: member.dns, position: 'pop', ov_id: '1', services }
  return { ...member, position: 'center', services, preference: 'equal', twin }
}

/** Returns whether a hub accepts default routes as a branch does: for itself or not at all. */
const ofItself = ({ hardware }: { hardware: Service }, frr: string, number: string) =>
  hardware.peers.some(({ router_name, default_route }) => {
    const map = mapOf(frr, `RM-${number}-IN-${router_name}`)
    return default_route.model === 1 && (!map.includes('PL-DEFAULT') || map.includes('set metric'))
  })

function twinOf(
  config: string | undefined,
  peer_address: string,
  denied: readonly string[],
): Extract<Section, { position: 'center' }>['twin'] {
  const remote = remoteOf(config)
  const port = Number(valueOf(config ?? '', 'port') ?? 0) || null
  const peer = valueOf(config ?? '', 'verify-x509-name')?.replace(' name', '') ?? 'X1'
  const segment =
    denied.find((one) => contains(parsePrefix(one)!, parseIpv4(peer_address)!)) ?? formatPrefix(prefixOf(parseIpv4(peer_address)!, 24))
  const [first, second] = [listenerAddress(parsePrefix(segment)!), listenerAddress(parsePrefix(segment)!) + 1].map(formatIpv4) as [
    string,
    string,
  ]
  const role = port === null ? 'dial' : 'listen'
  return { role, peer, port, remote, segment, address: role === 'listen' ? first : second, peer_address }
}

function serviceOf(number: string, kind: 'hardware' | 'software', texts: Texts, frr: string): Service {
  const config = texts.get(`openvpn/${number}-${kind}.conf`)!
  const [gateway = ''] = valueOf(config, 'ifconfig')!.split(' ')
  const folder = `openvpn/${number}-${kind}/`
  return {
    segment: slashed(valueOf(config, 'ifconfig')!),
    gateway,
    port: Number(valueOf(config, 'port')),
    device: valueOf(config, 'dev-type') as Service['device'],
    // The service pushes the same routes to all of its members.
    routes: pushed([...texts].find(([path]) => path.startsWith(folder))?.[1] ?? '', 'route').map(slashed),
    peers: [...texts].flatMap(([path, text]) =>
      path.startsWith(folder) ? [peerOf(path.slice(folder.length), text, number, kind, frr)] : [],
    ),
  }
}

function peerOf(router_name: string, text: string, number: string, kind: 'hardware' | 'software', frr: string): Peer {
  const [address = ''] = valueOf(text, 'ifconfig-push')!.split(' ')
  if (kind === 'software')
    return {
      router_name,
      address,
      prefixes: [],
      quagga: false,
      default_route: { model: text.includes('redirect-gateway') ? 2 : 0, metric: null },
    }
  const list = listOf(frr, `PL-${number}-${router_name}`).map((rule) => rule.prefix)
  const quagga = PRIVATE.join() === list.slice(-3).join()
  const map = mapOf(frr, `RM-${number}-IN-${router_name}`)
  const preference = /PL-DEFAULT[\s\S]*local-preference (\d+)/.exec(map)?.[1]
  const outcome = /set metric (\d+)/.exec(map)?.[1]
  const metric = outcome
    ? Number(outcome)
    : preference
      ? 300 - Number(preference)
      : text.includes('iroute 0.0.0.0 0.0.0.0')
        ? 30
        : undefined
  const receives = frr.includes(`neighbor ${address} route-map RM-${number}-OUT-DEFAULT out`)
  return {
    router_name,
    address,
    prefixes: quagga ? list.slice(0, -3) : list,
    quagga,
    default_route: metric ? { model: 1, metric: metric as 30 } : { model: receives ? 2 : 0, metric: null },
  }
}

const listOf = (frr: string, name: string): Rule[] =>
  valuesOf(frr, `ip prefix-list ${name}`).flatMap((entry) => {
    const [, permission, prefix, ge, le] = /^seq \d+ (permit|deny) ([\d./]+)(?: ge (\d+))?(?: le (\d+))?$/.exec(entry) ?? []
    return prefix === undefined
      ? []
      : [{ prefix, permission: permission as Rule['permission'], ge: ge ? Number(ge) : null, le: le ? Number(le) : null }]
  })
const mapOf = (frr: string, name: string) =>
  frr
    .split('!\n')
    .filter((block) => block.startsWith(`route-map ${name} `))
    .join('')

/** Returns the centers, POPs and the twin that are neighbours of a section, in order: their routes have a preference of their own. */
const neighboursOf = (frr: string, number: string) =>
  [...frr.matchAll(new RegExp(` neighbor (\\S+) route-map RM-${number}-IN-(\\S+) in`, 'g'))].flatMap(([, gateway = '', name = '']) => {
    const map = mapOf(frr, `RM-${number}-IN-${name}`)
    const own = new RegExp(`neighbor ${gateway} update-source (\\S+)`).exec(frr)![1]!
    const preference = /local-preference (\d+)/.exec(map)?.[1]
    return preference === undefined || map.includes(`PL-${number}-${name}`) ? [] : [{ gateway, name, own, preference }]
  })
