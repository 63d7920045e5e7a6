import { z } from 'zod'
import { PageQuery } from '../endpoint.ts'
import { linkQualities } from '../fields/quality.ts'
import { CenterName, Flag, NetworkNumber, RouterName, UnixTime } from '../fields/schemas.ts'
import { get, list } from './api.ts'

/** The spans of the curves in a list of links, with a point for each quarter of an hour or each hour. */
export const qualityCurves = ['1d', '1w'] as const
export type QualityCurve = (typeof qualityCurves)[number]
/** The spans of one link's history, with a point for each minute, each quarter of an hour (twice) or each hour. */
export const qualityRanges = ['12h', '1d', '1w', '1m'] as const
export type QualityRange = (typeof qualityRanges)[number]
/** What a list of links is sorted by, the worst first: how good they are, or one figure of the last minutes. */
export const qualityOrders = ['worst', 'rtt', 'loss', 'jitter'] as const
export type QualityOrder = (typeof qualityOrders)[number]

const Percent = z.number().min(0).max(100)
const Milliseconds = z.number().min(0)
const Curve = z.array(z.number().nullable())

/** A link as its last minutes were, and its curves. The figures are null for a link that was not measured. */
export const LinkQualityRow = z.object({
  router_name: z.string(),
  router_name_note: z.string(),
  center_router_name: z.string(),
  center_router_name_note: z.string(),
  /** 0 if the link is switched off; whether it is connected. */
  enable: Flag,
  vpn_online: Flag,
  /**
   * `quality`, the losses, the times and `jitter` are of the last minutes, about five. Losses are percentages, of what was sent to the center
   * and back.
   */
  quality: z.enum(linkQualities).nullable(),
  loss_out: Percent.nullable(),
  loss_back: Percent.nullable(),
  /** Milliseconds there and back: the median and the 95th percentile now, and the usual median. */
  rtt: Milliseconds.nullable(),
  rtt_p95: Milliseconds.nullable(),
  usual_rtt: Milliseconds.nullable(),
  /** Milliseconds, of the worse direction. */
  jitter: Milliseconds.nullable(),
  /**
   * Curves of equal length: `from` is the beginning of the first point in Unix seconds, `step` the seconds of each. Null where nothing was
   * measured. `loss` and `jitter` are those of the worse direction.
   */
  series: z.object({ from: UnixTime, step: z.number().int(), rtt: Curve, rtt_p95: Curve, loss: Curve, jitter: Curve }),
})
export type LinkQualityRow = z.output<typeof LinkQualityRow>

/**
 * Packets and milliseconds of a minute, a quarter of an hour or an hour that begins at `time`. Of a quarter, `rtt_p50`, `rtt_p95` and the
 * jitters are means of its minutes, and of an hour those of its quarters.
 */
export const LinkQualityPoint = z.object({
  time: UnixTime,
  quality: z.enum(linkQualities),
  sent: z.number().int(),
  reflected: z.number().int(),
  received: z.number().int(),
  loss_out: Percent,
  loss_back: Percent,
  rtt_min: Milliseconds.nullable(),
  rtt_p50: Milliseconds.nullable(),
  rtt_p95: Milliseconds.nullable(),
  rtt_max: Milliseconds.nullable(),
  jitter_out: Milliseconds.nullable(),
  jitter_back: Milliseconds.nullable(),
  longest_gap: Milliseconds,
  reordered: z.number().int(),
})
export type LinkQualityPoint = z.output<typeof LinkQualityPoint>

export const quality = {
  links: list('network/link_quality', {
    access: 'network.view',
    summary: '链路质量列表',
    input: PageQuery.extend({
      network_number: NetworkNumber,
      /** A member whose links are wanted, whichever end it is. */
      router_name: RouterName.optional(),
      center_router_name: CenterName.optional(),
      range: z.enum(qualityCurves).default('1d'),
      order: z.enum(qualityOrders).default('worst'),
    }),
    row: LinkQualityRow,
  }),
  link: get('network/link_quality_history', {
    access: 'network.view',
    summary: '链路质量历史',
    input: z.strictObject({
      network_number: NetworkNumber,
      router_name: RouterName,
      center_router_name: CenterName,
      range: z.enum(qualityRanges).default('1d'),
    }),
    output: z.object({
      usual_rtt: Milliseconds.nullable(),
      /** The span, and the seconds from point to point. */
      from: UnixTime,
      until: UnixTime,
      step: z.number().int(),
      points: z.array(LinkQualityPoint),
    }),
  }),
}
