import { z } from 'zod'
import type { AuditArea } from './audit.ts'
import type { Spend } from './budgets.ts'
import { type Done, says } from './done.ts'
import { lineOfText } from './fields/schemas.ts'
import type { Language } from './language.ts'
import { linkMayWrite } from './link-writes.ts'
import type { OperatorRight } from './ops/operator.ts'
import type { Permission } from './rights.ts'

/** The three listeners (doors), each with its own base path, tokens and audience. */
export const doorBase = { console: '/api/v1', ops: '/ops/v1', agent: '/agent/v1' } as const
export type Door = keyof typeof doorBase

/**
 * Who may call an endpoint: `public` anyone, `any` an owner or sub-account, `owner`, `sub_account`, a role's permission,
 * `operator` any operator, an operator's right, or `refreshable`: the bearer of a token that may have expired.
 */
export type Access = 'public' | 'any' | 'owner' | 'sub_account' | 'refreshable' | Permission | 'operator' | OperatorRight

/** The class of rate limit of an endpoint. The figures are in `rateLimits`. */
export type RateClass = 'read' | 'write' | 'captcha' | 'sign_in' | 'device' | 'heavy'

/**
 * Calls per window of seconds of one login, operator or address, never of a session: signing in twice does not raise the limit.
 * `calls_of_account` is shared by all logins and access keys of an account. Of `durable` limits
 * the database counts each call; the others it counts in batches. Several instances together answer no more than one.
 */
export const rateLimits: Record<RateClass, { calls: number; calls_of_account: number; seconds: number; durable: boolean }> = {
  read: { calls: 600, calls_of_account: 3000, seconds: 60, durable: false },
  write: { calls: 240, calls_of_account: 1200, seconds: 60, durable: false },
  captcha: { calls: 60, calls_of_account: 60, seconds: 60, durable: true },
  sign_in: { calls: 60, calls_of_account: 60, seconds: 60, durable: true },
  /** Many devices share one address, and all reconnect after a power cut. */
  device: { calls: 600, calls_of_account: 600, seconds: 60, durable: true },
  heavy: { calls: 20, calls_of_account: 60, seconds: 60, durable: true },
}

/** Levels of lists and objects that the JSON of a body or of an agent's message may have, itself included. None of ours has more than six. */
export const MAX_JSON_LEVELS = 32

/** The encoding of a body. `form` accepts JSON and `a[0][b]=c` alike; `multipart` is one file in the named field, whose name has one of the endings. */
export type BodyKind =
  | { kind: 'json' }
  | { kind: 'form' }
  | { kind: 'multipart'; field: string; max_bytes: number; types: readonly string[]; endings?: readonly string[] }

/** Returns whether a file's name has one of these endings, in any letter case; without endings any name will do. */
export const hasEnding = (file_name: string, endings: readonly string[] | undefined): boolean =>
  endings === undefined || endings.some((ending) => file_name.toLowerCase().endsWith(`.${ending}`))

/** `where`: only if that field of the input is not empty. `by_sign_in`: a sign-in proves it as well, for `SIGN_IN_PROOF_SECONDS`. */
export type FreshProof = boolean | { where?: string; by_sign_in?: true }

export interface Endpoint<
  I extends z.ZodType = z.ZodType,
  O extends z.ZodType = z.ZodType,
  A extends Access = Access,
  D extends Door = Door,
> {
  door: D
  method: 'GET' | 'POST' | 'WS'
  path: string
  access: A
  input: I
  /** For a `WS` endpoint: one message from the server. */
  output: O
  /** `data` and `count` on the wire, `{ rows, count }` in code. */
  paged: boolean
  body: BodyKind
  rate: RateClass
  /** The budgets that a call takes from (`budgets.ts`), as well as its rate. */
  spends: readonly Spend[]
  /** The call costs so much that only a few of one account run at once (`costlyReads`); every call with a `search` is costly too. */
  costly: boolean
  /**
   * The most milliseconds of processor time that a call costs the thread that answers all calls, with the largest input that its schema
   * accepts, in an account of 5,000 members and a network of 2,500. The proof `cost` holds it.
   */
  processor_ms: number
  /** Seconds after which the client gives up; null means never (streams). */
  timeout: number | null
  /** The call changes something, so its transaction may write. By default true for a POST only; a GET can set it. */
  writes: boolean
  /** The area under which the call is audited; null if it is not audited. */
  audit: AuditArea | null
  /** Changes how someone signs in: refused to a session from a login link (docs/design/security.md §2). */
  credentials: boolean
  /**
   * Makes or changes a credential, so a session must have proved its identity within `IDENTITY_SECONDS` (`verify/verify`,
   * `verify/password`).
   */
  fresh_proof: FreshProof
  /** Refused to a session from a login link: whatever writes at the console, except for `linkWrites`. Access keys may call it. */
  refuses_link: boolean
  /** An owner who looks at the account as a role may call it: by default whatever changes nothing. */
  while_viewing: boolean
  /** Accepts `Idempotency-Key`: a repeat within 24 h gets the first answer again. */
  idempotent: boolean
  /** The media type of the file that it answers in place of an envelope; null if it answers an envelope. */
  media_type: string | null
  /** One line for the API document. */
  summary: string
  /** What a POST says in `msg` when it is done; null of other calls, which say nothing. */
  done: Done<z.output<I>, z.output<O>> | null
  /** Fields of `data` that stand in the envelope as well, where the specification has them. */
  repeats: readonly string[]
}

/** Returns the sentence with which a call answers that it is done; '' of a call that only reads. */
export const sentenceOf = ({ done }: Pick<Endpoint, 'done'>, answer: unknown, input: unknown, language: Language): string =>
  done === null ? '' : (typeof done === 'function' ? done(answer, input) : done)[language]

/** A file in an answer: all its bytes, or a stream of them. A refusal is still answered as an envelope. */
export interface FileAnswer {
  /** The name under which it is saved, in any script. */
  file_name: string
  body: Uint8Array | AsyncIterable<Uint8Array>
  /** Set by an endpoint that answers files of several kinds, or sometimes no file. */
  media_type?: string
}
/** Returns whether an answer is a file in place of an envelope. */
export const isFileAnswer = (value: unknown): value is FileAnswer =>
  typeof value === 'object' && value !== null && 'file_name' in value && 'body' in value

export type InputOf<E extends Endpoint> = z.output<E['input']>
export type SentBy<E extends Endpoint> = z.input<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>
export type Group = Record<string, Endpoint>

interface Spec<I extends z.ZodType, O extends z.ZodType, A extends Access> {
  access: A
  summary: string
  input?: I
  output?: O
  body?: BodyKind
  rate?: RateClass
  spends?: readonly Spend[]
  costly?: boolean
  processor_ms?: number
  timeout?: number | null
  writes?: boolean
  audit?: AuditArea
  credentials?: boolean
  fresh_proof?: FreshProof
  while_viewing?: boolean
  idempotent?: boolean
  media_type?: string
  done?: Done<z.output<I>, z.output<O>>
  repeats?: readonly string[]
}

/** The output of a call that answers no data. */
export const nothing = z.null()
/** The output of a handler that answers a file. */
export const aFile = z.custom<FileAnswer>(isFileAnswer)
/** The input of a call that needs none: `{}` or no body. */
export const noInput = z.strictObject({})

const DEFAULT_TIMEOUT = 10
const DEFAULT_PROCESSOR_MS = 100
/** A network is judged and compiled as a whole, whatever part of it changes. */
const NETWORK_PROCESSOR_MS = 500
const FILE_PROCESSOR_MS = 400

function processorMsOf({ audit, media_type }: Pick<Spec<z.ZodType, z.ZodType, Access>, 'audit' | 'media_type'>): number {
  if (media_type !== undefined) return FILE_PROCESSOR_MS
  return audit === 'network' ? NETWORK_PROCESSOR_MS : DEFAULT_PROCESSOR_MS
}

function endpoint<I extends z.ZodType, O extends z.ZodType, A extends Access, D extends Door>(
  door: D,
  method: Endpoint['method'],
  path: string,
  { access, summary, ...spec }: Spec<I, O, A>,
): Endpoint<I, O, A, D> {
  const writes = spec.writes ?? method === 'POST'
  return {
    door,
    method,
    path,
    access,
    summary,
    input: spec.input ?? (noInput as unknown as I),
    output: spec.output ?? (nothing as unknown as O),
    paged: false,
    body: spec.body ?? { kind: 'json' },
    rate: spec.rate ?? (method === 'POST' ? 'write' : 'read'),
    spends: spec.spends ?? [],
    costly: spec.costly ?? false,
    processor_ms: spec.processor_ms ?? processorMsOf(spec),
    timeout: spec.timeout === undefined ? DEFAULT_TIMEOUT : spec.timeout,
    writes,
    audit: spec.audit ?? null,
    credentials: spec.credentials ?? false,
    fresh_proof: spec.fresh_proof ?? false,
    refuses_link: door === 'console' && writes && access !== 'public' && access !== 'refreshable' && linkMayWrite(path) === undefined,
    while_viewing: spec.while_viewing ?? !writes,
    idempotent: spec.idempotent ?? false,
    media_type: spec.media_type ?? null,
    done: method === 'POST' ? (spec.done ?? says.usual) : null,
    repeats: spec.repeats ?? [],
  }
}

type NoInput = typeof noInput
type Nothing = typeof nothing

/** Returns the constructors of one listener's endpoints. @param usual what holds for those that do not say otherwise */
export const endpointsOf = <D extends Door>(door: D, usual: { timeout?: number } = {}) => ({
  get: <A extends Access, O extends z.ZodType, I extends z.ZodType = NoInput>(path: string, spec: Spec<I, O, A> & { output: O }) =>
    endpoint<I, O, A, D>(door, 'GET', path, { ...usual, ...spec }),
  post: <A extends Access, I extends z.ZodType = NoInput, O extends z.ZodType = Nothing>(path: string, spec: Spec<I, O, A>) =>
    endpoint<I, O, A, D>(door, 'POST', path, { ...usual, ...spec }),
  list: <A extends Access, I extends z.ZodType, R extends z.ZodType>(
    path: string,
    { row, ...spec }: Omit<Spec<I, never, A>, 'output'> & { input: I; row: R },
  ) => ({ ...endpoint<I, ReturnType<typeof pageOf<R>>, A, D>(door, 'GET', path, { ...usual, ...spec, output: pageOf(row) }), paged: true }),
  /** A call that answers a file; it has no timeout by default. */
  file: <A extends Access, I extends z.ZodType = NoInput>(path: string, spec: Omit<Spec<I, never, A>, 'output'> & { media_type: string }) =>
    endpoint<I, typeof aFile, A, D>(door, 'GET', path, { timeout: null, ...spec, output: aFile }),
  socket: <A extends Access, I extends z.ZodType, O extends z.ZodType>(path: string, spec: Spec<I, O, A> & { input: I; output: O }) =>
    endpoint<I, O, A, D>(door, 'WS', path, { timeout: null, ...spec }),
})

/** Rows on a page of a list. */
export const PAGE_SIZE = 10
export const MAX_PAGE_SIZE = 100
export type PageOf<T> = { rows: T[]; count: number }
const pageOf = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row), count: z.number().int() })

/** The input that every list accepts; numbers in a query arrive as text. */
export const PageQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(PAGE_SIZE),
  search: lineOfText(0, 64).default(''),
})
export type PageQuery = z.output<typeof PageQuery>
