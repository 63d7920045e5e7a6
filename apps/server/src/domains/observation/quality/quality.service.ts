/**
 * Room observation/quality: loss, round-trip time and jitter of links, by minute, quarter and hour.
 * Tables: quality_hour, quality_late, quality_minute, quality_quarter, quality_rolled, quality_usual.
 * Called by: gateway, jobs.
 * Always: a sum is written with how far the sums reach, so a crash or a second server counts nothing twice.
 */
import type { contract, InputOf, LinkQualityRow, OutputOf, PageOf, QualityRange } from '@weft/contract'
import { usualRtt } from '@weft/network-rules'
import type { ReadingDb } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { DEVICE_AHEAD_SECONDS, unix } from '../../../kernel/clock.ts'
import { findUsual, type JudgedLink, listMeasured, type LinkName, type LinkPart, partsOfLink, partsOfLinks } from './quality.queries.ts'
import { curveOf, curvesOf, inOrder, judged, NEWEST_SECONDS, pointsOf, rounded, spanOf, type Sums, unsummedSince } from './quality.rules.ts'

/**
 * Returns a page of the links that the members in the caller's scope dial in a network, each as it is now, with its curves. All links of
 * the network are judged, since the worst come first.
 */
export async function readQualities(
  db: ReadingDb,
  { members }: Pick<Actor, 'members'>,
  { page, limit, order, range, ...wanted }: InputOf<typeof contract.quality.links>,
  at: Date,
): Promise<PageOf<LinkQualityRow>> {
  const now = unix(at)
  const until = now + DEVICE_AHEAD_SECONDS
  const links = await listMeasured(db, members, wanted, [now - NEWEST_SECONDS, until])
  const ordered = inOrder(links.map(judgedLink), order)
  const rows = ordered.slice((page - 1) * limit, page * limit)
  const span = curveOf[range]
  const read = async (sums: Sums, since: number) =>
    Map.groupBy(await partsOfLinks(db, wanted.network_number, rows, sums, [since, until]), keyOf)
  const sums = await read(span.sums, now - span.seconds - span.step)
  const minutes = await read('minute', unsummedSince(now, span.step))
  const of = (parts: ReadonlyMap<string, LinkPart[]>, link: LinkName) => parts.get(keyOf(link)) ?? []
  return { count: links.length, rows: rows.map((link) => ({ ...link, series: curvesOf(of(sums, link), of(minutes, link), span, now) })) }
}

const keyOf = ({ router_name, center_router_name }: LinkName) => `${router_name} ${center_router_name}`

/** Returns a link with how good it is. */
function judgedLink({ usual_rtt, sent, reflected, received, rtt_p50, rtt_p95, jitter_out, jitter_back, ...link }: JudgedLink) {
  const isMeasured = sent !== null && reflected !== null && received !== null
  const newest = isMeasured ? { sent, reflected, received, rtt_p50, rtt_p95, jitter_out, jitter_back } : null
  return { ...link, ...judged(newest, usual_rtt) }
}

/** Returns the quality of one link over a span, oldest first; times in which nothing was measured are left out. */
export async function readQuality(
  db: ReadingDb,
  { range, ...link }: LinkName & { network_number: string; range: QualityRange },
  at: Date,
): Promise<OutputOf<typeof contract.quality.link>> {
  const now = unix(at)
  const { sums, step, seconds } = spanOf[range]
  const until = now + DEVICE_AHEAD_SECONDS
  const parts = await partsOfLink(db, link, sums, [now - seconds, until])
  const finer = sums === 'minute' ? [] : await partsOfLink(db, link, 'minute', [unsummedSince(now, step), until])
  // In its first hour a link has none yet.
  const usual = (await findUsual(db, link)) ?? usualRtt([...parts, ...finer].map((part) => part.rtt_p50))
  return { from: now - seconds, until: now, usual_rtt: rounded(usual), step, points: pointsOf(parts, finer, step, usual) }
}
