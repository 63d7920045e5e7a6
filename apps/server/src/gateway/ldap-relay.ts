import { randomUUID } from 'node:crypto'
import { type DirectoryStep, LdapAnswer, LdapRequest, type LdapUser, LdapUsers } from '@weft/contract'
import { type Ldap, LDAP_SECONDS, LdapFailure, type LdapTarget } from '@weft/ldap'
import { publish } from '../adapters/bus/publish.ts'
import type { BusEvent } from '../adapters/bus/events.ts'
import type { Db } from '../db/client.ts'
import { after, type Clock } from '../kernel/clock.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import type { Keys, SealedText } from '../kernel/secrets.ts'
import { deleteLeftParts, findRouter, putPart, takePart } from './ldap-relay.queries.ts'
import { type LdapRequests, SLACK_SECONDS, type TakePage } from './ldap-requests.ts'
import type { Peers } from './peers.ts'

/** Asks directories through members, whichever instance holds their connections. */
export interface LdapRelay {
  /** Returns the directory as a hardware member of an account reaches it. */
  through(account_id: number, router_name: string): Ldap
  received(event: BusEvent): void
  /** Deletes the exchanges of instances that are gone. */
  sweep(): Promise<void>
}

interface RelayDependencies {
  db: Db
  clock: Clock
  log: Log
  keys: Keys
  peers: Peers
  requests: LdapRequests
}

/** Seconds within which the instance that holds a member's connection must take a request. */
const PICKED_UP_SECONDS = 3
/** Seconds within which a part of an answer must be taken. */
const TAKEN_SECONDS = 10
const LEFT_SECONDS = 300

/** A member, the connection that it had when it was asked, and the instance that held this connection. */
interface Holder {
  account_id: number
  router_name: string
  gateway_id: string | null
  connection_id: string | null
}

type Part = { users: LdapUser[] } | { answer: LdapAnswer }

/**
 * Creates the relay. Between instances a request and the parts of its answer are stored in the database, each until it is taken; the bus
 * only announces them. The request is sealed because it holds a password, and is deleted as soon as the other instance takes it.
 */
export function createLdapRelay({ db, clock, log, keys, peers, requests }: RelayDependencies): LdapRelay {
  const signals = createSignals()
  const write = async (account_id: number, exchange_id: string, part: number, body: string, event: BusEvent): Promise<void> =>
    db.account(account_id, 'write', async (account) => {
      await putPart(account, exchange_id, part, body)
      await publish(account, event)
    })
  const take = (account_id: number, exchange_id: string, part: number) =>
    db.account(account_id, 'write', (account) => takePart(account, exchange_id, part))

  async function ask(account_id: number, router_name: string, request: LdapRequest, page: TakePage): Promise<LdapAnswer> {
    const peer = peers.here(router_name)
    if (peer?.account_id === account_id) return requests.ask(peer, request, page)
    const router = await db.account(account_id, 'read', (account) => findRouter(account, router_name))
    if (!router) throw new LdapFailure('router', 'routerDeleted', { router_name })
    if (router.online_status === 0) throw new LdapFailure('router', 'routerOffline', { router_name })
    const { gateway_id, connection_id } = router
    // The other instance may be this one, while the member's arrival is being written.
    return askElsewhere({ account_id, router_name, gateway_id, connection_id }, request, page)
  }

  /** The exchanges that wait, each with what breaks it off once its member has connected again or its instance is gone. */
  const exchanges = new Map<string, Holder & { lose: () => void }>()
  function lose(is: (holder: Holder) => boolean): void {
    for (const exchange of exchanges.values()) if (is(exchange)) exchange.lose()
  }

  async function askElsewhere(holder: Holder, request: LdapRequest, page: TakePage): Promise<LdapAnswer> {
    const { account_id, router_name } = holder
    const exchange_id = randomUUID()
    const lost = Promise.withResolvers<'lost'>()
    exchanges.set(exchange_id, { ...holder, lose: () => lost.resolve('lost') })
    const until = performance.now() + (LDAP_SECONDS[request.kind] + 2 * SLACK_SECONDS) * 1000
    const said = (part: number) => signals.wait(`${exchange_id} said ${part}`, until - performance.now())
    let next = said(1)
    await write(account_id, exchange_id, 0, keys.seal(JSON.stringify(request)), { type: 'ldap.ask', account_id, router_name, exchange_id })
    let untaken = false
    const withdraw = async () => {
      untaken = (await take(account_id, exchange_id, 0)) !== undefined
      if (untaken) signals.give(`${exchange_id} said 1`, false)
    }
    // If the database cannot answer, the request ends with its time limit.
    const look = setTimeout(() => void withdraw().catch(() => {}), PICKED_UP_SECONDS * 1000)
    try {
      for (let part = 1; ; part++) {
        const heard = await Promise.race([next, lost.promise])
        if (heard === 'lost') throw new LdapFailure('router', 'routerOffline', { router_name })
        if (!heard) throw new LdapFailure('router', untaken ? 'routerOffline' : 'routerSilent', { router_name })
        const body = await take(account_id, exchange_id, part)
        if (body === undefined) throw new LdapFailure('router', 'routerSilent', { router_name })
        const read = JSON.parse(body) as Part
        if ('answer' in read) return LdapAnswer.parse(read.answer)
        await page(LdapUsers.parse(read.users))
        next = said(part + 1)
        await db.account(account_id, 'write', (account) => publish(account, { type: 'ldap.took', account_id, exchange_id, part }))
      }
    } finally {
      clearTimeout(look)
      exchanges.delete(exchange_id)
    }
  }

  /** Performs what another instance asked for, if the member is connected to this one. */
  async function serve({ account_id, router_name, exchange_id }: Extract<BusEvent, { type: 'ldap.ask' }>): Promise<void> {
    const peer = await peers.arrived(router_name)
    if (peer?.account_id !== account_id) return
    const sealed = await take(account_id, exchange_id, 0)
    if (sealed === undefined) return
    let part = 0
    const say = (what: Part) => {
      part += 1
      return write(account_id, exchange_id, part, JSON.stringify(what), { type: 'ldap.said', account_id, exchange_id, part })
    }
    const page = async (users: LdapUser[]): Promise<void> => {
      const took = signals.wait(`${exchange_id} took ${part + 1}`, TAKEN_SECONDS * 1000)
      await say({ users })
      if (!(await took)) throw new LdapFailure('router', 'routerSilent', { router_name })
    }
    try {
      await say({ answer: await requests.ask(peer, LdapRequest.parse(JSON.parse(keys.open(sealed as SealedText))), page) })
    } catch (error) {
      if (!(error instanceof LdapFailure)) throw error
      const { step, reason, facts } = error
      await say({ answer: { failure: { step, reason, facts }, done: [], sample: [], verdict: null } })
    }
  }

  return {
    through(account_id, router_name) {
      const asking = (request: LdapRequest, page: TakePage = () => {}) => ask(account_id, router_name, request, page)
      const sure = ({ failure, ...answer }: LdapAnswer) => {
        if (failure) throw failureOf(failure)
        return answer
      }
      return {
        async check(target) {
          try {
            const { done, failure, sample } = await asking({ kind: 'check', target: sent(target) })
            const through: DirectoryStep[] = failure?.step === 'router' ? [] : ['router', ...done]
            return { done: through, failure: failure ? failureOf(failure) : undefined, sample }
          } catch (error) {
            if (!(error instanceof LdapFailure)) throw error
            return { done: [], failure: error, sample: [] }
          }
        },
        async read(target, page) {
          sure(await asking({ kind: 'read', target: sent(target) }, page))
        },
        async authenticate(target, uuid, password) {
          const { verdict } = sure(await asking({ kind: 'authenticate', target: sent(target), uuid, password }))
          return verdict ?? 'wrong'
        },
      }
    },
    received(event) {
      if (event.type === 'ldap.said') signals.give(`${event.exchange_id} said ${event.part}`, true)
      else if (event.type === 'ldap.took') signals.give(`${event.exchange_id} took ${event.part}`, true)
      else if (event.type === 'replaced') lose((holder) => holder.connection_id === event.former_connection)
      else if (event.type === 'gone') lose((holder) => holder.gateway_id === event.instance_id)
      else if (event.type === 'ldap.ask')
        serve(event).catch((error: unknown) => log.warn('a directory could not be asked for another instance', errorFacts(error)))
    },
    sweep: () => deleteLeftParts(db.systemNow, after(clock.now(), -LEFT_SECONDS)),
  }
}

const sent = ({ ca, ...target }: LdapTarget): LdapRequest['target'] => ({ ...target, ca: ca ?? null })
const failureOf = ({ step, reason, facts }: NonNullable<LdapAnswer['failure']>) => new LdapFailure(step, reason, facts)

/** Creates signals that are waited for by name, for a limited time. */
function createSignals() {
  const waiting = new Map<string, (value: boolean) => void>()
  return {
    give: (name: string, value: boolean): void => waiting.get(name)?.(value),
    /** Waits from now on for the value passed to `give`; returns false when the time is over. */
    wait(name: string, ms: number): Promise<boolean> {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const late = setTimeout(() => resolve(false), ms)
      waiting.set(name, resolve)
      return promise.finally(() => {
        clearTimeout(late)
        waiting.delete(name)
      })
    },
  }
}
