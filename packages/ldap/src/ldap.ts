import type { DirectoryReason, DirectoryStep, DirectoryType } from '@weft/contract'
import { AndFilter, Client, EqualityFilter, FilterParser, OrFilter, ResultCodeError, type SearchOptions } from 'ldapts'
import type { Socket } from 'node:net'
import { FramedSocket } from './framed-socket.ts'
import { LdapFailure } from './ldap-failure.ts'
import { brokenOff, type LdapServer, reach, type Resolve, secure, type Waiting } from './ldap-socket.ts'
import { type DirectoryEntry, schemas } from './ldap-schema.ts'

/** A directory, the name and password to sign in with, and where its users are. */
export interface LdapTarget extends LdapServer {
  base_dn: string
  /** '' signs in anonymously. */
  bind_dn: string
  password: string
  type: DirectoryType
}

/** A user as the snapshot and a check show it. */
export type DirectoryPerson = Omit<DirectoryEntry, 'dn'>

/** The result of a check: every step done until the first that failed. */
export interface LdapCheck {
  done: DirectoryStep[]
  failure: LdapFailure | undefined
  /** The first few users. */
  sample: DirectoryPerson[]
}

/** A directory's verdict on a user's own password. */
export type Verdict = 'ok' | 'wrong' | 'disabled' | 'gone'

/** The three requests to a directory; there are no others (docs/design/security.md §4). */
export interface Ldap {
  /** Tests every step from the network to the users, and returns how far it came. */
  check(target: LdapTarget): Promise<LdapCheck>
  /**
   * Reads every user, in no order, page by page: the next page is requested once `page` has handled the one before.
   * @throws LdapFailure
   */
  read(target: LdapTarget, page: (people: DirectoryPerson[]) => Promise<void> | void): Promise<void>
  /** Checks a user's password, even if the user was moved or renamed. @throws LdapFailure */
  authenticate(target: LdapTarget, uuid: string, password: string): Promise<Verdict>
}

export interface LdapDependencies {
  resolve: Resolve
  now: () => Date
  /** Seconds that a conversation may take. */
  seconds?: Partial<typeof LDAP_SECONDS>
  /** Ends the conversations that are under way. */
  signal?: AbortSignal
}

/** Seconds that a conversation may take. The longest ends before the call that waits for it does. */
export const LDAP_SECONDS = { check: 25, read: 55, authenticate: 8 }
const SAMPLE = 5
/** Users of one page: fewer than the usual limit of directories for one answer. */
const PAGE = 500
/** The most users of a directory. */
export const LDAP_MOST_USERS = 100_000

/** The result codes of RFC 4511 that have a sentence of their own, by the step at which they come. */
const REASONS: Partial<Record<DirectoryStep, Record<number, DirectoryReason>>> = {
  bind: {
    8: 'strongerNeeded',
    13: 'strongerNeeded',
    32: 'wrongCredentials',
    34: 'badName',
    48: 'anonymousRefused',
    49: 'wrongCredentials',
    53: 'bindRefused',
  },
  base: { 1: 'anonymousRefused', 10: 'elsewhere', 32: 'noSuchBase', 34: 'badName', 50: 'notAllowed' },
  users: { 1: 'anonymousRefused', 3: 'tooSlow', 4: 'sizeLimit', 11: 'sizeLimit', 12: 'noPages', 32: 'noSuchBase', 50: 'notAllowed' },
}

/** Creates the only access to directories: typed requests, each in a conversation of its own that ends with it. */
export function createLdap({ resolve, now, seconds, signal }: LdapDependencies): Ldap {
  const longest = { ...LDAP_SECONDS, ...seconds }
  const conversing = { resolve, signal }

  async function users(
    session: Session,
    { base_dn, type }: LdapTarget,
    most: number,
    take: (people: DirectoryPerson[]) => Promise<void> | void,
  ): Promise<void> {
    const schema = schemas[type]
    const pages = session.client.searchPaginated(base_dn, {
      filter: schema.filter,
      ...searching(type),
      paged: { pageSize: Math.min(PAGE, most) },
    })
    for (let count = 0; count < most; ) {
      const page = await session.wait('users', pages.next())
      if (page.done) return
      const { searchEntries } = page.value
      count += searchEntries.length
      if (count > LDAP_MOST_USERS) throw new LdapFailure('users', 'tooMany', { max: String(LDAP_MOST_USERS) })
      const people = searchEntries.map((entry) => {
        const { dn: _, ...person } = schema.read(entry, now())
        return person
      })
      await session.wait('users', Promise.resolve(take(people)))
    }
  }

  return {
    async check(target) {
      const check: LdapCheck = { done: [], failure: undefined, sample: [] }
      const did = (step: DirectoryStep) => check.done.push(step)
      try {
        await converse(target, { ...conversing, seconds: longest.check, did }, async (session) => {
          await session.bind(target.bind_dn, target.password)
          await session.wait(
            'base',
            session.client.search(target.base_dn, { scope: 'base', attributes: ['1.1'], timeLimit: LDAP_SECONDS.check }),
          )
          did('base')
          await users(session, target, SAMPLE, (people) => void check.sample.push(...people))
          const facts = { base: target.base_dn, attributes: schemas[target.type].uuid.join(' / ') }
          if (check.sample.length === 0) throw new LdapFailure('users', 'noUsers', facts)
          if (check.sample.every(({ uuid }) => uuid === '')) throw new LdapFailure('users', 'noUuids', facts)
          did('users')
        })
      } catch (error) {
        if (!(error instanceof LdapFailure)) throw error
        check.failure = error
      }
      return check
    },

    read: (target, page) =>
      converse(target, { ...conversing, seconds: longest.read }, async (session) => {
        await session.bind(target.bind_dn, target.password)
        await users(session, target, Number.POSITIVE_INFINITY, page)
      }),

    async authenticate(target, uuid, password) {
      // A bind without a password succeeds anonymously (RFC 4513 §5.1.2).
      if (password === '') return 'wrong'
      const schema = schemas[target.type]
      let verdict: Verdict = 'gone'
      await converse(target, { ...conversing, seconds: longest.authenticate }, async (session) => {
        await session.bind(target.bind_dn, target.password)
        const known = schema.uuid.map((attribute) => new EqualityFilter({ attribute, value: schema.uuidValue(uuid) }))
        const filter = new AndFilter({ filters: [FilterParser.parseString(schema.filter), new OrFilter({ filters: known })] })
        const { searchEntries } = await session.wait(
          'users',
          session.client.search(target.base_dn, { filter, ...searching(target.type), sizeLimit: 2 }),
        )
        // Another user may have the wanted uuid in an attribute that does not count as its uuid.
        const [found, another] = searchEntries.map((entry) => schema.read(entry, now())).filter((entry) => entry.uuid === uuid)
        if (!found || another) return
        verdict = found.disabled ? 'disabled' : await session.isPassword(found.dn, password)
      })
      return verdict
    },
  }
}

const searching = (type: DirectoryType): SearchOptions => ({
  scope: 'sub',
  derefAliases: 'never',
  attributes: [...schemas[type].attributes],
  explicitBufferAttributes: ['objectGUID'],
})

interface Session {
  client: Client
  wait: <T>(step: DirectoryStep, work: Promise<T>) => Promise<T>
  bind(dn: string, password: string): Promise<void>
  isPassword(dn: string, password: string): Promise<'ok' | 'wrong'>
}

interface Conversing {
  resolve: Resolve
  seconds: number
  signal: AbortSignal | undefined
  /** Called when a step is done. */
  did?: (step: DirectoryStep) => void
}

/** Connects to a server, runs `talk` and disconnects, within `seconds` whatever the server does. @throws LdapFailure */
async function converse(
  target: LdapTarget,
  { resolve, seconds, signal, did }: Conversing,
  talk: (session: Session) => Promise<void>,
): Promise<void> {
  const where = { host: target.host, port: String(target.port) }
  const over = Promise.withResolvers<never>()
  over.promise.catch(() => {})
  const timer = setTimeout(() => over.reject(new Late()), seconds * 1000)
  const stop = () => over.reject(new Late())
  signal?.addEventListener('abort', stop, { once: true })
  let socket: Socket | undefined
  const waiting: Waiting = (work) => {
    // The work may fail later, when nothing waits for it any more.
    work.catch(() => {})
    return Promise.race([work, over.promise])
  }
  const during = async <T>(step: DirectoryStep, work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw failureOf(step, error, where)
    }
  }
  try {
    socket = await during('reach', () => reach(target, resolve, waiting))
    did?.('reach')
    const inside = await during('tls', () => secure(socket!, target, waiting))
    if (target.security !== 'none') did?.('tls')
    const framed = new FramedSocket(inside, (error) => over.reject(error))
    let given = false
    const client = new Client({
      url: 'ldap://directory',
      strictDN: false,
      createConnection: (() => {
        // The client would connect again by itself after the server hung up.
        if (given) throw new Error('the connection has ended')
        given = true
        return framed
      }) as never,
    })
    const bind = async (dn: string, password: string) => {
      await during('bind', () => waiting(client.bind(dn, password)))
    }
    await talk({
      client,
      wait: (step, work) => during(step, () => waiting(work)),
      bind: async (dn, password) => {
        await bind(dn, password)
        did?.('bind')
      },
      isPassword: (dn, password) =>
        bind(dn, password).then(
          () => 'ok' as const,
          (error: LdapFailure) => {
            if (error.reason === 'wrongCredentials') return 'wrong'
            throw error
          },
        ),
    })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    socket?.destroy()
  }
}

/** The conversation took too long, or was aborted. */
class Late extends Error {}

function failureOf(step: DirectoryStep, error: unknown, where: Record<string, string>): LdapFailure {
  if (error instanceof LdapFailure) return error
  if (error instanceof Late) return new LdapFailure(step, step === 'reach' ? 'timeout' : 'noAnswer', where)
  if (error instanceof ResultCodeError)
    return new LdapFailure(step, REASONS[step]?.[error.code] ?? 'refusedByCode', { code: String(error.code) })
  return new LdapFailure(step, brokenOff(error), where)
}
