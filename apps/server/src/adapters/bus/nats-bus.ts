import { setTimeout as pause } from 'node:timers/promises'
import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import { createBatch } from '../../db/batch.ts'
import type { Announcement, Announcer } from '../../db/client.ts'
import { errorFacts, type Log } from '../../kernel/log.ts'
import { SettingError, type Settings } from '../../kernel/settings.ts'
import { type Bus, createListeners, createReader, filtered } from './bus.ts'
import type { BusEvent, EventType, Interest } from './events.ts'

/** The address of NATS and the name to use there: `WEFT_NATS_URL`, `WEFT_NATS_CA` and `WEFT_NATS_NAME`. */
export interface NatsTarget {
  /**
   * Addresses separated by commas, such as tls://user:password@nats-1:4222,tls://nats-2:4222. The user and password of the first are used
   * for all.
   */
  url: string
  /** The file with the certificate of the authority that NATS is trusted by over TLS; without it, those of the system are. */
  ca_file?: string | undefined
  /** The installation's name in the subjects, by which several installations can share a NATS. */
  name: string
}

/** Returns where NATS carries the events, or undefined if PostgreSQL does. */
export const natsTargetOf = ({ WEFT_NATS_URL, WEFT_NATS_CA, WEFT_NATS_NAME }: Settings): NatsTarget | undefined =>
  WEFT_NATS_URL === undefined ? undefined : { url: WEFT_NATS_URL, ca_file: WEFT_NATS_CA, name: WEFT_NATS_NAME }

/** Time limits, in milliseconds. */
export const NATS_TIMES = {
  /** For the first connection at the start of the server. */
  start: 30_000,
  /** Between two tries to connect. */
  pause: 500,
  /** For one try to connect. */
  connect: 2_000,
  /** Between two pings. If two in a row are not answered, the connection ends. */
  ask: 5_000,
}
/** The types of events that may concern all accounts at once. */
const FOR_ALL: ReadonlySet<EventType> = new Set(['message', 'gone'])
/** Most events that wait in the process while NATS is away. */
const MOST_WAITING = 10_000

/**
 * Returns the bus over NATS, connected. An instance subscribes only to the subjects that its listeners are interested in. It sends events
 * in batches, and keeps each batch until NATS has received it; while NATS is away, events wait.
 * @throws SettingError if NATS cannot be reached at the start or refuses the user
 */
export async function openNatsBus({ url, ca_file, name }: NatsTarget, log: Log, times = NATS_TIMES): Promise<Bus & Announcer> {
  const subjects = createSubjects(name)
  const subscribed = new Map<string, { listeners: ReturnType<typeof createListeners<[BusEvent]>>; subscription: Subscription }>()
  const returnListeners = createListeners<[]>(log)
  const { read, counts } = createReader()
  let lost = 0
  const nats = await firstConnection({ url, ca_file }, times)
  let up = true
  let closing = false

  /** Returns whether NATS has received everything that was sent to it, and answers. */
  const isAnswering = () =>
    Promise.race([
      nats.flush().then(
        () => true,
        () => false,
      ),
      // The client leaves the flush without an answer once it is closed.
      nats.closed().then(() => false),
    ])

  /** Follows the state of the connection until it is closed. */
  async function followStatus(): Promise<void> {
    for await (const status of nats.status()) {
      if (status.type === 'disconnect' && up) {
        up = false
        if (!closing) log.warn('the bus lost its connection to NATS')
      } else if (status.type === 'reconnect' && !up) {
        // After tries that were refused, the client reports one connection several times. It sends its subscriptions again, and NATS
        // answers in order, so its answer to a later ping means that it has them all.
        if (!(await isAnswering())) continue
        up = true
        log.info('the bus is back')
        returnListeners.call()
        void outgoing.flush()
      } else if (status.type === 'error') log.warn('NATS reports an error', errorFacts(status.error))
    }
  }
  const statusEnded = followStatus()

  const outgoing = createBatch<Announcement>({
    name: 'announcements',
    async write(announcements) {
      if (!up) throw new NatsAway()
      for (const { event, payload } of announcements) nats.publish(subjects.of(event), payload)
      await nats.flush().catch((cause: unknown) => {
        throw new NatsAway({ cause })
      })
    },
    delay_ms: 0,
    most: MOST_WAITING,
    most_of_one: MOST_WAITING,
    sourceOf: ({ event }) => `account ${event.account_id}`,
    dropped: () => (lost += 1),
    log,
  })

  /** Returns the listeners of a subject; the first call subscribes to it. */
  function listenersOf(subject: string) {
    const entry = subscribed.get(subject)
    if (entry) return entry.listeners
    const listeners = createListeners<[BusEvent]>(log)
    const subscription = nats.subscribe(subject, {
      callback(error, message) {
        if (error) return
        const event = read(message.string())
        if (event) listeners.call(event)
      },
    })
    subscribed.set(subject, { listeners, subscription })
    return listeners
  }

  /** Ends the subscription to a subject that has no listeners left. */
  function unsubscribeIfUnused(subject: string): void {
    const entry = subscribed.get(subject)
    if (!entry || entry.listeners.size() > 0) return
    subscribed.delete(subject)
    entry.subscription.unsubscribe()
  }

  return {
    subscribe(listener, interest) {
      const names = subjects.for(interest)
      const removals = names.map((subject) => listenersOf(subject).add(filtered(listener, interest)))
      return () => {
        for (const remove of removals) remove()
        for (const subject of names) unsubscribeIfUnused(subject)
      }
    },
    get up() {
      return up
    },
    get foreign() {
      return counts.foreign
    },
    received: counts.received,
    onReturn: returnListeners.add,
    announce: (announcements) => {
      for (const one of announcements) outgoing.add(one)
    },
    get lost() {
      return lost
    },
    stop: outgoing.stop,
    async close() {
      closing = true
      await outgoing.stop()
      await nats.close()
      await statusEnded
    },
  }
}

/** The error of a batch that cannot be sent now. Its code, that of a closed connection, makes the batch keep its events and try again. */
class NatsAway extends Error {
  readonly code = 'ECONNRESET'
  constructor(options?: ErrorOptions) {
    super('NATS is away', options)
  }
}

/**
 * Returns the functions that name the subjects of an installation. A subject names an account, but no gateway: a member may be moving from
 * one gateway to another at that moment. So all gateways receive the event, and each acts on the members that are connected to it.
 */
function createSubjects(name: string) {
  const root = `weft.${name}.v1`
  return {
    /** Returns the subject on which an event is sent. */
    of(event: Announcement['event']): string {
      if (event.account_id === 'all') return `${root}.all.${event.type}`
      // A member's name may contain dots, which separate the parts of a subject, and spaces, which no subject may contain.
      if (event.type === 'samples') return `${root}.s.${event.account_id}.${Buffer.from(event.router_name ?? '').toString('base64url')}`
      return `${root}.a.${event.account_id}.${event.type}`
    },
    /** Returns the subjects to subscribe to for a listener's interest. Each event is sent on one subject, so it arrives once. */
    for(interest: Interest | undefined): string[] {
      if (!interest) return [`${root}.>`]
      const account = interest.account_id ?? '*'
      return interest.types.flatMap((type) => {
        if (type === 'samples') return [`${root}.s.${account}.*`]
        return FOR_ALL.has(type) ? [`${root}.a.${account}.${type}`, `${root}.all.${type}`] : [`${root}.a.${account}.${type}`]
      })
    },
  }
}

/** Connects to NATS, and tries again until `times.start` is over. */
async function firstConnection({ url, ca_file }: Pick<NatsTarget, 'url' | 'ca_file'>, times: typeof NATS_TIMES): Promise<NatsConnection> {
  const addresses = url.split(',').map((address) => new URL(address.trim()))
  const { username, password } = addresses[0]!
  const deadline = performance.now() + times.start
  for (;;) {
    try {
      return await connect({
        servers: addresses.map(({ host }) => host),
        ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
        tls: addresses.some(({ protocol }) => protocol === 'tls:') ? { ...(ca_file && { caFile: ca_file }) } : null,
        name: 'weft',
        timeout: times.connect,
        pingInterval: times.ask,
        maxPingOut: 1,
        maxReconnectAttempts: -1,
        reconnectTimeWait: times.pause,
        reconnectJitter: times.pause,
        // An operator may change the user in NATS before the setting here: the open bus waits for that instead of giving up.
        ignoreAuthErrorAbort: true,
      })
    } catch (error) {
      if (error instanceof Error && /auth/i.test(error.name + error.message))
        throw new SettingError(`NATS at ${addresses[0]!.host} refuses the user and password of WEFT_NATS_URL`, { cause: error })
      if (performance.now() > deadline)
        throw new SettingError(`NATS cannot be reached at ${addresses.map(({ host }) => host).join(' or ')}, which WEFT_NATS_URL names`, {
          cause: error,
        })
      await pause(times.pause)
    }
  }
}
