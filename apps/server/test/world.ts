import { randomBytes, randomUUID } from 'node:crypto'
import { ABSOLUTE_SECONDS, doorBase, type Endpoint } from '@weft/contract'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { BUS_TIMES, openPostgresBus } from '../src/adapters/bus/postgres-bus.ts'
import { createSheetReader } from '../src/adapters/spreadsheet/sheet-reader.ts'
import { resultOf } from '../src/adapters/spreadsheet/sheet-result.ts'
import { createServices, type Infrastructure, listenersOf } from '../src/app.ts'
import { type AccountDb, connect, type SystemDb } from '../src/db/client.ts'
import { PATIENCE, type Patience } from '../src/db/time-limits.ts'
import { createAccount } from '../src/domains/identity/account/account.service.ts'
import { judgeLeft, judgeTouched } from '../src/domains/network/state/state.service.ts'
import { insertSession } from '../src/domains/identity/session/session.queries.ts'
import { after } from '../src/kernel/clock.ts'
import { token } from '../src/kernel/ids.ts'
import { type Log, silentLog, textLog } from '../src/kernel/log.ts'
import { makePartitions } from '../src/jobs/partitions.queries.ts'
import { deriveKeys, digest, hashPassword, type Keys } from '../src/kernel/secrets.ts'
import { readSettings } from '../src/kernel/settings.ts'
import { databaseUrl, TEMPLATE } from './global-setup.ts'
import { clockOf, takeSystemTime } from './world-clock.ts'

/** A caller: an access token and the login to which it belongs. */
export interface Person {
  account_id: number
  account_number: string
  login_id: number
  username: string
  password: string
  access_token: string
  companion: string
}
/** An answer: the envelope and its HTTP status. */
export interface Answer {
  status: number
  code: number
  msg: string
  // Each test asserts the shape.
  data: never
  count?: number
  headers: Record<string, unknown>
  cookie: string | undefined
}
export interface CallOptions {
  headers?: Record<string, string>
  address?: string
  cookie?: string
}

export type World = Awaited<ReturnType<typeof createWorld>>

/** The secret of every world. */
export const SECRET = 'a secret of the tests that is long enough to be one'

const hashes = new Map<string, Promise<string>>()
/** Returns the hash of a password, the same at each call: hashing is slow on purpose, and thousands of people in tests share a password. */
export function hashedOnce(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hashPassword(password)
  hashes.set(password, hash)
  return hash
}

async function askServer(statement: string): Promise<void> {
  const admin = new Client({ connectionString: inject('postgres') })
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}

/** Which time a database has: that of the other tests, or the system's, as programs that a test starts have. */
interface DatabaseOptions {
  time?: 'system' | undefined
}

/** Makes a migrated database for one test. Copying the template's files takes half the processor time of copying its pages. */
export async function createDatabase({ time }: DatabaseOptions = {}): Promise<string> {
  const name = `weft_${randomUUID().replaceAll('-', '')}`
  await askServer(`create database ${name} template ${TEMPLATE} strategy file_copy`)
  const url = databaseUrl(inject('postgres'), name)
  if (time === 'system') await takeSystemTime(url)
  return url
}

/** Removes a database that `createDatabase` made: a thousand files, which the end of the run would otherwise remove for every test. */
const dropDatabase = (url: string): Promise<void> => askServer(`drop database ${new URL(url).pathname.slice(1)} with (force)`)

/** A busy machine may stand still for seconds, which is no fault. The limit is below that of a test, so that the reason is named. */
const LONG_MS = 100_000
export const LONG_PATIENCE: Patience = {
  connection: LONG_MS,
  limits: { statement_timeout: LONG_MS, lock_timeout: LONG_MS, idle_in_transaction_session_timeout: 0 },
  ends_stalled: false,
}
const LONG_BUS_TIMES = { ...BUS_TIMES, start: LONG_MS, connect: LONG_MS, answer: LONG_MS }

/** A device of a test says only what its test is about. */
const LONG_LIMITS = { silence: { hello: 3600, heartbeat: 3600 }, check_seconds: LONG_MS / 1000, call_ms: LONG_MS }

export interface WorldOptions extends DatabaseOptions {
  log?: Log
  /** An existing database, for a second instance or one behind a proxy; by default a new one is made. */
  url?: string
  /** The keys of an installation whose database stores some; by default those of `SECRET`. */
  keys?: Keys
  /** Waits for the database no longer than the product does: for tests of its absence. By default a world waits as long as a test lasts. */
  impatient?: boolean
  /** Limits that a test reaches; the others are long. */
  limits?: Partial<Infrastructure['limits']>
}

/** Makes a whole server without its ports, on a database of its own, with a clock that only `pass` moves. Call in beforeAll. */
export async function createWorld(settings: Record<string, string> = {}, options: WorldOptions = {}) {
  const url = options.url ?? (await createDatabase(options))
  const { impatient = false } = options
  const clock = clockOf(url)
  const repeated: { seconds: number; work: () => void }[] = []
  const db = connect(url, { connections: 8, patience: impatient ? PATIENCE : LONG_PATIENCE, beforeCommit: judgeTouched })
  const bus = await openPostgresBus(url, silentLog, impatient ? BUS_TIMES : LONG_BUS_TIMES)
  const infrastructure: Infrastructure = {
    settings: readSettings({ WEFT_ENV: 'test', WEFT_DEMO: '0', ...settings }),
    db,
    bus,
    keys: options.keys ?? deriveKeys([SECRET]),
    clock,
    // A lease is renewed, and dead instances are looked for, only when a test says so: a timer would fire while the clock is moved.
    every: (seconds, work) => {
      repeated.push({ seconds, work })
      return () => {}
    },
    limits: { ...LONG_LIMITS, ...options.limits },
    log: options.log ?? (process.env.WEFT_TEST_LOG ? textLog(console.error) : silentLog),
    // In this thread: one for each file takes half a second, and would be ended at the product's limit of time.
    sheets: createSheetReader({ apart: resultOf }),
    console_root: '/nonexistent',
    desk_root: '/nonexistent',
    version: '0.0.0',
  }
  const services = createServices(infrastructure)
  const make = listenersOf(infrastructure, services)
  const apps = { console: await make.console(), ops: await make.ops(), agent: await make.agent() }
  await Promise.all(Object.values(apps).map((app) => app.ready()))
  let people = 0
  /** When the partitions of the coming days were made, and for how many days, as the hourly job would. */
  let partitioned_at = clock.now()
  const partitioned = 14

  async function signedIn(login: { account_id: number; login_id: number }): Promise<{ access_token: string; companion: string }> {
    const [access_token, companion, now] = [token(), token(), infrastructure.clock.now()]
    await insertSession(
      db.systemNow,
      {
        session_id: randomUUID(),
        account_id: login.account_id,
        login_id: login.login_id,
        kind: 'password',
        cookie_hash: digest(companion),
        create_time: now,
        last_time: now,
        expire_time: after(now, ABSOLUTE_SECONDS),
        address: '127.0.0.1',
        user_agent: 'test',
      },
      digest(access_token),
    )
    return { access_token, companion }
  }

  const world = {
    url,
    infrastructure,
    services,
    apps,
    db,
    /** Moves the clock of this world, its database and the other worlds on it forward until the test ends, in seconds. */
    async pass(seconds: number) {
      onTestFinished(() => clock.move(-seconds))
      await clock.move(seconds)
      if (after(clock.now(), -partitioned * 86_400) <= partitioned_at) return
      partitioned_at = clock.now()
      await makePartitions(db.systemNow)
    },
    /** Begins what this server does every so many seconds. */
    repeat: (every: number) => repeated.forEach(({ seconds, work }) => seconds === every && work()),
    asAccount: <T>(person: { account_id: number }, work: (db: AccountDb) => Promise<T>) => db.account(person.account_id, 'write', work),
    asSystem: <T>(work: (db: SystemDb) => Promise<T>) => db.system(work),

    /** Delivers every letter and text message that is due, as the jobs would. */
    async deliver(): Promise<void> {
      const queued = () => db.systemNow.sql.selectFrom('delivery').select('delivery_id').where('state', '=', 'queued').execute()
      for (const { delivery_id } of await queued()) await services.deliveries.work(delivery_id)
    },
    /** Returns what was sent, newest first; only to one address or phone (`+86 13800000000`) if given. */
    outbox: (to?: string) => services.outbox?.list(to) ?? [],
    /** Returns the newest code that was sent to an address or phone, once everything queued has left. */
    async codeFor(to: string): Promise<string> {
      await world.deliver()
      const code = world.outbox(to).find((entry) => entry.code !== null)?.code
      if (!code) throw new Error('no code was sent there')
      return code
    },

    /** Makes the owner of a new account, signed in. */
    async anOwner(): Promise<Person> {
      people += 1
      const [username, password] = [`owner${String(people).padStart(4, '0')}${randomBytes(2).toString('hex')}`, 'secret-1234']
      const created = await db.system((system) =>
        createAccount(system, { username, nickname: `客户${people}`, password }, undefined, hashedOnce),
      )
      return { ...created, username, password, ...(await signedIn(created)) }
    },
    signedIn,

    /** Sends a call as a client would, and returns the envelope as it is on the wire. */
    async call(
      who: Pick<Person, 'access_token'> | undefined,
      endpoint: Endpoint,
      // May also be what no client of ours would send.
      input: unknown,
      options: CallOptions = {},
    ): Promise<Answer> {
      // A server judges each second what a test wrote by statements of its own. Where the database is away, the call itself says so.
      await judgeLeft(db).catch(() => {})
      const path = `${doorBase[endpoint.door]}/${endpoint.path}`
      const response = await apps[endpoint.door].inject({
        method: endpoint.method === 'POST' ? 'POST' : 'GET',
        url: path,
        remoteAddress: options.address ?? '127.0.0.1',
        headers: {
          ...(who && { authorization: `Bearer ${who.access_token}` }),
          ...(options.cookie && { cookie: `weft_companion=${options.cookie}` }),
          ...options.headers,
        },
        ...(endpoint.method === 'POST' ? { payload: input ?? {} } : { query: queryOf(input) }),
      })
      const cookie = response.cookies.find(({ name: cookieName }) => cookieName === 'weft_companion')?.value
      const envelope: Pick<Answer, 'code' | 'msg' | 'data' | 'count'> = response.json()
      return { status: response.statusCode, headers: response.headers, cookie, ...envelope }
    },

    async close() {
      await services.gateway.stop()
      await services.instance.end()
      services.deliveries.close()
      await Promise.all(Object.values(apps).map((app) => app.close()))
      await bus.close()
      await db.close()
      await clock.leave(options.url === undefined)
      if (options.url === undefined) await dropDatabase(url)
    },
  }
  return world
}

const queryOf = (input: unknown): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries((input as object | undefined) ?? {}).map(([key, value]) => [
      key,
      Array.isArray(value) ? value.map(String) : String(value),
    ]),
  )
