import { Client, type ClientConfig, DatabaseError } from 'pg'
import { type Address, placeOf, readAddress, type SessionAttributes, UnusableDatabase } from './address.ts'

/** The short statements of this program cost a hundred times more with JIT. */
export const NO_JIT = { jit: 'off' }
/** Milliseconds that a host may take to accept a connection, before the next one is tried. */
export const CONNECT_TIMEOUT = 2_000
/** Milliseconds that a new connection may take to say what it is. */
const ANSWER_TIMEOUT = 5_000
/** Times that one connection is tried: where the last one went, and after up to two searches. */
const TRIES = 3
/** Milliseconds for which a second choice (of `prefer-standby`) is used before new connections look for the first again. */
const SECOND_CHOICE = 10_000

/** Thrown if no host of an address can be used; `reasons` has one for each, with the host. */
export class NoHostServes extends UnusableDatabase {
  readonly reasons: readonly string[]
  constructor(reasons: readonly string[]) {
    super(`none of the database's hosts can be used: ${reasons.join('; ')}`)
    this.reasons = reasons
  }
}
/** Thrown on a connection to a host that is not what `target_session_attrs` asks for. */
class UnfitHost extends UnusableDatabase {}

/** The role of a session, whether its server is a standby, and whether it may only read. */
interface Session {
  role: string
  standby: boolean
  read_only: boolean
}
const ASK = `select current_setting('role') as role, pg_is_in_recovery() as standby, current_setting('transaction_read_only') = 'on' as read_only`

/** Returns what a session is not, although it is asked for; undefined if it is as it should be. */
function unfitness(wanted: SessionAttributes, { standby, read_only }: Session): string | undefined {
  if (wanted === 'standby' || wanted === 'prefer-standby') return standby ? undefined : 'is no standby'
  if (wanted === 'primary') return standby ? 'is a standby' : undefined
  if (wanted === 'read-write') return standby ? 'is a standby' : read_only ? 'takes no writes' : undefined
  if (wanted === 'read-only') return read_only ? undefined : 'takes writes'
  return undefined
}

/**
 * Returns whether an error says that this host does not serve, so that another may: it cannot be reached, is starting or stopping, or is not
 * what is wanted. An error of the login says nothing about other hosts, as in libpq.
 */
function isFaultOfHost(error: unknown): boolean {
  const { cause, message } = error as Error
  if (error instanceof UnfitHost) return true
  if (error instanceof UnusableDatabase) return false
  if (error instanceof DatabaseError) return /^(57P|08)/.test(error.code ?? '')
  // The pool wraps the error of a connection that took too long.
  return cause instanceof Error ? isFaultOfHost(cause) : !OWN_FAULT.test(message)
}
/** Messages of the driver that say nothing about a host: of a full or ended pool, and of a missing password. */
const OWN_FAULT = /^(timeout exceeded when trying to connect$|Cannot use a pool after calling end|SASL)/

/** Ends a connection at once. The driver's own `end` would wait for an answer. */
export const cut = (client: Client): void => void client.connection.stream.destroy()

/** Asks a new connection what it is. */
export async function askSession(client: Client): Promise<Session> {
  const { rows } = await client.query<Session>({ text: ASK, query_timeout: ANSWER_TIMEOUT } as { text: string })
  return rows[0]!
}

/** The hosts of one address: all connections of the process learn from each other which one serves. */
export class Hosts {
  readonly #address: Address
  /** Until when a second choice serves, by `performance.now`. */
  #second_until = 0
  #searching: Promise<void> | undefined
  /** The address of the host that served last, alone; the first one until another did. */
  chosen: string

  constructor(url: string) {
    this.#address = readAddress(url)
    this.chosen = this.#address.hosts[0]
  }

  /** The address of each host, alone. */
  get all(): readonly string[] {
    return this.#address.hosts
  }
  get several(): boolean {
    return this.all.length > 1
  }
  /** What each session must be. One host has no second choice. */
  get wanted(): SessionAttributes {
    const { wanted } = this.#address
    return wanted === 'prefer-standby' && !this.several ? 'any' : wanted
  }

  /** Returns the options of a connection to the host that served last. @param settings of PostgreSQL for the whole connection, by name */
  options(settings: Record<string, string>): Pick<ClientConfig, 'connectionString' | 'options'> {
    const given = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
    return { connectionString: this.chosen, options: [...this.#address.options, ...given].join(' ') }
  }

  /** @throws UnfitHost if a session is not what the address asks for. @param at the address of its host */
  demand(session: Session, at: string): void {
    const second = this.wanted === 'prefer-standby' && performance.now() < this.#second_until
    const unfit = second ? undefined : unfitness(this.wanted, session)
    if (unfit !== undefined) throw new UnfitHost(`the PostgreSQL at ${placeOf(at).where} ${unfit}`)
  }

  /**
   * Opens a connection to the host that served last. If it does not serve, tries all others in turn, once for all who wait for it.
   * @param open connects to `chosen`, and checks the connection by `demand`
   * @throws NoHostServes, or the error of `open` if there is only one host, or if the error has nothing to do with the host
   */
  async serve<T>(open: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      const tried = this.chosen
      try {
        return await open()
      } catch (error) {
        if (!this.several || tries === TRIES || !isFaultOfHost(error)) throw error
        if (this.chosen === tried) await (this.#searching ??= this.#search().finally(() => (this.#searching = undefined)))
      }
    }
  }

  /** Sets `chosen` to the first host that is what the address asks for, beginning behind the one that served last. */
  async #search(): Promise<void> {
    const hosts = this.all
    const begin = hosts.indexOf(this.chosen) + 1
    const reasons: string[] = []
    let second: string | undefined
    for (const host of [...hosts.slice(begin), ...hosts.slice(0, begin)]) {
      const answer = await this.#probe(host)
      const unfit = typeof answer === 'string' ? answer : unfitness(this.wanted, answer)
      if (unfit === undefined) {
        this.chosen = host
        this.#second_until = 0
        return
      }
      if (typeof answer !== 'string') second ??= host
      reasons.push(`${placeOf(host).where} ${unfit}`)
    }
    if (this.wanted !== 'prefer-standby' || second === undefined) throw new NoHostServes(reasons)
    this.chosen = second
    this.#second_until = performance.now() + SECOND_CHOICE
  }

  /** Asks every host what a session on it is, and returns that, or why there is none. */
  look(): Promise<{ where: string; answer: Session | string }[]> {
    const ask = (host: string) => this.#probe(host).catch((error: unknown) => `refuses the connection (${(error as Error).message})`)
    return Promise.all(this.all.map(async (host) => ({ where: placeOf(host).where, answer: await ask(host) })))
  }

  /** Returns what a session on a host is, or why there is none. @throws an error that has nothing to do with the host */
  async #probe(host: string): Promise<Session | string> {
    const client = new Client({
      ...this.options({}),
      connectionString: host,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      application_name: 'weft search',
    })
    client.on('error', () => {})
    try {
      await client.connect()
      return await askSession(client)
    } catch (error) {
      if (!isFaultOfHost(error)) throw error
      return `cannot be used (${(error as Error).message.split('\n', 1)[0]})`
    } finally {
      cut(client)
    }
  }
}

const known = new Map<string, Hosts>()

/** Returns the hosts of an address. @throws UnusableDatabase if the address cannot be read */
export function hostsOf(url: string): Hosts {
  let hosts = known.get(url)
  if (!hosts) known.set(url, (hosts = new Hosts(url)))
  return hosts
}

/** A client whose host is decided when it is made: the one that served last. A pool makes one for each of its connections. */
export const clientOf = (hosts: Hosts) =>
  class extends Client {
    /** The address of its host, alone. */
    readonly address = hosts.chosen
    constructor(config: ClientConfig) {
      super({ ...config, connectionString: hosts.chosen })
    }
  }

/** Returns the address of the host that a connection leads to, alone. */
export const addressOf = (client: Client, hosts: Hosts): string => (client as { address?: string }).address ?? hosts.chosen

export interface OpenClient extends Omit<ClientConfig, 'connectionString' | 'options'> {
  /** Settings of PostgreSQL for the whole connection, by name. */
  settings?: Record<string, string>
  /** Leaves JIT as the database has it. */
  keepsJit?: boolean
}

/**
 * Opens a connection that belongs to no pool, to the host that serves. Its errors are heard: one that dies fails the statement under way.
 * @throws NoHostServes, or the driver's error; the connection is closed then
 */
export function openClient(url: string, { settings = {}, keepsJit = false, ...config }: OpenClient): Promise<Client> {
  const hosts = hostsOf(url)
  return hosts.serve(async () => {
    const at = hosts.chosen
    const late = hosts.several ? { connectionTimeoutMillis: CONNECT_TIMEOUT } : {}
    const client = new Client({
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      ...config,
      ...late,
      ...hosts.options({ ...(!keepsJit && NO_JIT), ...settings }),
    })
    client.on('error', () => {})
    try {
      await client.connect()
      if (hosts.wanted !== 'any') hosts.demand(await askSession(client), at)
      return client
    } catch (error) {
      cut(client)
      throw error
    }
  })
}
