import { setTimeout as pause } from 'node:timers/promises'
import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import { createBatch } from '../../db/batch.ts'
import type { Announcer } from '../../db/client.ts'
import { errorFacts, type Log } from '../../kernel/log.ts'
import { SettingError } from '../../kernel/settings.ts'
import { type Bus, createListeners, filtered } from './bus.ts'
import { type BusEvent, type EventType, type Interest, readEvent } from './events.ts'

/** Where NATS is: `WEFT_NATS_URL` and `WEFT_NATS_NAME`. */
export interface NatsPlace {
  /** Addresses separated by commas, such as tls://user:password@nats-1:4222,tls://nats-2:4222. The first one's user counts. */
  url: string
  /** The installation's name in the subjects, which keeps the installations of one NATS apart. */
  name: string
}

export const NATS_TIMES = {
  /** Milliseconds within which the first connection must be open, and between two tries. */
  start: 30_000,
  pause: 500,
  /** Milliseconds that a connection may take to open. */
  connect: 2_000,
  /** Milliseconds between two checks that NATS still answers; the second that is not answered ends the connection. */
  ask: 5_000,
}
/** The types of events that may be for all accounts. */
const FOR_ALL: ReadonlySet<EventType> = new Set(['message', 'gone'])
/** Events that may wait while NATS is away. */
const MOST_WAITING = 10_000

/**
 * Opens the bus over NATS. Each instance hears only the subjects that its listeners are interested in. Events are sent in batches and
 * kept until NATS has taken them; they wait while it is away.
 * @throws SettingError if NATS cannot be reached at the start or refuses the user
 */
export async function openNatsBus({ url, name }: NatsPlace, log: Log, times = NATS_TIMES): Promise<Bus & Announcer> {
  const subjects = createSubjects(name)
  const subscribed = new Map<string, { listeners: ReturnType<typeof createListeners<[BusEvent]>>; subscription: Subscription }>()
  const returns = createListeners<[]>(log)
  let foreign = 0
  const nats = await firstConnection(url, times)
  let up = true
  let closing = false

  const answers = () =>
    nats.flush().then(
      () => true,
      () => false,
    )

  async function follow(): Promise<void> {
    for await (const status of nats.status()) {
      if (status.type === 'disconnect' && up) {
        up = false
        if (!closing) log.warn('the bus lost its connection to NATS')
      } else if (status.type === 'reconnect') {
        // NATS has every subscription again once it answers what is sent after them.
        if (!(await answers())) continue
        up = true
        log.info('the bus is back')
        returns.call()
        void outgoing.flush()
      } else if (status.type === 'error') log.warn('NATS reports an error', errorFacts(status.error))
    }
  }
  const followed = follow()

  const outgoing = createBatch<string>({
    name: 'events',
    async write(payloads) {
      if (!up) throw new NatsAway()
      for (const payload of payloads) {
        const event = readEvent(payload)
        if (event) nats.publish(subjects.of(event), payload)
      }
      await nats.flush().catch((cause: unknown) => {
        throw new NatsAway({ cause })
      })
    },
    delay_ms: 0,
    most: MOST_WAITING,
    log,
  })

  function listenersAt(subject: string) {
    const known = subscribed.get(subject)
    if (known) return known.listeners
    const listeners = createListeners<[BusEvent]>(log)
    const subscription = nats.subscribe(subject, {
      callback(error, message) {
        const event = error ? undefined : readEvent(message.string())
        if (event) listeners.call(event)
        else foreign += 1
      },
    })
    subscribed.set(subject, { listeners, subscription })
    return listeners
  }

  function leave(subject: string): void {
    const known = subscribed.get(subject)
    if (!known || known.listeners.size() > 0) return
    subscribed.delete(subject)
    known.subscription.unsubscribe()
  }

  return {
    hear(listener, interest) {
      const wanted = subjects.for(interest)
      const removals = wanted.map((subject) => listenersAt(subject).add(filtered(listener, interest)))
      return () => {
        for (const remove of removals) remove()
        for (const subject of wanted) leave(subject)
      }
    },
    get up() {
      return up
    },
    get foreign() {
      return foreign
    },
    onReturn: returns.add,
    announce: (payloads) => {
      for (const payload of payloads) outgoing.add(payload)
    },
    stop: outgoing.stop,
    async close() {
      closing = true
      await outgoing.stop()
      await nats.close()
      await followed
    },
  }
}

/** NATS does not take events now. The code is the system's for a closed connection, so the events wait instead of being dropped. */
class NatsAway extends Error {
  readonly code = 'ECONNRESET'
  constructor(options?: ErrorOptions) {
    super('NATS is away', options)
  }
}

/**
 * Returns the subjects of an installation. What gateways hear carries the account but not the gateway: a member may be moving from one to
 * another at that moment, and each knows which members it holds.
 */
function createSubjects(name: string) {
  const root = `weft.${name}.v1`
  return {
    /** Returns the subject on which an event is sent. */
    of(event: BusEvent): string {
      if (event.account_id === 'all') return `${root}.all.${event.type}`
      // A name of a member may hold dots and spaces, which a subject must not.
      if (event.type === 'samples') return `${root}.s.${event.account_id}.${Buffer.from(event.router_name).toString('base64url')}`
      return `${root}.a.${event.account_id}.${event.type}`
    },
    /** Returns the subjects that carry what a listener is interested in; none carries the same event as another. */
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

async function firstConnection(url: string, times: typeof NATS_TIMES): Promise<NatsConnection> {
  const addresses = url.split(',').map((one) => new URL(one.trim()))
  const { username, password } = addresses[0]!
  const until = performance.now() + times.start
  for (;;) {
    try {
      return await connect({
        servers: addresses.map(({ host }) => host),
        ...(username && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
        tls: addresses.some(({ protocol }) => protocol === 'tls:') ? {} : null,
        name: 'weft',
        timeout: times.connect,
        pingInterval: times.ask,
        maxPingOut: 1,
        maxReconnectAttempts: -1,
        reconnectTimeWait: times.pause,
        reconnectJitter: times.pause,
        // The user may have been changed in NATS before it is changed here.
        ignoreAuthErrorAbort: true,
      })
    } catch (error) {
      if (error instanceof Error && /auth/i.test(error.name + error.message))
        throw new SettingError(`NATS at ${addresses[0]!.host} refuses the user and password of WEFT_NATS_URL`, { cause: error })
      if (performance.now() > until)
        throw new SettingError(`NATS cannot be reached at ${addresses.map(({ host }) => host).join(' or ')}, which WEFT_NATS_URL names`, {
          cause: error,
        })
      await pause(times.pause)
    }
  }
}
