import { statfs } from 'node:fs/promises'
import { connect as openSocket } from 'node:net'
import { DAY_MS } from '@weft/contract'
import { NATS_TIMES, type NatsTarget, natsTargetOf, openNatsBus } from './adapters/bus/nats-bus.ts'
import { openPostgresBus } from './adapters/bus/postgres-bus.ts'
import { demandOwnEvents } from './adapters/bus/own-events.ts'
import { examineDatabase, examineHosts, examineReplica } from './db/checkup.ts'
import { connect, type Db } from './db/client.ts'
import { adviceOnDatabase, type DatabaseUrls, explainConnection } from './db/connection.ts'
import { planOf } from './db/migration-plan.ts'
import { endingAuthorities } from './domains/foundation/authority/authority.service.ts'
import { listed } from './kernel/listed.ts'
import { provesSecret } from './domains/foundation/installation/secret.service.ts'
import { keptSecrets, lastBackup } from './kernel/installation.ts'
import { silentLog } from './kernel/log.ts'
import type { Settings } from './kernel/settings.ts'
import { firstConnections } from './main.ts'
import { LISTENERS, type ListenerName, ROLE_TABLE } from './roles.ts'

/** One thing that was looked at: what is wrong and what to do about it, or how it is. */
export interface Finding {
  about: string
  wrong: boolean
  sentence: string
}
type Answer = Omit<Finding, 'about'>

const wrong = (sentence: string): Answer => ({ wrong: true, sentence })
const fine = (sentence: string): Answer => ({ wrong: false, sentence })

/** Connections that one server with all roles may open, and those that commands and people need besides. */
const OF_ONE_SERVER = 40
const BESIDES = 20
/** Leases, alerts and sessions compare times of this machine and of the database. */
const MOST_CLOCK_MS = 2_000
const LEAST_FREE_BYTES = 1 << 30
/** Days after which the last backup is old, where the log is not archived. */
const BACKUP_DAYS = 7
/** Seconds without an archived file after which archiving stands still; `archive_timeout` is 60 in docs/operations.md. */
const ARCHIVE_SECONDS = 900
const ADDRESS_MS = 5_000
/** Milliseconds within which an event must arrive, and within which the replica must have what the primary has. */
const PATIENCE_MS = 10_000

/** Examines an installation, one thing after another: a thing that cannot be examined is wrong for the reason that it names. */
export async function examine(settings: Settings, urls: DatabaseUrls, patience_ms = PATIENCE_MS): Promise<Finding[]> {
  const db = connect(urls.url, { connections: 2 })
  const things: [about: string, look: () => Promise<Answer[]>][] = [
    ['schema', () => schema(urls)],
    ['roles', () => roles(db, urls.url)],
    ['secret', () => secret(db, settings)],
    ['events', () => events(db, urls.url, settings, patience_ms)],
    ['hosts', () => hosts(urls.url)],
    ['database', () => server(urls.url)],
    ['writes', () => writes(db)],
    ['replica', () => replica(settings, urls.url, patience_ms)],
    ['backup', () => backups(settings, urls.url)],
    ['authorities', () => authorities(db)],
    ['disk', () => disk(settings)],
    ['addresses', () => addresses(settings)],
  ]
  try {
    const findings: Finding[] = []
    for (const [about, look] of things) {
      const answers = await look().catch((error: unknown) => [wrong((error as Error).message)])
      findings.push(...answers.map((answer) => ({ about, ...answer })))
    }
    return findings
  } finally {
    await db.close()
  }
}

async function schema({ owner_url }: DatabaseUrls): Promise<Answer[]> {
  const [first = '', ...more] = await planOf(owner_url)
  if (first === 'nothing is due') return [fine('it is this program’s')]
  const due = [first, ...more].filter((line) => /^\d{4}-/.test(line)).map((line) => line.split(':')[0])
  return [
    due.length === 0 ? fine(first) : wrong(`${due.join(', ')} is not applied: run weft migrate, with --contract if that applies nothing`),
  ]
}

async function roles(db: Db, url: string): Promise<Answer[]> {
  await firstConnections(db, url)
  return [fine('each pool has its own')]
}

async function secret(db: Db, settings: Settings): Promise<Answer[]> {
  const secrets = keptSecrets(settings)
  if (!secrets)
    return [wrong('WEFT_SECRET is not set and WEFT_DATA_DIR has no secret: give the installation its secret, or start a new one')]
  const proved = await provesSecret(db.systemNow, secrets)
  return [proved ? fine('it opens what is sealed') : fine('nothing is sealed yet; the first start keeps keys under it')]
}

async function events(db: Db, url: string, settings: Settings, patience_ms: number): Promise<Answer[]> {
  const nats = natsTargetOf(settings)
  if (nats) return eventsOverNats(url, nats)
  const bus = await openPostgresBus(url, silentLog)
  try {
    await demandOwnEvents(bus, db, { patience_ms })
    return [fine('LISTEN receives what is published')]
  } finally {
    await bus.close()
  }
}

async function eventsOverNats(url: string, place: NatsTarget): Promise<Answer[]> {
  const nats = await openNatsBus(place, silentLog, { ...NATS_TIMES, start: ADDRESS_MS })
  const db = connect(url, { connections: 2, announcer: nats })
  try {
    await demandOwnEvents(nats, db, { over: 'nats' })
    return [fine('NATS carries what is published')]
  } finally {
    await db.close()
    await nats.close()
  }
}

/** Looks at each of several hosts; one host is looked at by everything else. */
async function hosts(url: string): Promise<Answer[]> {
  const all = await examineHosts(url)
  if (all.length === 1) return []
  return all.map(({ where, is, trouble }) =>
    is === undefined ? wrong(`${where} ${trouble}: start it, or take it out of DATABASE_URL`) : fine(`${where} is the ${is}`),
  )
}

async function replica({ WEFT_READ_DATABASE_URL }: Settings, url: string, patience_ms: number): Promise<Answer[]> {
  if (WEFT_READ_DATABASE_URL === undefined) return []
  const behind = await examineReplica(url, WEFT_READ_DATABASE_URL, patience_ms).catch(
    (error: unknown) => explainConnection(error, WEFT_READ_DATABASE_URL, 'WEFT_READ_DATABASE_URL').message,
  )
  return [
    typeof behind === 'number'
      ? fine(`it is at most ${(behind / 1000).toFixed(1)} s behind`)
      : wrong(`${behind}; until that is put right, all reads go to the primary`),
  ]
}

async function server(url: string): Promise<Answer[]> {
  const { max_connections, servers: running, clock_ahead_ms } = await examineDatabase(url)
  const servers = Math.max(1, running)
  const needed = servers * OF_ONE_SERVER + BESIDES
  const seconds = Math.abs(clock_ahead_ms / 1000).toFixed(1)
  return [
    ...(await adviceOnDatabase(url)).map(wrong),
    max_connections < needed
      ? wrong(`it takes ${max_connections} connections, and ${servers} servers need ${needed}: raise max_connections`)
      : fine(`it takes ${max_connections} connections, and ${servers} servers need ${needed}`),
    Math.abs(clock_ahead_ms) > MOST_CLOCK_MS
      ? wrong(`its clock is ${seconds} s ${clock_ahead_ms > 0 ? 'ahead of' : 'behind'} this machine’s: set both by NTP, such as chrony`)
      : fine(`its clock is that of this machine, within ${seconds} s`),
  ]
}

async function writes(db: Db): Promise<Answer[]> {
  return [
    (await db.writable())
      ? fine('the database takes them')
      : wrong('the database takes none: its disk is full, or it is a standby; make room, or name the primary in DATABASE_URL'),
  ]
}

async function backups(settings: Settings, url: string): Promise<Answer[]> {
  const { archiving, archived_ago, archive_fails } = await examineDatabase(url)
  const last = lastBackup(settings)
  const days = last && Math.floor((Date.now() - last.time.getTime()) / DAY_MS)
  if (archiving && archive_fails) return [wrong('PostgreSQL cannot archive its log: its own log says why; until then the disk fills up')]
  if (archiving && (archived_ago ?? Number.POSITIVE_INFINITY) > ARCHIVE_SECONDS)
    return [
      wrong(
        `PostgreSQL has archived nothing of its log for ${ARCHIVE_SECONDS / 60} minutes: set archive_timeout = 60, and look into its log`,
      ),
    ]
  if (archiving) return [fine(`the last part of the log was archived ${Math.round(archived_ago ?? 0)} s ago`)]
  if (last === undefined || days === undefined)
    return [
      wrong('no backup was made with this data directory, and the log is not archived: run weft backup each day (docs/operations.md)'),
    ]
  return [
    days >= BACKUP_DAYS
      ? wrong(`the last backup is ${days} days old (${last.file}): run weft backup each day`)
      : fine(`${last.file} is ${days} days old`),
  ]
}

async function disk({ WEFT_DATA_DIR }: Settings): Promise<Answer[]> {
  const { bavail, bsize } = await statfs(WEFT_DATA_DIR)
  const free = bavail * bsize
  const text = `${(free / 2 ** 30).toFixed(1)} GB are free where ${WEFT_DATA_DIR} is`
  return [free < LEAST_FREE_BYTES ? wrong(`${text}: make room`) : fine(text)]
}

const named = (networks: readonly { network_number: string }[]): string =>
  listed(
    networks.map((one) => one.network_number),
    { language: 'en' },
  )

async function authorities(db: Db): Promise<Answer[]> {
  const found = await endingAuthorities(db.systemNow, new Date())
  const [ending, unknown] = [found.filter((one) => one.expire_time !== null), found.filter((one) => one.expire_time === null)]
  if (ending.length + unknown.length === 0) return [fine('none ends within a year')]
  return [
    ...(ending.length === 0
      ? []
      : [
          wrong(
            `a certificate that members of these networks may trust ends within a year or has ended: ${named(ending)}; have the profiles of standard clients downloaded again, and members that are away connected (docs/operations.md)`,
          ),
        ]),
    ...(unknown.length === 0
      ? []
      : [wrong(`when the authorities of these networks end is not known yet: ${named(unknown)}; a process with the role jobs finds out`)]),
  ]
}

/** Connects to each listener of this process's roles, and to the address that people open. */
async function addresses(settings: Settings): Promise<Answer[]> {
  const names = new Set<ListenerName>([...settings.WEFT_ROLES.flatMap((role) => [...ROLE_TABLE[role].listeners]), 'metrics'])
  const listeners = [...names].map(async (name) => {
    const [host, port] = [settings[LISTENERS[name].host], settings[LISTENERS[name].port]]
    const answers = await reaches(host, port)
    return answers
      ? fine(`${name} answers at ${host}:${port}`)
      : wrong(`nothing answers at ${host}:${port}, where ${name} belongs: start the server`)
  })
  const open = fetch(`${settings.WEFT_PUBLIC_URL}/healthz`, { signal: AbortSignal.timeout(ADDRESS_MS) }).then(
    ({ status }) =>
      status === 200
        ? fine(`${settings.WEFT_PUBLIC_URL} leads to the console`)
        : wrong(`${settings.WEFT_PUBLIC_URL} answers ${status}: WEFT_PUBLIC_URL or the proxy in front of the console is wrong`),
    () => wrong(`${settings.WEFT_PUBLIC_URL} does not answer: WEFT_PUBLIC_URL or the proxy in front of the console is wrong`),
  )
  return Promise.all([...listeners, open])
}

/** Returns whether something accepts connections there. */
function reaches(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = openSocket({ host: host === '0.0.0.0' || host === '::' ? 'localhost' : host, port, timeout: ADDRESS_MS })
  socket.once('connect', () => resolve(true))
  socket.on('error', () => resolve(false))
  socket.once('timeout', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
