import { queryOptions } from '@tanstack/react-query'
import type { Endpoint, OutputOf, SentBy } from '@weft/contract'
import { textNow } from '../i18n/use-text.ts'
import { toast } from '../toast/toast.ts'
import * as text from './api.text.ts'
import { newId } from './new-id.ts'
import { comeBackAfter, outage, pause } from './outage.ts'
import { ApiRefusal, NetworkFailure, reactionTo } from './refusal.ts'
import { send, type SendOptions } from './send.ts'
import { onReset } from '../store/module-state.ts'

/** The functions that the shared layer needs from the app that uses it. */
export interface ApiSession {
  token(): string | undefined
  /** Refreshes the token once for all waiting calls; false if the session cannot be continued. */
  refresh(): Promise<boolean>
  /** Clears the session and goes to the sign-in page, which shows `msg` once. */
  end(msg: string): void
  /** Leaves a page whose subject is gone: back in history, or to the given address. */
  back(to?: string): void
  /** Asks the user for the fresh proof of identity that a refused call needs; false if the user does not give it. */
  prove?(): Promise<boolean>
}

const nobody: ApiSession = { token: () => undefined, refresh: async () => false, end: () => {}, back: () => {} }
let session = nobody

/** Connects the shared layer to the app's session. Called once, at the app's start. */
export function connectApi(next: ApiSession): void {
  session = next
}

/** The reactions that a caller takes over from the shared layer. */
export interface Reactions {
  /** The caller shows refusals and failures itself; a refusal that ends the session still does. */
  quiet?: boolean
  /**
   * The reaction to a missing subject (204) besides its toast: by default `back` in history, else `stay`, or an address. For a GET, an
   * address means that the page's own address names the subject: an invalid name there (422) counts as missing too.
   */
  missing?: 'back' | 'stay' | `/${string}`
  /** The caller itself asks for the fresh proof of identity, if the call needs one. */
  proves?: boolean
  /** Codes of refusals that the caller shows itself, in their proper place. */
  handled?: readonly number[]
  signal?: AbortSignal | undefined
}
export interface CallOptions extends Reactions, Omit<SendOptions, 'token' | 'idempotencyKey'> {}

/** One try of a request, with the session's token. */
type Attempt<T> = (bearer: Pick<SendOptions, 'token'>) => Promise<T>

/** The key of each submit. A repeat after no answer carries the same key, so that the server does the work once. */
const unanswered = new Map<string, string>()
onReset(() => {
  session = nobody
  unanswered.clear()
})

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

/** Seconds for which a request is repeated while the database is away; shorter for a write, because its user is waiting. */
const PATIENCE = { read: 300, write: 20 }

/**
 * Repeats an attempt while the database is away, each time after the wait that the server names. Repeats only what is safe to repeat:
 * reads, and writes whose key makes the server do them once.
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

/** Makes a request with the session's token; a 2002 is answered with one refresh and one repeat. */
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

/** Returns whether a call was refused for lack of a recent proof of identity that a dialog can ask for. */
const lacksProof = (error: unknown, { fresh_proof }: Endpoint, { proves }: Reactions): boolean =>
  fresh_proof !== false && !proves && session.prove !== undefined && error instanceof ApiRefusal && error.code === 401

/** Makes a request and repeats it once if it was refused for lack of a fresh proof of identity that the user then gave. */
async function withProof<T>(endpoint: Endpoint, reactions: Reactions, attempt: Attempt<T>): Promise<T> {
  try {
    return await withToken(endpoint, attempt)
  } catch (error) {
    if (!lacksProof(error, endpoint, reactions) || !(await session.prove?.())) throw error
    return await withToken(endpoint, attempt)
  }
}

/** Returns whether a refusal means that the session is over; 2002 gets this far only if the token could not be renewed. */
function endsSession(error: ApiRefusal): boolean {
  const reaction = reactionTo(error.code)
  return reaction === 'end' || reaction === 'refresh'
}

function react(error: unknown, endpoint: Endpoint, reactions: Reactions): void {
  const { quiet, missing = 'back', handled = [], signal } = reactions
  // The user who closed the dialog knows.
  if (signal?.aborted || lacksProof(error, endpoint, reactions)) return
  if (error instanceof ApiRefusal) {
    // For a read, the strip above the page shows it.
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
 * Makes a request in the session. Only this function turns a code into a toast, a step back, a refresh or the end of the session
 * (docs/design/screens.md §0.6); the error still reaches the caller. Only a read that ended the session never settles: the
 * page would show a failure until the sign-in page, which is on its way, replaces it.
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

/** Returns a react-query query for reading. Its key starts with the path, so `invalidateQueries({ queryKey: [path] })` finds it. */
export const asking = <E extends Endpoint>(endpoint: E, input: SentBy<E>, options: Omit<CallOptions, 'signal'> = {}) =>
  queryOptions({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => call(endpoint, input, { ...options, signal }),
  })
