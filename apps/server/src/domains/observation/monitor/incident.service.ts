import {
  alertEventNames,
  type contract,
  DAY_SECONDS,
  type FileAnswer,
  INCIDENT_DAYS,
  type InputOf,
  MOST_FOUND,
  type OutputOf,
} from '@weft/contract'
import { csvOfText } from '../../../adapters/spreadsheet/csv.ts'
import { type AccountDb, type Db } from '../../../db/client.ts'
import type { Actor } from '../../../kernel/actor.ts'
import { after, type Clock, daysBetween, fileStamp, fromUnix } from '../../../kernel/clock.ts'
import { marked } from '../../../kernel/member-mark.ts'
import { pagesOf } from '../../../kernel/pages.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Turn } from '../../../kernel/turns.ts'
import { audit } from '../../foundation/audit/audit.service.ts'
import type { Judged } from './alert.rules.ts'
import { type News, popText } from './alert.text.ts'
import * as queries from './incident.queries.ts'
import { cellsOf, incidentHeadings } from './incident.text.ts'
import { incidentAcknowledged } from './monitor.audit.ts'

type Calls = typeof contract.monitor
type In<K extends keyof Calls> = InputOf<Calls[K]>

/** Returns the `subject_key` of an incident about a member's control connection, or about one of its links if `link` is not empty. */
const keyOf = (router_name: string, link: string) => (link === '' ? router_name : `${router_name} ${link}`)

/**
 * Brings the open incidents up to date: ends those whose subject has recovered, and begins those about networks and failed configurations.
 * Does nothing while another server does the same.
 */
export async function compareIncidents(db: Db, clock: Clock): Promise<void> {
  await db.system(async (system) => {
    if (!(await queries.holdIncidents(system))) return
    const now = clock.now()
    await queries.followOutages(system)
    await queries.closeRecovered(system, now)
    await queries.followBranches(system, now)
    await queries.openFailed(system, now)
    await queries.judgeNetworks(system, now)
    await queries.unmute(system, now)
  })
}

/**
 * Begins and ends the incidents of an account by what `judge` has decided about its members and links.
 * @returns the news to send, each with the id of its incident; news about more branches of a center is left out if somebody has
 *   acknowledged the center's incident
 */
export async function recordJudged(db: AccountDb, { news, held, settled, behind }: Judged, now: Date): Promise<News[]> {
  // What a maintenance window mutes is not sent, but has an incident all the same. `seen` is 0 while the connection is down.
  for (const { row, muted } of held)
    if (muted && row.seen === 0)
      await queries.openIncident(db, { ...watchedIncident(row.router_name, row.link, row.area), open_time: fromUnix(row.since), muted: 1 })
  for (const row of settled)
    if (row.seen === 1)
      await queries.closeIncident(
        db,
        row.link === '' ? 'router_offline' : 'pop_connect',
        keyOf(row.router_name, row.link),
        fromUnix(row.since),
      )
  const recorded: News[] = []
  for (const item of news) {
    const incident = await incidentOf(db, item, now)
    const isMoreBranches = item.what === 'member' && item.still
    if (!incident) recorded.push(item)
    else if (!(isMoreBranches && incident.acknowledged)) recorded.push({ ...item, incident_id: incident.incident_id })
  }
  await queries.addBranches(
    db,
    [...behind].flatMap(([center, rows]) => rows.map(({ router_name, since }) => ({ center, router_name, since }))),
  )
  return recorded
}

/** Returns what identifies the incident of a member's control connection, or of its link to the POP of an area. */
const watchedIncident = (router_name: string, link: string, area: string | null) => ({
  kind: link === '' ? ('router_offline' as const) : ('pop_connect' as const),
  subject_key: keyOf(router_name, link),
  subject: link === '' ? '' : popText(area ?? ''),
  router_name,
  network_number: null,
})

/**
 * Returns the incident that a piece of news belongs to; undefined for news about services and networks, which are recorded elsewhere.
 * A new loss begins an incident, unless one is open. News that more branches are lost with a center that is still away belongs to the
 * center's last incident, and a recovery to the last incident of its subject. Without one in the last day, such news begins an incident,
 * and a recovery is recorded as one that is over at once.
 */
async function incidentOf(db: AccountDb, news: News, now: Date) {
  if (news.what !== 'member' && news.what !== 'link') return undefined
  const { router_name } = news.name
  const link = news.what === 'link' ? news.link : ''
  const identity = watchedIncident(router_name, link, news.what === 'link' ? news.area : null)
  const last = () =>
    queries.lastIncident(db, identity.kind, { router_name, subject_key: identity.subject_key, since: after(now, -DAY_SECONDS) })
  const open_time = fromUnix(news.time)
  if (!news.good) return (news.what === 'member' && news.still && (await last())) || queries.openIncident(db, { ...identity, open_time })
  return (await last()) ?? (await queries.openIncident(db, { ...identity, kind: news.event, open_time, close_time: open_time }))
}

/** Returns the filter of the queries for a caller's request, narrowed to what the caller may see. */
const filterOf = (
  { designated, members }: queries.Sight,
  { state, kind, router_name, search, range, ...days }: Omit<In<'incidents'>, 'page' | 'limit' | 'order'>,
  now: Date,
): queries.IncidentFilter => ({
  state,
  kind,
  router_name,
  search,
  visible: designated,
  scope: members,
  ...(range === '24h' ? { from: after(now, -DAY_SECONDS) } : daysBetween(days)),
})

/**
 * Returns a page of the incidents, the newest first, or those that last before the others; those of networks that the caller may not see are
 * left out.
 */
export async function listIncidents(
  db: AccountDb,
  actor: Actor,
  { page, limit, order, ...asked }: In<'incidents'>,
  now: Date,
): Promise<OutputOf<Calls['incidents']>> {
  const filter = filterOf(actor, asked, now)
  const offset = (page - 1) * limit
  if (order !== 'open' || filter.state !== undefined) return queries.partOfIncidents(db, filter, { offset, limit, now })
  // Each half has an index of its own for its order.
  const open = await queries.partOfIncidents(db, { ...filter, state: 'open' }, { offset, limit, now })
  const rest = limit - open.rows.length
  const closed = await queries.partOfIncidents(
    db,
    { ...filter, state: 'closed' },
    { offset: Math.max(0, offset - open.count), limit: Math.max(1, rest), now },
  )
  // One that ended between the two reads is in both.
  const shown = new Set(open.rows.map(({ id }) => id))
  const others = closed.rows.filter(({ id }) => !shown.has(id)).slice(0, rest)
  return { rows: [...open.rows, ...others], count: Math.min(open.count + closed.count, MOST_FOUND + 1) }
}

/** Returns what lasts, and how the last days were. */
export const summary = (db: AccountDb, actor: Actor, now: Date): Promise<OutputOf<Calls['incident_summary']>> =>
  queries.summarize(db, actor, {
    from: after(now, -INCIDENT_DAYS * DAY_SECONDS),
    before: after(now, -2 * INCIDENT_DAYS * DAY_SECONDS),
  })

/** Returns a page of the branches that were lost with a center in one incident, those that are still away first. */
export const listBranches = (
  db: AccountDb,
  { designated, members }: Actor,
  { incident_id, page, limit }: In<'incident_branches'>,
  now: Date,
): Promise<OutputOf<Calls['incident_branches']>> =>
  queries.pageBranches(db, { incident_id, visible: designated, scope: members }, { page, limit, now })

export interface IncidentExportDependencies {
  db: Db
  clock: Clock
  /** The queue in which the exports of one account wait for each other to read a page, so that they do not slow other accounts down. */
  turn: Turn
}
/** Lines of a file that one query reads. */
const PAGE = 2000

/**
 * Returns a CSV file of all incidents that match a filter, the newest first, each followed by the branches that were lost with it. The file
 * is generated while the client downloads it: each page of lines is read in a transaction of its own.
 * @throws exportEmpty if no incident matches
 */
export async function exportIncidents(
  { db: pages, clock, turn }: IncidentExportDependencies,
  { db, actor, input }: { db: AccountDb; actor: Actor; input: In<'incident_export'> },
): Promise<FileAnswer> {
  const now = clock.now()
  const filter = filterOf(actor, input, now)
  const access = await queries.waysTo(db, filter)
  if ((await queries.linesAfter(db, filter, access, undefined, { limit: 1, now })).length === 0) throw new Refusal('exportEmpty')
  const lines = pagesOf(PAGE, (last: queries.PlacedLine | undefined) =>
    turn(actor.account_id, () =>
      pages.account(actor.account_id, 'read', async (pageDb) => {
        const rows = await queries.linesAfter(pageDb, filter, access, last, { limit: PAGE, now })
        return { rows, last: rows.at(-1) }
      }),
    ),
  )
  async function* cells(): AsyncGenerator<string[][]> {
    for await (const page of lines) yield page.map(cellsOf)
  }
  return {
    file_name: `告警记录_${fileStamp(now)}.csv`,
    media_type: 'text/csv; charset=utf-8',
    body: csvOfText(incidentHeadings, cells()),
  }
}

/** Acknowledges an incident, so that no reminders of it are sent. Changes nothing if somebody acknowledged it before. */
export async function acknowledge(db: AccountDb, actor: Actor, { incident_id }: In<'incident_acknowledge'>, now: Date): Promise<void> {
  const acknowledged = await queries.acknowledge(db, { incident_id, name: actor.username, now })
  if (!acknowledged) return
  const { kind, subject, router_name } = acknowledged
  const subjectText = router_name === null ? subject : marked(router_name)
  await audit(db, actor, incidentAcknowledged(alertEventNames[kind]['zh-CN'], subjectText))
}

/** Returns which of some incidents exist and may be seen by the caller. A request that names any other is refused. */
export const resolveIncidents = async (db: AccountDb, ids: string[], actor: Actor): Promise<ReadonlySet<string>> =>
  new Set(await queries.knownIncidents(db, ids, actor))
