import { LIVE_POINTS, type LiveSample, type LiveTraffic, type MemberInterface } from '@weft/contract'
import { publishAll } from '../../../adapters/bus/publish.ts'
import type { Bus } from '../../../adapters/bus/bus.ts'
import type { BusEvent } from '../../../adapters/bus/events.ts'
import type { Db } from '../../../db/client.ts'
import { errorFacts, type Log } from '../../../kernel/log.ts'
import { readSignedIn } from './live-traffic.queries.ts'

/** One open console. */
export interface Watcher {
  send(data: LiveTraffic['data']): void
  /** Called if the member is not signed in, or no longer; nothing is sent after it. */
  away(): void
}
export interface LiveTrafficService {
  /** @returns a function that ends the watching */
  watch(account_id: number, router_name: string, watcher: Watcher): () => void
  /** Asks for samples again, and sends an empty message to consoles that were sent nothing for a while; it runs by itself while any console is open. */
  tick(): void
}

/** A member that is watched through this instance. It is asked for and read once, however many consoles watch it. */
interface Watched {
  account_id: number
  router_name: string
  /** The watchers; true for one that was sent the member's interfaces. */
  watchers: Map<Watcher, boolean>
  /** Undefined until the member was found to be signed in. */
  interfaces: MemberInterface[] | undefined
  /** The latest samples, for watchers that come later: a list for each moment. */
  recent: LiveSample[][]
  /** Time of the last message to the watchers, in milliseconds of the monotonic clock. */
  told_at: number
  reading: boolean
  /** True if the member has to be read again. */
  stale: boolean
  /** Ends the listening for this member. */
  stop(): void
}

/**
 * Milliseconds between ticks. At each, an instance asks for samples and sends consoles an empty message if nothing came: twice in five
 * seconds.
 */
const TICK_MS = 2500

/** Passes live traffic from the bus to the consoles of this instance. */
export function createLiveTrafficService({
  db,
  bus,
  log,
}: {
  db: Db
  bus: Pick<Bus, 'subscribe' | 'onReturn'>
  log: Log
}): LiveTrafficService {
  const all = new Map<string, Watched>()
  let timer: NodeJS.Timeout | undefined
  const keyOf = (account_id: number, router_name: string) => `${account_id} ${router_name}`

  /** Asks the instances that hold these members' connections to keep sending. A lost event is sent again at the next tick. */
  async function ask(asked: readonly Watched[]): Promise<void> {
    const events = asked.map(({ account_id, router_name }): BusEvent => ({ type: 'watch', account_id, router_name }))
    await publishAll(db.systemNow, events).catch((error: unknown) => log.warn('live traffic will be asked for later', errorFacts(error)))
  }

  function publish(watched: Watched, samples: LiveSample[]): void {
    const { interfaces, watchers } = watched
    if (!interfaces) return
    watched.told_at = performance.now()
    for (const [watcher, met] of watchers) {
      watchers.set(watcher, true)
      watcher.send({ interfaces, samples: met ? samples : watched.recent.flat() })
    }
  }

  function drop(watched: Watched): void {
    const key = keyOf(watched.account_id, watched.router_name)
    // Another entry may have been made for the member meanwhile.
    if (all.get(key) === watched) all.delete(key)
    watched.stop()
    if (all.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  async function look(watched: Watched): Promise<void> {
    const { account_id, router_name } = watched
    const state = await db.account(account_id, 'read', (one) => readSignedIn(one, router_name))
    if (!state?.signed_in) {
      drop(watched)
      for (const watcher of watched.watchers.keys()) watcher.away()
      return
    }
    const first = watched.interfaces === undefined
    const changed = !first && JSON.stringify(watched.interfaces) !== JSON.stringify(state.interfaces)
    watched.interfaces = state.interfaces
    if (first || changed) publish(watched, [])
    if (first) await ask([watched])
  }

  /** Reads the state of the member, one reading at a time, and again if it changed meanwhile. */
  async function refresh(watched: Watched): Promise<void> {
    watched.stale = true
    if (watched.reading) return
    watched.reading = true
    try {
      while (watched.stale && watched.watchers.size > 0) {
        watched.stale = false
        await look(watched)
      }
    } catch (error) {
      // It stays stale, so the next tick reads it.
      watched.stale = true
      log.warn('a watched member will be read later', errorFacts(error))
    } finally {
      watched.reading = false
    }
  }

  function tick(): void {
    const now = performance.now()
    void ask([...all.values()])
    for (const watched of all.values()) {
      if (watched.stale) void refresh(watched)
      if (now - watched.told_at >= TICK_MS) publish(watched, [])
    }
  }

  function received(watched: Watched, event: BusEvent): void {
    if (event.type === 'samples') {
      if (event.router_name !== watched.router_name || !watched.interfaces) return
      const samples = event.samples.map(([name, time, down, upload]) => ({ interface: name, time, down, upload }))
      watched.recent = [...watched.recent, samples].slice(-LIVE_POINTS)
      publish(watched, samples)
    } else if (event.type === 'member' || event.type === 'cut') {
      const names = event.type === 'cut' ? [event.router_name] : event.router_names
      if (names.includes(watched.router_name)) void refresh(watched)
    }
  }
  bus.onReturn(() => {
    for (const watched of all.values()) void refresh(watched)
  })

  return {
    watch(account_id, router_name, watcher) {
      const key = keyOf(account_id, router_name)
      let watched = all.get(key)
      if (!watched) {
        watched = {
          account_id,
          router_name,
          watchers: new Map(),
          interfaces: undefined,
          recent: [],
          told_at: 0,
          reading: false,
          stale: true,
          stop: () => {},
        }
        const added = watched
        added.stop = bus.subscribe((event) => received(added, event), { types: ['samples', 'member', 'cut'], account_id })
        all.set(key, added)
        timer ??= setInterval(tick, TICK_MS)
      }
      const { watchers, interfaces, recent } = watched
      watchers.set(watcher, interfaces !== undefined)
      if (interfaces) watcher.send({ interfaces, samples: recent.flat() })
      else void refresh(watched)
      return () => {
        if (watchers.delete(watcher) && watchers.size === 0) drop(watched)
      }
    },
    tick,
  }
}
