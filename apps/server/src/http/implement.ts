import {
  check,
  doorBase,
  type Endpoint,
  explain,
  type Group,
  type IdentifierKind,
  type InputOf,
  isFileAnswer,
  type OutputOf,
  type Permission,
  type RateClass,
} from '@weft/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type AccountDb, type Db, evenIfOvertaken, type ReadingDb, type SystemDb } from '../db/client.ts'
import { type Actor, mayTouchNetwork, type OperatorActor, requireRight } from '../kernel/actor.ts'
import { countedAddress } from '../kernel/address.ts'
import type { Caller } from '../kernel/caller.ts'
import { errorFacts, type Log } from '../kernel/log.ts'
import { type Clock, unix } from '../kernel/clock.ts'
import { emptyRules, placeOf, type Rules, withoutEmpty } from '../kernel/empty-fields.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Turn } from '../kernel/turns.ts'
import { noteAccount } from './access-log.ts'
import { callerOf } from './caller.ts'
import { type Answered, answer, answerAgain, isFile } from './envelope.ts'
import { sendFile } from './file-answer.ts'
import { type Identifiers, identifierCollector } from './identifiers.ts'
import { keysOfLogin, keysOfOperator } from './idempotency.queries.ts'
import { once } from './idempotency.ts'
import { refuseForeignPage, requireDeclaredBody } from './request-guards.ts'
import { inTurn, requireTargets, spendDeclared, type TakeBudget } from './spend.ts'
import { readUpload, type Upload } from './upload.ts'

/** A call of a login that is signed in to an account: one transaction, in that account. */
export interface AccountCall<I> {
  actor: Actor
  db: AccountDb
  input: I
  /** The revision that the caller read (`If-Match`); undefined without the header. */
  expected: number | undefined
  caller: Caller
  /** The file of a multipart call. */
  upload: Upload | undefined
}
/** A call that needs no session. */
export interface PublicCall<I> {
  input: I
  caller: Caller
}
/** A call of an operator: one transaction over all accounts. */
export interface OperatorCall<I> {
  operator: OperatorActor
  db: SystemDb
  input: I
  caller: Caller
  /** The file of a multipart call. */
  upload: Upload | undefined
}

type CallOf<E extends Endpoint> = E['access'] extends 'public' | 'refreshable'
  ? PublicCall<InputOf<E>>
  : E['door'] extends 'ops'
    ? OperatorCall<InputOf<E>>
    : AccountCall<InputOf<E>>

/** One handler per endpoint: a missing or an extra one is a type error. Handlers return what the output schema accepts. */
export type Handlers<G extends Group> = { [K in keyof G]: (call: CallOf<G[K]>) => Promise<SentOutput<G[K]>> | SentOutput<G[K]> }
/** Work of a handler before its transaction: slow work, which would hold a connection that others need. */
type Beforehand<I, P> = (call: Omit<AccountCall<I>, 'db' | 'expected'>) => Promise<P>
/** Returns a handler of an account's call in two parts: the first has no database, and its result is passed to the second as `made`. */
export function beforehand<I, P, T>(before: Beforehand<I, P>, then: (call: AccountCall<I> & { made: P }) => Promise<T>) {
  return Object.assign((call: AccountCall<I>) => then(call as AccountCall<I> & { made: P }), { before })
}
/** Returns such a handler of an operator's call. */
export function beforehandOfOperator<I, P, T>(
  before: (call: Omit<OperatorCall<I>, 'db'>) => Promise<P>,
  then: (call: OperatorCall<I> & { made: P }) => Promise<T>,
) {
  return Object.assign((call: OperatorCall<I>) => then(call as OperatorCall<I> & { made: P }), { before })
}
/**
 * Returns a handler of an account's call in two parts: the first has the transaction, and its result is passed to the second as `done`,
 * which makes the answer in a reading transaction after the commit. So nobody waits for the locks of the first while names are read.
 * @param plain returns the answer without what cannot be read, since the change is stored; undefined if nothing was stored
 */
export function answeredAfter<I, P, T>(
  change: (call: AccountCall<I>) => Promise<P>,
  answer: (call: AccountCall<I> & { done: P }) => Promise<T>,
  plain: (call: { input: NoInfer<I>; done: P }) => T | undefined,
) {
  return Object.assign(async (call: AccountCall<I>) => answer({ ...call, done: await change(call) }), { change, answer, plain })
}
/**
 * Returns a handler of an account's call whose answer may be some seconds old, so that it may be read from a replica. It is for records that
 * only devices make, and for files: never for what shows the caller's own change (docs/decisions/088).
 */
export const lagging = <I, T>(read: (call: Omit<AccountCall<I>, 'db'> & { db: ReadingDb }) => Promise<T>) =>
  Object.assign((call: AccountCall<I>) => read(call), { lagging: true as const })

type Work = (call: unknown) => Promise<unknown>
type Handler = Work & { before?: Work; change?: Work; answer?: Work; plain?: (call: unknown) => unknown; lagging?: true }

type SentOutput<E extends Endpoint> = OutputOf<E> extends null ? void | null : E['output']['_zod']['input']

/** Returns which of some identifiers exist in the account of the transaction and are visible to the caller. */
export type Resolver = (db: AccountDb, names: string[], actor: Actor) => Promise<ReadonlySet<string>>

/** Parts of the server that the checks in front of the handlers need. */
export interface Door {
  db: Db
  /** @throws tokenUnknown, accessExpired, sessionRevoked, accountDisabledInSession, subAccountDisabledInSession, linkUsed */
  identify(caller: Caller): Promise<Actor>
  identifyOperator(caller: Caller): Promise<OperatorActor>
  operatorMay(operator: OperatorActor, access: Endpoint['access']): boolean
  resolvers: Record<
    IdentifierKind,
    {
      resolve: Resolver
      missing:
        | 'networkNotFound'
        | 'memberNotFound'
        | 'messageNotFound'
        | 'sessionNotFound'
        | 'roleNotFound'
        | 'subAccountNotFound'
        | 'accessKeyNotFound'
        | 'contactNotFound'
        | 'maintenanceNotFound'
        | 'incidentNotFound'
        | 'saasNotFound'
        | 'ticketNotFound'
        | 'ticketFileNotFound'
        | 'workOrderNotFound'
        | 'popResourceNotFound'
    }
  >
  count(rate: RateClass, caller: string, account_id?: number): Promise<void>
  /** The console's address. Its pages may call. */
  public_url: string
  clock: Clock
  /** Takes from the budgets that an endpoint declares (`spends`). @throws budgetSpent */
  takeBudget: TakeBudget
  /** Runs a costly read of an account in the account's turn. */
  costlyTurn: Turn
  log: Log
}

/** Mounts a group of endpoints. The order is that of docs/design/security.md §1. */
export function implement<G extends Group>(app: FastifyInstance, door: Door, group: G, handlers: Handlers<G>): void {
  for (const [name, endpoint] of Object.entries(group)) {
    if (endpoint.method === 'WS') throw new Error(`${endpoint.path} is a socket: mount it with implementSocket`)
    if (isFile(endpoint) && endpoint.idempotent)
      throw new Error(`${endpoint.path} answers a file, which cannot be kept to be answered again`)
    requireTargets(endpoint)
    const handler = handlers[name] as Handler
    if (handler.answer && endpoint.idempotent)
      throw new Error(`${endpoint.path} keeps its answer with what it changes, so it cannot be answered after the commit`)
    if (handler.lagging && endpoint.writes) throw new Error(`${endpoint.path} writes, so it cannot be read from a replica`)
    const collect = identifierCollector(endpoint.input)
    const empty = emptyRules(endpoint.input, placeOf(endpoint))
    const entered = new WeakMap<FastifyRequest, Entered>()
    app.route({
      method: endpoint.method,
      url: `${doorBase[endpoint.door]}/${endpoint.path}`,
      // A GET may write, a HEAD never (RFC 9110 §9.2.1): it is answered 405.
      exposeHeadRoute: false,
      // Before the body is read: a caller without the right is refused, and nothing of the body is parsed.
      onRequest: async (request, reply) => {
        refuseForeignPage(request, door.public_url)
        entered.set(request, await enter(door, endpoint, callerOf(request, reply), request))
        requireDeclaredBody(endpoint, request)
      },
      handler: async (request, reply) => {
        const known = entered.get(request)!
        const outcome = await inTurn(door.costlyTurn, endpoint, known.actor, request.query, () =>
          serve({ door, endpoint, collect, empty, handler, request, entered: known }),
        )
        return isFileAnswer(outcome)
          ? sendFile({ request, reply, log: door.log }, outcome.media_type ?? endpoint.media_type!, outcome)
          : outcome
      },
    })
  }
}

/** A caller that was let in: an anonymous one, an operator, or a login of an account. */
interface Entered {
  caller: Caller
  operator?: OperatorActor
  actor?: Actor
}

/** Makes the checks that need no body: the caller's identity, the number of calls, the rights of the role. */
async function enter(door: Door, endpoint: Endpoint, caller: Caller, request: FastifyRequest): Promise<Entered> {
  if (endpoint.access === 'public' || endpoint.access === 'refreshable') {
    await door.count(endpoint.rate, countedAddress(caller.address))
    return { caller }
  }
  if (endpoint.door === 'ops') {
    const operator = await known(door, caller, door.identifyOperator(caller))
    await door.count(endpoint.rate, `operator ${operator.operator_id}`)
    if (!door.operatorMay(operator, endpoint.access)) throw new Refusal('operatorNotPermitted')
    return { caller, operator }
  }
  const actor = await known(door, caller, door.identify(caller))
  noteAccount(request, actor.account_number)
  await door.count(endpoint.rate, `login ${actor.login_id}`, actor.account_id)
  admit(endpoint, actor)
  return { caller, actor }
}

/** Counts a caller with an unknown token by address: this limits the guessing of tokens, each of which costs the database one query. */
async function known<T>(door: Door, caller: Caller, identified: Promise<T>): Promise<T> {
  try {
    return await identified
  } catch (error) {
    // While the database is away no caller can be identified, so none is counted as a stranger.
    if (error instanceof Refusal) await door.count('read', `stranger ${countedAddress(caller.address)}`)
    throw error
  }
}

interface Serving {
  door: Door
  endpoint: Endpoint
  collect: ReturnType<typeof identifierCollector>
  /** What '' and null mean in the fields of the call. */
  empty: Rules
  handler: Handler
  request: FastifyRequest
  entered: Entered
}

/**
 * Serves a call whose caller was admitted. Its steps, in this order:
 * 1. the body is read as the contract declares it, and the input checked;
 * 2. for a call that makes a credential, the session must have proved its identity recently;
 * 3. the uses that the call declares (`spends`) are taken from the budgets;
 * 4. every identifier is resolved inside the account, with the caller's right to it (`resolve`);
 * 5. the work before the transaction is done (`prepare`), which needs the proof of step 4 and so cannot run before it;
 * 6. the transaction resolves the identifiers again, since rows may have changed during step 5, and runs the handler. A handler that is
 *    `lagging` may run in a second transaction, on the replica;
 * 7. the answer is made in a transaction of its own, if the handler is `answeredAfter` the commit; in another one if that fails.
 */
async function serve({ door, endpoint, collect, empty, handler, request, entered }: Serving): Promise<Answered> {
  const { caller, operator, actor } = entered
  const upload = endpoint.body.kind === 'multipart' ? await readUpload(request, endpoint.body, caller.language) : undefined
  const input = checked(endpoint, empty, request, caller)
  const answered = (value: unknown) => answer(endpoint, { value, input, language: caller.language })
  const again = (earlier: Answered) => answerAgain(endpoint, earlier, { input, language: caller.language })
  if (actor) requireFreshProof(endpoint, actor, input, door.clock)
  await spendDeclared(door.takeBudget, endpoint, entered, input)
  if (operator) {
    // Identifiers in an operator's call belong to no account: the handler looks them up.
    const made = await handler.before?.({ operator, input, caller, upload })
    return afterCommit((keep) =>
      door.db.system((db) =>
        once(
          keysOfOperator(db, operator.operator_id),
          endpoint,
          request,
          async () => answered(await handler({ operator, db, input, caller, upload, made })),
          again,
        ).catch(keep),
      ),
    )
  }
  if (!actor) return answered(await handler({ input, caller, upload }))
  const expected = expectedRevision(request)
  const named: Identifiers = new Map()
  collect?.(input, named)
  const made = handler.before && (await prepare(handler.before, { actor, input, caller, upload }, await resolveAhead(door, actor, named)))
  if (handler.lagging)
    return door.db.lagging(
      actor.account_id,
      async (db) => answered(await handler({ actor, db, input, expected, caller, upload })),
      // What was made a moment ago must be found, and what was removed must not.
      named.size === 0 ? undefined : (db) => resolve(door, actor, db, named),
    )
  const mode = endpoint.writes ? 'write' : 'read'
  const { change, answer: answerLater, plain } = handler
  if (change && answerLater && plain) {
    const done = await afterCommit((keep) =>
      door.db.account(actor.account_id, mode, async (db) => {
        await resolve(door, actor, db, named)
        return change({ actor, db, input, expected, caller, upload, made }).catch(keep)
      }),
    )
    const read = () =>
      door.db.account(actor.account_id, 'read', async (db) =>
        answered(await answerLater({ actor, db, input, expected, caller, upload, made, done })),
      )
    return read()
      .catch(read)
      .catch((error: unknown) => {
        const without = plain({ input, done })
        // What is stored is never answered as failed: the caller would do it again.
        if (without === undefined) throw error
        door.log.error('a change was stored and answered without what could not be read', errorFacts(error))
        return answered(without)
      })
  }
  return afterCommit((keep) =>
    door.db.account(actor.account_id, mode, async (db) => {
      await resolve(door, actor, db, named)
      const work = async () => answered(await handler({ actor, db, input, expected, caller, upload, made }))
      return once(keysOfLogin(db, actor.login_id), endpoint, request, work, again).catch(keep)
    }),
  )
}

/** Runs a handler's work before its transaction; `_resolved` proves that the call names nothing that the caller may not see. */
const prepare = (before: NonNullable<Handler['before']>, call: Omit<AccountCall<unknown>, 'db' | 'expected'>, _resolved: Resolved) =>
  before(call)

/** Resolves identifiers in a transaction of their own: one more round trip for the few calls with work before the transaction. */
const resolveAhead = (door: Door, actor: Actor, named: Identifiers): Promise<Resolved> =>
  named.size === 0 ? Promise.resolve(RESOLVED) : door.db.account(actor.account_id, 'read', (db) => resolve(door, actor, db, named))

/** Runs a transaction, again if another one overtook it; a refusal that keeps what was written (`Refusal.kept`) is thrown after the commit. */
async function afterCommit<T>(transaction: (keep: (error: unknown) => Refusal) => Promise<T | Refusal>): Promise<T> {
  const keep = (error: unknown) => {
    if (error instanceof Refusal && error.kept) return error
    throw error
  }
  const result = await evenIfOvertaken(() => transaction(keep))
  if (result instanceof Refusal) throw result
  return result
}

/** @throws identityNotVerified if a call that makes a credential comes from a session that has not proved its identity recently */
function requireFreshProof({ fresh_proof }: Endpoint, { verified_until, sign_in_proves_until }: Actor, input: unknown, clock: Clock): void {
  if (fresh_proof === false) return
  const { where, by_sign_in } = fresh_proof === true ? {} : fresh_proof
  if (where !== undefined && !(input as Record<string, unknown>)[where]) return
  const until = by_sign_in ? Math.max(verified_until, sign_in_proves_until) : verified_until
  if (until <= unix(clock.now())) throw new Refusal('identityNotVerified')
}

/** Refuses a call that the kind of session or the role does not permit; this needs no body. */
export function admit({ access, credentials, refuses_link, while_viewing }: Endpoint, actor: Actor): void {
  if (actor.viewing && !while_viewing) throw new Refusal('viewingAsRole', { role: actor.viewing.role_name })
  if (credentials && actor.session_kind === 'link') throw new Refusal('linkSessionLimited')
  if (refuses_link && actor.session_kind === 'link') throw new Refusal('linkSessionRefused')
  if (credentials && actor.session_kind === 'key') throw new Refusal('notByAccessKey')
  if (access === 'any') return
  if (access === 'owner' || access === 'sub_account') {
    if (actor.ram !== (access === 'owner' ? 0 : 1)) throw new Refusal('notPermitted')
  } else requireRight(actor, access as Permission)
}

/** The proof that every identifier of a call was resolved; only `resolve` and a call without identifiers get one. */
declare const resolvedMark: unique symbol
interface Resolved {
  readonly [resolvedMark]: true
}
const RESOLVED = {} as Resolved

/** Resolves the identifiers of a call. Foreign, missing and invisible ones get the same answer. */
export async function resolve(door: Door, actor: Actor, db: AccountDb, named: Identifiers): Promise<Resolved> {
  for (const [kind, names] of named) {
    const { resolve: find, missing } = door.resolvers[kind]
    if (kind === 'network' && [...names].some((name) => !mayTouchNetwork(actor, name))) throw new Refusal(missing)
    const found = await find(db, [...names], actor)
    if (found.size < names.size) throw new Refusal(missing)
  }
  return RESOLVED
}

function checked(endpoint: Endpoint, empty: Rules, { body, query }: FastifyRequest, caller: Caller): unknown {
  return checkInput(endpoint, withoutEmpty(placeOf(endpoint) === 'body' ? (body ?? {}) : query, empty), caller)
}

/** @throws invalidInput, whose message is the first problem and whose data lists all */
export function checkInput<E extends Endpoint>(endpoint: E, sent: unknown, caller: Pick<Caller, 'language'>): InputOf<E> {
  const result = check(endpoint.input, sent, caller.language)
  if (!result.ok) throw new Refusal('invalidInput', undefined, { errors: result.errors })
  const path = unstorable(result.value)
  if (path) {
    const issue = { code: 'custom', message: 'format', path, input: undefined } as const
    throw new Refusal('invalidInput', undefined, { errors: explain({ issues: [issue] }, caller.language) })
  }
  return result.value as InputOf<E>
}

/** Returns the path of a text that cannot be stored: PostgreSQL takes no zero character and no half of a character. */
function unstorable(value: unknown): string[] | undefined {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? [] : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, item] of Object.entries(value)) {
    if (unstorable(key)) return []
    const found = unstorable(item)
    if (found) return [key, ...found]
  }
  return undefined
}

const REVISION = /^(?:W\/)?"?(\d{1,15})"?$/

function expectedRevision(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match']
  if (header === undefined) return undefined
  const match = REVISION.exec(header)
  // A precondition that cannot be read is not fulfilled.
  if (!match) throw new Refusal('changedElsewhere')
  return Number(match[1])
}
