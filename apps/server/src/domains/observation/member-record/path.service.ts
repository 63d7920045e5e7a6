import { type contract, diagnoses, diagnosisText, type InputOf, type Language, type OutputOf, siteGuides } from '@weft/contract'
import type { AccountDb } from '../../../db/client.ts'
import { type Actor, mayDo } from '../../../kernel/actor.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { interfacesOf } from '../../member/member/member.service.ts'
import { diagnosisFacts } from './diagnosis.queries.ts'
import { diagnose, type DiagnosisFacts, type Verdict } from './diagnosis.rules.ts'
import { evidenceOf } from './evidence.rules.ts'
import { wordsOf } from './member-record.service.ts'
import { countNeighboursUp, findEvidence, findPath, type PathRow } from './path.queries.ts'
import { judgeTargets, type KnownTarget, lansOf, pathOf } from './path.rules.ts'
import { eventText, pathTexts } from './path.text.ts'

type Calls = typeof contract.memberRecords

/** Returns the way from a member to its networks, where it breaks, why, and what to do, in the caller's language. @throws memberNotFound */
export async function path(
  db: AccountDb,
  actor: Actor,
  { router_name }: InputOf<Calls['path']>,
  language: Language,
): Promise<OutputOf<Calls['path']>> {
  const row = await findPath(db, router_name, actor.designated)
  const facts = row && (await diagnosisFacts(db, router_name, actor.designated))
  if (!facts) throw new Refusal('memberNotFound')
  const { cause, since, params, network_number } = findingOf(row, diagnose(facts))
  const interfaces = interfacesOf(row.interfaces)
  const targets = judgeTargets(row.networks, row.state, row.network_usable)
  const finding = { state: row.state, cause, since }
  const neighbours = cause === 'connection_lost' && row.router_type === 1 ? await countNeighboursUp(db, router_name) : 0
  const guide = siteGuides[row.state === 'degraded' && cause === 'tunnel_down' ? 'links_down' : cause][language]
  return {
    router_type: row.router_type,
    ...finding,
    ...pathOf({ ...row, interfaces, targets }, finding),
    lan: row.router_type === 1 ? lansOf(row.networks, interfaces) : [],
    headline: guide.headline,
    text: sentenceOf(row, cause, params, targets, language) + (neighbours > 0 ? pathTexts[language].neighbours(neighbours) : ''),
    evidence: await evidence(db, actor, router_name, finding, facts, language),
    audience: guide.audience,
    steps: [...guide.steps],
    next_step: diagnoses[cause].next_step,
    network_number,
  }
}

/** Returns the cause with its parameters: the diagnosis of a member, except that one some of whose tunnels are down is online to it. */
function findingOf({ state, cause, since }: PathRow, verdict: Verdict): Verdict {
  if (state === 'degraded' && cause !== null && verdict.cause === 'online') return { cause, since, params: {}, network_number: null }
  return { ...verdict, since: since ?? verdict.since }
}

function sentenceOf(
  row: PathRow,
  cause: Verdict['cause'],
  params: Verdict['params'],
  targets: readonly KnownTarget[],
  language: Language,
): string {
  const down = targets.filter(({ state }) => state === 'down').map(({ name }) => name)
  if (row.state === 'degraded' && down.length > 0) return pathTexts[language].someLinksDown([...new Set(down)])
  return diagnosisText(cause, wordsOf(params, language), language).text
}

async function evidence(
  db: AccountDb,
  actor: Actor,
  router_name: string,
  { cause, since }: { cause: Verdict['cause']; since: number | null },
  { report_time, connections, networks }: DiagnosisFacts,
  language: Language,
): Promise<OutputOf<Calls['path']>['evidence']> {
  if (since === null || cause === 'online') return []
  const centers = new Map(networks.flatMap((one) => one.centers).map((center) => [center.router_name, center]))
  const found = await findEvidence(db, router_name, actor.designated, since, mayDo(actor, 'monitor.view'))
  const events = evidenceOf(cause, since, {
    ...found,
    heard: report_time,
    connected: connections[0] ?? null,
    centers_lost: [...centers.values()].flatMap(({ up, report_time: time, note, router_name: name }) =>
      up || time === null ? [] : [{ name: note || name, time }],
    ),
  })
  return events.map((event) => ({ time: event.time, text: eventText(event, language) }))
}
