import { ABSOLUTE_SECONDS, contract, LINK_SECONDS, type Session as SignIn } from '@weft/contract'
import { ApiRefusal, comeBackAfter, onStored, readStored, send, writeStored } from '@weft/ui'
import { onReset } from '@weft/ui/store/module-state.ts'

/** The session as the browser keeps it, the same in every tab. */
export interface KeptSession {
  token: string
  /** Milliseconds of the browser's clock at which the access token expires. */
  token_expires: number
  /** Milliseconds of the browser's clock at the forced end, which no refresh moves. */
  session_expires: number
  /** After a login link, undefined until account/info answers. */
  user?: SignIn['user']
  /** From a login link: never refreshed. */
  link: boolean
}

const KEPT = 'session'
type Heard = (now: KeptSession | undefined, elsewhere: boolean) => void
const heard = new Set<Heard>()
let current = parse(readStored(KEPT))

function parse(text: string | undefined): KeptSession | undefined {
  if (text === undefined) return undefined
  try {
    const kept = JSON.parse(text) as Partial<KeptSession>
    return typeof kept.token === 'string' && Number(kept.session_expires) > Date.now() ? (kept as KeptSession) : undefined
  } catch {
    return undefined
  }
}

function keep(next: KeptSession | undefined): void {
  writeStored(KEPT, next && JSON.stringify(next))
  take(next, false)
}

function take(next: KeptSession | undefined, elsewhere: boolean): void {
  current = next
  for (const tell of heard) tell(next, elsewhere)
}

onStored(KEPT, (text) => take(parse(text), true))

/** Reads the session that another tab may have stored, before its event arrives here. */
function reread(): KeptSession | undefined {
  current = parse(readStored(KEPT)) ?? current
  return current
}

/** Milliseconds that a token of another tab may take to arrive here after that tab's refresh. */
const ARRIVAL_MS = 300

/**
 * Runs one refresh at a time, across all tabs if the browser supports locks; else the server tolerates several
 * (`REFRESH_GRACE_SECONDS`).
 * @param run receives whether it waited for another tab's refresh
 */
async function inTurn<T>(run: (waited: boolean) => Promise<T>): Promise<T> {
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return run(false)
  const name = 'weft.refresh'
  const atOnce = await locks.request(name, { ifAvailable: true }, async (lock) => (lock ? { result: await run(false) } : undefined))
  return atOnce ? atOnce.result : ((await locks.request(name, () => run(true))) as T)
}

/** Waits for the session that the other tab stores; only for a moment, since that tab's refresh may have failed. */
function arrival(): Promise<void> {
  return new Promise((arrived) => {
    const end = () => {
      clearTimeout(timer)
      heard.delete(end)
      arrived()
    }
    const timer = setTimeout(end, ARRIVAL_MS)
    heard.add(end)
  })
}

let refreshing: Promise<boolean> | undefined
onReset(() => {
  current = parse(readStored(KEPT))
  refreshing = undefined
})

async function refreshOnce(presented: string, waited: boolean): Promise<boolean> {
  if (waited && reread()?.token === presented) await arrival()
  const before = reread()
  if (!before || before.link) return false
  if (before.token !== presented) return true
  try {
    const next = await send(contract.login.refresh, {}, { token: presented })
    const { session_seconds_left: left } = next
    const now = Date.now()
    // The browser's clock may be hours wrong. So the server answers how many seconds are left, and the end is counted from this moment.
    if (current?.token === presented)
      keep({
        ...before,
        token: next.access_token,
        token_expires: now + next.token_expire_time * 1000,
        session_expires: left === undefined ? next.session_expire_time * 1000 : now + left * 1000,
      })
    return true
  } catch (error) {
    // Without its database the server cannot know whether the session goes on.
    if (error instanceof ApiRefusal && comeBackAfter(error) === undefined) return false
    throw error
  }
}

export const session = {
  get: (): KeptSession | undefined => current,
  /** Called with every change; `elsewhere` is another tab. */
  subscribe(tell: Heard): () => void {
    heard.add(tell)
    return () => heard.delete(tell)
  },
  start(answer: SignIn): void {
    const now = Date.now()
    keep({
      token: answer.access_token,
      token_expires: now + answer.token_expire_time * 1000,
      session_expires: now + ABSOLUTE_SECONDS * 1000,
      user: answer.user,
      link: false,
    })
  },
  startLink(token: string): void {
    const expires = Date.now() + LINK_SECONDS * 1000
    keep({ token, token_expires: expires, session_expires: expires, link: true })
  },
  clear: (): void => keep(undefined),
  /**
   * Replaces the access token. Callers that wait share one request.
   * @returns false when the session cannot be continued
   * @throws NetworkFailure when no answer came, ApiRefusal 503 while the database is unavailable: the session may still be valid
   */
  refresh(): Promise<boolean> {
    const presented = current?.token
    if (presented === undefined) return Promise.resolve(false)
    refreshing ??= inTurn((waited) => refreshOnce(presented, waited)).finally(() => {
      refreshing = undefined
    })
    return refreshing
  },
}
