import { contains, parseIpv4, parsePrefix } from '@weft/net'

/** A next hop, as `ip -json` shows it. */
interface Hop {
  gateway?: string
  /** A gateway of another family. */
  via?: { family: string; host: string }
  dev: string
  weight?: number
  flags?: string[]
}
/** A route of any table, as `ip -json route show` shows it; one with several next hops has them in `nexthops`. */
export interface KernelRoute extends Partial<Hop> {
  type?: string
  dst: string
  protocol?: string
  scope?: string
  prefsrc?: string
  metric?: number
  /** Options of the route, such as `mtu`, under the names that `ip route` accepts. */
  metrics?: Record<string, number>[]
  /** Missing for the main table. */
  table?: string
  nexthops?: Hop[]
}
export interface KernelRule {
  priority: number
  dst?: string
  table?: string
}
export interface KernelNeighbour {
  dst: string
  dev: string
  state: string[]
}
/** The IPv4 routes, rules and neighbours that decide how packets leave the device; `readWays` reads them. */
export interface Ways {
  routes: readonly KernelRoute[]
  rules: readonly KernelRule[]
  neighbours: readonly KernelNeighbour[]
}
/** The addresses that are reached by the WAN although the device receives a default route. */
export interface ReachedByWan {
  /** The other ends of its tunnels. */
  ends: readonly string[]
  controller: readonly string[]
}

/** Returns whether an interface is a tunnel, named by its network: `h1000000001`, `c1000000001nr76`. */
export const isTunnel = (name: string) => /^[a-z]\d{10}/.test(name)

/**
 * The number that is added to the metric of a route, so that every received route is preferred to it. Zebra takes the upper byte of a metric
 * for a distance. The kernel compares whole metrics, so the routes that were put behind keep their order.
 */
const BEHIND = 250 * 2 ** 24
/** The highest metric that can be added to BEHIND. */
const MOST_METRIC = 2 ** 24 - 1
/** The table of routes to the ends of tunnels and the controller, as `ip` shows it. */
const TABLE = '87'
/** The preference of the rules that lead to this table. */
const PREFERENCE = 87

const metricOf = ({ metric = 0 }: KernelRoute) => metric
const isPutBehind = (route: KernelRoute) => metricOf(route) >= BEHIND && metricOf(route) <= BEHIND + MOST_METRIC
/** Returns the metric that a WAN's default route had before it was put behind the received ones. */
const formerMetric = (route: KernelRoute) => (isPutBehind(route) ? metricOf(route) - BEHIND : Math.min(metricOf(route), MOST_METRIC))

const hopsOf = (route: KernelRoute): Hop[] => route.nexthops ?? (route.dev === undefined ? [] : [{ ...route, dev: route.dev }])
const isDefault = ({ dst, type = 'unicast' }: KernelRoute) => dst === 'default' && type === 'unicast'
/** Returns whether a route is the WAN's: neither a tunnel's nor added by a routing daemon. */
const isOwn = (route: KernelRoute) =>
  !['bgp', 'zebra', '186'].includes(route.protocol ?? '') && hopsOf(route).every(({ dev }) => !isTunnel(dev))

const inMain = ({ routes }: Ways) => routes.filter(({ table }) => table === undefined)
/** Returns the WAN's default routes, the one that counts first. One that others have just added counts before one that was put behind. */
const ownDefaults = (ways: Ways) =>
  inMain(ways)
    .filter((route) => isDefault(route) && isOwn(route))
    .toSorted((a, b) => formerMetric(a) - formerMetric(b) || Number(isPutBehind(a)) - Number(isPutBehind(b)))

const hopWords = ({ gateway, via, dev, flags = [] }: Hop) => [
  ...(gateway === undefined ? [] : ['via', gateway]),
  ...(via === undefined ? [] : ['via', via.family, via.host]),
  'dev',
  dev,
  ...(flags.includes('onlink') ? ['onlink'] : []),
]
const wayOut = (route: KernelRoute) =>
  route.nexthops
    ? route.nexthops.flatMap((hop) => ['nexthop', ...hopWords(hop), 'weight', `${hop.weight ?? 1}`]).join(' ')
    : hopsOf(route).flatMap(hopWords).join(' ')

/** The options of a route that are copied: `ip` shows their numbers in the form in which it accepts them. */
const COPIED = ['mtu', 'advmss', 'window', 'hoplimit', 'initcwnd', 'initrwnd']

/** Returns a default route as `ip` takes it. */
const defaultRoute = (route: KernelRoute, metric: number, ...more: string[]) =>
  [
    'default',
    ...more,
    'metric',
    `${metric}`,
    ...(route.protocol === undefined ? [] : ['proto', route.protocol]),
    ...(route.prefsrc === undefined ? [] : ['src', route.prefsrc]),
    ...COPIED.flatMap((name) => (route.metrics ?? []).flatMap(({ [name]: value }) => (value === undefined ? [] : [name, `${value}`]))),
    wayOut(route),
  ].join(' ')

const hasLine = ({ flags = [] }: Pick<Hop, 'flags'>) => !flags.includes('dead') && !flags.includes('linkdown')
/** Returns whether the kernel cannot reach the next hop: its line is dead, or it does not answer. */
const isDead = (neighbours: readonly KernelNeighbour[], { gateway, dev, flags = [] }: Hop) =>
  !hasLine({ flags }) ||
  neighbours.some(
    (one) => one.dst === gateway && one.dev === dev && one.state.some((state) => state === 'FAILED' || state === 'INCOMPLETE'),
  )

/**
 * Returns the commands of `ip` that bring the ways nearer to this: a received default route wins over the WAN's own ones, which are put
 * behind it, and the ends of the tunnels and the controller are reached by the WAN (docs/design/data-plane.md §2). None if nothing is to be changed. A
 * command may fail, and `ip` runs those after it all the same. So a route is removed only once what replaces it is among the routes that
 * were read: read again and call again until there is no command. The controller has no rule while the gateway that the rules lead to does not
 * answer, if packets to an end ask it too: without a rule the controller may still be reached through a tunnel. Pure.
 * @param reached undefined to restore what was there before
 */
export function wayCommands(ways: Ways, reached: ReachedByWan | undefined): string[] {
  const all = ownDefaults(ways)
  const fresh = all.filter((route) => !isPutBehind(route))
  /** Routes that were put behind, whose owner has added another for the same interface since. */
  const replaced = all.filter(
    (route) => isPutBehind(route) && hopsOf(route).every(({ dev }) => fresh.some((one) => hopsOf(one).some((hop) => hop.dev === dev))),
  )
  /** Returns whether no other route has its former metric now. */
  const hasPlace = (route: KernelRoute) => !fresh.some((one) => formerMetric(one) === formerMetric(route))
  const copies = ways.routes.filter(({ table }) => table === TABLE)
  const rules = ways.rules.filter(({ priority }) => priority === PREFERENCE)
  if (!reached)
    return [
      ...all
        .filter(isPutBehind)
        .map((route) =>
          replaced.includes(route) || !hasPlace(route) ? remove(route) : `route replace ${defaultRoute(route, formerMetric(route))}`,
        ),
      ...rules.map((rule) => `rule del ${ruleOf(rule)}`),
      ...(copies.length > 0 ? [`route flush table ${TABLE}`] : []),
    ]

  const own = all.filter((route) => !replaced.includes(route))
  const up = own.filter((route) => hopsOf(route).some(hasLine))
  /** The way of the ends and the controller. */
  const used = up.length > 0 ? up : own
  const wanted = new Map(used.toReversed().map((route) => [formerMetric(route), route]))
  const stale = copies.filter((copy) => !isDefault(copy) || !wanted.has(metricOf(copy)))
  const missing = [...wanted].filter(
    ([metric, route]) => !copies.some((copy) => isDefault(copy) && metricOf(copy) === metric && isAlike(copy, route)),
  )
  const behind = new Map(fresh.toReversed().map((route) => [BEHIND + formerMetric(route), route]))
  const lacking = new Map([...behind].filter(([metric, route]) => !all.some((one) => metricOf(one) === metric && isAlike(one, route))))
  const devs = new Set([...lacking.values()].flatMap(hopsOf).map(({ dev }) => dev))
  /** Returns whether a route of the same metric or interface is still to be put behind: until then this one keeps its place. */
  const waits = (route: KernelRoute) => lacking.has(BEHIND + formerMetric(route)) || hopsOf(route).some(({ dev }) => devs.has(dev))
  const near = inMain(ways).filter(({ scope, dev = '' }) => scope === 'link' && !isTunnel(dev))
  const prefixes = near.flatMap(({ dst }) => parsePrefix(dst.includes('/') ? dst : `${dst}/32`) ?? [])
  const isFar = (address: string) => !prefixes.some((prefix) => contains(prefix, parseIpv4(address) ?? 0))
  const reachable = used.slice(0, 1).some((route) => hopsOf(route).some((hop) => !isDead(ways.neighbours, hop)))
  const farEnds = reached.ends.filter(isFar)
  // Packets to far ends show when a gateway is back; without far ends, only packets to the controller do.
  const to = own.length === 0 ? [] : [...farEnds, ...(reachable || farEnds.length === 0 ? reached.controller.filter(isFar) : [])]
  const present = new Set(rules.map(ruleOf))
  const rulesWanted = new Set(to.map((dst) => ruleOf({ priority: PREFERENCE, dst, table: TABLE })))
  return [
    // First the ways of the tunnels and the controller, so that none of them leads into a tunnel meanwhile.
    ...missing.map(([metric, route]) => `route replace ${defaultRoute(route, metric, 'table', TABLE)}`),
    ...(missing.length > 0 ? [] : stale).map((copy) => `route del ${copy.dst} table ${TABLE} metric ${metricOf(copy)}`),
    ...[...rulesWanted].filter((rule) => !present.has(rule)).map((rule) => `rule add ${rule}`),
    ...rules
      .map(ruleOf)
      .filter((rule, i, all) => !rulesWanted.has(rule) || all.indexOf(rule) < i)
      .map((rule) => `rule del ${rule}`),
    ...[...lacking].map(([metric, route]) => `route replace ${defaultRoute(route, metric)}`),
    // A replacement of the same metric removes the former one itself.
    ...replaced.filter(hasPlace).map(remove),
    ...fresh.filter((route) => !waits(route)).map(remove),
  ]
}

const remove = (route: KernelRoute) => `route del ${defaultRoute(route, metricOf(route))}`
/** Returns whether two default routes differ in nothing but their metrics. */
const isAlike = (one: KernelRoute, other: KernelRoute) => defaultRoute(one, 0) === defaultRoute(other, 0)
const ruleOf = ({ dst, table = TABLE }: KernelRule) =>
  ['pref', `${PREFERENCE}`, ...(dst === undefined ? [] : ['to', dst]), 'lookup', table].join(' ')

/**
 * Returns the interface by which the device reaches the internet, although it receives a default route; undefined if none of its traffic
 * leaves by the WAN. Pure.
 */
export function leakOf(ways: Ways): string | undefined {
  const main = inMain(ways)
  // A software member is sent the two halves instead of a default route.
  if (main.some((route) => route.dst === '0.0.0.0/1' && !isOwn(route))) return undefined
  const [best] = main.filter(isDefault).toSorted((a, b) => metricOf(a) - metricOf(b))
  return best && isOwn(best) ? hopsOf(best)[0]?.dev : undefined
}

/** Returns the gateway of the WAN's default route; undefined if there is none. */
export const gatewayIn = (ways: Ways): string | undefined => ownDefaults(ways).flatMap(hopsOf)[0]?.gateway
