import { type contract, type InputOf, type Language, type OutputOf, siteGuides } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import { type Actor, mayDo } from '../../../kernel/actor.ts'
import { interfacesOf } from '../../member/member/member.service.ts'
import { explain } from './diagnosis.service.ts'
import { evidenceOf } from './evidence.rules.ts'
import { countNeighboursUp, findEvidence } from './path.queries.ts'
import { lansOf, pathOf } from './path.rules.ts'
import { eventText, pathTexts } from './path.text.ts'

type Calls = typeof contract.memberRecords

/** Returns the way from a member to its networks, where it breaks, why, and what to do, in the caller's language. @throws memberNotFound */
export async function path(
  db: AccountDb,
  actor: Actor,
  { router_name }: InputOf<Calls['path']>,
  language: Language,
): Promise<OutputOf<Calls['path']>> {
  const explained = await explain(db, actor, router_name, language)
  const { member, targets } = explained
  const { cause, since, text, next_step, fix, network_number } = explained.diagnosis
  const interfaces = interfacesOf(member.interfaces)
  const finding = { state: member.state, cause, since }
  const neighbours = cause === 'connection_lost' ? await countNeighboursUp(db, router_name) : 0
  const guide = siteGuides[member.state === 'degraded' && cause === 'tunnel_down' ? 'links_down' : cause][language]
  return {
    router_type: member.router_type,
    ...finding,
    ...pathOf({ ...member, interfaces, targets }, finding),
    lan: member.router_type === 1 ? lansOf(member.networks, interfaces) : [],
    headline: guide.headline,
    text: text + (neighbours > 0 ? pathTexts[language].neighbours(neighbours) : ''),
    evidence: await evidence(db, actor, router_name, explained, language),
    audience: guide.audience,
    steps: [...guide.steps],
    next_step,
    fix,
    network_number,
  }
}

async function evidence(
  db: AccountDb,
  actor: Actor,
  router_name: string,
  { member, traces, diagnosis: { cause, since } }: Awaited<ReturnType<typeof explain>>,
  language: Language,
): Promise<OutputOf<Calls['path']>['evidence']> {
  if (since === null || cause === 'online') return []
  const centers = new Map(member.networks.flatMap((one) => one.targets).map((target) => [target.router_name, target]))
  const found = await findEvidence(db, router_name, actor.designated, since, mayDo(actor, 'monitor.view'))
  const events = evidenceOf(cause, since, {
    ...found,
    heard: member.report_time,
    connected: traces.connections[0] ?? null,
    centers_lost: [...centers.values()].flatMap(({ away, heard, name }) => (away && heard !== null ? [{ name, time: heard }] : [])),
  })
  // Of one second the lines would repeat the time and say nothing by their order.
  return [...Map.groupBy(events, ({ time }) => Math.floor(time))].map(([, together]) => ({
    time: together[0]!.time,
    text: together.map((event) => eventText(event, language)).join(language === 'zh-CN' ? '，' : '; '),
  }))
}
