import { z } from 'zod'
import { lineOfText, NetworkNumber, RouterName, UnixTime } from '../fields/schemas.ts'
import { get, socket } from './api.ts'
import { MemberInterface } from './router.ts'

export const trafficRanges = ['12h', '1d', '1w', '1m', 'all'] as const
export type TrafficRange = (typeof trafficRanges)[number]
/** The most points in one answer, and in a live chart (specification 2 §9). */
export const TRAFFIC_POINTS = 720
export const LIVE_POINTS = 40

/** Seconds of each point of the traffic of networks. */
export const NETWORK_TRAFFIC_STEP = 300

/** Rates in bit/s over the span that begins at `time`. */
export const TrafficPoint = z.object({ time: UnixTime, down: z.number(), upload: z.number() })
export type TrafficPoint = z.output<typeof TrafficPoint>
/** Of one interface, with the rates of the busiest minute of that span. */
export const TrafficHistoryPoint = TrafficPoint.extend({ interface: z.string(), peak_down: z.number(), peak_upload: z.number() })
export type TrafficHistoryPoint = z.output<typeof TrafficHistoryPoint>
/** One interface's rate in bit/s, measured at `time`. */
export const LiveSample = TrafficPoint.extend({ interface: z.string() })
export type LiveSample = z.output<typeof LiveSample>

/**
 * A `code` other than 200 explains in `msg` why nothing can be shown; the server then closes. Every message carries the whole list of
 * interfaces. The first carries the recent samples, each later one only the newest, or none if no sample came for five seconds.
 */
export const LiveTraffic = z.object({
  code: z.number().int(),
  msg: z.string(),
  data: z.object({ interfaces: z.array(MemberInterface), samples: z.array(LiveSample) }),
})
export type LiveTraffic = z.output<typeof LiveTraffic>

/** The most members whose links one call reads: what a page of links shows. */
export const LINK_TRAFFIC_MEMBERS = 20
/**
 * Rates of a link in bit/s, as the member that dials receives and sends. `down` and `upload` are of the newest minute, null while the
 * link is down or not measured yet; the peaks are of its busiest minute in the last 24 hours, null if it had none.
 */
export const LinkTraffic = z.object({
  router_name: z.string(),
  center_router_name: z.string(),
  down: z.number().nullable(),
  upload: z.number().nullable(),
  peak_down: z.number().nullable(),
  peak_upload: z.number().nullable(),
})
export type LinkTraffic = z.output<typeof LinkTraffic>

/** A list in the query, where one element is no list. */
const oneOrMore = (value: unknown) => (typeof value === 'string' ? [value] : value)

export const traffic = {
  history: get('router/traffic', {
    access: 'member.view',
    summary: '流量历史',
    input: z.strictObject({ router_name: RouterName, interface: lineOfText(1, 32), range: z.enum(trafficRanges).default('12h') }),
    output: z.array(TrafficHistoryPoint),
  }),
  /** Of the uplinks of the sites of one network, or of all that the caller may see (docs/decisions/072). */
  networks: get('account/traffic', {
    access: 'network.view',
    summary: '组网 24 小时流量',
    input: z.strictObject({ network_number: NetworkNumber.optional(), range: z.literal('1d').default('1d') }),
    output: z.array(TrafficPoint),
  }),
  /** Of the links that these members dial (docs/decisions/092). */
  links: get('network/link_traffic', {
    access: 'network.view',
    summary: '链路流量',
    input: z.strictObject({
      network_number: NetworkNumber,
      router_name: z.preprocess(oneOrMore, z.array(RouterName).min(1).max(LINK_TRAFFIC_MEMBERS)),
    }),
    output: z.array(LinkTraffic),
  }),
}

export const liveTraffic = {
  watch: socket('router/traffic', {
    access: 'member.view',
    summary: '实时流量',
    input: z.strictObject({ token: z.string().min(1).max(256), router_name: RouterName }),
    output: LiveTraffic,
  }),
}
