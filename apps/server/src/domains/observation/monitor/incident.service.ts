import { alertEventNames, type contract, type FileAnswer, type InputOf, type OutputOf } from '@weft/contract'
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
const DAY_SECONDS = 86_400

/** The subject of an incident about a watched connection: the member, or one of its links. */
const keyOf = (router_name: string, link: string) => (link === '' ? router_name : `${router_name} ${link}`)

/** Compares the incidents that last with how their subjects are, and begins those of networks and of configurations that failed. */
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
 * Writes the incidents that a round of alerts begins and ends.
 * @returns the news with their incidents, without those that repeat what somebody has acknowledged
 */
export async function recordJudged(db: AccountDb, { news, held, settled, behind }: Judged, now: Date): Promise<News[]> {
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
  for (const one of news) {
    const found = await incidentOf(db, one, now)
    const repeats = one.what === 'member' && one.still
    if (found && !(repeats && found.acknowledged)) recorded.push({ ...one, incident_id: found.incident_id })
    else if (!found) recorded.push(one)
  }
  await queries.addBranches(
    db,
    [...behind].flatMap(([hub, rows]) => rows.map(({ router_name, since }) => ({ hub, router_name, since }))),
  )
  return recorded
}

const watchedIncident = (router_name: string, link: string, area: string | null) => ({
  kind: link === '' ? ('router_offline' as const) : ('pop_connect' as const),
  subject_key: keyOf(router_name, link),
  subject: link === '' ? '' : popText(area ?? ''),
  router_name,
  network_number: null,
})

async function incidentOf(db: AccountDb, news: News, now: Date) {
  if (news.what !== 'member' && news.what !== 'link') return undefined
  const { router_name } = news.name
  const link = news.what === 'link' ? news.link : ''
  const what = watchedIncident(router_name, link, news.what === 'link' ? news.area : null)
  const last = () => queries.lastIncident(db, what.kind, { router_name, subject_key: what.subject_key, since: after(now, -DAY_SECONDS) })
  const open_time = fromUnix(news.time)
  if (!news.good) return (news.what === 'member' && news.still && (await last())) || queries.openIncident(db, { ...what, open_time })
  return (await last()) ?? (await queries.openIncident(db, { ...what, kind: news.event, open_time, close_time: open_time }))
}

const filterOf = (
  { designated }: Pick<Actor, 'designated'>,
  { state, kind, router_name, search, range, ...days }: Omit<In<'incidents'>, 'page' | 'limit'>,
  now: Date,
): queries.IncidentFilter => ({
  state,
  kind,
  router_name,
  search,
  visible: designated,
  ...(range === '24h' ? { from: after(now, -DAY_SECONDS) } : daysBetween(days)),
})

/** Returns a page of the incidents, the newest first; those of networks that the caller may not see are left out. */
export const listIncidents = (
  db: AccountDb,
  actor: Actor,
  { page, limit, ...asked }: In<'incidents'>,
  now: Date,
): Promise<OutputOf<Calls['incidents']>> => queries.pageIncidents(db, filterOf(actor, asked, now), { page, limit, now })

/** Returns a page of the branches that a center took with it, those that are still away first. */
export const listBranches = (
  db: AccountDb,
  { designated }: Actor,
  { incident_id, page, limit }: In<'incident_branches'>,
  now: Date,
): Promise<OutputOf<Calls['incident_branches']>> => queries.pageBranches(db, { incident_id, visible: designated }, { page, limit, now })

export interface IncidentExportDependencies {
  db: Db
  clock: Clock
  /** The queue in which pages of files are read: an account that exports many files at once waits for its own. */
  turn: Turn
}
const PAGE = 2000

/**
 * Returns all incidents that a filter finds as a file, the newest first, each followed by the branches that it took along. It is made
 * while it is read, a page at a time, each in a transaction of its own.
 * @throws exportEmpty
 */
export async function exportIncidents(
  { db: pages, clock, turn }: IncidentExportDependencies,
  { db, actor, input }: { db: AccountDb; actor: Actor; input: In<'incident_export'> },
): Promise<FileAnswer> {
  const now = clock.now()
  const filter = filterOf(actor, input, now)
  const found = await queries.waysTo(db, filter)
  if ((await queries.linesAfter(db, filter, found, undefined, { limit: 1, now })).length === 0) throw new Refusal('exportEmpty')
  const lines = pagesOf(PAGE, (last: queries.PlacedLine | undefined) =>
    turn(actor.account_id, () =>
      pages.account(actor.account_id, 'read', async (pageDb) => {
        const rows = await queries.linesAfter(pageDb, filter, found, last, { limit: PAGE, now })
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

/** Acknowledges an incident, which ends its reminders; changes nothing if somebody did so before. */
export async function acknowledge(db: AccountDb, actor: Actor, { incident_id }: In<'incident_acknowledge'>, now: Date): Promise<void> {
  const done = await queries.acknowledge(db, { incident_id, name: actor.username, now })
  if (!done) return
  const about = done.router_name === null ? done.subject : marked(done.router_name)
  await audit(db, actor, incidentAcknowledged(alertEventNames[done.kind]['zh-CN'], about))
}

/** Returns those of these incidents that the caller may see, for the check of a request. */
export const resolveIncidents = async (db: AccountDb, ids: string[], { designated }: Actor): Promise<ReadonlySet<string>> =>
  new Set(await queries.knownIncidents(db, ids, designated))
