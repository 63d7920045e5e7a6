import type { ControllerMessage } from '@weft/contract/agent-protocol'
import { startFleet } from '../../apps/agent/src/fleet/fleet.ts'
import { median } from '../../bench/figure.ts'

export interface CrowdMember {
  router_name: string
  credential: string
}

/** Simulated members over the real protocol, each of whose messages is noted. */
export interface Crowd {
  size: number
  names: readonly string[]
  connected(): number
  /** The members that lost their connection since a moment, and the milliseconds from the moment until each was welcomed again. */
  returns(since: number): { lost: number; back: number[] }
  /** One line for each configuration that a member was offered although it had confirmed it, or twice on one connection. */
  offeredTwice(): string[]
  /** The members that were offered a configuration since a moment, with the milliseconds from the moment to the first one. */
  offers(since: number): Map<string, number>
  /** The configurations that a member was offered since a moment, with when, and when it had applied each. */
  work(router_name: string, since: number): { offered: number; confirmed: number | undefined }[]
  /** Why connections ended since a moment, with how often. */
  losses(since: number): Map<string, number>
  stop(): Promise<void>
}

interface Note {
  time: number
  router_name: string
  what: 'welcome' | 'offer' | 'confirm' | 'lost'
  /** The revision of an offer or a confirmation, or why a connection ended. */
  detail: string | number
}

/** Connects members by the simulation of `weft fleet`. Their times are those of `performance.now()`. */
export function startCrowd(server: string, members: readonly CrowdMember[]): Crowd {
  const notes: Note[] = []
  const twice: string[] = []
  /** What each member runs by its own word, and what it was offered on its present connection. */
  const confirmed = new Map<string, number>()
  const offered = new Map<string, Set<number>>()

  function heard(router_name: string, message: ControllerMessage): void {
    const note = (what: Note['what'], detail: string | number) => notes.push({ time: performance.now(), router_name, what, detail })
    if (message.type === 'welcome') {
      offered.set(router_name, new Set())
      note('welcome', message.session_id)
    } else if (message.type === 'config.confirm') {
      confirmed.set(router_name, message.revision)
      note('confirm', message.revision)
    } else if (message.type === 'config.offer') {
      const { revision } = message
      const here = offered.get(router_name) ?? new Set()
      if (here.has(revision)) twice.push(`${router_name}: revision ${revision} twice on one connection`)
      else if (revision <= (confirmed.get(router_name) ?? -1)) twice.push(`${router_name}: revision ${revision}, which it runs`)
      here.add(revision)
      note('offer', revision)
    }
  }
  const fleet = startFleet({
    server,
    members: members.map((member) => ({ ...member, kind: 'router', proof: undefined })),
    credentials: { get: () => undefined, remember() {} },
    seed: 'chaos',
    flap: 0,
    witness: {
      heard,
      lost: (router_name, why) => void notes.push({ time: performance.now(), router_name, what: 'lost', detail: why }),
    },
    log: { info() {}, warn() {} },
  })
  const after = (since: number, what: Note['what']) => notes.filter((note) => note.what === what && note.time >= since)
  return {
    size: members.length,
    names: members.map(({ router_name }) => router_name),
    connected: fleet.connected,
    returns(since) {
      const lost = new Set(after(since, 'lost').map(({ router_name }) => router_name))
      /** The last one counts: a member may be welcomed by a server that goes away next. */
      const welcomes = new Map(after(since, 'welcome').map(({ router_name, time }) => [router_name, time - since]))
      return { lost: lost.size, back: [...lost].flatMap((name) => welcomes.get(name) ?? []).toSorted((a, b) => a - b) }
    },
    offeredTwice: () => twice,
    offers(since) {
      const first = new Map<string, number>()
      for (const { router_name, time } of after(since, 'offer')) if (!first.has(router_name)) first.set(router_name, time - since)
      return first
    },
    work(router_name, since) {
      const own = notes.filter((note) => note.router_name === router_name && note.time >= since)
      return own.flatMap(({ what, time, detail }) =>
        what === 'offer' ? [{ offered: time, confirmed: own.find((note) => note.what === 'confirm' && note.detail === detail)?.time }] : [],
      )
    },
    losses(since) {
      const counts = new Map<string, number>()
      for (const { detail } of after(since, 'lost')) counts.set(String(detail), (counts.get(String(detail)) ?? 0) + 1)
      return counts
    },
    stop: fleet.stop,
  }
}

/** Returns times as a person reads them: the median and the longest, in seconds. Empty if there are none. */
export const inSeconds = (times: readonly number[]): string =>
  times.length === 0 ? '' : `${(median(times) / 1000).toFixed(1)} s (p50), ${((times.at(-1) ?? 0) / 1000).toFixed(1)} s (longest)`
