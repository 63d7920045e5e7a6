import { z } from 'zod'
import type { AuditArea } from './audit.ts'
import type { Spend } from './budgets.ts'
import { lineOfText } from './fields/schemas.ts'
import type { OperatorRight } from './ops/operator.ts'

/** The three listeners, each with its own base path, tokens and audience. */
export const doorBase = { console: '/api/v1', ops: '/ops/v1', agent: '/agent/v1' } as const
export type Door = keyof typeof doorBase

/** What a sub-account's role may grant; owners hold all. `view` of networks and members is granted to every role. */
export const permissions = [
  'member.create',
  'member.edit',
  'member.delete',
  'network.create',
  'network.edit',
  'network.delete',
  'monitor.view',
  'monitor.create',
  'monitor.edit',
  'monitor.delete',
] as const
export type Permission = (typeof permissions)[number]

/**
 * Who may call an endpoint: `public` nobody in particular, `any` an owner or sub-account, `owner`, `sub_account`, a role's flag,
 * `operator` any operator, an operator's right, or `refreshable`: the bearer of a token that may have run out.
 */
export type Access = 'public' | 'any' | 'owner' | 'sub_account' | 'refreshable' | Permission | 'operator' | OperatorRight

/** How often a caller may call. The figures are in `rateLimits`. */
export type RateClass = 'read' | 'write' | 'captcha' | 'sign_in' | 'device' | 'heavy'

/**
 * Calls per window of seconds of one login, operator or address, never of a session: who signs in twice has the same number.
 * `calls_of_account` is what all logins and access keys of an account have together. `durable` limits are counted in the database
 * and survive a restart; the others protect one instance and are counted in its memory.
 */
export const rateLimits: Record<RateClass, { calls: number; calls_of_account: number; seconds: number; durable: boolean }> = {
  read: { calls: 600, calls_of_account: 3000, seconds: 60, durable: false },
  write: { calls: 240, calls_of_account: 1200, seconds: 60, durable: false },
  captcha: { calls: 60, calls_of_account: 60, seconds: 60, durable: true },
  sign_in: { calls: 60, calls_of_account: 60, seconds: 60, durable: true },
  /** Many devices stand behind one address, and come back together after a power cut. */
  device: { calls: 600, calls_of_account: 600, seconds: 60, durable: true },
  heavy: { calls: 20, calls_of_account: 60, seconds: 60, durable: true },
}

/** How a body travels. `form` accepts JSON and `a[0][b]=c` alike; `multipart` is one file in the field that it names. */
export type BodyKind =
  | { kind: 'json' }
  | { kind: 'form' }
  | { kind: 'multipart'; field: string; max_bytes: number; types: readonly string[] }

export type FreshProof = boolean | { where: string }

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
  /** Of a `WS` endpoint: one message from the server. */
  output: O
  /** `data` and `count` on the wire, `{ rows, count }` in code. */
  paged: boolean
  body: BodyKind
  rate: RateClass
  /** What a call uses up (`budgets.ts`), beside its rate. */
  spends: readonly Spend[]
  /** Reads so much that only a few of one account run at once (`costlyReads`); so does every list that is searched. */
  costly: boolean
  /** Seconds after which the client gives up; null never (streams). */
  timeout: number | null
  /** Changes something: a POST, unless said; of the GETs those that say so. Its transaction may write. */
  writes: boolean
  /** The area under which it is audited; null changes nothing that is audited. */
  audit: AuditArea | null
  /** Changes what someone signs in with: not for a session from a login link (docs/design/security.md §2). */
  credentials: boolean
  /**
   * Makes or changes a credential, so that a session must have proved its identity within `IDENTITY_SECONDS` (`verify/verify`,
   * `verify/password`). `{ where }` asks for it only where that field of the input is not empty.
   */
  fresh_proof: FreshProof
  /** Gives somebody a way in, or changes where data goes: not for a session from a login link. Access keys may. */
  refuses_link: boolean
  /** Accepts `Idempotency-Key`: a repeat within 24 h answers the first answer again. */
  idempotent: boolean
  /** The media type of the file that it answers in the place of an envelope; null answers an envelope. */
  media_type: string | null
  /** One line for the API document. */
  summary: string
}

/** A file: its bytes at once, or as they are made. A refusal answers an envelope all the same. */
export interface FileAnswer {
  /** As it is saved, in any script. */
  file_name: string
  body: Uint8Array | AsyncIterable<Uint8Array>
  /** Of an endpoint that answers files of several kinds, or something else. */
  media_type?: string
}
/** Whether an answer is a file in the place of an envelope. */
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
  timeout?: number | null
  writes?: boolean
  audit?: AuditArea
  credentials?: boolean
  fresh_proof?: FreshProof
  refuses_link?: boolean
  idempotent?: boolean
  media_type?: string
}

/** The answer of a call that only does something. */
export const nothing = z.null()
/** What a call that answers a file hands to the door. */
export const aFile = z.custom<FileAnswer>(isFileAnswer)
/** The input of a call that needs none: `{}` or no body. */
export const noInput = z.strictObject({})

const DEFAULT_TIMEOUT = 10

function endpoint<I extends z.ZodType, O extends z.ZodType, A extends Access, D extends Door>(
  door: D,
  method: Endpoint['method'],
  path: string,
  { access, summary, ...spec }: Spec<I, O, A>,
): Endpoint<I, O, A, D> {
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
    timeout: spec.timeout === undefined ? DEFAULT_TIMEOUT : spec.timeout,
    writes: spec.writes ?? method === 'POST',
    audit: spec.audit ?? null,
    credentials: spec.credentials ?? false,
    fresh_proof: spec.fresh_proof ?? false,
    refuses_link: spec.refuses_link ?? false,
    idempotent: spec.idempotent ?? false,
    media_type: spec.media_type ?? null,
  }
}

type NoInput = typeof noInput
type Nothing = typeof nothing

/** The constructors of one listener's endpoints. */
export const endpointsOf = <D extends Door>(door: D) => ({
  get: <A extends Access, O extends z.ZodType, I extends z.ZodType = NoInput>(path: string, spec: Spec<I, O, A> & { output: O }) =>
    endpoint<I, O, A, D>(door, 'GET', path, spec),
  post: <A extends Access, I extends z.ZodType = NoInput, O extends z.ZodType = Nothing>(path: string, spec: Spec<I, O, A>) =>
    endpoint<I, O, A, D>(door, 'POST', path, spec),
  list: <A extends Access, I extends z.ZodType, R extends z.ZodType>(
    path: string,
    { row, ...spec }: Omit<Spec<I, never, A>, 'output'> & { input: I; row: R },
  ) => ({ ...endpoint<I, ReturnType<typeof pageOf<R>>, A, D>(door, 'GET', path, { ...spec, output: pageOf(row) }), paged: true }),
  /** A call that answers a file; it takes all the time it needs. */
  file: <A extends Access, I extends z.ZodType = NoInput>(path: string, spec: Omit<Spec<I, never, A>, 'output'> & { media_type: string }) =>
    endpoint<I, typeof aFile, A, D>(door, 'GET', path, { timeout: null, ...spec, output: aFile }),
  socket: <A extends Access, I extends z.ZodType, O extends z.ZodType>(path: string, spec: Spec<I, O, A> & { input: I; output: O }) =>
    endpoint<I, O, A, D>(door, 'WS', path, { timeout: null, ...spec }),
})

/** Rows of a list page. */
export const PAGE_SIZE = 10
export const MAX_PAGE_SIZE = 100
export type PageOf<T> = { rows: T[]; count: number }
const pageOf = <T extends z.ZodType>(row: T) => z.object({ rows: z.array(row), count: z.number().int() })

/** What every list takes; numbers of a query arrive as text. */
export const PageQuery = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(PAGE_SIZE),
  search: lineOfText(0, 64).default(''),
})
export type PageQuery = z.output<typeof PageQuery>
