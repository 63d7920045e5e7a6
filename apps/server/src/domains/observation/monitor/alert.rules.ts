import type { AlertEvent } from '@weft/contract'
import type { News } from './alert.text.ts'

/** A watched state that is to be alerted, or waits to be: of a member's control connection, or of one of its links to POPs. */
export interface Watched {
  router_name: string
  note: string
  /** Empty for the control connection; `network_number/ov_id` for a link to a POP. */
  link: string
  /** The area of the POP, for a link. */
  area: string | null
  alerted: 0 | 1
  seen: 0 | 1
  /** In Unix seconds. */
  since: number
  /** True if the state has lasted for the configured delay and no suppression is active. */
  due: boolean
  /** 1 if it was alerted as down with its center, not by itself. */
  behind: 0 | 1
  /** 1 if the member is signed in now. */
  online_status: 0 | 1
}

/** The centers that each member dials. */
export type CentersOf = ReadonlyMap<string, readonly string[]>

export interface Judged {
  news: News[]
  /** Alerted, or not wanted: the row is deleted. */
  settled: Watched[]
  /** Alerted with their center, or not by themselves because their member is away. */
  hidden: Watched[]
  /** By center, the members that are alerted with it, or wait for it during its maintenance. */
  behind: Map<string, Watched[]>
  /** To be alerted by themselves, because their center is up again: their time starts again. */
  released: Watched[]
  /** Postponed, until Unix seconds; `muted` by a maintenance window, and not only until a center's own time is up. */
  held: { row: Watched; until: number; muted: boolean }[]
}

/** An open maintenance window: of these members, or of all. */
export interface Window {
  end_time: number
  router: readonly string[]
}

export interface Situation {
  rows: readonly Watched[]
  /** The centers of the members in `rows` that are down. */
  centers: CentersOf
  /** Watched members that are down now, with the Unix time at which that is alerted: 0 if it was alerted. */
  downCenters: ReadonlyMap<string, number>
  windows: readonly Window[]
  wanted: Record<AlertEvent, 0 | 1>
  /** Unix seconds. */
  now: number
}

/**
 * Decides which of the seen changes are alerted now (docs/design/domain.md §7). A member behind centers that are all down is counted in the
 * alert of one of them. During maintenance nothing is alerted; what outlasts it is alerted then.
 */
export function judge({ rows, centers, downCenters, windows, wanted, now }: Situation): Judged {
  const judged: Judged = { news: [], settled: [], hidden: [], behind: new Map(), released: [], held: [] }
  const due = rows.filter((row) => row.due && row.seen !== row.alerted)
  const pausedUntil = (router_name: string) =>
    Math.max(0, ...windows.filter(({ router }) => router.length === 0 || router.includes(router_name)).map(({ end_time }) => end_time))
  const counted = new Map<string, number>()

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
    const until = pausedUntil(row.router_name)
    if (until > now) judged.held.push({ row, until, muted: true })
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
          : { what: 'link', event: 'pop_connect', good: row.seen === 1, time: row.since, name: row, link: row.link, area: row.area ?? '' },
      )
  }

  const tellsDown = new Set(wanted.router_offline === 1 ? down.map((row) => row.router_name) : [])
  /** Returns the center that a member is alerted with, and the time until which it waits; undefined if it is alerted by itself. */
  function coverOf({ router_name }: Watched): { center: string; until: number } | undefined {
    const dialled = centers.get(router_name) ?? []
    if (wanted.router_offline === 0 || dialled.length === 0 || !dialled.every((center) => downCenters.has(center) || tellsDown.has(center)))
      return undefined
    const center = dialled.find((name) => tellsDown.has(name)) ?? dialled[0]!
    return { center, until: tellsDown.has(center) ? 0 : Math.max(downCenters.get(center)!, pausedUntil(center)) }
  }
  const alone: Watched[] = []
  for (const row of down) {
    const cover = coverOf(row)
    if (!cover) alone.push(row)
    else if (cover.until > now) {
      judged.held.push({ row, until: cover.until, muted: false })
      put(row, cover.center)
    } else hide(row, cover.center)
  }
  // What dropped with a center that is alerted now belongs to the same incident, even if its own time is not up.
  for (const row of rows.filter((each) => !each.due && each.link === '' && each.seen === 0 && each.alerted === 1)) {
    const cover = coverOf(row)
    if (cover && tellsDown.has(cover.center)) hide(row, cover.center)
  }
  function hide(row: Watched, center: string): void {
    judged.hidden.push(row)
    put(row, center)
    counted.set(center, (counted.get(center) ?? 0) + 1)
  }
  function put(row: Watched, center: string): void {
    const others = judged.behind.get(center)
    if (others) others.push(row)
    else judged.behind.set(center, [row])
  }

  for (const row of alone) {
    const count = counted.get(row.router_name) ?? 0
    counted.delete(row.router_name)
    tell(row, { ...member(row, 'router_offline'), what: 'member', name: row, behind: count, still: false })
  }
  for (const [center, count] of counted)
    judged.news.push({
      what: 'member',
      event: 'router_offline',
      good: false,
      time: now,
      name: { router_name: center, note: '' },
      behind: count,
      still: true,
    })

  // A member that is still down although its center is back is alerted by itself.
  const back = new Set(judged.settled.filter((row) => row.link === '' && row.seen === 1).map((row) => row.router_name))
  judged.released.push(
    ...rows.filter(
      (row) => row.behind === 1 && row.seen === 0 && row.link === '' && centers.get(row.router_name)?.some((center) => back.has(center)),
    ),
  )
  return judged
}

/** Most seconds that an alert waits for more changes. */
const GATHER_SECONDS = 10
/** Number of changes under way from which an alert waits for them. */
const GATHER_FROM = 20
/** Seconds between two alerts of an account: no robot of a group takes more than 20 messages a minute. */
export const PAUSE_SECONDS = 5

/**
 * Returns whether to wait for the changes under way, so that a power cut is one message.
 * @param overdue seconds since the first change was due
 */
export const gathers = (pending: number, overdue: number): boolean => pending >= GATHER_FROM && overdue < GATHER_SECONDS
