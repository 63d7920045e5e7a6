import type { AlertEvent } from '@weft/contract'
import type { News } from './alert.text.ts'

/** A watched thing of which something is to be told, or waits to be: a member's control connection, or one of its links to POPs. */
export interface Watched {
  router_name: string
  note: string
  /** Empty for the control connection; of a link to a POP `network_number/ov_id`. */
  link: string
  /** The POP's area, of a link. */
  area: string | null
  told: 0 | 1
  seen: 0 | 1
  /** In Unix seconds. */
  since: number
  /** Whether the difference has lasted as long as it must, and nothing is waited for. */
  due: boolean
  /** Told as down with its center, not by itself. */
  behind: 0 | 1
  /** Whether the member is signed in now. */
  online_status: 0 | 1
}

/** The centers that a member dials. */
export type Hubs = ReadonlyMap<string, readonly string[]>

export interface Judged {
  news: News[]
  /** Told, or of no interest: the row goes. */
  settled: Watched[]
  /** Told with their center. */
  hidden: Watched[]
  /** Back on their own, because their center is up again: their time begins anew. */
  released: Watched[]
  /** Waited with, until Unix seconds. */
  held: { row: Watched; until: number }[]
}

/** Maintenance that lasts: of these members, or of all. */
export interface Window {
  end_time: number
  router: readonly string[]
}

export interface Situation {
  rows: readonly Watched[]
  /** Of the members in `rows` that are down. */
  hubs: Hubs
  /** Watched members that are down now, by when that is told: 0 where it was told. */
  downHubs: ReadonlyMap<string, number>
  windows: readonly Window[]
  wanted: Record<AlertEvent, 0 | 1>
  /** Unix seconds. */
  now: number
}

/**
 * Decides what of the changes seen is told now (docs/design/domain.md §7). A member behind centers that are all down is told with the
 * first of them that is watched, by number; during maintenance nothing is told, and what lasts beyond it is told then.
 */
export function judge({ rows, hubs, downHubs, windows, wanted, now }: Situation): Judged {
  const judged: Judged = { news: [], settled: [], hidden: [], released: [], held: [] }
  const due = rows.filter((row) => row.due && row.seen !== row.told)
  const paused = (row: Watched) =>
    Math.max(0, ...windows.filter(({ router }) => router.length === 0 || router.includes(row.router_name)).map(({ end_time }) => end_time))
  const behind = new Map<string, number>()

  const tell = (row: Watched, news: News | undefined) => {
    if (news && wanted[news.event] === 1) judged.news.push(news)
    judged.settled.push(row)
  }
  const member = (row: Watched, event: AlertEvent): News => ({
    what: 'member',
    event,
    good: row.seen === 1,
    time: row.since,
    name: row,
    behind: 0,
    still: false,
  })

  const down: Watched[] = []
  for (const row of due) {
    const until = paused(row)
    if (until > now) judged.held.push({ row, until })
    else if (row.link !== '') judgeLink(row)
    else if (row.seen === 1) tell(row, row.behind === 1 ? undefined : member(row, 'router_online'))
    else down.push(row)
  }

  function judgeLink(row: Watched): void {
    if (row.seen === 0 && row.online_status === 0) judged.hidden.push(row)
    else
      tell(
        row,
        row.behind === 1
          ? undefined
          : { what: 'link', event: 'pop_connect', good: row.seen === 1, time: row.since, name: row, area: row.area ?? '' },
      )
  }

  const tellsDown = new Set(wanted.router_offline === 1 ? down.map((row) => row.router_name) : [])
  /** The center that a member is told with: undefined where it stands for itself, and the time until which it waits. */
  function coverOf({ router_name }: Watched): { hub: string; until: number } | undefined {
    const dialled = hubs.get(router_name) ?? []
    if (wanted.router_offline === 0 || dialled.length === 0 || !dialled.every((hub) => downHubs.has(hub) || tellsDown.has(hub)))
      return undefined
    const hub = dialled.find((name) => tellsDown.has(name)) ?? dialled[0]!
    return { hub, until: tellsDown.has(hub) ? 0 : downHubs.get(hub)! }
  }
  const alone: Watched[] = []
  for (const row of down) {
    const cover = coverOf(row)
    if (!cover) alone.push(row)
    else if (cover.until > now) judged.held.push({ row, until: cover.until })
    else hide(row, cover.hub)
  }
  // What dropped with a center that is told now belongs to the same incident, though its own time is not up.
  for (const row of rows.filter((each) => !each.due && each.link === '' && each.seen === 0 && each.told === 1)) {
    const cover = coverOf(row)
    if (cover && tellsDown.has(cover.hub)) hide(row, cover.hub)
  }
  function hide(row: Watched, hub: string): void {
    judged.hidden.push(row)
    behind.set(hub, (behind.get(hub) ?? 0) + 1)
  }

  for (const row of alone) {
    const count = behind.get(row.router_name) ?? 0
    behind.delete(row.router_name)
    tell(row, { ...member(row, 'router_offline'), what: 'member', name: row, behind: count, still: false })
  }
  for (const [hub, count] of behind)
    judged.news.push({
      what: 'member',
      event: 'router_offline',
      good: false,
      time: now,
      name: { router_name: hub, note: '' },
      behind: count,
      still: true,
    })

  // Whoever is still down although the center is back is told on its own.
  const back = new Set(judged.settled.filter((row) => row.link === '' && row.seen === 1).map((row) => row.router_name))
  judged.released.push(
    ...rows.filter(
      (row) => row.behind === 1 && row.seen === 0 && row.link === '' && hubs.get(row.router_name)?.some((hub) => back.has(hub)),
    ),
  )
  return judged
}

/** Seconds that an announcement waits for more of its kind, at most. */
const GATHER_SECONDS = 10
/** Changes that have to be under way for an announcement to wait for them. */
const GATHER_FROM = 20
/** Seconds between two announcements of an account: no robot of a group takes more than 20 messages a minute. */
export const PAUSE_SECONDS = 5

/** Whether to wait for the changes under way, so that a power cut is one message. @param overdue seconds since the first was due */
export const gathers = (pending: number, overdue: number): boolean => pending >= GATHER_FROM && overdue < GATHER_SECONDS
