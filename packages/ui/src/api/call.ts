import { queryOptions } from '@tanstack/react-query'
import type { Endpoint, OutputOf, SentBy } from '@weft/contract'
import { textNow } from '../i18n/use-text.ts'
import { toast } from '../toast/toast.ts'
import * as text from './api.text.ts'
import { newId } from './new-id.ts'
import { comeBackAfter, outage, pause } from './outage.ts'
import { ApiRefusal, NetworkFailure, reactionTo } from './refusal.ts'
import { send, type SendOptions } from './send.ts'

/** What the shared layer needs to know of the app that it stands in. */
export interface ApiSession {
  token(): string | undefined
  /** One refresh for all who wait; false when the session cannot be continued. */
  refresh(): Promise<boolean>
  /** Clears the session and leaves; `msg` is shown once there. */
  end(msg: string): void
  /** Leaves a page whose subject is gone: back in history, or to the address given. */
  back(to?: string): void
  /** Asks the person for a fresh proof of identity, which a call was refused without; false where they would not give it. */
  prove?(): Promise<boolean>
}

let session: ApiSession = { token: () => undefined, refresh: async () => false, end: () => {}, back: () => {} }

/** Once, at the app's start. */
export function connectApi(next: ApiSession): void {
  session = next
}

/** What a caller does itself of that which the shared layer would do. */
export interface Reactions {
  /** The caller shows refusals and failures itself; a session that ended still ends. */
  quiet?: boolean
  /**
   * What a missing subject (204) does beside its toast: `back` in history unless said, `stay`, or an address. Of what is read, an
   * address says that the page's own address names the subject: one that cannot be a name (422) names nothing either.
   */
  missing?: 'back' | 'stay' | `/${string}`
  /** The caller asks for a fresh proof of identity itself, where the call needs one. */
  proves?: boolean
  /** Codes of refusals that the caller tells itself, where they belong. */
  handled?: readonly number[]
  signal?: AbortSignal | undefined
}
export interface CallOptions extends Reactions, Omit<SendOptions, 'token' | 'idempotencyKey'> {}

/** One try of a request, with what it needs of the session. */
type Attempt<T> = (bearer: Pick<SendOptions, 'token'>) => Promise<T>

/** A key for each submit; a repeat after silence carries the same one, so that the server does the work once. */
const unanswered = new Map<string, string>()

async function keyed<T>(endpoint: Endpoint, input: unknown, run: (key: string | undefined) => Promise<T>): Promise<T> {
  if (!endpoint.idempotent) return run(undefined)
  const submit = `${endpoint.path} ${JSON.stringify(input)}`
  const key = unanswered.get(submit) ?? newId()
  unanswered.set(submit, key)
  try {
    const answer = await run(key)
    unanswered.delete(submit)
    return answer
  } catch (error) {
    // Without its database the server cannot say whether the work was done.
    if (!(error instanceof NetworkFailure) && comeBackAfter(error) === undefined) unanswered.delete(submit)
    throw error
  }
}

/** Seconds for which a request is repeated while the database is away: a reading one waits for it, a writing one has somebody waiting. */
const PATIENCE = { read: 300, write: 20 }

/**
 * Repeats an attempt while the database is away, each time after as long as the server says. Only what may be done twice: what
 * reads, and what carries a key by which the server does it once.
 */
async function patiently<T>(endpoint: Endpoint, signal: AbortSignal | undefined, attempt: () => Promise<T>): Promise<T> {
  const repeatable = !endpoint.writes || endpoint.idempotent
  const patience = repeatable ? PATIENCE[endpoint.writes ? 'write' : 'read'] : 0
  for (let waited = 0; ; ) {
    try {
      const answer = await attempt()
      outage.heard()
      return answer
    } catch (error) {
      outage.heard(error)
      const seconds = comeBackAfter(error)
      if (seconds === undefined || waited + seconds > patience) throw error
      waited += seconds
      await pause(seconds, signal)
    }
  }
}

/** A request with the session's token; 2002 is answered with one refresh and one repeat. */
async function withToken<T>(endpoint: Endpoint, attempt: Attempt<T>): Promise<T> {
  const now = () => attempt(endpoint.access === 'public' ? {} : { token: session.token() })
  try {
    return await now()
  } catch (error) {
    if (!(error instanceof ApiRefusal) || reactionTo(error.code) !== 'refresh') throw error
    if (!(await session.refresh())) throw new ApiRefusal(error.code, textNow(text).expired)
    return await now()
  }
}

/** Whether a call was refused because the session has not proved its identity of late, and a dialog is there to ask for that. */
const lacksProof = (error: unknown, { fresh_proof }: Endpoint, { proves }: Reactions): boolean =>
  fresh_proof !== false && !proves && session.prove !== undefined && error instanceof ApiRefusal && error.code === 401

/** A request that is repeated once where it was refused for want of a fresh proof of identity and the person then gave it. */
async function withProof<T>(endpoint: Endpoint, reactions: Reactions, attempt: Attempt<T>): Promise<T> {
  try {
    return await withToken(endpoint, attempt)
  } catch (error) {
    if (!lacksProof(error, endpoint, reactions) || !(await session.prove?.())) throw error
    return await withToken(endpoint, attempt)
  }
}

/** Whether a refusal says that the session is over; one whose token could be renewed is not told so. */
function endsSession(error: ApiRefusal): boolean {
  const reaction = reactionTo(error.code)
  return reaction === 'end' || reaction === 'refresh'
}

function react(error: unknown, endpoint: Endpoint, reactions: Reactions): void {
  const { quiet, missing = 'back', handled = [], signal } = reactions
  // Whoever closed the dialog knows.
  if (signal?.aborted || lacksProof(error, endpoint, reactions)) return
  if (error instanceof ApiRefusal) {
    // What reads is told by the strip above the page.
    if (comeBackAfter(error) !== undefined && !endpoint.writes) return
    if (endsSession(error)) return session.end(error.msg)
    const reaction = reactionTo(error.code)
    if (quiet || reaction === 'silent' || handled.includes(error.code)) return
    const unnamed = error.code === 422 && endpoint.method === 'GET' && missing.startsWith('/')
    toast.error(unnamed ? textNow(text).unnamed : error.msg)
    if ((unnamed || reaction === 'back') && missing !== 'stay') session.back(missing === 'back' ? undefined : missing)
  } else if (error instanceof NetworkFailure && !quiet) {
    const { uploadFailed, downloadFailed, timedOut } = textNow(text)
    toast.error(endpoint.body.kind === 'multipart' ? uploadFailed : endpoint.media_type === null ? timedOut : downloadFailed)
  }
}

/**
 * Makes a request in the session. The one place that turns a code into toast, step back, refresh or the end of the session
 * (docs/design/screens.md §0.6); the error reaches the caller all the same. Only what was read when the session ended stays awaited: the
 * sign-in page is on its way, and until it is there the page would show a failure.
 * @throws what the attempt throws
 */
export async function inSession<T>(endpoint: Endpoint, reactions: Reactions, attempt: Attempt<T>): Promise<T> {
  try {
    return await patiently(endpoint, reactions.signal, () => withProof(endpoint, reactions, attempt))
  } catch (error) {
    react(error, endpoint, reactions)
    if (!endpoint.writes && !reactions.signal?.aborted && error instanceof ApiRefusal && endsSession(error)) return new Promise<T>(() => {})
    throw error
  }
}

/**
 * Calls an endpoint in the session.
 * @throws ApiRefusal, NetworkFailure
 */
export async function call<E extends Endpoint>(endpoint: E, input: SentBy<E>, options: CallOptions = {}): Promise<OutputOf<E>> {
  const { quiet: _quiet, missing: _missing, handled: _told, proves: _proves, ...sending } = options
  return keyed(endpoint, input, (idempotencyKey) =>
    inSession(endpoint, options, (bearer) => send(endpoint, input, { ...sending, ...bearer, idempotencyKey })),
  )
}

/** A query of react-query for a reading endpoint. Its key starts with the path, so `invalidateQueries({ queryKey: [path] })` finds it. */
export const asking = <E extends Endpoint>(endpoint: E, input: SentBy<E>, options: Omit<CallOptions, 'signal'> = {}) =>
  queryOptions({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { ...options, signal }),
  })
